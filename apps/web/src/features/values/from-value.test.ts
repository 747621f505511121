import { type Suggestion, stageCounts } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { undo } from "../../core/edit/undo.ts";
import type { EntryTrace } from "../../core/model/run.ts";
import type { App } from "../../core/page/app.ts";
import { dialogOf } from "../../core/page/dialogs.ts";
import { analyze } from "../../core/workers/analyze.ts";
import { gone } from "../../core/workers/gone.ts";
import type { PointedValue, Suggestions } from "../../core/workers/pointed-value.ts";
import {
  analyzingWorker,
  createTestApp,
  noticesOf,
  settle,
  type TestPlatform,
  testResult,
} from "../../testing/testing.ts";
import { findLineTimes } from "../samples/sample-times.ts";
import { pointAtLine, pointInRow, suggest, suggestAndTake, takeSuggestion } from "./from-value.ts";

const TEXT = "stage.decolorize { }\nstage.cri { }\n";
const AFTER = 'stage.decolorize { }\nstage.labels { values = { a = "" } }\nstage.cri { }\n';
const POINTED: PointedValue = {
  selected: { kind: "field", name: "a", value: "x", line: "x" },
  place: { side: "after", path: "1" },
};
const SUGGESTION: Suggestion = {
  action: "label",
  name: "a",
  taken: false,
  stages: "",
  merged: [],
  values: undefined,
  stageCount: 1,
  text: AFTER,
  path: "2",
  extraction: undefined,
  format: undefined,
  counts: stageCounts({ in: 1 }),
  extracted: undefined,
};
const KNOWN: Suggestions = { text: TEXT, name: "a", extractions: [], formats: [], suggestions: [SUGGESTION] };

async function opened() {
  const test = createTestApp({
    document: { text: TEXT },
    selection: { sampleId: 1, stagePath: "1", pipelineId: null },
  });
  test.workspace.start();
  await settle();
  const understand = async () => {
    test.time.pass(1000);
    await settle();
    const { text } = test.app.stores.document.getState();
    analyzingWorker(test).answer("analyze", analyze(text));
    await settle();
  };
  await understand();
  test.app.stores.preview.setState({ result: testResult({ id: 3, text: TEXT }) });
  return { ...test, understand, path: () => test.app.stores.selection.getState().stagePath };
}

/** The last question of a kind fails in the worker. */
function fail({ previewWorkers }: TestPlatform, kind: "suggest" | "pointed" | "lineTimes", message: string): void {
  const worker = previewWorkers[0]!;
  const { id } = worker.received.findLast((request) => request.kind === kind)!;
  worker.onmessage?.({ data: { id, ok: false, message } });
}

describe("stages from a value", () => {
  it("are one change with one undo, after which the last of them is selected", async () => {
    const { app, understand, path } = await opened();
    expect(path()).toBe("1");
    expect(await takeSuggestion(app, KNOWN, SUGGESTION)).toBe(true);
    expect(app.stores.document.getState().text).toBe(AFTER);
    await understand();
    expect(path()).toBe("2");
    undo(app);
    expect(app.stores.document.getState()).toMatchObject({ text: TEXT, undoable: null });
    await understand();
    expect(path()).toBe("1");
  });

  it("are not added to a text that has changed since", async () => {
    const { app } = await opened();
    expect(await takeSuggestion(app, { ...KNOWN, text: `${TEXT}\n` }, SUGGESTION)).toBe(false);
    expect(app.stores.document.getState().text).toBe(TEXT);
    expect(app.stores.notices.getState().notices.at(-1)?.text).toContain("has changed in the meantime");
  });

  it("are requested and added at once, or a notice says that there are none", async () => {
    const { app, previewWorkers } = await opened();
    const answer = async (known: Suggestions | undefined) => {
      const done = suggestAndTake(app, POINTED, "label");
      expect(previewWorkers[0]!.asked("suggest").at(-1)).toEqual({
        ...POINTED,
        run: 3,
        actions: ["label"],
        choice: {},
      });
      previewWorkers[0]!.answer("suggest", known ?? gone("other-run"));
      await done;
    };
    await answer(undefined);
    expect(app.stores.notices.getState().notices.at(-1)?.text).toContain("Try again");
    await answer(KNOWN);
    expect(app.stores.document.getState().text).toBe(AFTER);
  });

  it("say what failed in the worker, and not that the entry has changed", async () => {
    const test = await opened();
    const done = suggestAndTake(test.app, POINTED, "label");
    fail(test, "suggest", "out of words");
    await done;
    const pointed = pointInRow(test.app, 1, "a");
    fail(test, "pointed", "out of rows");
    expect(await pointed).toBeUndefined();
    expect(noticesOf(test)).toEqual(["The preview could not answer: out of rows"]);
    const times = findLineTimes(test.app);
    fail(test, "lineTimes", "out of time");
    expect(await times).toBeUndefined();
    expect(noticesOf(test)).toEqual(["The preview could not answer: out of time"]);
    const other = suggestAndTake(test.app, POINTED, "label");
    fail(test, "suggest", "out of words");
    await other;
    expect(noticesOf(test)).toEqual(["The preview could not answer: out of words"]);
  });

  it("are asked for again, without a notice, after the question of somebody else", async () => {
    const test = await opened();
    const worker = test.previewWorkers[0]!;
    const mine = suggestAndTake(test.app, POINTED, "label");
    const others = suggest(test.app, POINTED, ["drop"]);
    worker.answer("suggest", gone("asked-again"), 1);
    await settle();
    expect(worker.asked("suggest").map(({ actions }) => actions)).toEqual([["label"], ["drop"]]);
    worker.answer("suggest", { ...KNOWN, suggestions: [] });
    await others;
    await settle();
    expect(worker.asked("suggest").at(-1)!.actions).toEqual(["label"]);
    worker.answer("suggest", KNOWN);
    await mine;
    expect(test.app.stores.document.getState().text).toBe(AFTER);
    expect(noticesOf(test)).toHaveLength(1);
  });
});

describe("the line to select a part of", () => {
  const stepsOf = (sampleId: number, line: string): EntryTrace => ({
    run: 3,
    sample: sampleId - 1,
    sampleId,
    steps: [],
    outputs: [{ entry: { labels: {}, line, timestamp: "2026-01-15T08:00:00Z", structured_metadata: {} } } as never],
  });
  const lineOf = (app: App) => {
    const selected = dialogOf(app, "value")?.pointed.selected;
    return selected?.kind === "line" ? selected.selection.line : undefined;
  };

  it("belongs to the selected entry, even while the previous one is still shown", async () => {
    const { app } = await opened();
    app.stores.preview.setState({ steps: stepsOf(1, "one") });
    app.stores.selection.setState({ sampleId: 2, stagePath: null, pipelineId: null });
    pointAtLine(app);
    expect(lineOf(app)).toBeUndefined();
    app.stores.preview.setState({ steps: stepsOf(2, "two") });
    expect(lineOf(app)).toBe("two");
  });

  it("is no longer needed once another entry is selected", async () => {
    const { app } = await opened();
    app.stores.preview.setState({ steps: stepsOf(1, "one") });
    app.stores.selection.setState({ sampleId: 2, stagePath: null, pipelineId: null });
    pointAtLine(app);
    app.stores.selection.setState({ sampleId: 3, stagePath: null, pipelineId: null });
    app.stores.preview.setState({ steps: stepsOf(2, "two") });
    app.stores.preview.setState({ steps: stepsOf(3, "three") });
    expect(lineOf(app)).toBeUndefined();
  });
});
