import { describe, expect, it } from "vitest";
import { TokenBucket } from "./token-bucket.ts";

const START = 1_710_072_000_000_000_000n;

describe("TokenBucket", () => {
  // Delays that golang.org/x/time/rate gives when each next one is asked for after the wait.
  it.each<[rate: number, burst: number, waits: readonly bigint[]]>([
    [3, 1, [0n, 333333333n, 333333333n, 333333334n, 333333333n, 333333333n]],
    [0.7, 2, [0n, 0n, 1428571428n, 1428571429n, 1428571428n, 1428571429n]],
    [123456.789, 3, [0n, 0n, 0n, 8100n, 8100n, 8100n]],
    [1e9, 1, [0n, 1n, 1n, 1n, 1n, 1n]],
    [3e9, 1, [0n, 0n, 0n, 1n, 0n, 0n]],
    [1e-12, 1, [0n, 9223372036854775807n]],
  ])("waits as the original does: %d a second, %d at once", (rate, burst, waits) => {
    const bucket = new TokenBucket(rate, burst);
    let now = START;
    const got = waits.map(() => {
      const wait = bucket.reserve(now);
      now += wait;
      return wait;
    });
    expect(got).toEqual(waits);
  });

  it.each<[rate: number, burst: number, taken: string]>([
    [3, 1, "yyyynyyyynyy"],
    [0.7, 2, "yynnnynnnynn"],
    [1e-12, 1, "ynnnnnnnnnnn"],
  ])("takes as the original does every third of a second: %d a second, %d at once", (rate, burst, taken) => {
    const bucket = new TokenBucket(rate, burst);
    const got = [...taken].map((_, i) => (bucket.take(START + BigInt(i) * 333_333_333n) ? "y" : "n"));
    expect(got.join("")).toBe(taken);
  });

  it("takes nothing when it refuses", () => {
    const bucket = new TokenBucket(1, 1);
    expect(bucket.take(START)).toBe(true);
    for (let i = 0; i < 5; i++) expect(bucket.take(START)).toBe(false);
    expect(bucket.take(START + 1_000_000_000n)).toBe(true);
  });

  it("gains nothing while time stands still or runs backwards", () => {
    const bucket = new TokenBucket(1, 1);
    expect(bucket.take(START)).toBe(true);
    expect(bucket.take(START - 10_000_000_000n)).toBe(false);
  });

  it("knows no limit at the greatest rate", () => {
    const bucket = new TokenBucket(Number.MAX_VALUE, 1);
    expect(Array.from({ length: 100 }, () => bucket.reserve(START))).toEqual(new Array(100).fill(0n));
  });
});
