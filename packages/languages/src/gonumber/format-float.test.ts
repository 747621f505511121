import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FloatFormat, formatFloat, formatGoFloat, parseFloat64 } from "./index.ts";

// One seed, so that a run can be repeated.
fc.configureGlobal({ seed: 20_260_115 });

type Row = [bits: string, format: FloatFormat, precision: number, size: 32 | 64, text: string];

const view = new DataView(new ArrayBuffer(8));
const fromBits = (hex: string): number => {
  view.setBigUint64(0, BigInt(`0x${hex}`));
  return view.getFloat64(0);
};

describe("formatFloat", () => {
  const rows = readFileSync(new URL("./testdata/format-float.jsonl", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");

  it.each(["e", "E", "f", "g", "G", "b", "x", "X"] as const)("prints %%%s as Go 1.26 printed it", (wanted) => {
    let checked = 0;
    for (const line of rows) {
      const [bits, format, precision, size, text] = JSON.parse(line) as Row;
      if (format !== wanted) continue;
      expect(formatFloat(fromBits(bits), format, precision, size), line).toBe(text);
      checked++;
    }
    expect(checked).toBeGreaterThan(200);
  });

  it.each<[number, string]>([
    [1e6, "1e+06"],
    [123456, "123456"],
    [1234567, "1.234567e+06"],
    [100000, "100000"],
    [0.0001, "0.0001"],
    [0.00001, "1e-05"],
    [-0, "-0"],
    [3, "3"],
  ])("prints %d with %%g as %s", (value, text) => {
    expect(formatFloat(value, "g")).toBe(text);
  });

  it.each<[string, number, number, string]>([
    ["a tie goes to the even digit, down", 2.5, 0, "2"],
    ["a tie goes to the even digit, up", 3.5, 0, "4"],
    ["half rounds to zero", 0.5, 0, "0"],
    [
      "more digits than a double has are zeros",
      0.1,
      60,
      `0.${"1000000000000000055511151231257827021181583404541015625".padEnd(60, "0")}`,
    ],
    ["a very long precision is bounded work", 1, 100_000, `1.${"0".repeat(100_000)}`],
  ])("%s", (_name, value, precision, text) => {
    expect(formatFloat(value, "f", precision)).toBe(text);
  });
});

describe("formatGoFloat", () => {
  it.each<[number, string]>([
    [1e21, "1000000000000000000000"],
    [1.5e22, "15000000000000000000000"],
    [1e-7, "0.0000001"],
    [-2.5e-10, "-0.00000000025"],
    [200, "200"],
    [1714557600.25, "1714557600.25"],
    [12345678901234567000, "12345678901234567000"],
    [-0, "-0"],
    [Number.NaN, "NaN"],
    [Infinity, "+Inf"],
    [-Infinity, "-Inf"],
  ])("writes %d without an exponent", (value, text) => {
    expect(formatGoFloat(value)).toBe(text);
  });

  it("reads back as the same number", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        const result = parseFloat64(formatGoFloat(value));
        expect(result.ok && Object.is(result.value, value)).toBe(true);
      }),
    );
  });
});
