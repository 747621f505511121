import type { IncomingHttpHeaders } from "node:http";
import { expect, it } from "vitest";
import { isCrossSite, isRebound } from "./cross-site.ts";

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
  [
    "a page of another name below the same domain",
    { host: "logs.example.com", "sec-fetch-site": "same-site", origin: "https://comments.example.com" },
    true,
  ],
  [
    "a page of the domain above",
    { host: "logs.example.com:3100", "sec-fetch-site": "same-site", origin: "https://example.com" },
    true,
  ],
  ["a picture that a page of the same site shows", { host, "sec-fetch-site": "same-site" }, false],
  [
    "a page that a site of unknown kind is said of",
    { host, "sec-fetch-site": "else", origin: "https://evil.example" },
    true,
  ],
  ["an old browser's page of another port", { host, origin: "http://127.0.0.1:3000" }, false],
  ["an old browser's page, over HTTP/2", { ":authority": host, origin: "https://127.0.0.1" }, false],
  ["a page of another site", { host, "sec-fetch-site": "cross-site", origin: "https://evil.example" }, true],
  ["a page that hides its origin", { host, "sec-fetch-site": "cross-site", origin: "null" }, true],
  ["an old browser's page of another site", { host, origin: "https://evil.example" }, true],
  ["an old browser's page that hides its origin", { host, origin: "null" }, true],
  ["a page where the host is another name", { host: "localhost:3101", origin: "http://127.0.0.1:3000" }, true],
])("%s", (_, headers, expected) => {
  expect(isCrossSite({ headers })).toBe(expected);
});

it.each<[string, string | undefined, string, string, boolean]>([
  [
    "a page that gave its name this machine's address",
    "http://evil.example:3101",
    "evil.example:3101",
    "127.0.0.1",
    true,
  ],
  ["the same over IPv6", "http://evil.example:3101", "evil.example:3101", "::1", true],
  ["a page of this machine", "http://127.0.0.1:3101", "127.0.0.1:3101", "127.0.0.1", false],
  ["a page of a name that is this machine's alone", "http://a.localhost:3101", "a.localhost:3101", "::1", false],
  ["a page of a server with a name", "https://logs.example", "logs.example", "192.0.2.1", false],
  ["a client that is no browser, by a name of its own", undefined, "sluice.internal:3101", "127.0.0.1", false],
])("%s", (_, origin, name, address, expected) => {
  const headers = { host: name, ...(origin !== undefined && { origin }) };
  const socket = { localAddress: address, remoteAddress: address };
  const request = { headers, headersDistinct: { host: [name] }, socket } as unknown as Parameters<typeof isRebound>[0];
  expect(isRebound(request)).toBe(expected);
});
