/** Results of tests for people: only what is wrong, each difference with both sides, and where it is written. */
import {
  ConfigFiles,
  type Coverage,
  type CoveredStage,
  cutMiddle,
  describePart,
  formatDiagnostics,
  LineIndex,
  type PartResult,
  type TestResult,
  visible,
} from "@sluice/engine";
import type { createPaint } from "../../display.ts";
import { lineChange } from "../preview/preview-changes.ts";
import type { Suite } from "./test-suite.ts";

type Paint = ReturnType<typeof createPaint>;

const LONGEST = 160;
/** Missing paths that are listed, and reasons of a failure. */
const MAX_LISTED = 50;
const MAX_REASONS = 5;

export interface TextOptions {
  readonly paint: Paint;
  /** Tests that passed are listed, too. */
  readonly verbose: boolean;
}

/** One test file. */
export function formatSuite(suite: Suite, { paint, verbose }: TextOptions): string {
  const { path, text, diagnostics, config, configDiagnostics, problem, run } = suite;
  const told = [
    formatDiagnostics(ConfigFiles.one(path, text), diagnostics, paint),
    ...(config === undefined || run !== undefined ? [] : [formatDiagnostics(config, configDiagnostics, paint)]),
    problem === undefined ? "" : `${path}: ${paint("red", "error")}: ${visible(problem)}\n`,
  ].join("");
  if (run === undefined) return told;
  const lines = new LineIndex(text);
  const results = run.results.flatMap((result) =>
    result.status === "passed" && !verbose ? [] : [formatResult(result, path, lines, paint)],
  );
  const { passed, results: all } = run;
  const style = passed === all.length ? "green" : "red";
  const count = all.length === 0 ? "no tests" : `${passed} of ${all.length} passed`;
  return [told, ...results, `${visible(path)}: ${paint(style, count)}\n`].join("");
}

function formatResult(result: TestResult, path: string, lines: LineIndex, paint: Paint): string {
  const { status, test } = result;
  const { line } = lines.position(test.span.start);
  if (status === "passed") return `${paint("green", "✓")} ${visible(test.name)}\n`;
  const head = `${paint("red", "✗")} ${paint("bold", visible(test.name))}  ${paint("gray", `${visible(path)}:${line}`)}`;
  return `${[head, ...resultRows(result, paint)].join("\n")}\n`;
}

/** What is wrong with a test, indented by four. */
function resultRows({ test, parts, problem, reasons }: TestResult, paint: Paint): string[] {
  const differing = parts.filter(({ same }) => !same);
  const why = differing.length === 0 ? [] : reasons.slice(0, MAX_REASONS);
  return [
    ...(problem === undefined ? [] : [`    ${visible(problem)}`]),
    ...differing.flatMap((part) => formatPart(part, paint)),
    ...why.map(({ path, stage, text, entry }) => {
      const which = test.samples.length > 1 ? `entry ${entry + 1}, ` : "";
      return paint("gray", `    ${which}stage ${path} ${stage}: ${visible(cutMiddle(text, 3 * LONGEST))}`);
    }),
  ];
}

/** Both sides, one above the other. */
const EXPECTED = "expected";
const GOT = "got     ";

function formatPart(result: PartResult, paint: Paint): string[] {
  const { part, expected, got, names } = result;
  const title = `    ${describePart(result)}`;
  if (part === "line")
    // What came is what has changed: green is what the test wants.
    return [
      title,
      ...lineChange(got, expected, [GOT, EXPECTED], LONGEST, paint)
        .reverse()
        .map((row) => `      ${row}`),
    ];
  const both = (wanted: string, found: string, indent: string): string[] => [
    `${indent}${paint("green", `${EXPECTED} ${wanted}`)}`,
    `${indent}${paint("red", `${GOT} ${found}`)}`,
  ];
  if (names.length === 0) return [title, ...both(visible(expected), visible(got), "      ")];
  const quoted = part === "labels" || part === "structured_metadata";
  const show = (value: string | null): string => {
    if (value === null) return "not there";
    return visible(cutMiddle(quoted ? JSON.stringify(value) : value, LONGEST));
  };
  return names.flatMap((one) => [
    `${title} ${paint("bold", visible(one.name))}`,
    ...both(show(one.expected), show(one.got), "      "),
  ]);
}

/** Percents of paths that are taken; of none all. */
export const percentOf = (taken: number, paths: number): number => (paths === 0 ? 100 : (100 * taken) / paths);

/** What no test takes. */
export function missingPaths({ stages }: Coverage): { readonly stage: CoveredStage; readonly text: string }[] {
  return stages.flatMap((stage) =>
    stage.paths
      .filter(({ tests }) => tests === 0)
      .map(({ label, missing }) => {
        const which = label === "" ? "" : `, ${label}`;
        return { stage, text: `stage ${stage.path} ${stage.stage}${which}: ${missing}` };
      }),
  );
}

/** Where a stage stands. */
export function placeOf({ span }: CoveredStage, config: ConfigFiles): { readonly file: string; readonly line: number } {
  const at = config.locate(span);
  return { file: at.name, line: at.lines.position(at.span.start).line };
}

/** The coverage of one configuration: what no test takes, and the sum. */
export function formatCoverage(config: ConfigFiles, coverage: Coverage, paint: Paint): string {
  const { taken, paths } = coverage;
  const missing = missingPaths(coverage);
  const rows = missing.slice(0, MAX_LISTED).map(({ stage, text }) => {
    const { file, line } = placeOf(stage, config);
    return `  ${paint("yellow", "not reached")} ${visible(file)}:${line} ${visible(text)}\n`;
  });
  const more = missing.length > MAX_LISTED ? [`  and ${missing.length - MAX_LISTED} more\n`] : [];
  const share = percentOf(taken, paths).toFixed(1);
  return [`${visible(config.name)}: ${taken} of ${paths} paths reached (${share} %)\n`, ...rows, ...more].join("");
}

/** Why a file could not be run, each at its place. */
export function suiteProblems({ path, text, diagnostics, config, configDiagnostics, problem }: Suite): {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}[] {
  const errors = configDiagnostics.filter(({ severity }) => severity === "error");
  const placed = [
    ...ConfigFiles.one(path, text).place(diagnostics),
    ...(config === undefined ? [] : config.place(errors)),
  ].map(({ file, line, message }) => ({ file, line: line ?? 1, message }));
  return placed.length > 0 || problem === undefined ? placed : [{ file: path, line: 1, message: problem }];
}

const NO_PAINT: Paint = (_style, text) => text;

/** A failure for build servers: what it is in a few words, and all of it. */
export function failureText({ parts, problem, ...rest }: TestResult): {
  readonly message: string;
  readonly text: string;
} {
  const differing = parts.filter(({ same }) => !same);
  const message =
    problem ?? `${differing.map(describePart).join(", ")} ${differing.length === 1 ? "differs" : "differ"}`;
  const rows = resultRows({ parts, problem, ...rest }, NO_PAINT);
  return { message, text: rows.map((row) => row.slice(4)).join("\n") };
}
