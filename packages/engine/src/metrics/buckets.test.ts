import { expect, it } from "vitest";
import { bucketsFor } from "./buckets.ts";

it.each<[string, readonly number[], readonly number[]]>([
  ["milliseconds", [5, 12, 80, 240, 900], [5, 10, 25, 50, 100, 250, 500, 1000]],
  ["seconds", [0.005, 0.02, 0.4, 1.2], [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]],
  ["one value", [100], [50, 100]],
  ["nothing that counts", [0, -1, Number.NaN], [0.1, 0.5, 1, 5, 10]],
])("%s have bounds from the smallest to the greatest", (_, values, bounds) => {
  expect(bucketsFor(values)).toEqual(bounds);
});

it("are few and ascend, however far the values are apart", () => {
  for (const values of [
    [1e-9, 1e12],
    [1, 2, 3, 1e300],
    [5e-324, 1],
  ]) {
    const bounds = bucketsFor(values);
    expect(bounds.length).toBeLessThanOrEqual(12);
    expect(bounds).toEqual([...new Set(bounds)].sort((a, b) => a - b));
    expect(bounds.at(-1)).toBeGreaterThanOrEqual(Math.max(...values));
  }
});
