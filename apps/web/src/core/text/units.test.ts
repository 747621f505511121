import { describe, expect, it } from "vitest";
import { formatAmount, formatChange, formatShare, formatSize } from "./units.ts";

describe("amounts", () => {
  it.each<[number, string, string]>([
    [3_120_000_000, "nanoseconds", "3.12 s"],
    [936, "milliseconds", "936 ms"],
    [0, "nanoseconds", "0 ns"],
    [150, "seconds", "2.5 min"],
    [18_400, "bytes", "18.4 kB"],
    [-2_000_000, "bytes", "-2 MB"],
    [1204, "count", "1,204"],
    [7, "widgets", "7 widgets"],
    [2 ** 53 - 1, "count", "9,007,199,254,740,991"],
    [2 ** 63, "count", "≈ 9,223,372,036,854,776,000"],
    [-(2 ** 64), "widgets", "≈ -18,446,744,073,709,552,000 widgets"],
  ])("%d %s is %s", (value, unit, text) => expect(formatAmount(value, unit)).toBe(text));
});

describe("sizes of a configuration", () => {
  it.each([
    [2 * 2 ** 30, "2 GiB"],
    [100 * 2 ** 20, "100 MiB"],
    [16_000_000, "15.3 MiB"],
    [512, "512 B"],
    [2 ** 40, "1 TiB"],
  ])("%d is %s", (bytes, text) => expect(formatSize(bytes)).toBe(text));
});

describe("shares", () => {
  it.each<[number, number, string]>([
    [936, 3120, "30 %"],
    [1, 1000, "0.1 %"],
    [0, 0, "0 %"],
  ])("%d of %d is %s", (part, whole, text) => expect(formatShare(part, whole)).toBe(text));

  it.each<[number, string]>([
    [0.123, "+12 %"],
    [-0.03, "−3 %"],
    [0.0001, "±0 %"],
  ])("a change of %d is %s", (share, text) => expect(formatChange(share)).toBe(text));
});
