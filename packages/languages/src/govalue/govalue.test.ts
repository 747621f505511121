import { describe, expect, it } from "vitest";
import { formatGoFloat } from "../gonumber/index.ts";
import { goFloat, goString, type JsonValue, trimGoSpace } from "./index.ts";

describe("goString", () => {
  const cases: [value: JsonValue | undefined, text: string | undefined][] = [
    ["text", "text"],
    ["", ""],
    [5, "5"],
    [-0, "-0"],
    [0.5, "0.5"],
    [1e21, "1000000000000000000000"],
    [1.5e-9, "0.0000000015"],
    [-1e-7, "-0.0000001"],
    [123456789012345680000, "123456789012345680000"],
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "+Inf"],
    [Number.NEGATIVE_INFINITY, "-Inf"],
    [true, "true"],
    [false, "false"],
    [null, undefined],
    [[1], undefined],
    [{ a: 1 }, undefined],
    [undefined, undefined],
  ];
  it.each(cases)("%j", (value, text) => {
    expect(goString(value)).toBe(text);
  });

  it("gives digits that read back the same", () => {
    for (const x of [5e-324, 1.7976931348623157e308, 2 ** 53 + 2, 1 / 3, 1e22]) {
      expect(formatGoFloat(x)).toMatch(/^[\d.]+$/);
      expect(Number(formatGoFloat(x))).toBe(x);
    }
  });
});

describe("goFloat", () => {
  const cases: [value: JsonValue, number: number | undefined][] = [
    [5, 5],
    [true, 1],
    [false, 0],
    ["42", 42],
    ["+7", 7],
    [".5", 0.5],
    ["1e3", 1000],
    ["0x1p4", 16],
    ["1_000", 1000],
    ["_1", undefined],
    ["-infinity", Number.NEGATIVE_INFINITY],
    ["NaN", Number.NaN],
    ["1e400", undefined],
    ["0x10", undefined],
    ["1m30s", 90],
    ["-1.5s", -1.5],
    ["7\u00b5s", 7e-6],
    ["1h2m3.5s", 3723.5],
    ["1d", undefined],
    [" 5", undefined],
    ["", undefined],
    [null, undefined],
    [{ a: 1 }, undefined],
  ];
  it.each(cases)("%j", (value, number) => {
    const result = goFloat(value);
    expect(result.ok ? result.value : undefined).toBe(number);
  });
});

describe("trimGoSpace", () => {
  it("knows the spaces of Go, not those of JavaScript", () => {
    expect(trimGoSpace("\u0085\u00a0\t x \u3000\u2028")).toBe("x");
    expect(trimGoSpace("\ufeffx")).toBe("\ufeffx");
    expect(trimGoSpace(" \n ")).toBe("");
  });
});
