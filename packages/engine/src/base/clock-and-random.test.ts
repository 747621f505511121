import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { VirtualClock } from "./clock.ts";

describe("VirtualClock", () => {
  it("moves only on request, and never backwards", () => {
    const clock = new VirtualClock(10n);
    clock.advance(5n);
    clock.advance(-3n);
    clock.advanceTo(12n);
    expect(clock.now()).toBe(15n);
    clock.advanceTo(20n);
    expect(clock.now()).toBe(20n);
  });
});

describe("SeededRandom", () => {
  it("gives the published numbers of mulberry32", () => {
    const random = new SeededRandom(1);
    expect([random.next(), random.next(), random.next()]).toEqual([
      0.6270739405881613, 0.002735721180215478, 0.5274470399599522,
    ]);
  });

  it("stays in [0, 1) and is spread evenly", () => {
    const random = new SeededRandom(42);
    const tenths = new Array<number>(10).fill(0);
    for (let i = 0; i < 100_000; i++) tenths[Math.floor(random.next() * 10)]!++;
    for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });
});
