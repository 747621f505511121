import { describe, expect, it } from "vitest";
import { EXAMPLES } from "../examples/index.ts";
import type { Analysis, StageItem } from "../language/protocol.ts";
import { sampleIdsOfRun } from "../preview/receive-run.ts";
import { createTestApp, type TestApp, testOutcome, testResult } from "../testing.ts";
import { addSamples } from "./add-samples.ts";
import { clearSamples } from "./clear-samples.ts";
import { editSampleText } from "./edit-samples.ts";
import { copyConfig, exportFile, fileName } from "./export-file.ts";
import { followCursor } from "./follow-cursor.ts";
import { importFile } from "./import-file.ts";
import { findBinding, KEY_BINDINGS } from "./keys.ts";
import { moveEntry } from "./move-entry.ts";
import { moveStageSelection } from "./move-stage-selection.ts";
import { loadExampleSamples, openExample } from "./open-example.ts";
import { paletteCommands, searchCommands } from "./palette.ts";
import { readStatus } from "./poll-server.ts";
import { removeEntry } from "./remove-entry.ts";
import { rename } from "./rename.ts";
import { runPreview } from "./run-preview.ts";
import { selectStage } from "./select-stage.ts";
import { setCommonLabels } from "./set-common-labels.ts";
import { setFilter, setSearch } from "./set-filter.ts";
import { setText } from "./set-text.ts";
import { showDropped } from "./show-dropped.ts";
import { undoReplacement } from "./undo-replacement.ts";
import { uploadSamples } from "./upload-samples.ts";

const lines = ({ app }: TestApp) => app.stores.document.getState().samples.map((sample) => sample.line);
const notices = ({ app }: TestApp) => app.stores.notices.getState().notices.map(({ text }) => text);
const file = (name: string, text: string, size = text.length) => ({ name, size, text: async () => text });

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
    pipelines: [
      { id: "stages", start: 0, end: 31, stages: [stage("1", 0, 10), stage("2", 12, 20), stage("3", 22, 31)] },
    ],
  };
  test.app.stores.analysis.setState({ current: analysis, good: analysis });
}

describe("samples", () => {
  it("are added behind the others, the first of them selected, filters cleared, and one undo away", () => {
    const test = createTestApp();
    setSearch(test.app, "zzz");
    addSamples(test.app, "d\r\ne\n", "the clipboard");
    expect(lines(test)).toEqual(["a", "b", "c", "d", "e"]);
    expect(test.app.stores.selection.getState().sampleId).toBe(4);
    expect(test.app.stores.view.getState().search).toBe("");
    undoReplacement(test.app);
    expect(lines(test)).toEqual(["a", "b", "c"]);
  });

  it("keep ids of their own after undo and adding again", () => {
    const test = createTestApp();
    addSamples(test.app, "d", "a");
    undoReplacement(test.app);
    addSamples(test.app, "e", "a");
    const ids = test.app.stores.document.getState().samples.map((sample) => sample.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("are removed all at once, with a message that takes it back", () => {
    const test = createTestApp();
    clearSamples(test.app);
    expect(lines(test)).toEqual([]);
    test.app.stores.notices.getState().notices[0]!.action!.run();
    expect(lines(test)).toEqual(["a", "b", "c"]);
  });

  it("come back without taking along what was edited since", () => {
    const test = createTestApp();
    clearSamples(test.app);
    setText(test.app, "new text");
    undoReplacement(test.app);
    expect([lines(test), test.app.stores.document.getState().text]).toEqual([["a", "b", "c"], "new text"]);
  });

  it("keep their labels while new ones cannot be read", () => {
    const { stores } = createTestApp().app;
    const app = { stores } as TestApp["app"];
    setCommonLabels(app, 'job="x", env');
    expect(stores.document.getState()).toMatchObject({ commonLabels: 'job="x", env', labels: { job: "t" } });
    setCommonLabels(app, 'job="x", env="y"');
    expect(stores.document.getState().labels).toEqual({ job: "x", env: "y" });
  });

  it("are removed one by one; the neighbour is selected", () => {
    const test = createTestApp({ selection: { sampleId: 3, stagePath: null, pipelineId: null } });
    removeEntry(test.app, 3);
    expect([lines(test), test.app.stores.selection.getState().sampleId]).toEqual([["a", "b"], 2]);
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

  it("come from a file; an empty, unreadable or huge one changes nothing", async () => {
    const test = createTestApp();
    await uploadSamples(test.app, file("app.log", "x\ny"));
    await uploadSamples(test.app, file("none.log", ""));
    await uploadSamples(test.app, file("huge.log", "x", 1e9));
    await uploadSamples(test.app, { name: "gone.log", size: 1, text: () => Promise.reject(new Error("gone")) });
    expect(lines(test)).toEqual(["a", "b", "c", "x", "y"]);
    expect(notices(test)).toEqual([
      "none.log is empty.",
      expect.stringContaining("huge.log is larger"),
      expect.stringContaining("gone.log could not be read"),
    ]);
  });
});

describe("documents", () => {
  it("are replaced by an example and brought back by one undo", () => {
    const test = createTestApp();
    openExample(test.app, EXAMPLES[0]);
    expect(test.app.stores.document.getState()).toMatchObject({
      name: EXAMPLES[0].name,
      text: EXAMPLES[0].config,
      commonLabels: 'job="nginx"',
    });
    undoReplacement(test.app);
    expect(test.app.stores.document.getState()).toMatchObject({ name: "test", text: TEXT, commonLabels: 'job="t"' });
  });

  it("keep their text when only an example's samples are taken", () => {
    const test = createTestApp();
    loadExampleSamples(test.app, EXAMPLES[0]);
    expect(test.app.stores.document.getState()).toMatchObject({
      name: "test",
      text: TEXT,
      commonLabels: 'job="nginx"',
    });
  });

  it("offer to undo only the last replacement", () => {
    const test = createTestApp();
    openExample(test.app, EXAMPLES[0]);
    clearSamples(test.app);
    expect(notices(test)).toEqual([expect.stringContaining("Removed")]);
  });

  it("are imported with the file's name; samples stay", async () => {
    const test = createTestApp();
    await importFile(test.app, file("my shop.alloy", "stage.output { }"));
    expect(test.app.stores.document.getState()).toMatchObject({ name: "my shop", text: "stage.output { }" });
    expect(lines(test)).toEqual(["a", "b", "c"]);
  });

  it("are not imported from what is no configuration file", async () => {
    const test = createTestApp();
    await importFile(test.app, file("a.bin", "\u0000\u0001"));
    await importFile(test.app, file("big.alloy", "x", 2e6));
    expect(test.app.stores.document.getState().text).toBe(TEXT);
    expect(notices(test)).toHaveLength(2);
  });

  it("are exported under a name made of theirs, and copied", async () => {
    const test = createTestApp();
    exportFile(test.app);
    await copyConfig(test.app);
    expect([test.downloads, test.copied]).toEqual([[{ name: "test.alloy", text: TEXT }], [TEXT]]);
  });

  const names: readonly [string, string][] = [
    ["nginx access log", "nginx-access-log.alloy"],
    ["../../etc/passwd", "etc-passwd.alloy"],
    ["Ärger №1", "ärger-1.alloy"],
    ["///", "pipeline.alloy"],
  ];
  for (const [name, expected] of names) it(`names the file of “${name}”`, () => expect(fileName(name)).toBe(expected));

  it("are renamed, not to nothing", () => {
    const test = createTestApp();
    rename(test.app, "  shop ");
    rename(test.app, "   ");
    expect(test.app.stores.document.getState().name).toBe("shop");
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
    test.app.stores.document.setState({ text: `${TEXT} {` });
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
    test.app.stores.preview.setState({ result: testResult({ samples }), sampleIds: [1, 2, 3] });
    showDropped(test.app, "2");
    expect(test.app.stores.selection.getState()).toMatchObject({ sampleId: 2, stagePath: "2" });
    expect(test.app.stores.view.getState().filter).toEqual({ kind: "stage", path: "2", effect: "dropped" });
  });
});

describe("runPreview", () => {
  it("sends the last good text, the samples with common and own labels", () => {
    const test = createTestApp();
    analyzed(test);
    const [first, ...rest] = test.app.stores.document.getState().samples;
    test.app.stores.document.setState({
      text: "broken {",
      samples: [{ ...first!, labels: { job: "own", x: "1" } }, ...rest],
    });
    runPreview(test.app);
    expect(test.previewWorkers[0]!.received).toEqual([
      expect.objectContaining({
        type: "run",
        text: TEXT,
        pipeline: "stages",
        samples: [
          { line: "a", labels: { job: "own", x: "1" }, timestamp: undefined },
          { line: "b", labels: { job: "t" }, timestamp: undefined },
          { line: "c", labels: { job: "t" }, timestamp: undefined },
        ],
      }),
    ]);
    expect(sampleIdsOfRun.get(test.app.stores)).toEqual([1, 2, 3]);
  });

  it("does nothing before any text was good", () => {
    const test = createTestApp();
    runPreview(test.app);
    expect(test.previewWorkers).toEqual([]);
  });
});

describe("keys", () => {
  const press = (key: string, more: Partial<Record<"shiftKey" | "ctrlKey" | "metaKey" | "altKey", boolean>> = {}) => ({
    key,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...more,
  });
  const found = (event: ReturnType<typeof press>, inField = false) => findBinding(event, inField)?.about;

  it("mean the same with caps lock, and nothing inside text fields", () => {
    expect([found(press("j")), found(press("J")), found(press("j"), true)]).toEqual([
      "Next entry",
      "Next entry",
      undefined,
    ]);
  });
  it("run and the palette work everywhere", () => {
    expect([found(press("Enter", { shiftKey: true }), true), found(press("k", { metaKey: true }), true)]).toEqual([
      "Run the preview now",
      "Open the command palette",
    ]);
  });
  it("leave the browser's own alone", () => expect(found(press("j", { ctrlKey: true }))).toBeUndefined());
  it("are each listed once", () =>
    expect(new Set(KEY_BINDINGS.map(({ keys }) => keys)).size).toBe(KEY_BINDINGS.length));
});

describe("the palette", () => {
  it("finds commands by words in any order", () => {
    const { app } = createTestApp();
    expect(searchCommands(paletteCommands(app), "example nginx").map(({ title }) => title)).toEqual([
      "Open the example: nginx access log",
    ]);
  });
  it("offers the last replacement for undo", () => {
    const test = createTestApp();
    clearSamples(test.app);
    const [undo] = searchCommands(paletteCommands(test.app), "undo");
    expect(undo!.title).toBe("Undo: Removed all samples");
    undo!.run();
    expect(lines(test)).toHaveLength(3);
  });
  it("titles are unique", () => {
    const titles = paletteCommands(createTestApp().app).map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

it("filters are set and cleared", () => {
  const { app } = createTestApp();
  setFilter(app, { kind: "status", status: "held" });
  expect(app.stores.view.getState().filter).toEqual({ kind: "status", status: "held" });
});

describe("readStatus", () => {
  const cases: readonly [string, unknown, Record<string, unknown>][] = [
    [
      "a status",
      { version: "1.2", state: "running", config: "nginx.alloy", uptime_seconds: 5, time_zone_data: "2025c" },
      {
        status: "present",
        version: "1.2",
        state: "running",
        config: "nginx.alloy",
        uptime: 5,
        timeZoneData: "2025c",
      },
    ],
    [
      "wrong types",
      { version: 1, state: null, config: {}, uptime_seconds: "x", time_zone_data: 2025, components: "x" },
      {
        status: "present",
        version: undefined,
        state: undefined,
        config: undefined,
        uptime: undefined,
        timeZoneData: undefined,
      },
    ],
    [
      "components that cannot work",
      {
        state: "running",
        components: [
          { id: "a", health: { state: "healthy", message: "" } },
          { id: "b", health: { state: "unhealthy", message: "refused" } },
          { id: "c", health: { state: "unhealthy", message: "" } },
          { id: "d" },
          null,
        ],
      },
      {
        unhealthy: [
          { id: "b", message: "refused" },
          { id: "c", message: "unhealthy" },
        ],
      },
    ],
    ["no server", undefined, { status: "absent" }],
    ["not an object", "<!doctype html>", { status: "absent" }],
  ];
  for (const [name, given, expected] of cases) it(name, () => expect(readStatus(given)).toMatchObject(expected));
});
