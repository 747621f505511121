import { describe, expect, it } from "vitest";
import { restoreGoodText } from "../../core/edit/edit-document.ts";
import type { Analysis, StageItem } from "../../core/model/analysis.ts";
import type { EntryTrace, RunResult } from "../../core/model/run.ts";
import { loadResources, removeResource, setResource } from "../../core/page/choose-resource.ts";
import { selectEntry } from "../../core/select/select-entry.ts";
import { resetClock, setHoldEnd, stepClock } from "../../features/clock/clock.ts";
import {
  analyzingWorker,
  createTestApp,
  settle,
  type TestApp,
  type TestState,
  testOutcome,
  testResult,
} from "../../testing/testing.ts";
import { DEBOUNCE, followDocument, LANGUAGE_START, PROMPT } from "./follow-document.ts";

/** Stages written one after the other, separated by a blank: `stage.drop stage.regex`. */
function analysis(text: string, ok = true): Analysis {
  const stages: StageItem[] = [...text.matchAll(/stage\.(\w+)/g)].map((match, i) => ({
    path: String(i + 1),
    name: match[1]!,
    summary: "",
    depth: 0,
    start: match.index,
    end: match.index + match[0].length,
    resources:
      match[1] === "geoip"
        ? [{ path: "/city.mmdb", start: match.index, end: match.index, line: 1, column: match.index + 1 }]
        : [],
  }));
  return {
    text,
    ok,
    problems: [],
    pipelines: [{ id: "stages", start: 0, end: text.length, stages }],
    cards: null,
    graph: null,
    target: "sluice",
  };
}

async function answerAnalysis(test: TestApp, ok = true): Promise<void> {
  const worker = analyzingWorker(test);
  worker.answer("analyze", analysis(worker.asked("analyze").at(-1)!, ok));
  await settle();
  if (!ok) test.time.pass(DEBOUNCE - PROMPT);
}

const runs = (test: TestApp) => test.previewWorkers[0]?.asked("run") ?? [];
const result = (id: number, more: Partial<RunResult> = {}): RunResult => testResult({ id, sampleIds: [1, 2], ...more });
const ran = (id: number, more: Partial<RunResult> = {}) => ({ kind: "ran", result: result(id, more) }) as const;
const edit = ({ app }: TestApp, change: Parameters<TestApp["app"]["stores"]["document"]["transact"]>[1]) =>
  app.stores.document.transact("edited", change);

const ENTRY = {
  line: "a",
  timestamp: "2026-01-15T08:00:00Z",
  labels: {},
  structured_metadata: [],
  extracted: {},
  origins: [0],
};

async function start(state: TestState = {}): Promise<TestApp> {
  const test = createTestApp({
    document: {
      text: "stage.drop stage.regex",
      samples: [
        { id: 1, line: "a" },
        { id: 2, line: "b" },
      ],
      commonLabels: "",
    },
    ...state,
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

  it("has the preview worker understand the first text, and its own from when that is there", async () => {
    const test = createTestApp();
    followDocument(test.app);
    expect([test.previewWorkers.length, test.languageWorkers.length]).toEqual([1, 0]);
    await answerAnalysis(test);
    test.previewWorkers[0]!.answer("run", ran(1));
    test.time.pass(LANGUAGE_START);
    expect([test.previewWorkers.length, test.languageWorkers.length]).toEqual([1, 1]);
    const asked = () => [
      test.previewWorkers[0]!.asked("analyze").length,
      test.languageWorkers.flatMap((one) => one.asked("analyze")),
    ];
    edit(test, { text: "stage.keep" });
    test.time.pass(PROMPT);
    // Until its own has answered, both are asked.
    expect(asked()).toEqual([2, ["stage.keep"]]);
    test.languageWorkers[0]!.answer("analyze", analysis("stage.keep", false));
    await settle();
    edit(test, { text: "stage.kept" });
    test.time.pass(PROMPT);
    expect(asked()).toEqual([2, ["stage.keep", "stage.kept"]]);
    // Meanwhile the text is understood there, too, for the run that may follow.
    expect(test.previewWorkers[0]!.asked("open")).toEqual(["stage.keep", "stage.kept"]);
  });

  it("takes what the preview worker understands where its own does not come, or fails", async () => {
    const test = await start();
    test.previewWorkers[0]!.answer("run", ran(1));
    test.time.pass(LANGUAGE_START);
    const shown = () => test.app.stores.analysis.getState().current?.text;
    edit(test, { text: "stage.keep" });
    test.time.pass(PROMPT);
    test.previewWorkers[0]!.answer("analyze", analysis("stage.keep"));
    await settle();
    expect(shown()).toBe("stage.keep");
    test.previewWorkers[0]!.answer("run", ran(2));
    edit(test, { text: "stage.kept" });
    test.time.pass(PROMPT);
    test.languageWorkers[0]!.onerror?.({ message: "404" });
    await settle();
    test.previewWorkers[0]!.answer("analyze", analysis("stage.kept"));
    await settle();
    expect(shown()).toBe("stage.kept");
  });

  it("says so if no worker can analyse a text, and tries again with the next", async () => {
    const test = createTestApp();
    followDocument(test.app);
    test.previewWorkers[0]!.onerror?.({ message: "404" });
    await settle();
    test.languageWorkers[0]!.onerror?.({ message: "404." });
    await settle();
    const { current, good } = test.app.stores.analysis.getState();
    expect([current?.text, current?.ok, good]).toEqual(['stage.drop { expression = "b" }', false, null]);
    expect(current?.problems.map(({ message }) => message)).toEqual([
      "This text could not be understood (404): change it to try again",
    ]);
    edit(test, { text: "stage.keep" });
    test.time.pass(PROMPT);
    test.previewWorkers[1]!.answer("analyze", analysis("stage.keep"));
    await settle();
    expect(test.app.stores.analysis.getState().good?.text).toBe("stage.keep");
  });

  it("shows the selected entry's steps of a text before all is known of it, where its stages are the same ones", async () => {
    const samples = Array.from({ length: 200 }, (_, i) => ({ id: i + 1, line: "x" }));
    const test = await start({ document: { text: "stage.drop stage.regex", samples, commonLabels: "" } });
    test.time.pass(LANGUAGE_START);
    const { preview } = test.app.stores;
    const [worker] = test.previewWorkers;
    worker!.answer("run", ran(1));
    const names = { 1: "drop", 2: "regex" };
    const told = async (text: string, stageNames: Readonly<Record<string, string>> | undefined, line: string) => {
      edit(test, { text });
      const output = { index: 0, at: ENTRY.timestamp, entry: { ...ENTRY, line } };
      worker!.answer("first", { run: 0, sample: 0, sampleId: 1, steps: [], outputs: [output], stageNames });
      await settle();
      return preview.getState().steps?.outputs[0]?.entry.line;
    };
    // No time has passed, and nobody has understood the text yet.
    expect(await told("stage.drop stage.regex 1", names, "new")).toBe("new");
    expect(worker!.asked("first").at(-1)?.text).toBe("stage.drop stage.regex 1");
    expect(await told("stage.drop stage.regex }", undefined, "with errors")).toBe("new");
    expect(await told("stage.keep stage.regex", { 1: "keep", 2: "regex" }, "other stages")).toBe("new");
    expect(preview.getState().stepNames).toEqual(names);
  });

  it("looks at one text ahead at a time, however fast they come", async () => {
    const samples = Array.from({ length: 200 }, (_, i) => ({ id: i + 1, line: "x" }));
    const test = await start({ document: { text: "stage.drop", samples, commonLabels: "" } });
    test.time.pass(LANGUAGE_START);
    const asked = () =>
      test.previewWorkers[0]!.asked("first")
        .slice(1)
        .map(({ text }) => text);
    for (const text of ["stage.drop 1", "stage.drop 2", "stage.drop 3"]) edit(test, { text });
    expect(asked()).toEqual(["stage.drop 1"]);
    // The last of them, when it is understood.
    test.time.pass(PROMPT);
    expect(asked()).toEqual(["stage.drop 1", "stage.drop 3"]);
  });

  it("renders nothing again if the next run has the same results", async () => {
    const test = await start();
    const { preview } = test.app.stores;
    const [worker] = test.previewWorkers;
    const tell = async (run: number, more: Partial<EntryTrace> = {}) => {
      worker!.answer("run", ran(run, { samples: [testOutcome({ changedBy: ["1"] }), testOutcome()] }));
      worker!.answer("steps", { run, sample: 0, sampleId: 1, steps: [], outputs: [], ...more });
      await settle();
      return { steps: preview.getState().steps, outcomes: preview.getState().result!.samples };
    };
    const runAgain = () => {
      edit(test, { seed: preview.getState().result!.id + 100 });
      test.time.pass(DEBOUNCE);
    };
    const first = await tell(1);
    runAgain();
    const second = await tell(2);
    expect([second.steps === first.steps, second.outcomes[0] === first.outcomes[0]]).toEqual([true, true]);
    runAgain();
    const { steps } = await tell(3, { outputs: [{ index: 0, at: "2026-01-15T08:00:00Z", entry: ENTRY }] });
    expect([steps?.run, steps?.outputs.length]).toEqual([3, 1]);
  });

  it("does not wait with a text for a preview that is running, or was ended", async () => {
    const test = await start();
    edit(test, { text: "stage.keep" });
    test.time.pass(PROMPT);
    expect(test.languageWorkers.map((one) => one.asked("analyze"))).toEqual([["stage.keep"]]);

    const ended = createTestApp();
    followDocument(ended.app);
    ended.app.preview.close();
    await settle();
    expect(ended.languageWorkers.map((one) => one.asked("analyze"))).toEqual([['stage.drop { expression = "b" }']]);
  });

  it("analyses after every key, but not every one of a burst", async () => {
    const test = await start();
    for (const text of ["stage.drop stage.r", "stage.drop stage.re", "stage.drop stage.out"]) {
      edit(test, { text });
      test.time.pass(PROMPT - 1);
    }
    expect(analyzingWorker(test).asked("analyze")).toHaveLength(1);
    test.time.pass(1);
    expect(analyzingWorker(test).asked("analyze").at(-1)).toBe("stage.drop stage.out");
  });

  it("shows errors when typing pauses, and none of a text that was half written", async () => {
    const test = await start();
    const isBroken = () => test.app.stores.analysis.getState().current?.ok === false;
    const type = async (text: string, ok: boolean) => {
      edit(test, { text });
      test.time.pass(PROMPT);
      analyzingWorker(test).answer("analyze", analysis(text, ok));
      await settle();
    };
    await type("stage.drop {", false);
    test.time.pass(DEBOUNCE - PROMPT - 1);
    expect(isBroken()).toBe(false);
    await type("stage.drop stage.labels", true);
    test.time.pass(DEBOUNCE);
    expect(isBroken()).toBe(false);
    await type("stage.drop {", false);
    test.time.pass(DEBOUNCE - PROMPT);
    expect(isBroken()).toBe(true);
  });

  it("keeps the last good stages and result while the text has errors", async () => {
    const test = await start();
    test.previewWorkers[0]!.answer("run", ran(1));
    edit(test, { text: "stage.drop {" });
    test.time.pass(DEBOUNCE);
    await answerAnalysis(test, false);
    const { current, good } = test.app.stores.analysis.getState();
    expect([current!.ok, good!.text, test.app.stores.preview.getState().result?.id, runs(test).length]).toEqual([
      false,
      "stage.drop stage.regex",
      1,
      1,
    ]);
  });

  it("runs the last good text when samples change meanwhile", async () => {
    const test = await start();
    edit(test, { text: "stage.drop {" });
    test.time.pass(DEBOUNCE);
    await answerAnalysis(test, false);
    edit(test, { samples: [{ id: 9, line: "z" }] });
    test.time.pass(DEBOUNCE);
    expect(runs(test).at(-1)).toMatchObject({ text: "stage.drop stage.regex", samples: [{ line: "z" }] });
  });

  it("keeps the same stage selected when one is added before it", async () => {
    const test = await start();
    test.app.stores.selection.setState({ stagePath: "2" });
    edit(test, { text: "stage.labels stage.drop stage.regex" });
    test.time.pass(DEBOUNCE);
    await answerAnalysis(test);
    expect(test.app.stores.selection.getState().stagePath).toBe("3");
  });

  it("selects another entry when the selected one is gone, none when all are", async () => {
    const test = await start();
    edit(test, { samples: [{ id: 2, line: "b" }] });
    expect(test.app.stores.selection.getState().sampleId).toBe(2);
    edit(test, { samples: [] });
    expect(test.app.stores.selection.getState().sampleId).toBeNull();
  });

  it("asks for the selected entry's steps after a run and when another is selected; late answers for others are not shown", async () => {
    const test = await start();
    const worker = test.previewWorkers[0]!;
    worker.answer("run", ran(1));
    expect(worker.asked("steps")).toEqual([{ run: 1, sample: 0 }]);
    selectEntry(test.app, 2);
    expect(worker.asked("steps").at(-1)).toEqual({ run: 1, sample: 1 });
    worker.answer("steps", { run: 1, sample: 0, sampleId: 1, steps: [], outputs: [] }, 1);
    expect(test.app.stores.preview.getState().steps).toBeNull();
    const trace = { run: 1, sample: 1, sampleId: 2, steps: [], outputs: [] };
    worker.answer("steps", trace);
    expect(test.app.stores.preview.getState().steps).toEqual(trace);
  });

  it("waits for the file that a stage names, then runs with it", async () => {
    const test = await start();
    test.previewWorkers[0]!.answer("run", ran(1));
    await loadResources(test.app);
    edit(test, { text: "stage.drop stage.geoip" });
    test.time.pass(DEBOUNCE);
    await answerAnalysis(test);
    expect(runs(test)).toHaveLength(1);
    expect(test.app.stores.preview.getState()).toMatchObject({
      status: "failed",
      message: 'Stage 2 geoip needs "/city.mmdb": choose the file.',
    });
    await setResource(test.app, "/city.mmdb", Object.assign(new Blob(["x"]), { name: "mine.mmdb" }));
    test.time.pass(DEBOUNCE);
    expect(test.previewWorkers[0]!.received.slice(-2)).toMatchObject([
      { kind: "file", ask: { path: "/city.mmdb" } },
      { kind: "run", ask: { text: "stage.drop stage.geoip" } },
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
    worker.answer("run", ran(2));
    stepClock(test.app, { kind: "advance", by: "1s" });
    expect(worker.asked("step")).toEqual([{ run: 2, step: { kind: "advance", by: "1s" } }]);
    worker.answer("step", ran(3));
    stepClock(test.app, { kind: "advance", by: "500ms" });
    expect(worker.asked("step").at(-1)).toMatchObject({ run: 3, step: { by: "500ms" } });
    worker.answer("step", ran(4));
    test.time.pass(DEBOUNCE);
    expect(runs(test), "what a step did is not run again").toHaveLength(2);
    edit(test, { samples: [{ id: 9, line: "z" }] });
    test.time.pass(DEBOUNCE);
    expect(runs(test).at(-1)).toMatchObject({ holdEnd: true, steps: [{ kind: "advance", by: "1.5s" }] });
    worker.answer("run", ran(5));
    resetClock(test.app);
    expect(runs(test).at(-1)).toMatchObject({ holdEnd: true, steps: [] });
  });

  it("keeps the result and says why when a run is refused or stopped", async () => {
    const test = await start();
    const worker = test.previewWorkers[0]!;
    worker.answer("run", ran(1));
    edit(test, { seed: 2 });
    test.time.pass(DEBOUNCE);
    worker.answer("run", { kind: "refused", message: "no" });
    expect(test.app.stores.preview.getState()).toMatchObject({ status: "failed", message: "no", result: { id: 1 } });
    edit(test, { seed: 3 });
    test.time.pass(DEBOUNCE);
    test.app.preview.stop();
    expect(test.app.stores.preview.getState()).toMatchObject({ status: "stopped", result: { id: 1 } });
  });

  it("lets the old results go when the text is another pipeline altogether, broken or not", async () => {
    for (const ok of [true, false]) {
      const test = await start();
      test.previewWorkers[0]!.answer("run", ran(1));
      edit(test, { text: ok ? "stage.json" : "stage.json {" });
      test.time.pass(DEBOUNCE);
      await answerAnalysis(test, ok);
      expect(test.app.stores.preview.getState().result).toBeNull();
      expect(test.app.stores.analysis.getState().good?.text).toBe(ok ? "stage.json" : undefined);
    }
  });

  it("stands on the stage that missed the selected entry after another pipeline was pasted, until one is chosen", async () => {
    const missed = { samples: [testOutcome({ status: "missed", missedBy: ["2", "3"] }), testOutcome()] };
    const test = await start({ selection: { sampleId: 1, stagePath: "1", pipelineId: null } });
    const path = () => test.app.stores.selection.getState().stagePath;
    test.previewWorkers[0]!.answer("run", ran(1, missed));
    expect(path(), "what was selected at the last visit stays").toBe("1");
    test.app.stores.selection.setState({ stagePath: "2" });

    edit(test, { text: "stage.json stage.labels stage.pack" });
    test.time.pass(DEBOUNCE);
    await answerAnalysis(test);
    expect(path()).toBe("1");
    test.previewWorkers[0]!.answer("run", ran(2, missed));
    expect(path()).toBe("2");
    test.app.stores.selection.setState({ stagePath: "1" });
    edit(test, { seed: 7 });
    test.time.pass(DEBOUNCE);
    test.previewWorkers[0]!.answer("run", ran(3, missed));
    expect(path(), "a later run moves nothing").toBe("1");

    edit(test, { text: "stage.docker stage.cri stage.drop" });
    test.time.pass(DEBOUNCE);
    await answerAnalysis(test);
    test.app.stores.selection.setState({ stagePath: "3" });
    test.previewWorkers[0]!.answer("run", ran(4, missed));
    expect(path(), "it was chosen before the run").toBe("3");
  });

  it("says nothing of results where the first stage has an error: those of no stages are none", async () => {
    const test = await start({ document: { text: "", samples: [{ id: 1, line: "a" }] } });
    test.previewWorkers[0]!.answer("run", ran(1));
    edit(test, { text: 'stage.drop { expression = "(" }' });
    test.time.pass(DEBOUNCE);
    await answerAnalysis(test, false);
    const { app } = test;
    expect([app.derived.stale(), app.derived.pipeline(), app.stores.preview.getState().result]).toEqual([
      null,
      undefined,
      null,
    ]);
  });

  it("says in one place that the results are outdated, and how to fix the text", async () => {
    const test = await start();
    expect(test.app.derived.stale()).toBeNull();
    test.previewWorkers[0]!.answer("run", ran(1));
    edit(test, { text: "stage.drop {" });
    test.time.pass(DEBOUNCE);
    await answerAnalysis(test, false);
    expect(test.app.derived.stale()).toMatchObject({ kind: "broken" });
    restoreGoodText(test.app);
    test.time.pass(DEBOUNCE);
    await answerAnalysis(test);
    expect([documentText(test), test.app.derived.stale()]).toEqual(["stage.drop stage.regex", null]);
  });

  it("shows what the last good text did when it is opened with a broken one", async () => {
    const test = createTestApp({ document: { text: "stage.drop {" }, good: "stage.drop stage.regex" });
    followDocument(test.app);
    await answerAnalysis(test, false);
    await answerAnalysis(test);
    expect(runs(test)).toMatchObject([{ text: "stage.drop stage.regex" }]);
    test.previewWorkers[0]!.answer("run", ran(1));
    expect(test.app.derived.stale()).toMatchObject({ kind: "broken" });
  });

  it.each([
    { of: "finished", answers: true },
    { of: "was on", answers: false },
  ])("runs anew when the document is shown again, whose worker ended while its run $of", async ({ answers }) => {
    const test = createTestApp({ document: { text: "stage.drop stage.regex", samples: [{ id: 1, line: "a" }] } });
    const stop = followDocument(test.app);
    await answerAnalysis(test);
    if (answers) test.previewWorkers[0]!.answer("run", ran(1));
    stop();
    followDocument(test.app);
    expect(test.previewWorkers.map((worker) => worker.asked("run").length)).toEqual([1, 1]);
    test.previewWorkers[1]!.answer("run", ran(2));
    expect(test.app.stores.preview.getState()).toMatchObject({ status: "idle", result: { id: 2 } });
  });

  it("does not repeat a stopped run when the document is shown again", async () => {
    const test = createTestApp({ document: { text: "stage.drop stage.regex", samples: [{ id: 1, line: "a" }] } });
    const stop = followDocument(test.app);
    await answerAnalysis(test);
    test.app.preview.stop();
    stop();
    followDocument(test.app);
    expect(test.previewWorkers.flatMap((worker) => worker.asked("run"))).toHaveLength(1);
  });

  it("stops when the document is left", async () => {
    const test = createTestApp();
    const stop = followDocument(test.app);
    stop();
    edit(test, { text: "stage.drop" });
    test.time.pass(DEBOUNCE);
    expect(analyzingWorker(test).asked("analyze")).toHaveLength(1);
  });
});

const documentText = ({ app }: TestApp) => app.stores.document.getState().text;
