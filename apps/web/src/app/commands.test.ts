import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { applyFix } from "../core/edit/apply-fix.ts";
import { setCommonLabels, setText } from "../core/edit/edit-document.ts";
import { undo } from "../core/edit/undo.ts";
import type { Analysis, StageItem } from "../core/model/analysis.ts";
import { emptyDocument } from "../core/model/document.ts";
import type { CommandId } from "../core/page/commands.ts";
import { setPipelineView } from "../core/page/settings.ts";
import { setRowNames, toggleRowName } from "../core/run/row-names.ts";
import { runPreview } from "../core/run/run-preview.ts";
import { followCursor } from "../core/select/follow-cursor.ts";
import { moveEntry } from "../core/select/move-entry.ts";
import { revealProblem, writeStage } from "../core/select/reveal-problem.ts";
import { selectEntry } from "../core/select/select-entry.ts";
import { selectStage } from "../core/select/select-stage.ts";
import { setFilter, setSearch, showAllEntries } from "../core/select/set-filter.ts";
import { showDropped } from "../core/select/show-dropped.ts";
import { documentOf, EXAMPLES, untouchedExample } from "../features/examples/examples.ts";
import { takeImport } from "../features/import/import-file.ts";
import { addSamples, CLIPBOARD } from "../features/samples/add-samples.ts";
import { clearSamples, removeEntry } from "../features/samples/edit-entry.ts";
import { editSampleText } from "../features/samples/edit-samples.ts";
import { pasteText } from "../features/samples/paste-samples.ts";
import { uploadSamples } from "../features/samples/upload-samples.ts";
import { moveStageSelection } from "../features/stages/list/move-stage-selection.ts";
import {
  chosenFile,
  createTestApp,
  linesOf,
  noticesOf,
  packedFile,
  type TestApp,
  testOutcome,
  testResult,
} from "../testing/testing.ts";
import { paletteCommands } from "./find-commands.ts";

const stage = (path: string, start: number, end: number): StageItem => ({
  path,
  name: "drop",
  summary: "",
  depth: 0,
  start,
  end,
  resources: [],
});
const TEXT = 'stage.drop { expression = "b" }';
function analyzed(test: TestApp): void {
  const analysis: Analysis = {
    text: TEXT,
    ok: true,
    problems: [],
    cards: [],
    graph: null,
    target: "sluice",
    pipelines: [
      { id: "stages", start: 0, end: 31, stages: [stage("1", 0, 10), stage("2", 12, 20), stage("3", 22, 31)] },
    ],
  };
  test.app.stores.analysis.setState({ current: analysis, good: analysis });
}

describe("samples", () => {
  it("are added after the others, the first of them selected, filters cleared, and one undo away", () => {
    const test = createTestApp();
    setSearch(test.app, "zzz");
    addSamples(test.app, "d\r\ne\n", CLIPBOARD);
    expect(linesOf(test)).toEqual(["a", "b", "c", "d", "e"]);
    expect(test.app.stores.selection.getState().sampleId).toBe(4);
    expect(test.app.stores.entryFilter.getState().search).toBe("");
    undo(test.app);
    expect(linesOf(test)).toEqual(["a", "b", "c"]);
  });

  it("keep ids of their own after undo and adding again", () => {
    const test = createTestApp();
    addSamples(test.app, "d", CLIPBOARD);
    undo(test.app);
    addSamples(test.app, "e", CLIPBOARD);
    const ids = test.app.stores.document.getState().samples.map((sample) => sample.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("are removed all at once, with a message that takes it back", () => {
    const test = createTestApp();
    clearSamples(test.app);
    expect(linesOf(test)).toEqual([]);
    test.app.stores.notices.getState().notices[0]!.action!.run();
    expect(linesOf(test)).toEqual(["a", "b", "c"]);
  });

  it("that were pasted as text are not called typing when they are undone, and no step with it", () => {
    const test = createTestApp();
    editSampleText(test.app, "a");
    editSampleText(test.app, "a\nb", { kind: "pasted" });
    undo(test.app);
    expect([linesOf(test), noticesOf(test)]).toEqual([["a"], ["Undone: Pasted into the samples."]]);
  });

  it("come back after later edits: one history, the last change first", () => {
    const test = createTestApp();
    clearSamples(test.app);
    setText(test.app, "new text");
    undo(test.app);
    expect([linesOf(test), test.app.stores.document.getState().text]).toEqual([[], TEXT]);
    undo(test.app);
    expect(linesOf(test)).toEqual(["a", "b", "c"]);
  });

  it("of the user never go into an unchanged example", async () => {
    const test = createTestApp({ document: await documentOf(EXAMPLES[0]) });
    await uploadSamples(test.app, chosenFile("shop.log", "x\ny"));
    const opened = test.workspace.app;
    expect(opened.stores.document.getState()).toMatchObject({ name: "shop", commonLabels: "" });
    expect(opened.stores.document.getState().samples.map(({ line }) => line)).toEqual(["x", "y"]);
    expect(untouchedExample(test.app.stores.document.getState())).toBe(EXAMPLES[0]);
    addSamples(opened, "z", CLIPBOARD);
    expect(opened.stores.document.getState().samples).toHaveLength(3);
    expect(test.workspace.names()).toHaveLength(2);
  });

  it("that were typed over all of an untouched example start a document too, others are edits of it", async () => {
    const test = createTestApp({ document: await documentOf(EXAMPLES[0]) });
    const [first] = test.app.stores.document.getState().samples;
    editSampleText(test.app, `${first!.line}\nmine`);
    expect(test.workspace.app).toBe(test.app);
    undo(test.app);
    editSampleText(test.app, "mine");
    expect(test.workspace.app.stores.document.getState()).toMatchObject({ name: "My logs", commonLabels: "" });
    expect(test.workspace.app.stores.sampleList.getState().mode).toBe("text");
  });

  it("keep their labels while new ones cannot be read", () => {
    const { app } = createTestApp();
    const { stores } = app;
    setCommonLabels(app, 'job="x", env');
    expect(stores.document.getState()).toMatchObject({ commonLabels: 'job="x", env', labels: { job: "t" } });
    setCommonLabels(app, 'job="x", env="y"');
    expect(stores.document.getState().labels).toEqual({ job: "x", env: "y" });
  });

  it("are removed one by one; the neighbour is selected", () => {
    const test = createTestApp({ selection: { sampleId: 3, stagePath: null, pipelineId: null } });
    removeEntry(test.app, 3);
    expect([linesOf(test), test.app.stores.selection.getState().sampleId]).toEqual([["a", "b"], 2]);
  });

  it("are edited as text", () => {
    const test = createTestApp();
    editSampleText(test.app, "a\nB\nc\nd\n");
    expect(test.app.stores.document.getState().samples.map(({ id, line }) => `${id}${line}`)).toEqual([
      "1a",
      "2B",
      "3c",
      "4d",
    ]);
  });

  it("come from a file; an empty or unreadable one changes nothing, and of a huge one it is asked which", async () => {
    const test = createTestApp();
    await uploadSamples(test.app, chosenFile("app.log", "x\ny"));
    await uploadSamples(test.app, chosenFile("none.log", ""));
    await uploadSamples(test.app, chosenFile("huge.log", "x", 1e9));
    expect(test.app.stores.view.getState()).toMatchObject({ dialog: { kind: "large-file", of: { format: "lines" } } });
    const gone = { arrayBuffer: () => Promise.reject(new Error("gone")) };
    await uploadSamples(test.app, Object.assign(chosenFile("gone.log", "x"), gone));
    expect(linesOf(test)).toEqual(["a", "b", "c", "x", "y"]);
    expect(noticesOf(test)).toEqual([
      "Added 2 samples from app.log.",
      "none.log is empty.",
      expect.stringContaining("gone.log could not be read"),
    ]);
  });

  it("come with a notice about bytes that are not UTF-8", async () => {
    const test = createTestApp();
    const file = Object.assign(new Blob([Uint8Array.of(0x61, 0xe9, 0x0a, 0x62)]), { name: "old.log" });
    await uploadSamples(test.app, file);
    expect([linesOf(test).at(-2), noticesOf(test).at(-1)]).toEqual([
      "a\ufffd",
      "old.log has bytes that are not UTF-8, in 1 line: � replaces them.",
    ]);
  });

  it("come from a compressed file, or it is said why not", async () => {
    const test = createTestApp();
    await uploadSamples(test.app, packedFile("app.log.gz", gzipSync("x\ny")));
    await uploadSamples(test.app, packedFile("app.log.bz2", Buffer.from("BZh91AY")));
    expect(linesOf(test)).toEqual(["a", "b", "c", "x", "y"]);
    expect(noticesOf(test).at(-1)).toBe("app.log.bz2 is compressed with bzip2: unpack it first. Nothing was added.");
  });
});

describe("the selection", () => {
  it("moves through the entries as they are filtered, and stops at the ends", () => {
    const test = createTestApp({ selection: { sampleId: 1, stagePath: "2", pipelineId: null } });
    setSearch(test.app, "");
    const moves = [1, 1, 1, -1, -5].map((by) => {
      moveEntry(test.app, by);
      return test.app.stores.selection.getState().sampleId;
    });
    expect(moves).toEqual([2, 3, 3, 2, 1]);
    setSearch(test.app, "c");
    moveEntry(test.app, 1);
    expect(test.app.stores.selection.getState()).toMatchObject({ sampleId: 3, stagePath: "2" });
  });

  it("moves through the stages and shows them in the editor", () => {
    const test = createTestApp();
    analyzed(test);
    moveStageSelection(test.app, 1);
    moveStageSelection(test.app, 1);
    expect(test.app.stores.selection.getState().stagePath).toBe("2");
    expect(test.app.stores.view.getState().reveal).toMatchObject({ start: 12, end: 20 });
  });

  it("follows the cursor without moving the editor", () => {
    const test = createTestApp();
    analyzed(test);
    followCursor(test.app, 25);
    expect([test.app.stores.selection.getState().stagePath, test.app.stores.view.getState().reveal]).toEqual([
      "3",
      null,
    ]);
    followCursor(test.app, 11);
    expect(test.app.stores.selection.getState().stagePath).toBe("3");
  });

  it("does not show places of an older text", () => {
    const test = createTestApp();
    analyzed(test);
    setText(test.app, `${TEXT} {`);
    selectStage(test.app, "2");
    followCursor(test.app, 25);
    expect([test.app.stores.selection.getState().stagePath, test.app.stores.view.getState().reveal]).toEqual([
      "2",
      null,
    ]);
  });

  it("goes to what a stage dropped", () => {
    const test = createTestApp({ selection: { sampleId: 1, stagePath: "1", pipelineId: null } });
    analyzed(test);
    const passed = testOutcome();
    const samples = [
      passed,
      { ...passed, status: "dropped" as const, drops: [{ path: "2", stage: "drop", reason: "x" }] },
      passed,
    ];
    test.app.stores.preview.setState({ result: testResult({ samples }) });
    showDropped(test.app, "2");
    expect(test.app.stores.selection.getState()).toMatchObject({ sampleId: 2, stagePath: "2" });
    expect(test.app.stores.entryFilter.getState().filter).toEqual({ kind: "stage", path: "2", effect: "dropped" });
  });
});

describe("runPreview", () => {
  it("sends the last good text, the samples with common and own labels", () => {
    const test = createTestApp();
    analyzed(test);
    const [first, ...rest] = test.app.stores.document.getState().samples;
    test.app.stores.document.transact("edit", {
      text: "broken {",
      samples: [{ ...first!, labels: { job: "own", x: "1" } }, ...rest],
    });
    runPreview(test.app);
    expect(test.previewWorkers[0]!.asked("run")).toEqual([
      expect.objectContaining({
        text: TEXT,
        pipeline: "stages",
        samples: [
          { id: 1, line: "a", labels: { job: "own", x: "1" }, timestamp: undefined },
          { id: 2, line: "b", labels: { job: "t" }, timestamp: undefined },
          { id: 3, line: "c", labels: { job: "t" }, timestamp: undefined },
        ],
      }),
    ]);
  });

  it("does nothing before any text was good", () => {
    const test = createTestApp();
    runPreview(test.app);
    expect(test.previewWorkers).toEqual([]);
  });
});

describe("filters and the search", () => {
  it("are set and cleared", () => {
    const { app } = createTestApp();
    setFilter(app, { kind: "status", status: "held" });
    expect(app.stores.entryFilter.getState().filter).toEqual({ kind: "status", status: "held" });
    setSearch(app, "a");
    showAllEntries(app);
    expect(app.stores.entryFilter.getState()).toMatchObject({ filter: { kind: "all" }, search: "" });
  });

  it("are one list where nothing is filtered, and are sent with one object of labels, but for their own", () => {
    const labelled = { id: 9, line: "d", labels: { env: "test" } };
    const { app } = createTestApp();
    const { samples } = app.stores.document.getState();
    app.stores.document.transact("", { samples: [...samples, labelled], commonLabels: 'env="prod", job="shop"' });
    expect(app.derived.rows()).toBe(app.derived.found());
    setFilter(app, { kind: "status", status: "held" });
    expect(app.derived.rows()).not.toBe(app.derived.found());
    const labels = app.derived.runSamples().map((sample) => sample.labels);
    expect(labels[1]).toBe(labels[0]);
    expect([labels[0], labels.at(-1)]).toEqual([
      { env: "prod", job: "shop" },
      { env: "test", job: "shop" },
    ]);
  });

  it("move the selection to the nearest entry that is shown, so that list and inspector show the same", () => {
    const { app } = createTestApp();
    const ids = app.stores.document.getState().samples.map(({ id }) => id);
    const chosen = () => ids.indexOf(app.stores.selection.getState().sampleId!);
    selectEntry(app, ids[1]!);
    setFilter(app, { kind: "entries", ids: [ids[0]!, ids[2]!], what: "two of them" });
    expect([chosen(), app.derived.isLeftOut()]).toEqual([2, false]);
    setFilter(app, { kind: "entries", ids: [ids[0]!], what: "one of them" });
    expect(chosen()).toBe(0);
    showAllEntries(app);
    setSearch(app, "B");
    expect(chosen()).toBe(1);
    // A search for what is nowhere shows none; the inspector says so, and moving on stays in what is shown.
    setSearch(app, "nowhere");
    expect([chosen(), app.derived.isLeftOut(), app.derived.rows()]).toEqual([1, true, []]);
    moveEntry(app, 1);
    expect(chosen()).toBe(1);
    app.stores.entryFilter.setState({ search: "c" });
    expect(app.derived.isLeftOut()).toBe(true);
    moveEntry(app, 1);
    expect([chosen(), app.derived.isLeftOut()]).toEqual([2, false]);
  });
});

it("a problem brings the text next to the stages", () => {
  const { app } = createTestApp();
  setPipelineView(app, "stages");
  revealProblem(app, { start: 1, end: 2 });
  expect(app.stores.settings.getState().pipelineView).toBe("split");
  setPipelineView(app, "code");
  revealProblem(app, { start: 1, end: 2 });
  expect(app.stores.settings.getState().pipelineView).toBe("code");
});

it("where nothing is written yet, a button opens the text with the cursor where the first stage goes", () => {
  const { app } = createTestApp({ document: emptyDocument("new") });
  const { text } = app.stores.document.getState();
  const start = text.indexOf("logs.process");
  const end = text.lastIndexOf("}") + 1;
  const analysis: Analysis = {
    text,
    ok: true,
    problems: [],
    pipelines: [{ id: "main", start, end, stages: [] }],
    cards: [],
    graph: null,
    target: "sluice",
  };
  app.stores.analysis.setState({ current: analysis, good: analysis });
  setPipelineView(app, "stages");
  writeStage(app);
  const { reveal } = app.stores.view.getState();
  expect(app.stores.settings.getState().pipelineView).toBe("split");
  expect([reveal?.to, text.slice(0, reveal?.start)]).toEqual(["focus", 'logs.process "main" {\n  forward_to = []\n  ']);
});

it("texts that are opened to be typed into ask for the focus, lists do not", () => {
  const { app } = createTestApp();
  const run = (id: CommandId) =>
    void paletteCommands(app)
      .find((command) => command.id === id)!
      .run();
  const asked = () => app.stores.view.getState().focus?.on;
  run("samples.text");
  expect([app.stores.sampleList.getState().mode, asked()]).toEqual(["text", "samples"]);
  run("samples.list");
  expect(asked()).toBeUndefined();
  run("view.code");
  expect([app.stores.settings.getState().pipelineView, asked()]).toEqual(["code", "code"]);
});

it("a paste of nothing says so", () => {
  const test = createTestApp();
  pasteText(test.app, "");
  pasteText(test.app, " \n\n");
  expect(noticesOf(test)).toEqual([
    "The clipboard has only blank lines. Copy lines of a log or a configuration, then paste again.",
  ]);
  expect(linesOf(test)).toEqual(["a", "b", "c"]);
});

it("a pasted configuration is not taken for lines of a log, whatever has the focus", () => {
  const test = createTestApp();
  pasteText(test.app, "stage.docker { }\n");
  takeImport(test.app);
  const { text, name, samples } = test.workspace.app.stores.document.getState();
  expect([text, name, samples]).toEqual(["stage.docker { }\n", "Pasted pipeline", []]);
  pasteText(test.app, "plain");
  expect([test.app.stores.document.getState().text, linesOf(test)]).toEqual([TEXT, ["a", "b", "c", "plain"]]);
});

it("a fix of a problem is applied with one undo, and never to another text than the problem was found in", async () => {
  const test = createTestApp();
  const fix = { title: "Change to keep", edits: [{ span: { start: 6, end: 10 }, text: "keep" }] };
  await applyFix(test.app, fix);
  expect([test.app.stores.document.getState().text, noticesOf(test)]).toEqual([
    TEXT,
    [expect.stringContaining("changed in the meantime")],
  ]);
  analyzed(test);
  await applyFix(test.app, fix);
  expect(test.app.stores.document.getState().text).toBe('stage.keep { expression = "b" }');
  undo(test.app);
  expect([test.app.stores.document.getState().text, noticesOf(test).at(-1)]).toEqual([
    TEXT,
    "Undone: Applied the fix “Change to keep”.",
  ]);
});

it("rows have room for three values, by document; none of them is the line", () => {
  const { app } = createTestApp();
  const { currentId } = app.stores.documents.getState();
  const names = () => app.stores.settings.getState().rowNames[currentId];
  for (const name of ["a", "b", "c", "d"]) toggleRowName(app, name);
  expect(names()).toEqual(["b", "c", "d"]);
  toggleRowName(app, "c");
  expect(names()).toEqual(["b", "d"]);
  setRowNames(app, []);
  expect(names()).toEqual([]);
  setRowNames(app, "automatic");
  expect(names()).toBeUndefined();
  toggleRowName(app, "a");
  expect(names()).toEqual(["a"]);
});
