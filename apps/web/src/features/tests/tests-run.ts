/**
 * The tests of a configuration, run and changed, from the request to what a view shows. It runs in a worker of its own,
 * since it needs the reader of YAML, but knows nothing of workers.
 */
import {
  choosePipeline,
  cutMiddle,
  DEFAULT_SEED,
  DEFAULT_TEST_CLOCK,
  type Diagnostic,
  describeReplaced,
  editTests,
  findTests,
  LineIndex,
  type NewTest,
  newTestFile,
  type OpenedDocument,
  type Played,
  type ReplacedKind,
  readTestFile,
  recordExpectation,
  runTests,
  type StageHost,
  screenSamples,
  type TestCase,
  type TestEdit,
  type TestFile,
  type TestResult,
  testsInSteps,
  updateExpectation,
} from "@sluice/engine";
import { parseRfc3339 } from "@sluice/languages/base";
import { freeName } from "../../core/model/document.ts";
import type {
  FileProblem,
  ListedTest,
  NewTestOrder,
  RecordedChoice,
  TestEdited,
  TestEditOrder,
  TestRow,
  TestsAnswer,
  TestTexts,
} from "./tests.ts";

/** Limits: lines of a test's entries, UTF-16 units of each, and of each side of a part that differs. */
const MAX_LINES = 10;
const MAX_LINE = 4000;
const MAX_SIDE = 20_000;
/** The same limit for parts that are as expected, for which a short form is enough. */
const MAX_SAME = 400;
const MAX_NAMES = 100;
/** UTF-16 units of all parts of all tests; beyond that only the status is returned. */
const MAX_TOLD = 16 * 1024 * 1024;
const MAX_PROBLEMS = 100;
/** Milliseconds between two checks for cancellation. */
const SLICE = 8;

export interface TestsEnv {
  readonly open: (text: string) => OpenedDocument;
  readonly host: StageHost;
  /** Milliseconds. */
  readonly now: () => number;
  /** Lets messages in; false: the run was cancelled. */
  readonly goOn: () => Promise<boolean>;
}

/** Undefined if it was cancelled. */
export async function runDocumentTests(
  { text, tests }: TestTexts,
  { open, host, now, goOn }: TestsEnv,
): Promise<TestsAnswer | undefined> {
  const started = now();
  const read = readTestFile(tests);
  if (!read.ok) return { kind: "mistakes", of: "tests", problems: placed(tests, read.diagnostics) };
  const document = open(text);
  if (document.syntaxErrors.length > 0)
    return { kind: "mistakes", of: "configuration", problems: placed(text, document.syntaxErrors) };
  const steps = testsInSteps(read.file, document, { host });
  let last = now();
  for (;;) {
    const step = steps.next();
    if (step.done) {
      const { results, coverage, passed } = step.value;
      const rows = describeTests(results, tests);
      return { kind: "ran", report: { text, tests, rows, passed, coverage, milliseconds: now() - started } };
    }
    if (now() - last < SLICE) continue;
    if (!(await goOn())) return undefined;
    last = now();
  }
}

function placed(text: string, diagnostics: readonly Diagnostic[]): FileProblem[] {
  const lines = new LineIndex(text);
  return diagnostics
    .slice(0, MAX_PROBLEMS)
    .map(({ message, span }) => ({ line: span === undefined ? 1 : lines.position(span.start).line, message }));
}

function describeTests(results: readonly TestResult[], text: string): TestRow[] {
  const lines = new LineIndex(text);
  const places = findTests(text);
  let room = MAX_TOLD;
  return results.map((result): TestRow => {
    const { index, test, status, problem, reasons } = result;
    const place = places?.[index] ?? test.span;
    const parts = room > 0 ? result.parts.map((part) => describeRow(part, lines)) : [];
    for (const { expected, got } of parts) room -= expected.length + got.length;
    return {
      index,
      name: test.name,
      status,
      from: lines.position(place.start).line,
      to: lines.position(Math.max(place.start, place.end - 1)).line,
      compares: comparedBy(test),
      lines: test.samples.slice(0, MAX_LINES).map(({ line }) => shortened(line, MAX_LINE)),
      entries: test.samples.length,
      parts,
      problem,
      reasons: reasons.map(({ path, stage, text }) => ({ path, stage, text: shortened(text, MAX_SAME) })),
    };
  });
}

function describeRow({ span, ...part }: TestResult["parts"][number], lines: LineIndex): TestRow["parts"][number] {
  const most = part.same ? MAX_SAME : MAX_SIDE;
  const names = part.names.slice(0, MAX_NAMES).map(({ name, expected, got }) => ({
    name,
    expected: expected && shortened(expected, MAX_LINE),
    got: got && shortened(got, MAX_LINE),
  }));
  const sides = { expected: shortened(part.expected, most), got: shortened(part.got, most) };
  return { ...part, ...sides, names, line: lines.position(span.start).line };
}

const shortened = (text: string, most: number): string => cutMiddle(text, most);

/** Words for the parts of an expectation. */
function comparedBy({ expect }: TestCase): string[] {
  if (expect === undefined) return [];
  const { places, entries = [] } = expect;
  const isAbout = (...keys: readonly string[]) =>
    keys.some((key) => places.has(key) || entries.some((one) => one.places.has(key)));
  const words = [
    isAbout("outcome", "outcomes") && "outcome",
    isAbout("entries") && "entries",
    isAbout("line") && "line",
    isAbout("labels") && "labels",
    isAbout("timestamp") && "timestamp",
    isAbout("structured_metadata") && "metadata",
    isAbout("stages") && "stages",
    isAbout("metrics") && "metrics",
  ].filter((word) => word !== false);
  return expect.exact === true ? ["exact", ...words.filter((word) => word === "metrics" || word === "stages")] : words;
}

/** The test file after a change; never throws because of the content of texts. */
export function changeTests(order: TestEditOrder, env: Pick<TestsEnv, "open" | "host">): TestEdited {
  const { change } = order;
  if (change.kind === "add") return addTest(order, change.test, env);
  const listed = change.kind === "take" ? change.tests : [change.test];
  const places = placesOf(listed, order);
  if (!places.ok) return refuse(places.message);
  const [index = 0] = places.indexes;
  switch (change.kind) {
    case "take":
    case "choose":
      return record(order, places.indexes, change.kind === "choose" ? change.choice : undefined, env);
    case "rename":
      return finish(editTests(order.tests, [{ kind: "rename", index, name: change.name }]), change.name);
    case "remove":
      return finish(editTests(order.tests, [{ kind: "remove", index }]));
  }
}

type Places =
  | { readonly ok: true; readonly indexes: readonly number[] }
  | { readonly ok: false; readonly message: string };

/** Where listed tests are in the file as it is now. Each test of a file has a name of its own. */
function placesOf(listed: readonly ListedTest[], { tests, ran }: TestEditOrder): Places {
  if (tests === ran) return { ok: true, indexes: listed.map(({ index }) => index) };
  const read = readTestFile(tests);
  if (!read.ok) return { ok: false, message: MISTAKES };
  const names = new Map(read.file.tests.map(({ name }, i) => [name, i]));
  const indexes: number[] = [];
  for (const { name } of listed) {
    const index = names.get(name);
    if (index === undefined) {
      const message = `The test file has changed since the tests ran: it has no test “${name}” any more.`;
      return { ok: false, message };
    }
    indexes.push(index);
  }
  return { ok: true, indexes };
}

const finish = (edited: ReturnType<typeof editTests>, name?: string, note?: string): TestEdited =>
  edited.ok
    ? { ok: true, tests: edited.text, name, note }
    : { ok: false, message: `The tests were not changed: ${edited.message}.` };

const MISTAKES = "The test file has errors. Fix them first.";
const refuse = (message: string): TestEdited => ({ ok: false, message });

type Kept = { readonly ok: true; readonly played: Played } | { readonly ok: false; readonly message: string };

/** The result of one test of the file. */
function play(file: TestFile, index: number, text: string, { open, host }: Pick<TestsEnv, "open" | "host">): Kept {
  const test = file.tests[index];
  if (test === undefined) return { ok: false, message: "The test no longer exists." };
  const { results } = runTests({ ...file, tests: [test] }, open(text), { host, keep: true });
  const { played, problem } = results[0]!;
  return played === undefined
    ? { ok: false, message: `The test has no result: ${problem ?? "it could not be run"}.` }
    : { ok: true, played };
}

/** Writes what the tests at these places result in: in the parts of `choice`, else in those that they compare. */
function record(
  { text, tests }: TestEditOrder,
  indexes: readonly number[],
  choice: RecordedChoice | undefined,
  env: Pick<TestsEnv, "open" | "host">,
): TestEdited {
  const read = readTestFile(tests);
  if (!read.ok) return refuse(MISTAKES);
  const edits: TestEdit[] = [];
  for (const index of indexes) {
    const kept = play(read.file, index, text, env);
    if (!kept.ok) return refuse(kept.message);
    const expect =
      choice === undefined
        ? updateExpectation(read.file.tests[index]!.expect, kept.played)
        : recordExpectation(kept.played, choiceOf(choice));
    edits.push({ kind: "expect", index, expect });
  }
  return finish(editTests(tests, edits));
}

const choiceOf = ({ exact, parts }: RecordedChoice) => ({ exact, parts: new Set(parts) });

/** Adds the test without an expectation, runs it from the file, and writes its result. */
function addTest(
  { text, tests }: TestEditOrder,
  given: NewTestOrder,
  env: Pick<TestsEnv, "open" | "host">,
): TestEdited {
  const { order, replaced } = given.keepsPrivate ? { order: given, replaced: [] } : screened(given);
  const base = tests.trim() === "" ? newFileFor(order) : tests;
  const before = readTestFile(base);
  if (!before.ok) return refuse(MISTAKES);
  const { file } = before;
  const name = freeName(
    order.name.trim(),
    file.tests.map((one) => one.name),
  );
  const { test, note } = fitTest(name, order, file, env.open(text));
  const bare = editTests(base, [{ kind: "add", test }]);
  if (!bare.ok) return finish(bare);
  const read = readTestFile(bare.text);
  if (!read.ok) return refuse(`The test cannot be written: ${read.diagnostics[0]!.message}.`);
  const kept = play(read.file, file.tests.length, text, env);
  if (!kept.ok) return refuse(kept.message);
  const expect = recordExpectation(kept.played, choiceOf(order.choice));
  return finish(editTests(base, [{ kind: "add", test: { ...test, expect } }]), name, notesOf(note, replaced));
}

/** With stand-ins for private values: the test then expects the results of these. */
function screened(order: NewTestOrder): { readonly order: NewTestOrder; readonly replaced: readonly ReplacedKind[] } {
  const { samples, names, labels, replaced } = screenSamples(order.samples, [order.name], order.common.labels);
  return { order: { ...order, samples, name: names[0]!, common: { ...order.common, labels } }, replaced };
}

function notesOf(note: string | undefined, replaced: readonly ReplacedKind[]): string | undefined {
  const notes = [
    ...(note === undefined ? [] : [note]),
    ...(replaced.length === 0 ? [] : [`Private values are replaced by stand-ins: ${describeReplaced(replaced)}.`]),
  ];
  return notes.length === 0 ? undefined : notes.join(" ");
}

/** Defaults are not written. */
function newFileFor({ seed, common: { clock, labels } }: NewTestOrder): string {
  const isUsual = parseRfc3339(clock) === parseRfc3339(DEFAULT_TEST_CLOCK);
  return newTestFile({
    clock: isUsual ? undefined : clock,
    seed: seed === DEFAULT_SEED ? undefined : seed,
    labels,
  });
}

/** A test with its differences from the file's common settings. */
function fitTest(
  name: string,
  { samples, start: startText, seed, pipeline, advance, hold }: NewTestOrder,
  file: TestFile,
  document: OpenedDocument,
): { readonly test: NewTest; readonly note: string | undefined } {
  const start = parseRfc3339(startText);
  const alien = new Set<string>();
  const entries = samples.map(({ id: _, labels, ...sample }) => {
    for (const label of Object.keys(file.labels)) if (!(label in labels)) alien.add(label);
    const own = Object.entries(labels).filter(([label, value]) => file.labels[label] !== value);
    return own.length === 0 ? sample : { ...sample, labels: Object.fromEntries(own) };
  });
  const chosen = choosePipeline(document, file.pipeline);
  const isOther = pipeline !== undefined && (typeof chosen === "string" || chosen.id !== pipeline);
  const test = {
    name,
    pipeline: isOther && document.kind !== "stages" ? pipeline : undefined,
    clock: start !== undefined && start !== parseRfc3339(file.clock) ? start : undefined,
    seed: seed === file.seed ? undefined : seed,
    samples: entries,
    advance,
    hold: hold || undefined,
  };
  if (alien.size === 0) return { test, note: undefined };
  const names = [...alien].join(", ");
  return {
    test,
    note: `The test file gives every entry ${names}, which the sample does not have. The test has it too.`,
  };
}
