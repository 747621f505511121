/** The tests of a document: requests to run and change them, and words for the answers. Plain data. */
import type { Coverage, PartResult, RecordedPart } from "@sluice/engine";
import { MAX_TESTS_TEXT } from "../../core/model/document.ts";
import type { RunSample } from "../../core/model/run.ts";
import type { Gone } from "../../core/workers/gone.ts";
import type { TestFilter } from "./tests-view-store.ts";

/** The texts of the configuration and its test file. */
export interface TestTexts {
  readonly text: string;
  readonly tests: string;
}

/** A mistake in a file, and its line, from 1. */
export interface FileProblem {
  readonly line: number;
  readonly message: string;
}

export type TestStatus = "passed" | "failed" | "error";

/** One part of a test's expectation; `line`: in the test file. */
export interface TestPartRow extends Omit<PartResult, "span"> {
  readonly line: number;
}

/** Why a stage did nothing, or dropped an entry. */
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
  /** Its first and last line in the file, from 1. */
  readonly from: number;
  readonly to: number;
  /** Words for what it compares; only `exact` if it compares everything. */
  readonly compares: readonly string[];
  /** The sent entries, up to the number that a view shows. */
  readonly lines: readonly string[];
  /** The number of sent entries. */
  readonly entries: number;
  readonly parts: readonly TestPartRow[];
  readonly problem: string | undefined;
  readonly reasons: readonly TestReason[];
}

/** The results of all tests. */
export interface TestReport extends TestTexts {
  readonly rows: readonly TestRow[];
  readonly passed: number;
  readonly coverage: Coverage;
  readonly milliseconds: number;
}

export type TestsAnswer =
  | { readonly kind: "ran"; readonly report: TestReport }
  /** One of the two files has mistakes, so no test was run. */
  | { readonly kind: "mistakes"; readonly of: "configuration" | "tests"; readonly problems: readonly FileProblem[] };

/** The parts of an outcome to expect. `exact`: all of an entry, and the metrics if they are among `parts`. */
export interface RecordedChoice {
  readonly exact: boolean;
  readonly parts: readonly RecordedPart[];
}

/** A test to create from samples. */
export interface NewTestOrder {
  readonly name: string;
  readonly samples: readonly RunSample[];
  /** RFC 3339: the start of its clock. */
  readonly start: string;
  readonly seed: number;
  /** The labels of all samples of the document; a file without tests sets them for all of its tests. */
  readonly common: { readonly clock: string; readonly labels: Readonly<Record<string, string>> };
  /** Id of the pipeline. */
  readonly pipeline: string | undefined;
  /** Time that passes after the last entry, as a Go duration; undefined: none. */
  readonly advance: string | undefined;
  /** The input stays open. */
  readonly hold: boolean;
  readonly choice: RecordedChoice;
  /** Private values are written as they are. */
  readonly keepsPrivate: boolean;
}

/** A test of the list. In the file that was run it is the one at its place; in any other file, the one of its name. */
export type ListedTest = Pick<TestRow, "index" | "name">;

export type TestChange =
  | { readonly kind: "add"; readonly test: NewTestOrder }
  /** These tests expect their current results, in the parts that they compare. */
  | { readonly kind: "take"; readonly tests: readonly ListedTest[] }
  /** The test expects its current result in other parts. */
  | { readonly kind: "choose"; readonly test: ListedTest; readonly choice: RecordedChoice }
  | { readonly kind: "rename"; readonly test: ListedTest; readonly name: string }
  | { readonly kind: "remove"; readonly test: ListedTest };

export interface TestEditOrder extends TestTexts {
  /** The test file of the run that is listed. */
  readonly ran: string | undefined;
  readonly change: TestChange;
}

export type TestEdited =
  | {
      readonly ok: true;
      readonly tests: string;
      /** The name of the added or renamed test. */
      readonly name: string | undefined;
      /** What the user should know of it. */
      readonly note: string | undefined;
    }
  | { readonly ok: false; readonly message: string };

/** When a test last passed, in milliseconds since 1970, and the change of the document that made it fail. */
export interface LastPassed {
  readonly at: number;
  readonly before: string | null;
}

export interface TestsState {
  /** `idle`: there are none, or they have not run yet; `stopped`: they took too long. */
  readonly status: "idle" | "running" | "done" | "mistakes" | "stopped";
  /** From the last run that ended; it is of earlier texts unless the status is `done`. */
  readonly report: TestReport | null;
  /** The mistakes of a file, because of which nothing runs. */
  readonly mistakes: { readonly of: "configuration" | "tests"; readonly problems: readonly FileProblem[] } | null;
  /** Why the last run failed. */
  readonly message: string | null;
  /** For failing tests, by name. */
  readonly lastPassed: ReadonlyMap<string, LastPassed>;
}

export const NO_TESTS: TestsState = {
  status: "idle",
  report: null,
  mistakes: null,
  message: null,
  lastPassed: new Map(),
};

/** The summary of the tests, after the word “Tests”. */
export function testsInWords({ status, report, mistakes, message }: TestsState): {
  readonly tone: "good" | "error" | "missed" | "faint";
  readonly text: string;
} {
  if (status === "mistakes" && mistakes !== null)
    return { tone: mistakes.of === "tests" ? "error" : "missed", text: `not run: mistakes in the ${mistakes.of}` };
  if (status === "stopped") return { tone: "missed", text: message === null ? "not run" : "stopped" };
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

/** The selected test: among the listed ones the chosen one, else the first failing one, else the first. A text shows all. */
export function chosenTest(
  all: readonly TestRow[],
  { chosen, filter, asText }: { readonly chosen: string | null; readonly filter: TestFilter; readonly asText: boolean },
): TestRow | undefined {
  const rows = asText ? all : filterTests(all, filter);
  return rows.find(({ name }) => name === chosen) ?? rows.find(({ status }) => status !== "passed") ?? rows[0];
}

/** Words for the parts that an expectation does not compare. */
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

/** The refusal of texts that are too long. */
export const TOO_LONG = `A test file can have at most ${MAX_TESTS_TEXT / 1024 / 1024} MB.`;

export interface FoundSample {
  readonly id: number;
  /** From 1. */
  readonly place: number;
}

/** The first sample with the same line as a test's first entry. */
export function findSample<T extends { readonly id: number; readonly line: string }>(
  samples: readonly T[],
): (line: string | undefined) => FoundSample | undefined {
  const byLine = new Map<string, FoundSample>();
  for (const [i, { id, line }] of samples.entries()) if (!byLine.has(line)) byLine.set(line, { id, place: i + 1 });
  return (line) => (line === undefined ? undefined : byLine.get(line));
}

/** Statuses of an entry that is not simply passed, which is the outcome also of one that a stage missed. */
const NOT_SIMPLY_PASSED: ReadonlySet<string> = new Set(["dropped", "held", "merged", "split"]);

/** The default name of a new test: the outcome of its entry. */
export function suggestName(
  place: number,
  status: string | undefined,
  drop: { readonly path: string; readonly stage: string } | undefined,
): string {
  if (drop !== undefined) return `entry ${place} is dropped by stage ${drop.path} ${drop.stage}`;
  if (status === undefined) return `entry ${place}`;
  return NOT_SIMPLY_PASSED.has(status) ? `entry ${place} is ${status}` : `entry ${place} is passed`;
}

declare module "../../core/workers/preview-protocol.ts" {
  interface PreviewKinds {
    /** Runs the tests of a configuration. */
    readonly tests: { readonly ask: TestTexts; readonly answer: TestsAnswer | Gone };
    /** The test file after a change. */
    readonly changeTests: { readonly ask: TestEditOrder; readonly answer: TestEdited };
  }
}
