import { describe, expect, it } from "vitest";
import { emptyDocument } from "./document.ts";
import { type History, MAX_HISTORY_BYTES, MAX_TRANSACTIONS, NO_HISTORY, PAUSE, record } from "./history.ts";

const MARKS = { sampleId: null, stagePath: null, caret: null };

/** The history after a text was changed through all of `texts`, `pause` milliseconds apart. */
function typed(texts: readonly string[], pause: number, group: string | undefined = "typing"): History {
  let history = NO_HISTORY;
  let before = { ...emptyDocument("x"), text: "" };
  for (const [i, text] of texts.entries()) {
    const after = { ...before, text };
    history = record(history, before, after, { label: "Typing", group, at: i * pause, marks: MARKS }, i + 1) ?? history;
    before = after;
  }
  return history;
}

describe("a history", () => {
  it("groups typing by words and pauses", () => {
    const texts = ["a", "ab", "ab ", "ab c", "ab cd"];
    expect(typed(texts, 10).past.map(({ change }) => change.text?.inserted)).toEqual(["ab ", "cd"]);
    expect(typed(texts, PAUSE + 1).past).toHaveLength(5);
  });
  it("forgets a burst that ends where it began", () => {
    expect(typed(["abc", "ab", "a", ""], 10).past.map(({ change }) => change.text?.removed)).toEqual(["", "abc"]);
    expect(typed(["x", ""], 10, "labels").past).toEqual([]);
  });
  it("keeps a number of steps, the newest", () => {
    const { past } = typed(
      Array.from({ length: MAX_TRANSACTIONS + 10 }, (_, i) => String(i)),
      PAUSE * 2,
    );
    expect([past.length, past[0]!.id]).toEqual([MAX_TRANSACTIONS, 11]);
  });
  it("keeps a number of bytes, and always the last step", () => {
    const large = MAX_HISTORY_BYTES / 8;
    const texts = Array.from({ length: 12 }, (_, i) => String.fromCharCode(97 + i).repeat(large));
    const { past } = typed(texts, PAUSE * 2);
    expect(past.length).toBeGreaterThan(0);
    expect(past.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MAX_HISTORY_BYTES);
    expect(past.at(-1)!.id).toBe(12);
    expect(typed(["x".repeat(MAX_HISTORY_BYTES)], 1).past).toHaveLength(1);
  });
});
