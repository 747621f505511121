/** The tests of a document: what is asked of whoever runs and changes them, and what is shown of the answer. Plain data. */

import type { Coverage, PartResult, RecordedPart } from "@sluice/engine";
import { MAX_TESTS_TEXT } from "../../core/model/document.ts";
import type { RunSample } from "../../core/model/run.ts";
import type { Gone } from "../../core/workers/gone.ts";
import type { TestFilter } from "./tests-view-store.ts";

/** The configuration and its file of tests, as they are written. */
export interface TestTexts {
  readonly text: string;
  readonly tests: string;
}

/** What is wrong with a file, and on which line, from 1. */
export interface FileProblem {
  readonly line: number;
  readonly message: string;
}

export type TestStatus = "passed" | "failed" | "error";

/** One part of what a test expects; `line`: of the file of tests. */
export interface TestPartRow extends Omit<PartResult, "span"> {
  readonly line: number;
}

/** Why a stage could not do its work, or dropped an entry. */
export interface TestReason {
  readonly path: string;
  readonly stage: string;
  readonly text: string;
}

export interface TestRow {
  /** Place in the file, from 0. */
  readonly index: number;
  readonly name: string;
  readonly status: TestStatus;
  /** Lines of the file that it stands on, from 1; both are of it. */
  readonly from: number;
  readonly to: number;
  /** What it compares, in words; `exact` alone where it compares everything. */
  readonly compares: readonly string[];
  /** The entries that are sent; no more than a view shows. */
  readonly lines: readonly string[];
  /** How many are sent. */
  readonly entries: number;
  readonly parts: readonly TestPartRow[];
  readonly problem: string | undefined;
  readonly reasons: readonly TestReason[];
}

/** What came of all tests. */
export interface TestReport extends TestTexts {
  readonly rows: readonly TestRow[];
  readonly passed: number;
  readonly coverage: Coverage;
  readonly milliseconds: number;
}

export type TestsAnswer =
  | { readonly kind: "ran"; readonly report: TestReport }
  /** One of the two files has mistakes, so nothing was run. */
  | { readonly kind: "mistakes"; readonly of: "configuration" | "tests"; readonly problems: readonly FileProblem[] };

/** What of an outcome becomes an expectation. `exact`: all of an entry, and the metrics where they are among `parts`. */
export interface RecordedChoice {
  readonly exact: boolean;
  readonly parts: readonly RecordedPart[];
}

/** A test that is made of samples. */
export interface NewTestOrder {
  readonly name: string;
  readonly samples: readonly RunSample[];
  /** RFC 3339: where its clock starts. */
  readonly start: string;
  readonly seed: number;
  /** What all samples of the document have: a file that has no tests yet says it of all its tests. */
  readonly common: { readonly clock: string; readonly labels: Readonly<Record<string, string>> };
  /** Id of the pipeline. */
  readonly pipeline: string | undefined;
  /** Time that passes after the last, as a Go duration; undefined: none. */
  readonly advance: string | undefined;
  /** The input stays open. */
  readonly hold: boolean;
  readonly choice: RecordedChoice;
}

export type TestChange =
  | { readonly kind: "add"; readonly test: NewTestOrder }
  /** What came of these becomes what they expect: the parts that they compare. */
  | { readonly kind: "take"; readonly indexes: readonly number[] }
  /** What came becomes what is expected, of other parts. */
  | { readonly kind: "choose"; readonly index: number; readonly choice: RecordedChoice }
  | { readonly kind: "rename"; readonly index: number; readonly name: string }
  | { readonly kind: "remove"; readonly index: number };

export interface TestEditOrder extends TestTexts {
  readonly change: TestChange;
}

export type TestEdited =
  | {
      readonly ok: true;
      readonly tests: string;
      /** Of the test that was added or named. */
      readonly name: string | undefined;
      /** What the user should know of it. */
      readonly note: string | undefined;
    }
  | { readonly ok: false; readonly message: string };

/** When a test last passed, in milliseconds since 1970, and the change of the document with which it began to fail. */
export interface LastPassed {
  readonly at: number;
  readonly before: string | null;
}

export interface TestsState {
  /** `idle`: there are none, or they were not run yet; `stopped`: for too long a time. */
  readonly status: "idle" | "running" | "done" | "mistakes" | "stopped";
  /** Of the last run that ended; of earlier texts where the status is not `done`. */
  readonly report: TestReport | null;
  /** Why nothing is run, where one of the two files has mistakes. */
  readonly mistakes: { readonly of: "configuration" | "tests"; readonly problems: readonly FileProblem[] } | null;
  /** Why the last run failed. */
  readonly message: string | null;
  /** Of tests that fail, by name. */
  readonly lastPassed: ReadonlyMap<string, LastPassed>;
}

export const NO_TESTS: TestsState = {
  status: "idle",
  report: null,
  mistakes: null,
  message: null,
  lastPassed: new Map(),
};

/** What the tests come to, after the word “Tests”. */
export function testsInWords({ status, report, mistakes, message }: TestsState): {
  readonly tone: "good" | "error" | "missed" | "faint";
  readonly text: string;
} {
  if (status === "mistakes" && mistakes !== null)
    return { tone: mistakes.of === "tests" ? "error" : "missed", text: `not run: mistakes in the ${mistakes.of}` };
  if (status === "stopped") return { tone: "missed", text: message === null ? "not run" : "ended" };
  if (report === null)
    return status === "idle" ? { tone: "faint", text: "none" } : { tone: "faint", text: "running …" };
  const { passed, rows } = report;
  if (rows.length === 0) return { tone: "faint", text: "none" };
  return { tone: passed === rows.length ? "good" : "error", text: passedInWords(report) };
}

export const passedInWords = ({ passed, rows }: Pick<TestReport, "passed" | "rows">): string =>
  `${passed.toLocaleString("en")} of ${rows.length.toLocaleString("en")} passed`;

export const filterTests = (rows: readonly TestRow[], filter: TestFilter): readonly TestRow[] =>
  filter === "all" ? rows : rows.filter(({ status }) => (status === "passed") === (filter === "passed"));

/** The test that is looked at: of those that the list shows the chosen one, or the first that fails, or the first. A text shows all. */
export function chosenTest(
  all: readonly TestRow[],
  { chosen, filter, asText }: { readonly chosen: string | null; readonly filter: TestFilter; readonly asText: boolean },
): TestRow | undefined {
  const rows = asText ? all : filterTests(all, filter);
  return rows.find(({ name }) => name === chosen) ?? rows.find(({ status }) => status !== "passed") ?? rows[0];
}

/** What no part of an expectation is about, in words. */
export function notCompared({ compares, parts }: TestRow): readonly string[] {
  const known = new Set<string>(parts.map(({ part }) => part));
  const all = [
    ["outcome", "outcome"],
    ["line", "line"],
    ["labels", "labels"],
    ["timestamp", "timestamp"],
    ["structured_metadata", "metadata"],
    ["metrics", "metrics"],
  ] as const;
  return all.flatMap(([part, word]) => (known.has(part) || compares.includes(word) ? [] : [word]));
}

/** Texts that are too long to be kept are refused with this. */
export const TOO_LONG = `A file of tests has at most ${MAX_TESTS_TEXT / 1024 / 1024} MB.`;

/** The first sample with the same line as a test's first entry, by id and place. */
export function findSample<T extends { readonly id: number; readonly line: string }>(
  samples: readonly T[],
): (line: string | undefined) => { readonly id: number; readonly place: number } | undefined {
  const byLine = new Map<string, { id: number; place: number }>();
  for (const [i, { id, line }] of samples.entries()) if (!byLine.has(line)) byLine.set(line, { id, place: i + 1 });
  return (line) => (line === undefined ? undefined : byLine.get(line));
}

/** What a new test is called before somebody names it: what became of its entry. */
export function suggestName(
  place: number,
  status: string | undefined,
  drop: { readonly path: string; readonly stage: string } | undefined,
): string {
  if (drop !== undefined) return `entry ${place} is dropped by stage ${drop.path} ${drop.stage}`;
  return status === undefined ? `entry ${place}` : `entry ${place} is ${status.replace("_", " ")}`;
}

declare module "../../core/workers/preview-protocol.ts" {
  interface PreviewKinds {
    /** The tests of a configuration. */
    readonly tests: { readonly ask: TestTexts; readonly answer: TestsAnswer | Gone };
    /** A file of tests after a change. */
    readonly changeTests: { readonly ask: TestEditOrder; readonly answer: TestEdited };
  }
}
