/**
 * The test file that lies beside a configuration (docs/tests.md). Its format is declared once, for its reader
 * (`shape.ts`) and for the JSON Schema that editors take.
 */
import { formatRfc3339, type Nanos, parseRfc3339 } from "@sluice/languages/base";
import { parseYamlTree } from "@sluice/languages/yaml";
import type { Diagnostic } from "../base/diagnostic.ts";
import { restOfLine, type Span } from "../base/span.ts";
import { STATUSES, type StepStatus } from "../pipeline/status.ts";
import { readAdvance, readWrittenTime, type SampleContent, tidySample } from "../preview/sample-content.ts";
import { DEFAULT_SEED, isSeed } from "../preview/seed.ts";
import { readSeries, readSeriesValue } from "./series.ts";
import {
  anyValue,
  byName,
  choice,
  type JsonSchema,
  listOf,
  type Placed,
  parsed,
  Reading,
  type Section,
  type Shape,
  section,
  TooMuch,
  text,
  wholeNumber,
  yesOrNo,
} from "./shape.ts";

export const TEST_FILE_VERSION = 1;
/** Where the virtual clock of a test starts when the file does not say: the same everywhere. */
export const DEFAULT_TEST_CLOCK = "2026-01-15T08:00:00Z";
export const MAX_TESTS = 2000;
/** Entries of one test, and of a whole file. */
export const MAX_TEST_ENTRIES = 1000;
export const MAX_FILE_ENTRIES = 10_000;
const MAX_TEST_NAME = 300;

/** Where an entry ended: something of it left, nothing did, or a stage still holds it. */
export const TEST_OUTCOMES = ["passed", "dropped", "held"] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

const time: Shape<string> = parsed("a time", { type: ["string", "integer"] }, (written) => {
  const read = readWrittenTime(written);
  return "time" in read ? { value: formatRfc3339(parseRfc3339(read.time)!) } : read;
});
const duration: Shape<string> = parsed("a duration", { type: "string" }, (written) =>
  readAdvance(written) === undefined
    ? { problem: `${JSON.stringify(written)} is not a duration of zero or more, such as 500ms or 1m30s` }
    : { value: written.trim() },
);
const seed: Shape<number> = wholeNumber("a seed, a whole number,");
const pair = listOf(text, 2, "texts in a pair");
/** Names and values in their order, since a name may repeat. */
const metadata: Shape<readonly (readonly [string, string])[]> = {
  read(node, reading) {
    if (node.kind === "mapping")
      return [...(byName(text).read(node, reading) ?? [])].map(([name, { value }]) => [name, value] as const);
    const pairs = listOf(pair, 1000, "pairs").read(node, reading);
    if (pairs?.some((one) => one.length !== 2))
      return reading.error("tests-value", "structured metadata is a mapping, or a list of [name, value]", node);
    return pairs?.map(([name = "", value = ""]) => [name, value] as const);
  },
  schema: { anyOf: [byName(text).schema, { type: "array", items: { type: "array", minItems: 2, maxItems: 2 } }] },
};
const textByName: Shape<ReadonlyMap<string, Placed<string>>> = byName(text);
const stageWords = choice("what a stage did", STATUSES);

const ENTRY = {
  line: { shape: text, doc: "The log line; several lines as a block text.", required: true },
  labels: { shape: textByName, doc: "Labels of the entry, over those of the file." },
  timestamp: {
    shape: time,
    doc: "RFC 3339, or nanoseconds since 1970. Without it, the time at which the entry is sent.",
  },
  structured_metadata: { shape: metadata, doc: "Names and values, or a list of [name, value] where a name repeats." },
  extracted: { shape: byName(anyValue, true), doc: "Extracted values that are there before the first stage." },
  advance: { shape: duration, doc: "Time that passes before the entry is sent, such as 1m30s." },
} as const;
const entry = section("an entry", ENTRY);

const LEAVING = {
  line: { shape: text, doc: "Its line." },
  labels: {
    shape: byName(text, true),
    doc: "Labels that it has; a label that is null must be absent. With exact, these and no others.",
  },
  timestamp: { shape: time, doc: "Its timestamp." },
  structured_metadata: { shape: metadata, doc: "Structured metadata that it has. With exact, this and no more." },
} as const;
const leaving = section("an entry that leaves", LEAVING);

const DESTINY = {
  outcome: {
    shape: choice("an outcome", TEST_OUTCOMES),
    doc: "Outcome of the entry, or of each: passed (something of it left), dropped, or held by a stage.",
  },
  stage: { shape: text, doc: "The stage that drops or holds it: its place (4, 5.1) or its name (drop)." },
  reason: { shape: text, doc: "The reason of the drop, as in the metric of dropped lines." },
} as const;
const destiny = section("an outcome", DESTINY);

const series: Shape<ReadonlyMap<string, Placed<number | null>>> = {
  read(node, reading) {
    const value = parsed("a number", { type: "number" }, (written) => {
      const read = readSeriesValue(written);
      return read === undefined ? { problem: `${JSON.stringify(written)} is not a number` } : { value: read };
    });
    const found = byName(value, true).read(node, reading);
    for (const [name, { span }] of found ?? [])
      if (readSeries(name) === undefined)
        reading.diagnostics.push({
          severity: "error",
          code: "tests-value",
          message: `${JSON.stringify(name)} is not a series: write it as name{label="value"}`,
          span,
        });
    return found;
  },
  schema: { type: "object", additionalProperties: { type: ["number", "null"] } },
};

const EXPECT = {
  exact: {
    shape: yesOrNo,
    doc: "Compare everything: an entry that leaves has exactly the given labels, structured metadata and (if given) series; a line or timestamp that is not given equals that of the input. Without it, only what is given is compared.",
  },
  ...DESTINY,
  outcomes: {
    shape: listOf(destiny, MAX_TEST_ENTRIES, "outcomes"),
    doc: "The outcome of each of several entries, in their order.",
  },
  ...LEAVING,
  entries: {
    shape: listOf(leaving, MAX_TEST_ENTRIES, "entries"),
    doc: "All entries that leave, in order, in place of line, labels and so on, which describe a single one.",
  },
  stages: {
    shape: byName(stageWords),
    doc: "What stages do to the first entry, by place or name: changed, missed, error and so on.",
  },
  metrics: {
    shape: series,
    doc: 'Series after the test and their values, such as loki_process_custom_requests_total{method="GET"}: 1; null: it must be absent.',
  },
} as const;
const expectation = section("what is expected", EXPECT);

const TEST = {
  name: { shape: text, doc: "Name of the test, unique in this file.", required: true },
  pipeline: { shape: text, doc: "The component, if it differs from the file's: logs.process.main." },
  clock: { shape: time, doc: "Start of the virtual clock, if it differs from the file's." },
  seed: { shape: seed, doc: "Seed of everything random, if it differs from the file's." },
  entry: { shape: entry, doc: "The entry that is sent." },
  entries: { shape: listOf(entry, MAX_TEST_ENTRIES, "entries"), doc: "Several entries, sent in this order." },
  advance: { shape: duration, doc: "Time that passes after the last entry." },
  hold: { shape: yesOrNo, doc: "The input stays open, so that a stage may still hold entries. By default it ends." },
  expect: { shape: expectation, doc: "The expected result. `sluice test --update` writes it if it is missing." },
} as const;
const test = section("a test", TEST);

const FILE = {
  version: { shape: wholeNumber("a version"), doc: "Version of this format: 1, which is the default." },
  config: {
    shape: text,
    doc: "The configuration, beside this file. Default: the one of the same name, x.alloy for x.tests.yaml.",
  },
  pipeline: {
    shape: text,
    doc: "The component whose stages are tested, where the configuration has several: logs.process.main.",
  },
  clock: { shape: time, doc: `Start of each test's virtual clock. Default: ${DEFAULT_TEST_CLOCK}.` },
  seed: { shape: seed, doc: `Seed of everything random. Default: ${DEFAULT_SEED}.` },
  labels: { shape: textByName, doc: "Labels of every entry." },
  resources: {
    shape: textByName,
    doc: "Files that stages read: the path in the configuration, and the path of the file for tests, from this file's folder.",
  },
  tests: { shape: listOf(test, MAX_TESTS, "tests"), doc: "The tests.", required: true },
} as const;
const file = section("a test file", FILE);

/** What an entry that leaves must be; what is undefined is not compared. */
export type ExpectedEntry = Section<typeof LEAVING>;
export type ExpectedOutcome = Section<typeof DESTINY>;
export type Expectation = Section<typeof EXPECT>;
export type ExpectedStages = ReadonlyMap<string, Placed<StepStatus>>;

export interface TestCase {
  readonly name: string;
  /** Of the pipeline, as written; undefined: the only one. */
  readonly pipeline: string | undefined;
  readonly start: Nanos;
  readonly seed: number;
  readonly samples: readonly SampleContent[];
  /** Was written as `entries`. */
  readonly several: boolean;
  readonly endAdvance: Nanos;
  readonly hold: boolean;
  /** Undefined: nothing is written yet. */
  readonly expect: Expectation | undefined;
  /** Place of its name. */
  readonly span: Span;
}

export interface TestFile {
  /** As it is written. */
  readonly text: string;
  readonly config: string | undefined;
  readonly pipeline: string | undefined;
  readonly clock: string;
  readonly seed: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly resources: ReadonlyMap<string, Placed<string>>;
  readonly tests: readonly TestCase[];
}

export type ReadTestFile =
  | { readonly ok: true; readonly file: TestFile; readonly diagnostics: readonly [] }
  /** Why it is none, at the places. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** The JSON Schema of the format, for editors (`# yaml-language-server: $schema=`). */
export const testFileSchema = (): JsonSchema => ({
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Tests of a log pipeline (Sluice)",
  ...file.schema,
});

/** Reads a test file; an empty one has none. Never throws for what a text contains. */
export function readTestFile(written: string): ReadTestFile {
  const tree = parseYamlTree(written);
  if (!tree.ok) {
    const message = tree.message.replace(/^yaml: (?:line \d+: )?/, "");
    const span = restOfLine(written, tree.offset ?? 0);
    return { ok: false, diagnostics: [{ severity: "error", code: "tests-yaml", message, span }] };
  }
  const reading = new Reading(written);
  try {
    const { node } = tree;
    const empty = node === undefined || (node.kind === "scalar" && node.tag === "!!null");
    const read = empty ? undefined : file.read(reading.follow(node), reading);
    const made = empty ? makeFile(written, undefined, reading) : read && makeFile(written, read, reading);
    if (reading.diagnostics.length > 0 || made === undefined) return { ok: false, diagnostics: reading.diagnostics };
    return { ok: true, file: made, diagnostics: [] };
  } catch (problem) {
    if (!(problem instanceof TooMuch)) throw problem;
    return { ok: false, diagnostics: [{ severity: "error", code: "tests-limit", message: problem.message }] };
  }
}

const plain = <T>(given: ReadonlyMap<string, Placed<T>> | undefined): Record<string, T> =>
  Object.fromEntries([...(given ?? [])].map(([name, { value }]) => [name, value]));

function makeFile(written: string, read: Section<typeof FILE> | undefined, reading: Reading): TestFile {
  // Contradictions are checked once all keys are known: a mistyped one would also seem to be missing.
  const isSound = reading.diagnostics.length === 0;
  if (read?.version !== undefined && read.version !== TEST_FILE_VERSION)
    problem(
      reading,
      "version",
      `version ${read.version} of this format is not known: it is ${TEST_FILE_VERSION}`,
      read,
    );
  if (read?.seed !== undefined && !isSeed(read.seed)) problem(reading, "seed", "a seed is a whole number", read);
  const labels = plain(read?.labels);
  const base = { pipeline: read?.pipeline, clock: read?.clock ?? DEFAULT_TEST_CLOCK, seed: read?.seed ?? DEFAULT_SEED };
  const tests = (read?.tests ?? []).flatMap((one) => makeTest(one, base, labels, isSound, reading) ?? []);
  const names = new Map<string, TestCase>();
  let entries = 0;
  for (const one of tests) {
    entries += one.samples.length;
    if (names.has(one.name))
      reading.diagnostics.push({
        severity: "error",
        code: "tests-duplicate",
        message: `two tests are called ${JSON.stringify(one.name)}`,
        span: one.span,
        related: [{ message: "the first", span: names.get(one.name)!.span }],
      });
    else names.set(one.name, one);
  }
  if (entries > MAX_FILE_ENTRIES)
    reading.error(
      "tests-limit",
      `the tests have ${entries} entries together, and at most ${MAX_FILE_ENTRIES} are sent`,
    );
  return { text: written, config: read?.config, ...base, labels, resources: read?.resources ?? new Map(), tests };
}

function problem(
  reading: Reading,
  key: string,
  message: string,
  { places, span }: { places: ReadonlyMap<string, Span>; span: Span },
): undefined {
  reading.diagnostics.push({ severity: "error", code: "tests-value", message, span: places.get(key) ?? span });
  return undefined;
}

function makeTest(
  read: Section<typeof TEST>,
  file: { readonly pipeline: string | undefined; readonly clock: string; readonly seed: number },
  labels: Readonly<Record<string, string>>,
  isSound: boolean,
  reading: Reading,
): TestCase | undefined {
  if (read.name === undefined) return undefined;
  if (read.name.trim() === "" || read.name.length > MAX_TEST_NAME)
    return problem(reading, "name", `a name has 1 to ${MAX_TEST_NAME} characters`, read);
  if (isSound && read.places.has("entry") === read.places.has("entries"))
    return problem(reading, "entries", "a test has either an entry or entries", read);
  const entries = read.entries ?? (read.entry === undefined ? [] : [read.entry]);
  if (isSound) checkExpectation(read.expect, entries.length, reading);
  return {
    name: read.name,
    pipeline: read.pipeline ?? file.pipeline,
    start: parseRfc3339(read.clock ?? file.clock)!,
    seed: read.seed ?? file.seed,
    samples: entries.map((one) => makeSample(one, labels)),
    several: read.places.has("entries"),
    endAdvance: read.advance === undefined ? 0n : readAdvance(read.advance)!,
    hold: read.hold ?? false,
    expect: read.expect,
    span: read.places.get("name")!,
  };
}

function makeSample(read: Section<typeof ENTRY>, labels: Readonly<Record<string, string>>): SampleContent {
  const { line, timestamp, structured_metadata, extracted, advance } = read;
  return tidySample({
    line: line ?? "",
    labels: { ...labels, ...plain(read.labels) },
    timestamp,
    metadata: structured_metadata,
    extracted: plain(extracted),
    advance,
  });
}

/** Parts that contradict each other, or that say nothing. */
function checkExpectation(read: Expectation | undefined, entries: number, reading: Reading): void {
  if (read === undefined) return;
  if (read.entries !== undefined)
    for (const part of Object.keys(LEAVING))
      if (read.places.has(part))
        problem(reading, part, `${part} is about the only entry that leaves; write it in entries`, read);
  if (read.outcomes !== undefined) {
    if (read.outcome !== undefined) problem(reading, "outcome", "there is either an outcome or outcomes", read);
    if (read.outcomes.length !== entries)
      problem(reading, "outcomes", `there are ${read.outcomes.length} outcomes of ${entries} entries`, read);
  }
  for (const one of [read, ...(read.outcomes ?? [])]) {
    if (one.stage !== undefined && one.outcome !== "dropped" && one.outcome !== "held")
      problem(reading, "stage", "a stage is named for the outcomes dropped and held", one);
    if (one.reason !== undefined && one.outcome !== "dropped")
      problem(reading, "reason", "a reason is named for the outcome dropped", one);
  }
}
