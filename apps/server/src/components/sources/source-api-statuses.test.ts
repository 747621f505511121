/** What odd requests to the push API are answered: as Loki and Alloy answer them, since clients try again or not by that. */
import { request } from "node:http";
import { deflateRawSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseMediaType } from "../../http/media-type.ts";
import { ApiFixture, json, protobuf } from "../../testing/api-fixture.ts";

let api: ApiFixture;
beforeEach(() => {
  api = new ApiFixture();
});
afterEach(() => api.stop());

/** Sends no header that is not given here. */
function send(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body?: string | Uint8Array,
): Promise<{ status: number; text: string; allow: string | undefined }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (some) => {
        text += some;
      });
      response.on("end", () => resolve({ status: response.statusCode!, text, allow: response.headers.allow }));
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

const JSON_BODY = json([["1", "x"]]);
const PROTOBUF = protobuf('{a="b"}', ["x"]);
const typed = (type: string, encoding?: string): Record<string, string> => ({
  ...(type !== "" && { "Content-Type": type }),
  ...(encoding !== undefined && { "Content-Encoding": encoding }),
});
const PROTO = "application/x-protobuf";

describe("a body", () => {
  it.each<[string, string | undefined, string | Uint8Array, number]>([
    [PROTO, undefined, PROTOBUF, 204],
    [PROTO, "snappy", PROTOBUF, 204],
    [PROTO, "gzip", gzipSync(PROTOBUF), 204],
    [PROTO, "deflate", deflateRawSync(PROTOBUF), 204],
    ["text/plain", undefined, PROTOBUF, 204],
    ["application/octet-stream; charset=x", undefined, PROTOBUF, 204],
    ["protobuf", undefined, PROTOBUF, 204],
    ["application/json", undefined, JSON_BODY, 204],
    ["Application/JSON; charset=utf-8", undefined, JSON_BODY, 204],
    ["application/json;", undefined, JSON_BODY, 204],
    ["application/json", "snappy", JSON_BODY, 204],
    ["application/json", "gzip", gzipSync(JSON_BODY), 204],
    ["", undefined, PROTOBUF, 400],
    ["", undefined, JSON_BODY, 400],
    [";", undefined, PROTOBUF, 400],
    ["application/", undefined, PROTOBUF, 400],
    ["application/x-protobuf; charset", undefined, PROTOBUF, 400],
    ["application/x-protobuf; a=1; a=2", undefined, PROTOBUF, 400],
    ["application/x-protobuf proto", undefined, PROTOBUF, 400],
    ["application/json, text/plain", undefined, JSON_BODY, 400],
    ["text/plain", undefined, JSON_BODY, 400],
    ["application/x-www-form-urlencoded", undefined, JSON_BODY, 400],
    ["application/x-ndjson", undefined, JSON_BODY, 400],
    [PROTO, "identity", PROTOBUF, 400],
    ["application/json", "identity", JSON_BODY, 400],
    ["application/json", "GZIP", gzipSync(JSON_BODY), 400],
    ["application/json", "br", JSON_BODY, 400],
    ["application/json", "zstd", JSON_BODY, 400],
    ["application/json", "gzip, gzip", gzipSync(gzipSync(JSON_BODY)), 400],
  ])("of type %j in encoding %j (%#)", async (type, encoding, body, status) => {
    const url = await api.start();
    const answer = await send(url, "POST", typed(type, encoding), body);
    expect([answer.status, api.next.lines]).toEqual([status, status === 204 ? ["x"] : []]);
    if (status === 400) expect(answer.text).toMatch(/^[^\n]+\n$/);
  });
});

it.each<[string, string, number, string | undefined]>([
  ["GET", "/ready", 200, undefined],
  ["HEAD", "/ready", 200, undefined],
  ["POST", "/ready", 405, "GET, HEAD"],
  ["PUT", "/ready", 405, "GET, HEAD"],
  ["POST", "/loki/ready", 405, "GET, HEAD"],
  ["GET", "/loki/api/v1/push", 405, "POST"],
  ["POST", "/loki/api/v1/push/", 404, undefined],
  ["POST", "/api/v1/push/", 404, undefined],
  ["POST", "/loki/api/v1/raw/", 404, undefined],
  ["GET", "/ready/", 404, undefined],
])("%s %s is answered %i", async (method, path, status, allow) => {
  const url = await api.start();
  const body = method === "POST" ? JSON_BODY : undefined;
  const answer = await send(new URL(path, url).href, method, typed("application/json"), body);
  expect([answer.status, answer.allow, api.next.lines]).toEqual([status, allow, []]);
});

describe("a media type", () => {
  it.each<[string, string | RegExp]>([
    ["text/html", "text/html"],
    [" Text/HTML ; a=1 ", "text/html"],
    ['text/html; a="b;c"; d="x\\"y"', "text/html"],
    ["text/html; a=1; a=1;", "text/html"],
    ["form-data", "form-data"],
    ["", /no media type/],
    ["/x", /no media type/],
    ["a b", /expected slash/],
    ["a/", /expected token/],
    ["a/b/c", /unexpected content/],
    ["a/b; c", /invalid media parameter/],
    ["a/b; c=", /invalid media parameter/],
    ['a/b; c="d', /invalid media parameter/],
    ["a/b; c=1 d=2", /invalid media parameter/],
    ["a/b; c=1; C=2", /duplicate parameter/],
  ])("%j", (header, expected) => {
    const parsed = parseMediaType(header);
    if (typeof expected === "string") expect(parsed).toEqual({ ok: true, type: expected });
    else expect(parsed).toEqual({ ok: false, message: expect.stringMatching(expected) });
  });
});
