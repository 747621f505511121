import { describe, expect, it } from "vitest";
import { testOutcome } from "../../testing/testing.ts";
import { keepOutcomes, shareOutcomes } from "./share-outcomes.ts";

describe("outcomes", () => {
  it("that are equal are one object, which is copied to the page as one", () => {
    const share = shareOutcomes();
    const shared = [["1"], ["2"], ["1"]].map((changedBy) => share(testOutcome({ changedBy })));
    expect(shared.map(({ changedBy }) => changedBy)).toEqual([["1"], ["2"], ["1"]]);
    const copied = structuredClone(shared);
    expect([copied[0] === copied[2], copied[0] === copied[1]]).toEqual([true, false]);
  });

  it("of the run before are kept where the new ones say the same", () => {
    const before = [testOutcome(), testOutcome({ changedBy: ["1"] })];
    const now = [testOutcome({ changedBy: ["1"] }), testOutcome({ status: "dropped" }), testOutcome()];
    const kept = keepOutcomes(before, now);
    expect(kept).toEqual(now);
    expect([kept[0] === before[1], kept[1] === now[1], kept[2] === before[0]]).toEqual([true, true, true]);
  });

  it("that are all different are taken as they are", () => {
    const now = Array.from({ length: 1001 }, (_, outputs) => testOutcome({ outputs }));
    expect(keepOutcomes([...now], now)).toBe(now);
  });
});
