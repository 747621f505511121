import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareBytes,
  decodeGo,
  decodeRaw,
  decodeUtf8,
  detach,
  encodeUtf8,
  isAscii,
  toWellFormedData,
  truncateUtf8,
  utf8Length,
} from "./text.ts";

const text = fc.string({ unit: "binary" });

describe("utf8Length", () => {
  it("counts what the encoder writes, also for lone surrogates", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        const odd = String.fromCharCode(...units);
        expect(utf8Length(odd)).toBe(encodeUtf8(odd).length);
      }),
    );
  });
});

describe("compareBytes", () => {
  it("orders as the bytes are ordered", () => {
    const near = fc.string({
      unit: fc.constantFrom("a", "é", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}"),
      maxLength: 4,
    });
    fc.assert(
      fc.property(near, near, (a, b) => {
        expect(compareBytes(a, b)).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("truncateUtf8", () => {
  const CASES: [string, string, number, string][] = [
    ["nothing to cut", "abc", 3, "abc"],
    ["ASCII", "abcdef", 2, "ab"],
    ["nothing left", "abc", 0, ""],
    ["a negative limit", "abc", -1, ""],
    ["between characters", "éa", 2, "é"],
    ["inside a character of two bytes", "aé", 2, "a\udcc3"],
    ["inside a character of four bytes: one raw byte for each", "🏰", 3, "\udcf0\udc9f\udc8f"],
  ];
  it.each(CASES)("%s", (_title, whole, limit, wanted) => {
    expect(truncateUtf8(whole, limit)).toBe(wanted);
  });

  it("is a cut of the bytes, which stay", () => {
    fc.assert(
      fc.property(text, fc.nat(12), (whole, limit) => {
        expect(truncateUtf8(whole, limit)).toBe(decodeRaw(encodeUtf8(whole).subarray(0, limit)));
      }),
    );
  });
});

describe("raw bytes", () => {
  it("stay themselves through text, count one byte each, and are apart from U+FFFD", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
        const text = decodeRaw(bytes);
        expect(encodeUtf8(text)).toEqual(bytes);
        expect(utf8Length(text)).toBe(bytes.length);
        expect(text.toWellFormed()).toBe(decodeGo(bytes));
      }),
    );
    expect(decodeRaw(Uint8Array.of(0xef, 0xbf, 0xbd, 0xff))).toBe("\ufffd\udcff");
  });

  it("leave the engine as U+FFFD in whatever holds them", () => {
    const data = { a: ["x\udcff", { "k\udc80": 1 }], b: null, c: 2n };
    expect(toWellFormedData(data)).toEqual({ a: ["x\ufffd", { "k\ufffd": 1 }], b: null, c: 2n });
    const whole = { a: ["\ufffd😀"] };
    expect(toWellFormedData(whole)).toBe(whole);
  });
});

describe("decodeGo", () => {
  // Expected values: `string([]rune(s))` in Go.
  const CASES: [string, number[], string][] = [
    ["valid text", [0x61, 0xc3, 0xa9, 0xf0, 0x9f, 0x8f, 0xb0], "aé🏰"],
    ["a lone continuation", [0x80], "\ufffd"],
    ["a cut sequence of three: one for each byte", [0xe2, 0x82], "\ufffd\ufffd"],
    ["an overlong form", [0xc0, 0x80], "\ufffd\ufffd"],
    ["an encoded surrogate", [0xed, 0xa0, 0x80], "\ufffd\ufffd\ufffd"],
    ["past the last code point", [0xf4, 0x90, 0x80, 0x80], "\ufffd\ufffd\ufffd\ufffd"],
    ["a byte order mark stays", [0xef, 0xbb, 0xbf, 0x61], "\ufeffa"],
    ["text around an invalid byte", [0x61, 0xff, 0x62], "a\ufffdb"],
  ];
  it.each(CASES)("%s", (_title, bytes, wanted) => {
    expect(decodeGo(Uint8Array.from(bytes))).toBe(wanted);
  });

  it("reads back what was encoded, as the platform's decoder does", () => {
    fc.assert(
      fc.property(text, (whole) => {
        expect(decodeGo(encodeUtf8(whole))).toBe(whole.toWellFormed());
        expect(decodeUtf8(encodeUtf8(whole))).toBe(whole.toWellFormed());
      }),
    );
  });
});

describe("isAscii and detach", () => {
  it.each(["", "a", "\u007f", "\u0080", "é", "a text of more than twelve units", "🏰".repeat(10)])("%j", (one) => {
    expect(isAscii(one)).toBe(Buffer.byteLength(one) === one.length);
    expect(detach(one)).toBe(one);
  });
});
