/**
 * Compares the result of a test with its expectation, part by part, each with its place in the file. Command line and
 * page show the same parts, so that a person sees what differs.
 */
import { formatRfc3339, parseRfc3339 } from "@sluice/languages/base";
import type { Span } from "../base/span.ts";
import { formatLabels } from "../lokipush/index.ts";
import { formatSampleValue } from "../metrics/registry.ts";
import type { Snapshot } from "../pipeline/snapshot.ts";
import type { Played, PlayedEntry } from "./play.ts";
import { readSeries, seriesKey } from "./series.ts";
import type { Expectation, ExpectedEntry, ExpectedOutcome, TestOutcome } from "./test-file.ts";

export const TEST_PARTS = [
  "outcome",
  "count",
  "line",
  "labels",
  "timestamp",
  "structured_metadata",
  "stages",
  "metrics",
] as const;
export type TestPart = (typeof TEST_PARTS)[number];

/** One name of labels, metadata, stages or metrics; null: not there. */
export interface NamedDifference {
  readonly name: string;
  readonly expected: string | null;
  readonly got: string | null;
}

/** One part of what is expected. */
export interface PartResult {
  readonly part: TestPart;
  /** Index of the output, or for an outcome of the input; from 0, undefined if there is only one. */
  readonly entry: number | undefined;
  readonly same: boolean;
  /** As texts for people. */
  readonly expected: string;
  readonly got: string;
  /** Of parts with names: those that differ. */
  readonly names: readonly NamedDifference[];
  /** Where it is written in the test file. */
  readonly span: Span;
}

/** The name of a part, for people. */
export function describePart({ part, entry }: Pick<PartResult, "part" | "entry">): string {
  const name = part === "structured_metadata" ? "structured metadata" : part === "count" ? "what leaves" : part;
  if (entry === undefined) return name;
  return part === "outcome" ? `outcome of entry ${entry + 1}` : `${name} of leaving entry ${entry + 1}`;
}

type Pairs = readonly (readonly [string, string])[];

/** All parts that are compared, in the order of `TEST_PARTS` for each entry. */
export function judge(expect: Expectation, played: Played): PartResult[] {
  const { places, span } = expect;
  const at = (key: string): Span => places.get(key) ?? span;
  const parts: PartResult[] = [];
  if (expect.outcomes !== undefined) {
    for (const [i, one] of expect.outcomes.entries())
      parts.push(...judgeOutcome(one, played, i, one.places.get("outcome") ?? one.span, true));
  } else if (expect.outcome !== undefined) {
    for (const i of played.entries.keys())
      parts.push(...judgeOutcome(expect, played, i, at("outcome"), played.entries.length > 1));
  }
  const exact = expect.exact === true;
  const single = ["line", "labels", "timestamp", "structured_metadata"].some((part) => places.has(part));
  if (expect.entries !== undefined) {
    parts.push(countOf(expect.entries.length, played.outputs.length, at("entries")));
    for (const [i, one] of expect.entries.entries()) {
      const output = played.outputs[i];
      if (output !== undefined) parts.push(...judgeEntry(one, output, played, exact, i));
    }
  } else if (single || (exact && leavesOne(expect, played))) {
    const output = played.outputs[0];
    if (played.outputs.length !== 1 || output === undefined) parts.push(countOf(1, played.outputs.length, span));
    if (output !== undefined) parts.push(...judgeEntry(expect, output, played, exact, undefined));
  }
  if (expect.stages !== undefined) parts.push(judgeStages(expect.stages, played, at("stages")));
  if (expect.metrics !== undefined) parts.push(judgeMetrics(expect.metrics, played, exact, at("metrics")));
  return parts;
}

/** Whether an exact expectation that names no part of an entry is about the one that leaves. */
function leavesOne(expect: Expectation, { entries }: Played): boolean {
  const passed = (outcome: TestOutcome | undefined) => outcome === undefined || outcome === "passed";
  return entries.length === 1 && expect.outcomes === undefined && passed(expect.outcome);
}

function judgeOutcome(expect: ExpectedOutcome, played: Played, i: number, span: Span, several: boolean): PartResult[] {
  const entry = played.entries[i];
  if (expect.outcome === undefined || entry === undefined) return [];
  const { outcome, ended } = entry;
  const wanted = expect.outcome;
  const by = endsAt(entry, played);
  const found = by.filter(
    ({ path, stage, reason }) =>
      (expect.stage === undefined || isStage(expect.stage, path, stage)) &&
      (expect.reason === undefined || expect.reason === reason),
  );
  const named = expect.stage !== undefined || expect.reason !== undefined;
  const same = wanted === ended && (!named || found.length > 0);
  const place = [
    ...(expect.stage === undefined ? [] : [`by stage ${expect.stage}`]),
    ...(expect.reason === undefined ? [] : [`as ${expect.reason}`]),
  ];
  const shown = same && named ? found[0]! : by[0];
  const got = [
    ended,
    ...(shown === undefined || (!named && wanted === ended) ? [] : [describePlace(shown, expect.stage)]),
    ...(outcome.errors.length > 0 ? [`(stage ${outcome.errors.join(", ")} failed)`] : []),
  ];
  const texts = { expected: [wanted, ...place].join(" "), got: got.join(" ") };
  return [{ part: "outcome", entry: several ? i : undefined, same, ...texts, names: [], span }];
}

interface EndPlace {
  readonly path: string;
  readonly stage: string | undefined;
  readonly reason: string | undefined;
}

/** Where an entry that did not leave stayed. */
export function endsAt({ outcome, ended }: PlayedEntry, { stages }: Pick<Played, "stages">): readonly EndPlace[] {
  if (ended === "dropped") return outcome.drops;
  if (ended !== "held" || outcome.heldBy === undefined) return [];
  return [{ path: outcome.heldBy, stage: stages.get(outcome.heldBy), reason: undefined }];
}

const describePlace = ({ path, stage, reason }: EndPlace, as: string | undefined): string =>
  `by stage ${as !== undefined && isStage(as, path, stage) ? as : stage === undefined ? path : `${path} ${stage}`}${reason === undefined ? "" : ` as ${reason}`}`;

const isStage = (wanted: string, path: string, name: string | undefined): boolean =>
  wanted === path || (name !== undefined && (wanted === name || wanted === `stage.${name}`));

const countOf = (expected: number, got: number, span: Span): PartResult => ({
  part: "count",
  entry: undefined,
  same: expected === got,
  expected: entriesLeave(expected),
  got: entriesLeave(got),
  names: [],
  span,
});

const entriesLeave = (count: number): string => `${count} ${count === 1 ? "entry leaves" : "entries leave"}`;

function judgeEntry(
  expect: Pick<ExpectedEntry, "line" | "labels" | "timestamp" | "structured_metadata" | "places" | "span">,
  output: Snapshot,
  played: Played,
  exact: boolean,
  entry: number | undefined,
): PartResult[] {
  const at = (key: string): Span => expect.places.get(key) ?? expect.span;
  const came = played.entries[output.origins[0] ?? 0];
  const parts: PartResult[] = [];
  const add = (
    part: TestPart,
    one: Pick<PartResult, "same" | "expected" | "got"> & { names?: readonly NamedDifference[] },
  ) => parts.push({ part, entry, names: [], ...one, span: at(part) });
  const line = expect.line ?? (exact ? came?.line : undefined);
  if (line !== undefined) add("line", { same: line === output.line, expected: line, got: output.line });
  if (expect.labels !== undefined || exact) {
    const wanted = new Map([...(expect.labels ?? [])].map(([name, { value }]) => [name, value]));
    add("labels", compareNames(wanted, new Map(output.labels), exact, showPairs));
  }
  const timestamp =
    expect.timestamp === undefined ? (exact ? came?.timestamp : undefined) : parseRfc3339(expect.timestamp);
  if (timestamp !== undefined)
    add("timestamp", {
      same: timestamp === output.timestamp,
      expected: formatRfc3339(timestamp),
      got: formatRfc3339(output.timestamp),
    });
  if (expect.structured_metadata !== undefined || exact)
    add("structured_metadata", compareMetadata(expect.structured_metadata ?? [], output.metadata, exact));
  return parts;
}

const showPairs = (pairs: Pairs): string => formatLabels(pairs);

/** Names with values; `wanted` null: not there. */
function compareNames(
  wanted: ReadonlyMap<string, string | null>,
  got: ReadonlyMap<string, string>,
  exact: boolean,
  show: (pairs: Pairs) => string,
): Pick<PartResult, "same" | "expected" | "got" | "names"> {
  const names: NamedDifference[] = [];
  const shown: [string, string][] = [];
  for (const [name, value] of wanted) {
    const found = got.get(name);
    if (found !== undefined) shown.push([name, found]);
    if ((found ?? null) !== value) names.push({ name, expected: value, got: found ?? null });
  }
  if (exact)
    for (const [name, value] of got) {
      if (wanted.has(name)) continue;
      shown.push([name, value]);
      names.push({ name, expected: null, got: value });
    }
  const expected = [...wanted].filter((pair): pair is [string, string] => pair[1] !== null);
  const absent = [...wanted].flatMap(([name, value]) => (value === null ? [name] : []));
  const without = absent.length === 0 ? "" : ` without ${absent.join(", ")}`;
  return { same: names.length === 0, expected: `${show(sorted(expected))}${without}`, got: show(sorted(shown)), names };
}

const sorted = (pairs: Pairs): Pairs => pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** Names may repeat; their order says nothing. */
function compareMetadata(
  wanted: Pairs,
  got: Pairs,
  exact: boolean,
): Pick<PartResult, "same" | "expected" | "got" | "names"> {
  const left = got.map(([name, value]) => ({ name, value }));
  const missing: [string, string][] = [];
  const met: [string, string][] = [];
  for (const [name, value] of wanted) {
    const at = left.findIndex((one) => one.name === name && one.value === value);
    if (at < 0) missing.push([name, value]);
    else {
      left.splice(at, 1);
      met.push([name, value]);
    }
  }
  const names: NamedDifference[] = missing.map(([name, value]) => {
    const at = left.findIndex((one) => one.name === name);
    const other = at < 0 ? undefined : left.splice(at, 1)[0];
    if (other !== undefined) met.push([name, other.value]);
    return { name, expected: value, got: other?.value ?? null };
  });
  if (exact)
    for (const { name, value } of left) {
      met.push([name, value]);
      names.push({ name, expected: null, got: value });
    }
  return { same: names.length === 0, expected: showPairs(sorted(wanted)), got: showPairs(sorted(met)), names };
}

function judgeStages(
  wanted: NonNullable<Expectation["stages"]>,
  { entries, stages: byPath }: Played,
  span: Span,
): PartResult {
  const statuses = entries[0]?.outcome.stages ?? new Map<string, string>();
  const names: NamedDifference[] = [];
  const got: string[] = [];
  for (const [name, { value }] of wanted) {
    const paths = [...byPath].flatMap(([path, stage]) => (isStage(name, path, stage) ? [path] : []));
    const several = paths.length > 1 ? `means the stages ${paths.join(", ")}: name one by its place` : null;
    const found = several ?? (paths.length === 0 ? null : statuses.get(paths[0]!)!);
    got.push(`${name} ${found ?? "is not there"}`);
    if (found !== value) names.push({ name, expected: value, got: found });
  }
  const expected = [...wanted].map(([name, { value }]) => `${name} ${value}`).join(", ");
  return { part: "stages", entry: undefined, same: names.length === 0, expected, got: got.join(", "), names, span };
}

function judgeMetrics(
  wanted: NonNullable<Expectation["metrics"]>,
  { series }: Played,
  exact: boolean,
  span: Span,
): PartResult {
  const names: NamedDifference[] = [];
  const got: string[] = [];
  const keys = new Set<string>();
  for (const [name, { value }] of wanted) {
    const key = seriesKey(readSeries(name)!);
    keys.add(key);
    const found = series.get(key)?.value ?? null;
    got.push(`${name} ${found === null ? "is not there" : formatSampleValue(found)}`);
    if (!Object.is(found, value)) names.push({ name, expected: showValue(value), got: showValue(found) });
  }
  if (exact)
    for (const [key, { text, value }] of series) {
      if (keys.has(key)) continue;
      got.push(`${text} ${formatSampleValue(value)}`);
      names.push({ name: text, expected: null, got: formatSampleValue(value) });
    }
  const expected = [...wanted].map(([name, { value }]) => `${name} ${showValue(value) ?? "is not there"}`);
  return {
    part: "metrics",
    entry: undefined,
    same: names.length === 0,
    expected: expected.join("\n"),
    got: got.join("\n"),
    names,
    span,
  };
}

const showValue = (value: number | null): string | null => (value === null ? null : formatSampleValue(value));
