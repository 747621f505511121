import { describe, expect, it } from "vitest";
import { testOutcome, testResult } from "../../testing/testing.ts";
import { areAtOnce, dropsByRate, withAdvances } from "./sample-spacing.ts";

const SAMPLES = [
  { id: 1, line: "a" },
  { id: 2, line: "b", advance: "1s" },
  { id: 3, line: "c" },
];

describe("time between samples", () => {
  it("is added, or removed", () => {
    const spaced = withAdvances(SAMPLES, (i) => (i === 0 ? undefined : "5s"));
    expect(spaced).toEqual([
      { id: 1, line: "a" },
      { id: 2, line: "b", advance: "5s" },
      { id: 3, line: "c", advance: "5s" },
    ]);
    expect(areAtOnce(spaced)).toBe(false);
    expect(areAtOnce(withAdvances(SAMPLES, () => undefined))).toBe(true);
    expect(areAtOnce([{ id: 1, line: "a" }])).toBe(false);
  });

  it("is missing if a limit drops samples that are all sent at once", () => {
    const gone = testOutcome({ status: "dropped", drops: [{ path: "3", stage: "limit", reason: "x" }] });
    const other = testOutcome({ status: "dropped", drops: [{ path: "1", stage: "drop", reason: "x" }] });
    const result = testResult({ samples: [gone, other, gone] });
    const atOnce = withAdvances(SAMPLES, () => undefined);
    expect(dropsByRate(result, atOnce)).toEqual({ path: "3", dropped: 2 });
    expect(dropsByRate(result, SAMPLES)).toBeUndefined();
    expect(dropsByRate(testResult({ samples: [other] }), atOnce)).toBeUndefined();
    expect(dropsByRate(null, atOnce)).toBeUndefined();
  });
});
