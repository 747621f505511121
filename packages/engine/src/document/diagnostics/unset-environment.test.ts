/** Error messages where an environment variable is not set. */
import { expect, it } from "vitest";
import { loadConfig } from "../load.ts";

const errorsOf = (url: string, allowed = true) => {
  const text = `logs.write "w" {\n  endpoint {\n    url = ${url}\n  }\n}`;
  const env = (name: string) => ({ HERE: "nonsense", EMPTY: "" })[name];
  const deniesEnv = () => (allowed ? undefined : "may not read that");
  return loadConfig(text, { library: { env, deniesEnv } }).diagnostics.map(({ message }) => message);
};

const NOT_SET = " (the environment variable LOKI_URL is not set)";
it.each([
  ['env("LOKI_URL")', `"" is not an http or https URL${NOT_SET}`],
  ['sys.env("LOKI_" + "URL") + "/push"', `"/push" is not an http or https URL${NOT_SET}`],
  ['env("LOKI_URL") - 1', `env("LOKI_URL") should be one of [number] for binop -, got string${NOT_SET}`],
  ['env("HERE")', '"nonsense" is not an http or https URL'],
  ['env("EMPTY")', '"" is not an http or https URL'],
  ['coalesce(env("LOKI_URL"), "x")', '"x" is not an http or https URL'],
])("%s", (url, message) => expect(errorsOf(url)).toEqual([message]));

it("does not reveal whether a variable is set that may not be read", () =>
  expect(errorsOf('env("LOKI_URL")', false)).toEqual(["env may not read that"]));
