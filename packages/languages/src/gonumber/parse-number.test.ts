import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  atoi,
  floatToInt64,
  formatFloat,
  parseBool,
  parseFloat64,
  parseInt64,
  parseUint,
  wrapInt64,
  wrapUint64,
} from "./index.ts";

// One seed, so that a run can be repeated.
fc.configureGlobal({ seed: 20_260_115 });

/** Rows that a Go 1.26 program printed. */
const rows = <T>(name: string): T[] =>
  readFileSync(new URL(`./testdata/${name}.jsonl`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

const view = new DataView(new ArrayBuffer(8));
const bitsOf = (value: number): string => {
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16);
};

describe("parseFloat64", () => {
  it.each(rows<[text: string, bits: string, error: string | null]>("parse-float"))("reads %j", (text, bits, error) => {
    const result = parseFloat64(text);
    expect(result.ok ? null : result.message).toBe(error);
    if (bits.startsWith("7ff8")) expect(result.value).toBeNaN();
    else expect(bitsOf(result.value)).toBe(bits);
  });

  it("reads back the hexadecimal text of any number", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.constantFrom("x" as const, "X" as const), (value, format) => {
        const result = parseFloat64(formatFloat(value, format));
        expect(result.ok && Object.is(result.value, value)).toBe(true);
      }),
    );
  });
});

describe("integers", () => {
  type Row = [
    text: string,
    base: number,
    bits: number,
    signed: string,
    error: string | null,
    unsigned: string,
    unsignedError: string | null,
  ];

  it.each(rows<Row>("parse-int"))(
    "reads %j in base %d, %d bits",
    (text, base, bits, signed, error, unsigned, unsignedError) => {
      const result = base === -1 ? atoi(text) : parseInt64(text, base, bits);
      expect([String(result.value), result.ok ? null : result.message]).toEqual([signed, error]);
      if (base === -1) return;
      const other = parseUint(text, base, bits);
      expect([String(other.value), other.ok ? null : other.message]).toEqual([unsigned, unsignedError]);
    },
  );

  it("refuses a base that does not exist", () => {
    expect(parseInt64("1", 1)).toMatchObject({ ok: false, message: 'strconv.ParseInt: parsing "1": invalid base 1' });
  });

  it("stops at the first digit too many, however long the text", () => {
    expect(parseInt64("9".repeat(1_000_000))).toMatchObject({ ok: false, kind: "range", value: (1n << 63n) - 1n });
  });
});

describe("parseBool", () => {
  it.each<[string, boolean | string]>([
    ["1", true],
    ["T", true],
    ["True", true],
    ["f", false],
    ["FALSE", false],
    ["tRUE", 'strconv.ParseBool: parsing "tRUE": invalid syntax'],
    ["", 'strconv.ParseBool: parsing "": invalid syntax'],
  ])("reads %j", (text, wanted) => {
    const result = parseBool(text);
    expect(result.ok ? result.value : result.message).toBe(wanted);
  });
});

describe("64-bit integers", () => {
  it.each<[string, bigint, bigint]>([
    ["the largest plus one wraps to the smallest", wrapInt64(1n << 63n), -(1n << 63n)],
    ["a product wraps", wrapInt64(0x7fffffffffffffffn * 2n), -2n],
    ["minus one unsigned", wrapUint64(-1n), (1n << 64n) - 1n],
    ["a float is cut", floatToInt64(-1.9), -1n],
    ["a float too large becomes the smallest", floatToInt64(1e19), -(1n << 63n)],
    ["not a number becomes the smallest", floatToInt64(Number.NaN), -(1n << 63n)],
  ])("%s", (_name, got, wanted) => {
    expect(got).toBe(wanted);
  });
});
