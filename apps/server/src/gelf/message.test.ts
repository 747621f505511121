import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { MAX_MESSAGE_BYTES, readGelf } from "./message.ts";

const read = (value: unknown) => readGelf(Buffer.from(typeof value === "string" ? value : JSON.stringify(value)));
const lineOf = (value: unknown) => {
  const result = read(value);
  return result.ok ? result.message.line : result.problem;
};

describe("a message of GELF", () => {
  const FULL = {
    _b: 1,
    level: 4,
    version: "1.1",
    _a: { x: "<&>" },
    host: "example.org",
    facility: "web",
    timestamp: 1385053862.3072,
    full_message: "all of it",
    short_message: "A short message",
    unknown: "left out",
  };

  it("becomes a line with its fields in order", () => {
    expect(read(FULL)).toEqual({
      ok: true,
      message: {
        line: '{"version":"1.1","host":"example.org","short_message":"A short message","full_message":"all of it","timestamp":1385053862.3072,"level":4,"facility":"web","_a":{"x":"\\u003c\\u0026\\u003e"},"_b":1}',
        timestamp: 1_385_053_862_307_200_000n,
        level: "warning",
        host: "example.org",
        version: "1.1",
        facility: "web",
      },
    });
  });

  it.each([
    ["{}", '{"version":"","host":"","short_message":"","timestamp":0}'],
    ['{"level":0,"facility":"","full_message":""}', '{"version":"","host":"","short_message":"","timestamp":0}'],
    ['{"__proto__":1,"_":null}', '{"version":"","host":"","short_message":"","timestamp":0,"_":null,"__proto__":1}'],
    ['{"level":9}', '{"version":"","host":"","short_message":"","timestamp":0,"level":9}'],
  ])("is written out without what is empty: %s", (text, line) => {
    expect(lineOf(text)).toBe(line);
  });

  it.each([
    ["gzip", gzipSync],
    ["zlib", deflateSync],
  ])("may be compressed by %s, and end with a zero byte", (_, compress) => {
    const bytes = compress(Buffer.from(`${JSON.stringify(FULL)}\0`));
    expect(readGelf(bytes)).toEqual(read(FULL));
  });

  it.each([
    ['{"timestamp":-1.5}', -1_500_000_000n],
    ['{"timestamp":0}', undefined],
    ['{"timestamp":1e300}', undefined],
    ['{"timestamp":9223372035}', 9_223_372_035_000_000_000n],
  ])("has a time that can be kept, or none: %s", (text, timestamp) => {
    expect(read(text)).toMatchObject({ ok: true, message: { timestamp } });
  });

  it.each([
    ["", "a message is no object of JSON"],
    ["[]", "a message is no object of JSON"],
    ["{", "a message is no object of JSON"],
    ['{"host":1}', "invalid type for field host"],
    ['{"level":"5"}', "invalid type for field level"],
    ['{"timestamp":"now"}', "invalid type for field timestamp"],
    ['{"short_message":null}', "invalid type for field short_message"],
    ["y\u0000not deflate", "a message is no object of JSON"],
  ])("is refused with what is wrong: %j", (text, problem) => {
    expect(read(text)).toEqual({ ok: false, problem });
  });

  it.each([
    ["a bomb", gzipSync(Buffer.alloc(MAX_MESSAGE_BYTES + 1))],
    ["a bomb in zlib", deflateSync(Buffer.alloc(MAX_MESSAGE_BYTES + 1))],
    ["gzip that is cut", gzipSync(Buffer.from("{}")).subarray(0, 12)],
    ["zlib that is broken", Buffer.from([0x78, 0x9c, 1, 2, 3])],
    ["a large text", Buffer.alloc(MAX_MESSAGE_BYTES + 1, 0x20)],
    ["nesting", Buffer.from(`{"_a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`)],
  ])("is refused: %s", (_, bytes) => {
    expect(readGelf(bytes).ok).toBe(false);
  });
});
