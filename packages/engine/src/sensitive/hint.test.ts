import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SECRET_FORMS } from "../testing/secret-forms.ts";
import { mayHoldSecret, secretHints } from "./hint.ts";
import { findSensitive } from "./sensitive.ts";

const EXAMPLES = new URL("../../../../apps/web/src/features/examples/", import.meta.url);
const linesOf = (name: string) => readFileSync(new URL(name, EXAMPLES), "utf8").trimEnd().split("\n");
const isSecret = (line: string) => findSensitive(line).some(({ sensitivity }) => sensitivity === "secret");

const SECRET = [
  "pan 4111111111111111",
  "4111 1111 1111 1111",
  "3782-822463-10005",
  "DE89 3704 0044 0532 0130 00",
  "GB29NWBK60161331926819",
  "123-45-6789",
  "529.982.247-25",
  "RSSMRA85T10A562S",
  "1 85 05 78 006 084 91",
  '{"ssn":123456789}',
  "redis://:pw123@cache:6379/0",
  `{"url":"https:\\/\\/u:p4ss1@h\\/x"}`,
  "curl -u admin:hunter22 http://h/",
  "GET /?tok=abc123def456",
  "GET /?x=aB3dE6gH9jK2mN5pQ8sT1vW4",
  "PHPSESSID=ab12cd34ef56gh78",
  "connect.sid=s%3Aab12cd34ef56gh78",
  "%70assword%3Dhunter22",
  `Basic dXNlcjpwYXNzd29yZA==`,
  `glrt-${"a1B2".repeat(5)}`,
  `hf_${"a1".repeat(17)}`,
  `-----BEGIN PRIVATE KEY-----`,
];

it.each(SECRET)("says that a secret may be in %s", (line) => {
  expect({ secret: isSecret(line), may: mayHoldSecret(line) }).toEqual({ secret: true, may: true });
});

it.each(SECRET_FORMS)("says so of %s%s%s", (before, value, behind) => {
  expect(mayHoldSecret(before + value + behind)).toBe(true);
});

it("misses no secret of the examples, and no line of an access log has a hint", () => {
  for (const name of ["secrets.log", "auth.log", "docker.log", "windows.log"])
    for (const line of linesOf(name)) if (isSecret(line)) expect(mayHoldSecret(line)).toBe(true);
  expect(linesOf("nginx.log").filter(mayHoldSecret)).toEqual([]);
});

it("says by which words and forms it may", () => {
  expect(secretHints("GET /a")).toEqual([]);
  expect(secretHints("token=1 KEY=2 token=3")).toEqual(["key", "token"]);
  expect(secretHints("key=1 https://a:b@c")).not.toEqual(secretHints("key=1 https://a:443"));
});
