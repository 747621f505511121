import { describe, expect, it } from "vitest";
import { loadResources, removeResource, setResource } from "../commands/choose-resource.ts";
import { resetClock, setHoldEnd, stepClock } from "../commands/clock.ts";
import { selectEntry } from "../commands/select-entry.ts";
import type { Analysis, StageItem } from "../language/protocol.ts";
import { createTestApp, type TestApp, testResult } from "../testing.ts";
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
    resources:
      match[0] === "geoip"
        ? [{ path: "/city.mmdb", start: match.index, end: match.index, line: 1, column: match.index + 1 }]
        : [],
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
const result = (id: number): RunResult => testResult({ id });

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
      holdEnd: false,
      steps: [],
      draft: null,
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
    worker.reply({ type: "steps", run: 1, sample: 0, steps: [], outputs: [] });
    expect(test.app.stores.preview.getState().steps).toBeNull();
    worker.reply({ type: "steps", run: 1, sample: 1, steps: [], outputs: [] });
    expect(test.app.stores.preview.getState().steps).toEqual({
      run: 1,
      sampleId: 2,
      sample: 1,
      list: [],
      outputs: [],
    });
  });

  it("waits for the file that a stage names, then runs with it", async () => {
    const test = await start();
    test.previewWorkers[0]!.reply({ type: "ran", result: result(1) });
    await loadResources(test.app);
    test.app.stores.document.setState({ text: "geoip" });
    test.time.pass(DEBOUNCE);
    await answerAnalysis(test);
    expect(runs(test)).toHaveLength(1);
    expect(test.app.stores.preview.getState()).toMatchObject({
      status: "failed",
      message: 'Stage 1 geoip needs "/city.mmdb": choose the file. What is shown is from the run before.',
    });
    await setResource(test.app, "/city.mmdb", Object.assign(new Blob(["x"]), { name: "mine.mmdb" }));
    test.time.pass(DEBOUNCE);
    expect(test.previewWorkers[0]!.received.slice(-2)).toMatchObject([
      { type: "file", path: "/city.mmdb" },
      { type: "run", text: "geoip" },
    ]);
    await removeResource(test.app, "/city.mmdb");
    test.time.pass(DEBOUNCE);
    expect(test.app.stores.preview.getState().status).toBe("failed");
  });

  it("takes a step of the clock on the finished run, and does all steps again after an edit", async () => {
    const test = await start();
    const worker = test.previewWorkers[0]!;
    setHoldEnd(test.app, true);
    test.time.pass(DEBOUNCE);
    worker.reply({ type: "ran", result: result(2) });
    stepClock(test.app, { kind: "advance", by: "1s" });
    expect(worker.received.at(-1)).toEqual({ type: "step", id: 3, run: 2, step: { kind: "advance", by: "1s" } });
    worker.reply({ type: "ran", result: result(3) });
    stepClock(test.app, { kind: "advance", by: "500ms" });
    expect(worker.received.at(-1)).toMatchObject({ type: "step", run: 3, step: { by: "500ms" } });
    worker.reply({ type: "ran", result: result(4) });
    test.app.stores.document.setState({ samples: [{ id: 9, line: "z" }] });
    test.time.pass(DEBOUNCE);
    expect(runs(test).at(-1)).toMatchObject({ holdEnd: true, steps: [{ kind: "advance", by: "1.5s" }] });
    worker.reply({ type: "ran", result: result(5) });
    resetClock(test.app);
    expect(runs(test).at(-1)).toMatchObject({ id: 6, holdEnd: true, steps: [] });
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
