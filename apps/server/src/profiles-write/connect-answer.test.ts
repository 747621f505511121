import { describe, expect, it } from "vitest";
import { findConnectFailure } from "./connect-answer.ts";

const answer = (status: number, contentType: string, text: string, statusText = "") => ({
  status,
  statusText,
  contentType,
  text,
  lostBody: false,
});
const JSON_TYPE = "application/json";

describe("an answer to a call", () => {
  it.each<[string, number, string, string, string]>([
    ["of plain text", 400, "text/plain", "nope", "internal: 400 Bad Request"],
    ["of plain text", 401, "text/plain", "nope", "unauthenticated: 401 Unauthorized"],
    ["of plain text", 403, "text/plain", "nope", "permission_denied: 403 Forbidden"],
    ["of plain text", 404, "text/plain", "nope", "unimplemented: 404 Not Found"],
    ["of plain text", 413, "text/plain", "nope", "unknown: 413 Payload Too Large"],
    ["of plain text", 429, "text/plain", "nope", "unavailable: 429 Too Many Requests"],
    ["of plain text", 500, "text/plain", "nope", "unknown: 500 Internal Server Error"],
    ["of plain text", 502, "text/plain", "nope", "unavailable: 502 Bad Gateway"],
    ["of plain text", 503, "text/plain", "nope", "unavailable: 503 Service Unavailable"],
    ["of plain text", 504, "text/plain", "nope", "unavailable: 504 Gateway Timeout"],
    ["of nothing", 204, "", "", "unknown: 204 No Content"],
    ["of Connect's", 400, JSON_TYPE, '{"code":"invalid_argument","message":"bad"}', "invalid_argument: bad"],
    ["with a charset", 400, `${JSON_TYPE}; charset=utf-8`, '{"code":"data_loss"}', "data_loss: "],
    ["with a code that is unknown", 503, JSON_TYPE, '{"code":"new","message":"m"}', "unavailable: m"],
    ["with a code that is not text", 503, JSON_TYPE, '{"code":{},"message":{}}', "unavailable: "],
    ["without a code", 429, JSON_TYPE, '{"message":"slow"}', "unavailable: slow"],
    ["that is cut off", 400, JSON_TYPE, '{"code":"invalid_arg', "internal: 400 Bad Request"],
    ["of a list", 400, JSON_TYPE, "[]", "internal: 400 Bad Request"],
    ["of null", 400, JSON_TYPE, "null", "internal: 400 Bad Request"],
    [
      "that is a page",
      200,
      "text/html",
      "<p>",
      'unknown: invalid content-type: "text/html"; expecting "application/proto"',
    ],
    [
      "in JSON",
      200,
      JSON_TYPE,
      "{}",
      'internal: invalid content-type: "application/json"; expecting "application/proto"',
    ],
  ])("%s with %d", (_name, status, type, text, told) => {
    const failure = findConnectFailure(answer(status, type, text));
    expect(failure && `${failure.code}: ${failure.message}`).toBe(told);
  });

  it("has the reason in the server's own words", () => {
    expect(findConnectFailure(answer(503, "", "", "Out For Lunch"))?.message).toBe("503 Out For Lunch");
  });

  it("of success is one", () => expect(findConnectFailure(answer(200, "application/proto", ""))).toBeUndefined());
});
