/** Single entries, pasted text, the clock, and the links to an entry's origins. */
import { describe, expect, it } from "vitest";
import { undo } from "../../core/edit/undo.ts";
import { loadResources, MAX_RESOURCE_BYTES, setResource, takeDemoDatabase } from "../../core/page/choose-resource.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { showEntries } from "../../core/select/show-entries.ts";
import { createTestApp, linesOf, noticesOf, type TestApp, testResult } from "../../testing/testing.ts";
import { presentTime, setClock, setHoldEnd, stepClock } from "../clock/clock.ts";
import { duplicateEntry, editEntry, newEntry, saveEntry, shiftEntry } from "./edit-entry.ts";
import { editSampleText } from "./edit-samples.ts";
import { pasteSamples, takePasted } from "./paste-samples.ts";

const documentOf = ({ app }: TestApp) => app.stores.document.getState();
const selected = ({ app }: TestApp) => app.stores.selection.getState().sampleId;
const start = (sampleId: number | null) =>
  createTestApp({ selection: { sampleId, stagePath: null, pipelineId: null } });

describe("an entry", () => {
  it("is edited, and one undo brings it back", () => {
    const test = start(2);
    saveEntry(test.app, 2, { line: "b\nb", labels: {}, metadata: [["t", "1"]], timestamp: "", advance: "1s" });
    expect(documentOf(test).samples[1]).toEqual({ id: 2, line: "b\nb", metadata: [["t", "1"]], advance: "1s" });
    undo(test.app);
    expect(documentOf(test).samples[1]).toEqual({ id: 2, line: "b" });
  });
  it("without a change leaves nothing to undo", () => {
    const test = start(2);
    saveEntry(test.app, 2, { line: "b" });
    saveEntry(test.app, 99, { line: "x" });
    expect([documentOf(test).undoable, noticesOf(test)]).toEqual([null, []]);
  });
  it("is added after the selected one, and its editor opens", () => {
    const test = start(1);
    newEntry(test.app);
    expect([linesOf(test), selected(test), test.app.stores.view.getState().dialog?.kind]).toEqual([
      ["a", "", "b", "c"],
      4,
      "entry",
    ]);
  });
  it("is added to an empty list", () => {
    const test = start(null);
    test.app.stores.document.transact("edit", { samples: [] });
    newEntry(test.app);
    expect(linesOf(test)).toEqual([""]);
  });
  it("is duplicated with all of its fields; nothing happens without a selection", () => {
    const test = start(1);
    saveEntry(test.app, 1, { line: "a", labels: { x: "1" } });
    duplicateEntry(test.app);
    expect(documentOf(test).samples[1]).toEqual({ id: 4, line: "a", labels: { x: "1" } });
    const none = start(null);
    duplicateEntry(none.app);
    expect(linesOf(none)).toEqual(["a", "b", "c"]);
  });
  it("is moved and stays selected, not beyond the ends", () => {
    const test = start(2);
    shiftEntry(test.app, 1);
    shiftEntry(test.app, 1);
    expect([linesOf(test), selected(test)]).toEqual([["a", "c", "b"], 2]);
    undo(test.app);
    expect(linesOf(test)).toEqual(["a", "b", "c"]);
  });
  it("that was removed has no editor", () => {
    const test = start(2);
    editEntry(test.app, 99);
    editEntry(test.app, null);
    expect(test.app.stores.view.getState().dialog).toBe(null);
  });
});

describe("a text of samples with a mistake", () => {
  it("is kept while the samples stay, and is applied once it is fixed", () => {
    const test = start(1);
    editSampleText(test.app, '{"line":"a","labels":{"x":"1"}}\n{"line":', { previous: "jsonl" });
    expect([linesOf(test), documentOf(test).draft]).toEqual([
      ["a", "b", "c"],
      '{"line":"a","labels":{"x":"1"}}\n{"line":',
    ]);
    editSampleText(test.app, '{"line":"a","labels":{"x":"1"}}\n{"line":"z"}', { previous: "jsonl" });
    expect([documentOf(test).samples, documentOf(test).draft]).toEqual([
      [
        { id: 1, line: "a", labels: { x: "1" } },
        { id: 2, line: "z" },
      ],
      null,
    ]);
  });
  it("returns with one undo after other samples replaced it", () => {
    const test = start(1);
    editSampleText(test.app, '{"line":', { previous: "jsonl" });
    shiftEntry(test.app, 1);
    expect(documentOf(test).draft).toBeNull();
    undo(test.app);
    expect(documentOf(test).draft).toBe('{"line":');
  });
});

describe("pasted text", () => {
  const TRACE = "ERROR x\r\n\tat a.B.c(B.java:1)\r\n";
  it("that looks like a stack trace is asked about", () => {
    const test = start(1);
    pasteSamples(test.app, TRACE);
    expect([linesOf(test).length, test.app.stores.view.getState().dialog?.kind]).toEqual([3, "paste"]);
    takePasted(test.app, "entry");
    expect([linesOf(test).at(-1), test.app.stores.view.getState().dialog]).toEqual([
      "ERROR x\n\tat a.B.c(B.java:1)",
      null,
    ]);
    pasteSamples(test.app, TRACE);
    takePasted(test.app, "lines");
    expect(linesOf(test).slice(4)).toEqual(["ERROR x", "\tat a.B.c(B.java:1)"]);
    pasteSamples(test.app, TRACE);
    closeDialog(test.app);
    expect(linesOf(test)).toHaveLength(6);
  });
  it("of other lines, or JSON lines, is added at once", () => {
    const test = start(1);
    pasteSamples(test.app, "x\ny");
    pasteSamples(test.app, '{"line":"z","advance":"1s"}');
    expect(documentOf(test).samples.slice(3)).toMatchObject([
      { line: "x" },
      { line: "y" },
      { line: "z", advance: "1s" },
    ]);
  });
  it("of damaged JSON lines is refused with its place", () => {
    const test = start(1);
    pasteSamples(test.app, '{"line":"z"}\n{"line":');
    expect([linesOf(test).length, noticesOf(test)]).toEqual([3, [expect.stringContaining("line 2 is not an entry")]]);
  });
});

describe("the clock", () => {
  it("is not stepped while the input ends after the last entry", () => {
    const test = start(1);
    stepClock(test.app, { kind: "deadline" });
    expect(documentOf(test).steps).toEqual([]);
  });
  it("drops its steps when the input is kept open or ended", () => {
    const test = start(1);
    setHoldEnd(test.app, true);
    stepClock(test.app, { kind: "deadline" });
    setHoldEnd(test.app, false);
    expect(documentOf(test).steps).toEqual([]);
  });
  it("accepts only a valid start time", () => {
    const test = start(1);
    expect([setClock(test.app, "soon", 1), setClock(test.app, presentTime(test.app), 7)]).toEqual([false, true]);
    expect(documentOf(test)).toMatchObject({ clock: "2026-01-15T08:00:00Z", seed: 7 });
  });
});

describe("the origins of entries", () => {
  it("are shown alone, the first of them selected", () => {
    const test = start(1);
    test.app.stores.preview.setState({ result: testResult({ sampleIds: [1, 2, 3] }) });
    showEntries(test.app, [1, 2]);
    expect([selected(test), test.app.stores.entryFilter.getState().filter]).toEqual([
      2,
      { kind: "entries", ids: [2, 3], what: "entries 2–3" },
    ]);
    showEntries(test.app, [0]);
    expect([selected(test), test.app.stores.entryFilter.getState().filter]).toEqual([1, { kind: "all" }]);
    showEntries(test.app, [7]);
    expect(selected(test)).toBe(1);
  });
});

describe("files for stages", () => {
  const blob = (name: string) => Object.assign(new Blob(["x"]), { name });

  it("are stored by the browser and available on the next visit", async () => {
    const kept = { "/a": { name: "a.mmdb", size: 1, blob: new Blob(["x"]) } };
    const test = createTestApp(
      {},
      { fileStorage: { load: async () => kept, put: async () => true, remove: async () => true } },
    );
    await loadResources(test.app);
    expect(test.app.stores.files.getState()).toEqual({ loaded: true, files: kept });
  });
  it("report when the browser does not store them, or they are too large", async () => {
    const test = createTestApp(
      {},
      { fileStorage: { load: async () => ({}), put: async () => false, remove: async () => true } },
    );
    await setResource(test.app, "/a", blob("a.mmdb"));
    const huge = { name: "huge.mmdb", size: MAX_RESOURCE_BYTES + 1 } as Blob & { name: string };
    await setResource(test.app, "/b", huge);
    expect(Object.keys(test.app.stores.files.getState().files)).toEqual(["/a"]);
    expect(noticesOf(test)).toEqual([
      expect.stringContaining("is used for"),
      expect.stringContaining("does not keep a.mmdb"),
      expect.stringContaining("larger than 512 MiB"),
    ]);
  });
  it("come from the page itself if it has one", async () => {
    const test = createTestApp({}, { fetchFile: async () => new Blob(["db"]) });
    await takeDemoDatabase(test.app, "/a");
    expect(test.app.stores.files.getState().files["/a"]).toMatchObject({ name: "demo-city.mmdb", size: 2 });
    const without = createTestApp();
    await takeDemoDatabase(without.app, "/a");
    expect(noticesOf(without)).toEqual([expect.stringContaining("could not be loaded")]);
  });
});
