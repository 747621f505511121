/** The tests of the open document: shows them, creates them from entries, updates what they expect. */

import type { RecordedPart } from "@sluice/engine";
import { editText, type Made, sayRefused } from "../../core/edit/edit-text.ts";
import { fileBase } from "../../core/edit/export-file.ts";
import { change, undoAction } from "../../core/edit/undo.ts";
import type { ChosenFile } from "../../core/model/chosen-file.ts";
import { MAX_TESTS_TEXT, normalizeText } from "../../core/model/document.ts";
import type { RunSample } from "../../core/model/run.ts";
import { addTime, timeUntil } from "../../core/model/sample-time.ts";
import type { App } from "../../core/page/app.ts";
import { goTo, showPanes } from "../../core/page/areas.ts";
import type { Command } from "../../core/page/command.ts";
import { closeDialog, openDialog } from "../../core/page/dialogs.ts";
import { notify } from "../../core/page/notify.ts";
import { type EditKind, labelOfEdit } from "../../core/text/edit-kind.ts";
import { runTests } from "./follow-tests.ts";
import {
  type ListedTest,
  type RecordedChoice,
  suggestName,
  type TestChange,
  type TestEdited,
  type TestRow,
  TOO_LONG,
} from "./tests.ts";
import { FIRST_TESTS_VIEW, type TestsView } from "./tests-view-store.ts";

/** The name of the test file. */
export const testFileName = (app: App): string => `${fileBase(app.stores.document.getState().name)}.tests.yaml`;

export function openTests(app: App, chosen: string | null = null): void {
  closeDialog(app);
  goTo(app, "design");
  showTests(app, chosen === null ? {} : { ...FIRST_TESTS_VIEW, chosen });
}

export const closeTests: (app: App) => void = showPanes;

/** Shows the tests in place of the panes, with the given changes of their view. */
export function showTests(app: App, wanted: Partial<TestsView>): void {
  const { view, testsView } = app.stores;
  testsView.setState({ ...(areShown(app) ? {} : FIRST_TESTS_VIEW), ...wanted });
  view.setState({ shows: "tests" });
}

const areShown = ({ stores }: App): boolean => stores.view.getState().shows === "tests";

/** The default of a new test: the selected entry, with those that it was merged with. */
export interface TestDraft {
  readonly name: string;
  /** Places of the first and the last sample, from 1. */
  readonly from: number;
  readonly to: number;
}

/** Undefined without samples. */
export function draftTest(app: App): TestDraft | undefined {
  const { samples } = app.stores.document.getState();
  const { sampleId } = app.stores.selection.getState();
  const at = samples.findIndex(({ id }) => id === sampleId);
  const index = at < 0 ? 0 : at;
  const sample = samples[index];
  if (sample === undefined) return undefined;
  const outcome = app.derived.outcomes().get(sample.id);
  const { result } = app.stores.preview.getState();
  const merged = (outcome?.mergedFrom ?? [])
    .map((i) => samples.findIndex(({ id }) => id === result?.sampleIds[i]))
    .filter((i) => i >= 0);
  const from = Math.min(index, ...merged) + 1;
  return { name: suggestName(from, outcome?.status, outcome?.drops[0]), from, to: Math.max(index, ...merged) + 1 };
}

type MadeTests = Made & Extract<TestEdited, { readonly ok: true }>;

/**
 * Changes the test file; `label` describes the change in the history and to the user. Returns the name of the added or
 * renamed test, "" if there is none, and undefined if nothing was changed.
 */
export async function changeTests(app: App, label: string, change: TestChange): Promise<string | undefined> {
  // As it was listed when the user chose.
  const ran = app.stores.tests.getState().report?.tests;
  const edited = await editText<MadeTests>(app, {
    part: "tests",
    label,
    // Samples that are added may have changed as well. A listed test is found by its name in any file.
    onConflict: change.kind === "add" ? "refuse" : "again",
    silent: true,
    async make(tests) {
      const { text } = app.stores.document.getState();
      const edited = await app.tests.change({ text, tests, ran, change });
      // What a test expects comes from the configuration as it was asked about.
      if (app.stores.document.getState().text !== text) return "conflict";
      if (!edited.ok) return { ok: false, messages: [edited.message] };
      if (edited.tests.length > MAX_TESTS_TEXT) return { ok: false, messages: [TOO_LONG] };
      return { ...edited, text: edited.tests };
    },
    done({ note }, step) {
      const said = note === undefined ? `${label}.` : `${label}. ${note}`;
      if (step !== undefined) notify(app, "info", said, undoAction(app, step), "tests");
      // After a change the user wants to see the new results.
      runTests(app);
    },
  });
  sayRefused(app, edited, "tests");
  return edited.ok ? (edited.made.name ?? "") : undefined;
}

/** Creates a test from adjacent samples that expects their current result. False: it was not created. */
export async function addTest(
  app: App,
  { name, from, to }: TestDraft,
  choice: RecordedChoice,
  keepsPrivate = false,
): Promise<boolean> {
  const all = app.derived.runSamples();
  return addTestOf(app, name, all.slice(from - 1, to), choice, keepsPrivate);
}

/** The same from any samples, in their order. */
export async function addTestOf(
  app: App,
  name: string,
  chosen: readonly RunSample[],
  choice: RecordedChoice,
  keepsPrivate = false,
): Promise<boolean> {
  const { clock, seed } = app.stores.document.getState();
  const all = app.derived.runSamples();
  const [first, ...rest] = chosen;
  if (first === undefined) return false;
  // Its clock starts when its first entry is sent.
  const before = all.slice(0, all.findIndex(({ id }) => id === first.id) + 1);
  const start = before.reduce((at, { advance }) => addTime(at, advance), clock);
  const test = {
    name,
    samples: [{ ...first, advance: undefined }, ...rest],
    start,
    seed,
    common: { clock, labels: app.derived.commonLabels() },
    pipeline: app.derived.pipeline()?.id,
    ...afterLast(app),
    choice,
    keepsPrivate,
  };
  const added = await changeTests(app, `Added the test “${name}”`, { kind: "add", test });
  if (added === undefined) return false;
  showTests(app, { chosen: added, filter: "all", asText: false });
  return true;
}

/** The clock steps after the last sample, which a test that keeps its input open repeats after its last entry. */
function afterLast({ stores, derived }: App): { readonly advance: string | undefined; readonly hold: boolean } {
  const { clock, holdEnd } = stores.document.getState();
  const { result } = stores.preview.getState();
  if (!holdEnd || result === null) return { advance: undefined, hold: holdEnd };
  const sent = derived.runSamples().reduce((at, { advance }) => addTime(at, advance), clock);
  const passed = timeUntil(sent, result.clock.now);
  return { advance: passed === "0s" ? undefined : passed, hold: !result.clock.ended };
}

/** Makes tests expect their current results. */
export function takeOutcome(app: App, rows: readonly TestRow[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const what = rows.length === 1 ? `“${first.name}”` : `${rows.length} tests`;
  void changeTests(app, `Changed ${what} to expect the current result`, {
    kind: "take",
    tests: rows.map(listed),
  });
}

const listed = ({ index, name }: TestRow): ListedTest => ({ index, name });

/** Makes a test compare other parts, with their current result. False: it compares what it did. */
export async function chooseParts(app: App, row: TestRow, choice: RecordedChoice): Promise<boolean> {
  const label = `Changed what “${row.name}” compares`;
  return (await changeTests(app, label, { kind: "choose", test: listed(row), choice })) !== undefined;
}

export async function renameTest(app: App, row: TestRow, name: string): Promise<void> {
  const tidy = name.trim();
  if (tidy === "" || tidy === row.name) return;
  const label = `Renamed the test “${row.name}”`;
  const named = await changeTests(app, label, { kind: "rename", test: listed(row), name: tidy });
  if (named !== undefined) showTests(app, { chosen: named });
}

export function removeTest(app: App, row: TestRow): void {
  void changeTests(app, `Removed the test “${row.name}”`, { kind: "remove", test: listed(row) });
}

/** Applies an edit of the test file. */
export function setTests(app: App, text: string, kind: EditKind = "typed"): void {
  if (text.length > MAX_TESTS_TEXT) {
    notify(app, "error", TOO_LONG, undefined, "tests");
    return;
  }
  const label = labelOfEdit(kind, "the tests");
  app.stores.document.transact(label, { tests: normalizeText(text) }, kind === "typed" ? { group: "tests" } : {});
}

/** Downloads the test file, to be stored with the configuration. */
export function downloadTests(app: App): void {
  const { tests, lineEnd } = app.stores.document.getState();
  app.platform.download(testFileName(app), tests.replaceAll("\n", lineEnd));
}

/** Asks for a test file, which replaces the existing tests. */
export async function chooseTests(app: App): Promise<void> {
  const file = await app.platform.chooseFile(".yaml,.yml");
  if (file !== undefined) await openTestFile(app, file);
}

export async function openTestFile(app: App, file: ChosenFile): Promise<void> {
  if (file.size > MAX_TESTS_TEXT) return notify(app, "error", `“${file.name}”: ${TOO_LONG}`, undefined, "tests");
  const text = await file.text();
  if (text.includes("\0"))
    return notify(app, "error", `“${file.name}” is not a text file, so it has no tests.`, undefined, "tests");
  if (change(app, `Opened the tests of “${file.name}”`, { tests: normalizeText(text) }) !== undefined) openTests(app);
}

/** Opens the sample that a test was created from. */
export function openTestedEntry(app: App, sampleId: number): void {
  app.stores.selection.setState({ sampleId });
  closeTests(app);
}

export const RECORDED: readonly RecordedPart[] = [
  "outcome",
  "line",
  "labels",
  "timestamp",
  "structured_metadata",
  "metrics",
];

const hasTests = (app: App): boolean => app.stores.document.getState().tests.trim() !== "";

export const TEST_COMMANDS = [
  {
    id: "tests",
    title: (app) => (areShown(app) ? "Close the tests" : "Show the tests"),
    words: "expect coverage assert",
    keys: ["T"],
    run: (app) => (areShown(app) ? closeTests(app) : openTests(app)),
  },
  {
    id: "tests.add",
    title: "New test from this entry…",
    words: "expect assert sample record",
    when: (app) => app.stores.document.getState().samples.length > 0,
    edits: true,
    run: (app) => openDialog(app, { kind: "test", edits: true }),
  },
  { id: "tests.run", title: "Run all tests", words: "again", when: hasTests, run: runTests },
  { id: "tests.open", title: "Open a test file…", words: "yaml import", edits: true, run: chooseTests },
  { id: "tests.download", title: "Download the tests", words: "yaml export save", when: hasTests, run: downloadTests },
] as const satisfies readonly Command[];
