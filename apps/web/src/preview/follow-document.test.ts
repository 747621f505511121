import { describe, expect, it } from "vitest";
import { selectEntry } from "../commands/select-entry.ts";
import type { Analysis, StageItem } from "../language/protocol.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { DEBOUNCE, followDocument } from "./follow-document.ts";
import type { RunResult } from "./protocol.ts";

/** Stages written one after the other, separated by a blank: `drop regex`. */
function analysis(text: string, ok = true): Analysis {
  const stages: StageItem[] = [...text.matchAll(/\S+/g)].map((match, i) => ({
    path: String(i + 1),
    name: match[0],
    summary: "",
    depth: 0,
    start: match.index,
    end: match.index + match[0].length,
  }));
  return { text, ok, problems: [], pipelines: [{ id: "stages", start: 0, end: text.length, stages }] };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

async function answerAnalysis(test: TestApp, ok = true): Promise<void> {
  const request = test.languageWorkers[0]!.received.at(-1)!;
  test.languageWorkers[0]!.reply({ type: "analyze", id: request.id, analysis: analysis(request.text, ok) });
  await settle();
}

const runs = (test: TestApp) => test.previewWorkers[0]?.received.filter((message) => message.type === "run") ?? [];
const result = (id: number): RunResult => ({
  id,
  pipeline: "stages",
  samples: [],
  counts: {},
  balance: { in: 0, out: 0, dropped: 0, held: 0, emitted: 0 },
  exposition: "",
  stuck: false,
  milliseconds: 1,
});

async function start(): Promise<TestApp> {
  const test = createTestApp({
    document: {
      name: "t",
      text: "drop regex",
      samples: [
        { id: 1, line: "a" },
        { id: 2, line: "b" },
      ],
      commonLabels: "",
      clock: "2026-01-15T08:00:00Z",
      seed: 1,
    },
  });
  followDocument(test.app);
  await answerAnalysis(test);
  return test;
}

describe("followDocument", () => {
  it("analyses and runs at once, and selects the first entry and stage", async () => {
    const test = await start();
    expect(runs(test)).toHaveLength(1);
    expect(test.app.stores.selection.getState()).toEqual({ sampleId: 1, stagePath: "1", pipelineId: null });
  });

  it("waits until typing pauses, then analyses the newest text only", async () => {
    const test = await start();
    for (const text of ["drop r", "drop re", "drop out"]) {
      test.app.stores.document.setState({ text });
      test.time.pass(DEBOUNCE - 1);
    }
    expect(test.languageWorkers[0]!.received).toHaveLength(1);
    test.time.pass(1);
    expect(test.languageWorkers[0]!.received.at(-1)).toMatchObject({ text: "drop out" });
  });

  it("keeps the last good stages and result while the text has errors", async () => {
    const test = await start();
    test.previewWorkers[0]!.reply({ type: "ran", result: result(1) });
    test.app.stores.document.setState({ text: "drop {" });
    test.time.pass(DEBOUNCE);
    await answerAnalysis(test, false);
    const { current, good } = test.app.stores.analysis.getState();
    expect([current!.ok, good!.text, test.app.stores.preview.getState().result?.id, runs(test).length]).toEqual([
      false,
      "drop regex",
      1,
      1,
    ]);
  });

  it("runs the last good text when samples change meanwhile", async () => {
    const test = await start();
    test.app.stores.document.setState({ text: "drop {" });
    test.time.pass(DEBOUNCE);
    await answerAnalysis(test, false);
    test.app.stores.document.setState({ samples: [{ id: 9, line: "z" }] });
    test.time.pass(DEBOUNCE);
    expect(runs(test).at(-1)).toMatchObject({ text: "drop regex", samples: [{ line: "z" }] });
  });

  it("keeps the same stage selected when one is added before it", async () => {
    const test = await start();
    test.app.stores.selection.setState({ stagePath: "2" });
    test.app.stores.document.setState({ text: "labels drop regex" });
    test.time.pass(DEBOUNCE);
    await answerAnalysis(test);
    expect(test.app.stores.selection.getState().stagePath).toBe("3");
  });

  it("selects another entry when the selected one is gone, none when all are", async () => {
    const test = await start();
    test.app.stores.document.setState({ samples: [{ id: 2, line: "b" }] });
    expect(test.app.stores.selection.getState().sampleId).toBe(2);
    test.app.stores.document.setState({ samples: [] });
    expect(test.app.stores.selection.getState().sampleId).toBeNull();
  });

  it("asks for the selected entry's steps after a run and when another is selected; late answers for others are not shown", async () => {
    const test = await start();
    const worker = test.previewWorkers[0]!;
    worker.reply({ type: "ran", result: result(1) });
    expect(worker.received.at(-1)).toEqual({ type: "steps", run: 1, sample: 0 });
    selectEntry(test.app, 2);
    expect(worker.received.at(-1)).toEqual({ type: "steps", run: 1, sample: 1 });
    worker.reply({ type: "steps", run: 1, sample: 0, steps: [] });
    expect(test.app.stores.preview.getState().steps).toBeNull();
    worker.reply({ type: "steps", run: 1, sample: 1, steps: [] });
    expect(test.app.stores.preview.getState().steps).toEqual({ run: 1, sampleId: 2, list: [] });
  });

  it("keeps the result and says why when a run is refused or stopped", async () => {
    const test = await start();
    const worker = test.previewWorkers[0]!;
    worker.reply({ type: "ran", result: result(1) });
    test.app.stores.document.setState({ seed: 2 });
    test.time.pass(DEBOUNCE);
    worker.reply({ type: "refused", run: 2, message: "no" });
    expect(test.app.stores.preview.getState()).toMatchObject({ status: "failed", message: "no", result: { id: 1 } });
    test.app.stores.document.setState({ seed: 3 });
    test.time.pass(DEBOUNCE);
    test.app.preview.stop();
    expect(test.app.stores.preview.getState()).toMatchObject({ status: "stopped", result: { id: 1 } });
  });
});
