import { MILLISECOND, type Nanos, SECOND, SeededRandom } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { pauseAfter } from "./backoff.ts";

const chance = (value: number) => ({ next: () => value });
const MAX: Nanos = 5n * SECOND;
const MIN: Nanos = 500n * MILLISECOND;

describe("the pause after an attempt", () => {
  it.each<[attempt: number, shortest: Nanos, longest: Nanos]>([
    [1, MIN, 2n * MIN],
    [2, 2n * MIN, 4n * MIN],
    [3, 4n * MIN, 8n * MIN],
    [4, 8n * MIN, MAX],
    [5, MAX, MAX],
    [1000, MAX, MAX],
  ])("%d is between %d and %d", (attempt, shortest, longest) => {
    const limits = { min: MIN, max: MAX };
    expect(pauseAfter(attempt, limits, chance(0))).toBe(shortest);
    const most = pauseAfter(attempt, limits, chance(1 - 2 ** -32));
    expect(most).toBeGreaterThanOrEqual(longest - 1n * MILLISECOND);
    expect(most).toBeLessThanOrEqual(longest);
  });

  it("is the minimum where that is above the maximum, or the same", () => {
    expect(pauseAfter(3, { min: 2n * SECOND, max: SECOND }, chance(0.5))).toBe(2n * SECOND);
    expect(pauseAfter(3, { min: SECOND, max: SECOND }, chance(0.5))).toBe(SECOND);
  });

  it("is nothing where nothing is asked for", () => {
    expect(pauseAfter(1, { min: 0n, max: 0n }, chance(0.5))).toBe(0n);
    expect(pauseAfter(9, { min: 0n, max: SECOND }, chance(0.5))).toBe(0n);
  });

  it("is the same for the same seed", () => {
    const pauses = () => {
      const random = new SeededRandom(7);
      return [1, 2, 3].map((attempt) => pauseAfter(attempt, { min: MIN, max: MAX }, random));
    };
    expect(pauses()).toEqual(pauses());
  });
});
