/** All tests of a file against its configuration. */
import { Interruption, MissingPart } from "@sluice/languages/base";
import { BARE_STAGES, type DocumentPipeline, type OpenedDocument } from "../document/open-document.ts";
import { ResourceError } from "../pipeline/resources.ts";
import type { StageHost } from "../pipeline/stage.ts";
import { type Coverage, CoverageTally } from "./coverage.ts";
import { judge, type PartResult } from "./judge.ts";
import { type Played, type PlayedReason, playTest, type TestBounds, Work } from "./play.ts";
import type { TestCase, TestFile } from "./test-file.ts";

export interface TestResult {
  /** Place in the file, from 0. */
  readonly index: number;
  readonly test: TestCase;
  /** `error`: it could not be played; `problem` says why. */
  readonly status: "passed" | "failed" | "error";
  readonly parts: readonly PartResult[];
  readonly problem: string | undefined;
  /** Why stages could not do their work, or dropped an entry. */
  readonly reasons: readonly PlayedReason[];
  /** Undefined where it could not be played. */
  readonly played: Played | undefined;
}

export interface TestRun {
  readonly results: readonly TestResult[];
  /** Of all pipelines of the configuration that can be previewed. */
  readonly coverage: Coverage;
  readonly passed: number;
}

export interface RunTestsOptions {
  readonly host: StageHost;
  readonly bounds?: TestBounds | undefined;
  /** Keep what came of each test, to record it. Default false. */
  readonly keep?: boolean | undefined;
}

/** Runs every test. What a test or its configuration asks for is bounded in sum: tests past the bounds are errors. */
export function runTests(file: TestFile, document: OpenedDocument, options: RunTestsOptions): TestRun {
  const steps = testsInSteps(file, document, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same with a pause after each test, in which the caller may give up. */
export function* testsInSteps(
  file: TestFile,
  document: OpenedDocument,
  options: RunTestsOptions,
): Generator<TestResult, TestRun, void> {
  const tally = new CoverageTally(document.pipelines.filter(({ previewable }) => previewable));
  const work = new Work(options.bounds);
  const results: TestResult[] = [];
  for (const [index, test] of file.tests.entries()) {
    const result = runTest(test, index, document, { ...options, work, tally });
    results.push(result);
    yield result;
  }
  return { results, coverage: tally.coverage(), passed: results.filter(({ status }) => status === "passed").length };
}

interface RunContext extends RunTestsOptions {
  readonly work: Work;
  readonly tally: CoverageTally;
}

function runTest(test: TestCase, index: number, document: OpenedDocument, context: RunContext): TestResult {
  const failed = (problem: string): TestResult => ({
    index,
    test,
    status: "error",
    parts: [],
    problem,
    reasons: [],
    played: undefined,
  });
  const pipeline = choosePipeline(document, test.pipeline);
  if (typeof pipeline === "string") return failed(pipeline);
  let played: Played;
  try {
    played = playTest(test, pipeline, {
      host: context.host,
      work: context.work,
      step: context.tally.begin(pipeline.id),
    });
  } catch (error) {
    // The caller loads the part and runs them again.
    if (error instanceof MissingPart) throw error;
    if (error instanceof Interruption || error instanceof ResourceError) return failed(error.message);
    throw error;
  }
  const kept = context.keep ? played : undefined;
  if (test.expect === undefined)
    return { ...failed("it expects nothing yet"), status: "failed", reasons: played.reasons, played: kept };
  const parts = judge(test.expect, played);
  const empty = parts.length === 0;
  const same = !empty && parts.every((part) => part.same);
  return {
    index,
    test,
    status: same ? "passed" : "failed",
    parts,
    problem: empty ? "it expects nothing: name an outcome, or parts of what leaves" : undefined,
    reasons: played.reasons,
    played: kept,
  };
}

/** `logs.process.main` and `loki.process.main` are the same: tests apply to a configuration in both dialects. */
const inOneDialect = (id: string): string => id.replace(/^loki\./, "logs.");

/** The pipeline that a test is about, or why it cannot be played. */
export function choosePipeline(document: OpenedDocument, wanted: string | undefined): DocumentPipeline | string {
  const { pipelines, kind } = document;
  if (document.syntaxErrors.length > 0) return "the configuration does not parse";
  if (pipelines.length === 0) return "the configuration has no pipeline";
  const usual = pipelines.filter(({ steps }) => steps === "stages");
  const offered = usual.length > 0 ? usual : pipelines;
  const ids = pipelines.map(({ id }) => id).join(", ");
  if (wanted === undefined && offered.length > 1)
    return `the configuration has several pipelines; name one as pipeline: ${ids}`;
  const chosen =
    wanted === undefined
      ? offered[0]
      : (pipelines.find(({ id }) => inOneDialect(id) === inOneDialect(wanted)) ??
        pipelines.find(({ label }) => label === wanted && kind !== "stages"));
  if (chosen === undefined)
    return `the configuration has no pipeline ${JSON.stringify(wanted)}; it has ${kind === "stages" ? BARE_STAGES : ids}`;
  return chosen.previewable ? chosen : `${chosen.id} has errors`;
}
