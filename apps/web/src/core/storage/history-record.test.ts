import { describe, expect, it } from "vitest";
import { testDocument } from "../../testing/testing.ts";
import { type History, NO_HISTORY, record } from "../model/history.ts";
import {
  boundHistory,
  historyInfo,
  MAX_KEPT_BYTES,
  MAX_KEPT_STEPS,
  readHistory,
  readHistoryInfo,
} from "./history-record.ts";

/** One step to each of these texts. */
function historyOf(...texts: readonly string[]): History {
  let history = NO_HISTORY;
  let before = testDocument({ text: "" });
  for (const [i, text] of texts.entries()) {
    const after = { ...before, text };
    const recorded = {
      label: `Step ${i}`,
      group: undefined,
      at: 0,
      marks: { sampleId: 1, stagePath: "1", caret: null },
    };
    history = record(history, before, after, recorded, i + 1)!;
    before = after;
  }
  return history;
}

describe("what is stored of a history", () => {
  it("is its newest steps", () => {
    const { past } = boundHistory(historyOf(...Array.from({ length: MAX_KEPT_STEPS + 5 }, (_, i) => `${i}`)));
    expect([past.length, past.at(-1)!.label]).toEqual([MAX_KEPT_STEPS, `Step ${MAX_KEPT_STEPS + 4}`]);
  });

  it("is bounded in bytes, of what can be undone and what can be redone together", () => {
    const third = "x".repeat(MAX_KEPT_BYTES / 3 / 2);
    const { past } = historyOf("a", third, "b", "c");
    const bounded = boundHistory({ past, future: past });
    expect(bounded.past).toEqual(past);
    expect(bounded.future.map(({ label }) => label)).toEqual(["Step 3"]);
    expect([...bounded.past, ...bounded.future].reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(
      MAX_KEPT_BYTES,
    );
  });

  it("is read back as it was, but for bursts of typing, which have ended", () => {
    const content = testDocument({ text: "abc" });
    const history = historyOf("a", "ab", "abc");
    const info = readHistoryInfo(structuredClone(historyInfo(history, { updated: 7, content }, 3)))!;
    const step = (id: number) => structuredClone(history.past.find((one) => one.id === id));
    expect(readHistory(info, step, { revision: 3, content })).toEqual(history);
    expect(readHistory(info, step, { revision: 4, content })).toBeUndefined();
  });

  for (const [name, value] of [
    ["nothing", undefined],
    ["a text", "x"],
    ["no steps", { revision: 1, updated: 1 }],
    [
      "too many steps",
      { revision: 1, updated: 1, past: Array(MAX_KEPT_STEPS + 1).fill(1), future: [], fits: [0, 0, 0] },
    ],
  ] as const)
    it(`is none where there is ${name}`, () => expect(readHistoryInfo(value)).toBeUndefined());
});
