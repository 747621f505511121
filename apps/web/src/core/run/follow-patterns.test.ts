import type { PatternReport } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { createTestApp, settle } from "../../testing/testing.ts";
import type { SampleEntry } from "../model/samples.ts";
import { gone } from "../workers/gone.ts";
import { followPatterns, PATTERNS_START } from "./follow-patterns.ts";

const REPORT: PatternReport = {
  patterns: [],
  entries: 0,
  lines: 0,
  bytes: 0,
  other: { count: 0, lines: 0, bytes: 0 },
};
const lines = (count: number, from = 0): SampleEntry[] =>
  Array.from({ length: count }, (_, i) => ({ id: from + i + 1, line: `line ${from + i}` }));

async function open(samples: SampleEntry[]) {
  // It is there at once when it is needed.
  await import("./pattern-search.ts");
  const test = createTestApp({ document: { samples } });
  const stop = followPatterns(test.app);
  const pass = async (milliseconds: number) => {
    test.time.pass(milliseconds);
    for (let i = 0; i < 5; i++) await settle();
  };
  const asked = () =>
    test.previewWorkers
      .at(-1)
      ?.asked("patterns")
      .map(({ from, lines: given, isLast }) => [from, given.length, isLast]);
  const answer = async (count: number, isLast: boolean) => {
    const numbers = Array.from({ length: count }, () => 0);
    test.previewWorkers.at(-1)!.answer("patterns", { numbers, report: isLast ? REPORT : undefined });
    for (let i = 0; i < 5; i++) await settle();
  };
  const state = () => test.app.stores.patterns.getState();
  const set = (now: readonly SampleEntry[]) => test.app.stores.document.transact("edited", { samples: now });
  return { ...test, pass, asked, answer, state, set, stop };
}

describe("the search for patterns", () => {
  it("sends many lines in pieces, and says how far it is", async () => {
    const { pass, asked, answer, state } = await open(lines(5000));
    await pass(PATTERNS_START - 1);
    expect(asked()).toBeUndefined();
    await pass(1);
    expect(asked()).toEqual([[0, 2000, false]]);
    await answer(2000, false);
    expect([state().progress, state().known]).toEqual([{ done: 2000, total: 5000 }, null]);
    await answer(2000, false);
    await answer(1000, true);
    expect(asked()).toEqual([
      [0, 2000, false],
      [2000, 2000, false],
      [4000, 1000, true],
    ]);
    expect(state()).toMatchObject({ progress: null, failed: null });
    expect(state().known?.numbers.size).toBe(5000);
  });

  it("looks at lines that were added at the end alone, and at all where others changed", async () => {
    const first = lines(300);
    const { pass, asked, answer, set } = await open(first);
    await pass(PATTERNS_START);
    await answer(300, true);
    const longer = [...first, ...lines(10, 300)];
    set(longer);
    await pass(200);
    expect(asked()?.at(-1)).toEqual([300, 10, true]);
    await answer(10, true);
    set(longer.slice(1));
    await pass(200);
    expect(asked()?.at(-1)).toEqual([0, 309, true]);
  });

  it("gives up what newer samples replace", async () => {
    const { pass, asked, answer, state, set } = await open(lines(4000));
    await pass(PATTERNS_START);
    const newer = lines(250, 9000);
    set(newer);
    await pass(200);
    expect(asked()?.at(-1)).toEqual([0, 250, true]);
    await answer(250, true);
    expect(state().known?.samples).toBe(newer);
  });

  it("begins anew where the worker was ended, and gives up after some times", async () => {
    const { pass, asked, state, previewWorkers } = await open(lines(250));
    await pass(PATTERNS_START);
    for (let i = 0; i < 4; i++) {
      expect([asked()?.length, state().failed]).toEqual([i + 1, null]);
      previewWorkers.at(-1)!.answer("patterns", gone("other-run"));
      await pass(0);
      await pass(200);
    }
    expect([asked()?.length, state().failed]).toEqual([4, "the worker was stopped"]);
  });

  it("waits with few samples until another is chosen or the list is grouped", async () => {
    for (const need of ["choose", "group"] as const) {
      const { app, pass, asked, set } = await open(lines(20));
      set(lines(30));
      await pass(5000);
      expect(asked()).toBeUndefined();
      if (need === "group") app.stores.settings.setState({ groupSamples: true });
      else {
        app.stores.selection.setState({ sampleId: 1 });
        app.stores.selection.setState({ sampleId: 2 });
      }
      await pass(200);
      expect(asked()).toEqual([[0, 30, true]]);
    }
  });

  it("ends with the document, and forgets patterns with the last samples", async () => {
    const { pass, answer, state, set, stop } = await open(lines(250));
    await pass(PATTERNS_START);
    await answer(250, true);
    set([]);
    await pass(200);
    expect(state()).toMatchObject({ known: null, filters: [] });
    set(lines(250));
    stop();
    await pass(1000);
    expect(state()).toMatchObject({ known: null, progress: null });
  });
});
