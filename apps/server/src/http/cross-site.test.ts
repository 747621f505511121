import type { IncomingHttpHeaders } from "node:http";
import { expect, it } from "vitest";
import { isCrossSite } from "./cross-site.ts";

const host = "127.0.0.1:3101";

it.each<[string, IncomingHttpHeaders, boolean]>([
  ["a client that is no browser", { host }, false],
  ["somebody who types the address", { host, "sec-fetch-site": "none" }, false],
  ["a page of the same origin", { host, "sec-fetch-site": "same-origin", origin: `http://${host}` }, false],
  [
    "a page of another port of this machine",
    { host, "sec-fetch-site": "same-site", origin: "http://127.0.0.1:3000" },
    false,
  ],
  ["an old browser's page of another port", { host, origin: "http://127.0.0.1:3000" }, false],
  ["a page of another site", { host, "sec-fetch-site": "cross-site", origin: "https://evil.example" }, true],
  ["a page that hides its origin", { host, "sec-fetch-site": "cross-site", origin: "null" }, true],
  ["an old browser's page of another site", { host, origin: "https://evil.example" }, true],
  ["an old browser's page that hides its origin", { host, origin: "null" }, true],
  ["a page where the host is another name", { host: "localhost:3101", origin: "http://127.0.0.1:3000" }, true],
])("%s", (_, headers, expected) => {
  expect(isCrossSite({ headers })).toBe(expected);
});
