import { describe, expect, it } from "vitest";
import { ACCEPT_POST, termsOf, typeOf } from "./push-protocol.ts";

describe("the type of a push", () => {
  it.each([
    ["application/proto", { form: "proto", contentType: "application/proto" }],
    [" Application/Proto ", { form: "proto", contentType: "application/proto" }],
    ["application/json;charset=UTF-8", { form: "json", contentType: "application/json; charset=utf-8" }],
    ['application/json; charset="utf-8"', { form: "json", contentType: "application/json; charset=utf-8" }],
    ["application/grpc-web+proto", { form: "envelope", contentType: "application/grpc-web+proto" }],
    ["application/json; charset=latin1", undefined],
    ["application/json; charset=utf-8; x=y", undefined],
    ["application/connect+proto", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%j", (header, type) => expect(typeOf(header)).toEqual(type));

  it("is named to those who send another", () => expect(ACCEPT_POST).toContain("application/grpc, "));
});

describe("the terms of a push", () => {
  it.each([
    [{}, { compressed: false, compressAnswer: false, timeout: undefined }],
    [{ "content-encoding": "gzip" }, { compressed: true, compressAnswer: true, timeout: undefined }],
    [
      { "content-encoding": "gzip", "accept-encoding": "identity" },
      { compressed: true, compressAnswer: false, timeout: undefined },
    ],
    [{ "accept-encoding": "br, gzip" }, { compressed: false, compressAnswer: true, timeout: undefined }],
    [{ "connect-timeout-ms": "5000" }, { compressed: false, compressAnswer: false, timeout: 5000 }],
  ])("%j", (headers, terms) => expect(termsOf(headers)).toEqual(terms));

  it.each([
    [{ "connect-protocol-version": "2" }, "invalid_argument", 400],
    [{ "content-encoding": "GZIP" }, "unimplemented", 501],
    [{ "connect-timeout-ms": "12345678901" }, "invalid_argument", 400],
    [{ "connect-timeout-ms": "1e3" }, "invalid_argument", 400],
    [{ "connect-timeout-ms": "0" }, "deadline_exceeded", 504],
    [{ "connect-timeout-ms": "-5" }, "deadline_exceeded", 504],
  ])("are refused: %j", (headers, code, status) => {
    expect(() => termsOf(headers)).toThrow(expect.objectContaining({ code, status }));
  });
});
