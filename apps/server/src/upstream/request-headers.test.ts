import { expect, it } from "vitest";
import { requestHeaders } from "./request-headers.ts";

const basicAuth = { username: "u", password: { text: "", file: "" } };
const none = { bearerToken: "", basicAuth: undefined, password: "", ofAddress: undefined };
const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

it.each([
  ["no credentials", none, {}, undefined],
  ["a token", { ...none, bearerToken: "t" }, {}, "Bearer t"],
  ["a user", { ...none, basicAuth, password: "p" }, {}, basic("u:p")],
  ["the address before a user", { ...none, basicAuth, password: "p", ofAddress: basic("a:b") }, {}, basic("a:b")],
  ["the address before a token", { ...none, bearerToken: "t", ofAddress: basic("a:b") }, {}, basic("a:b")],
  ["a configured header before all", { ...none, ofAddress: basic("a:b") }, { AUTHORIZATION: "x" }, "x"],
])("sends %s", (_name, credentials, configured, expected) => {
  expect(requestHeaders(credentials, Object.entries(configured)).values.authorization).toBe(expected);
});

it("says who asks, unless that is configured, and tells which parts are secret", () => {
  const credentials = { ...none, basicAuth, password: "p", ofAddress: basic("a:b") };
  const { values, secrets } = requestHeaders(credentials, [["X-Scope-OrgID", "t"]], { "x-own": "1" });
  expect(Object.keys(values)).toEqual(["user-agent", "x-own", "authorization", "x-scope-orgid"]);
  expect(secrets).toEqual(["p", btoa("u:p"), btoa("a:b")]);
  expect(requestHeaders(none, [["User-Agent", "mine"]])).toEqual({ values: { "user-agent": "mine" }, secrets: [] });
});
