import { describe, expect, it } from "vitest";
import { GenerationalMap } from "./generational-map.ts";

describe("GenerationalMap", () => {
  it("forgets what two generations did not use", () => {
    let made = 0;
    let turns = 0;
    const map = new GenerationalMap<string, number>(
      2,
      () => ++made,
      () => turns++,
    );
    expect(["a", "b"].map((key) => map.get(key))).toEqual([1, 2]);
    expect(turns).toBe(1);
    // `a` is used and moves on; `b` is gone with the next turn.
    expect(["a", "c"].map((key) => map.get(key))).toEqual([1, 3]);
    expect(turns).toBe(2);
    expect(["a", "b"].map((key) => map.get(key))).toEqual([1, 4]);
  });
});
