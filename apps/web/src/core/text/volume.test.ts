import { stageCounts } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { describeVolume, formatVolume, volumeOf } from "./volume.ts";

describe("volume", () => {
  it.each([
    [9800, 8100, "9.8 kB → 8.1 kB", ", 17% less"],
    [100, 150, "100 B → 150 B", ", 50% more"],
    [100, 100, "100 B", ""],
    [0, 0, "0 B", ""],
  ])("of %i to %i is said in words", (before, out, sizes, change) => {
    expect(formatVolume({ in: before, out })).toBe(sizes);
    expect(describeVolume({ in: before, out })).toBe(sizes + change);
  });
  it("is that of the first and the last stage, not of those inside", () => {
    const counts = {
      "1": stageCounts({ bytes_in: 10, bytes_out: 9 }),
      "1.1": stageCounts({ bytes_in: 3, bytes_out: 2 }),
      "2": stageCounts({ bytes_in: 9, bytes_out: 5 }),
    };
    expect(volumeOf(counts, ["1", "1.1", "2"])).toEqual({ in: 10, out: 5 });
    expect(volumeOf({}, ["1"])).toBeUndefined();
    expect(volumeOf({ "1": stageCounts({ bytes_in: 4 }) }, ["1", "2"])).toEqual({ in: 4, out: 0 });
  });
});
