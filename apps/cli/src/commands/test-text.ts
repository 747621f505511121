/** What came of tests, as a person reads it: only what is wrong, each difference with both sides, and where it is written. */
import {
  ConfigFiles,
  type Coverage,
  type CoveredStage,
  cutMiddle,
  formatDiagnostics,
  LineIndex,
  type PartResult,
  type TestResult,
  visible,
} from "@sluice/engine";
import type { createPaint } from "../display.ts";
import { lineChange } from "./preview-changes.ts";
import type { Suite } from "./test-suite.ts";

type Paint = ReturnType<typeof createPaint>;

const LONGEST = 160;
/** Missing paths that are listed. */
const MAX_LISTED = 50;

export interface TextOptions {
  readonly paint: Paint;
  /** Tests that passed are listed, too. */
  readonly verbose: boolean;
  readonly coverage: boolean;
}

/** One file of tests. */
export function formatSuite(suite: Suite, { paint, verbose, coverage }: TextOptions): string {
  const { path, text, diagnostics, config, configDiagnostics, problem, run } = suite;
  const told = [
    formatDiagnostics(ConfigFiles.one(path, text), diagnostics, paint as never),
    ...(config === undefined || run !== undefined
      ? []
      : [formatDiagnostics(config, configDiagnostics, paint as never)]),
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
  return [
    told,
    ...results,
    `${visible(path)}: ${paint(style, count)}\n`,
    coverage ? formatCoverage(suite, run.coverage, paint) : "",
  ].join("");
}

function formatResult(
  { status, test, parts, problem, reasons }: TestResult,
  path: string,
  lines: LineIndex,
  paint: Paint,
): string {
  const { line } = lines.position(test.span.start);
  if (status === "passed") return `${paint("green", "✓")} ${visible(test.name)}\n`;
  const rows = [
    `${paint("red", "✗")} ${paint("bold", visible(test.name))}  ${paint("gray", `${visible(path)}:${line}`)}`,
    ...(problem === undefined ? [] : [`    ${visible(problem)}`]),
    ...parts.filter(({ same }) => !same).flatMap((part) => formatPart(part, paint)),
    ...(parts.filter(({ same }) => !same).length === 0
      ? []
      : reasons.slice(0, 5).map(({ path, stage, text, entry }) => {
          const which = test.samples.length > 1 ? `entry ${entry + 1}, ` : "";
          return paint("gray", `    ${which}stage ${path} ${stage}: ${visible(cutMiddle(text, 3 * LONGEST))}`);
        })),
  ];
  return `${rows.join("\n")}\n`;
}

/** The name of a part, for people. */
export function describePart({ part, entry }: Pick<PartResult, "part" | "entry">): string {
  const name = part === "structured_metadata" ? "structured metadata" : part === "count" ? "what leaves" : part;
  if (entry === undefined) return name;
  return part === "outcome" ? `outcome of entry ${entry + 1}` : `${name} of leaving entry ${entry + 1}`;
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

const percent = ({ taken, paths }: Coverage): string =>
  paths === 0 ? "" : ` (${((100 * taken) / paths).toFixed(1)} %)`;

function formatCoverage({ config }: Suite, coverage: Coverage, paint: Paint): string {
  const { stages, taken, paths } = coverage;
  const missing = stages.flatMap((stage) => stage.paths.flatMap((path) => (path.tests > 0 ? [] : [{ stage, path }])));
  const rows = missing.slice(0, MAX_LISTED).map(({ stage, path }) => {
    const label = path.label === "" ? "" : ` ${path.label}:`;
    return `  ${paint("yellow", "not reached")} ${placeOf(stage, config)} stage ${stage.path} ${stage.stage}${label === "" ? ":" : `,${label}`} ${path.missing}\n`;
  });
  const more = missing.length > MAX_LISTED ? [`  and ${missing.length - MAX_LISTED} more\n`] : [];
  return [`  coverage: ${taken} of ${paths} paths${percent(coverage)}\n`, ...rows, ...more].join("");
}

function placeOf({ span }: CoveredStage, config: ConfigFiles | undefined): string {
  const at = config?.locate(span);
  return at === undefined ? "" : `${at.name}:${at.lines.position(at.span.start).line}`;
}
