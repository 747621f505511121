/** What a plan does with the lines: its text, the evidence for each stage, the figures, and what stays unread. */
import { formatRfc3339 } from "@sluice/languages/base";
import { goString } from "@sluice/languages/govalue";
import { findPatterns, PatternMiner } from "../patterns/index.ts";
import type { Snapshot } from "../pipeline/snapshot.ts";
import type { Outcome } from "../preview/outcome.ts";
import type { Preview } from "../preview/preview.ts";
import type { StageCounts } from "../preview/stage-counts.ts";
import { SensitiveScan } from "../sensitive/index.ts";
import { commentsIn } from "./comments.ts";
import { type Composed, compose, type Plan } from "./plan.ts";
import type {
  Layer,
  Proposal,
  ProposalExample,
  ProposalFigures,
  ProposedStage,
  ProposeOptions,
  UnparsedKind,
} from "./proposal.ts";
import { preview } from "./run.ts";
import type { TakenLine } from "./take-lines.ts";

export interface Given {
  readonly lines: readonly string[];
  readonly taken: readonly TakenLine[];
  readonly options: ProposeOptions;
}

/** A run, with what is asked of it for every stage and line. */
interface Judged {
  readonly run: Preview;
  /** By line. */
  readonly outcomes: readonly Outcome[];
  readonly counts: ReadonlyMap<string, StageCounts>;
}

export function judge(plan: Plan, { lines, taken, options }: Given): Proposal {
  const composed = compose(plan.stages, plan.branches, options.choices ?? new Map());
  const samples = taken.map(({ line }) => ({ line, labels: options.labels ?? {} }));
  const run = preview(composed.text, samples, options.start);
  const outcomes = samples.map((_, i) => run.outcomeOf(i));
  const judged = { run, outcomes, counts: run.counts() };
  const example = chooseExample(outcomes);
  const parsed = parsedLines(run, outcomes, plan, composed, options.labels ?? {});
  const left = unparsedEntries(run, parsed);
  return {
    title: plan.title,
    stages: plan.stages.map((stage) => describe(stage, composed, judged, example)),
    branches: plan.branches.map(({ title, expression, entries }) => ({ title, selector: expression, entries })),
    questions: plan.questions,
    text: composed.text,
    figures: {
      ...figuresOf(judged, plan, composed, parsed),
      comments: left.comments,
      unparsed: left.entries.length,
      lines: lines.length,
      looked: taken.length,
      blank: lines.filter((line) => line.trim() === "").length,
    },
    untimed: plan.untimed,
    unparsed: unparsedKinds(left.entries, taken),
    unparsedLines: left.entries.flatMap(({ origins }) => origins.map((line) => taken[line]!.index)),
    example: example === undefined ? undefined : exampleOf(judged, example, taken),
  };
}

const WORKED: ReadonlySet<string> = new Set(["changed", "merged", "split"]);
const MAX_SETS = 6;

function describe(
  stage: Plan["stages"][number],
  { codes, paths, taken }: Composed,
  { run, outcomes, counts }: Judged,
  example: number | undefined,
): ProposedStage {
  const own = paths.get(stage.id) ?? [];
  const reached = own[0] === undefined ? undefined : counts.get(own[0]);
  const missed = own.reduce(
    (most, path) => Math.max(most, (counts.get(path)?.missed ?? 0) + (counts.get(path)?.errors ?? 0)),
    0,
  );
  return {
    id: stage.id,
    layer: stage.layer,
    code: codes.get(stage.id) ?? "",
    says: typeof stage.says === "string" ? stage.says : stage.says(taken),
    evidence: [...stage.evidence, ...(stage.labels ?? []).flatMap((name) => labelEvidence(run, name))],
    read: reached === undefined ? 0 : SETS_SOME.has(stage.layer) ? settingCount(run, own) : reached.in - missed,
    of: reached?.in ?? 0,
    taken: taken.has(stage.id),
    byDefault: stage.byDefault,
    needs: stage.needs,
    branch: stage.branch,
    ...effectOf(run, exampleFor(outcomes, own, example), own),
  };
}

function labelEvidence(run: Preview, name: string): string[] {
  const values = new Set(run.outputs.flatMap(({ entry }) => entry.labels.toRecord()[name] ?? []));
  return values.size === 0 ? [] : [`${name}: ${values.size} ${values.size === 1 ? "value" : "values"}`];
}

/** Layers whose stages set what an entry has of several names: that it lacks one is no miss. */
const SETS_SOME: ReadonlySet<Layer> = new Set(["labels", "metadata"]);

/** Entries for which a stage set something. */
function settingCount(run: Preview, paths: readonly string[]): number {
  return run.outputs.filter(({ entry }) =>
    run
      .stepsOf(entry.origins[0]!)
      .some(
        ({ path, before, emitted }) =>
          before !== undefined && paths.includes(path) && emitted.some((after) => !changes(before, after).next().done),
      ),
  ).length;
}

/** The chosen example if the stage works on it, or else the first line that it works on. */
function exampleFor(
  outcomes: readonly Outcome[],
  paths: readonly string[],
  example: number | undefined,
): number | undefined {
  const works = (i: number) => paths.some((path) => WORKED.has(outcomes[i]!.stages.get(path) ?? ""));
  if (example === undefined || paths.length === 0 || works(example)) return example;
  for (let i = 0; i < Math.min(outcomes.length, 300); i++) if (works(i)) return i;
  return example;
}

function effectOf(
  run: Preview,
  i: number | undefined,
  paths: readonly string[],
): Pick<ProposedStage, "before" | "after" | "sets"> {
  if (i === undefined || paths.length === 0) return { before: "", after: undefined, sets: [] };
  const steps = run.stepsOf(i).filter(({ path }) => paths.includes(path));
  const after = steps.flatMap(({ emitted }) => emitted).findLast(({ origins }) => origins.includes(i));
  const before = steps.find((step) => step.before?.origins.includes(i))?.before ?? after;
  if (before === undefined) return { before: "", after: undefined, sets: [] };
  if (after === undefined || after === before) return { before: before.line, after: undefined, sets: [] };
  return {
    before: before.line,
    after: after.line === before.line ? undefined : after.line,
    sets: [...changes(before, after)].slice(0, MAX_SETS),
  };
}

function* changes(before: Snapshot, after: Snapshot): Generator<{ name: string; value: string }, undefined> {
  for (const [name, value] of after.extracted)
    if (before.extracted.get(name) !== value && name !== "output" && name !== "content")
      yield { name, value: goString(value) ?? JSON.stringify(value) };
  const [earlier, labels] = [before.labels.toRecord(), after.labels.toRecord()];
  for (const [name, value] of Object.entries(labels))
    if (earlier[name] !== value) yield { name: `label ${name}`, value };
  const known = new Map(before.metadata ?? []);
  for (const [name, value] of after.metadata ?? [])
    if (known.get(name) !== value) yield { name: `metadata ${name}`, value };
  if (before.timestamp !== after.timestamp) yield { name: "entry time", value: formatRfc3339(after.timestamp) };
}

/** The line with which most stages do their work. */
function chooseExample(outcomes: readonly Outcome[]): number | undefined {
  let best: number | undefined;
  let most = -1;
  for (const [i, { stages, missedBy }] of outcomes.slice(0, 500).entries()) {
    const worth = [...stages.values()].filter((status) => WORKED.has(status)).length * 2 - missedBy.length;
    if (worth <= most) continue;
    best = i;
    most = worth;
  }
  return best;
}

/** Lines whose entry a parsing stage reads: a value of it besides its time, where it has any. `given`: labels of the source. */
function parsedLines(
  run: Preview,
  outcomes: readonly Outcome[],
  plan: Plan,
  { paths }: Composed,
  given: Readonly<Record<string, string>>,
): ReadonlySet<number> {
  const parsers = [...plan.parsers].flatMap((id) => paths.get(id) ?? []);
  const read = new Set<number>();
  for (const [i, { stages }] of outcomes.entries())
    if (parsers.some((path) => stages.get(path) === "changed")) read.add(i);
  const without = run.outputs.filter(
    ({ entry }) =>
      read.has(entry.origins[0]!) &&
      (given.level !== undefined || !isLeveled(entry)) &&
      ![...plan.values].some((name) => hasText(entry.extracted.get(name))),
  );
  const miner = new PatternMiner();
  const numbers = miner.add(without.map(({ entry }) => entry.line.split("\n", 1)[0]!));
  const patterns = new Map(miner.report().patterns.map((pattern) => [pattern.number, pattern]));
  for (const [i, { entry }] of without.entries())
    if (patterns.get(numbers[i] ?? -1)?.parts.some(({ distinct }) => distinct.count > 1))
      for (const line of entry.origins) read.delete(line);
  return read;
}

/** The level is read, whether it is a label or not. */
const isLeveled = ({ labels, extracted }: Snapshot): boolean =>
  labels.toRecord().level !== undefined || hasText(extracted.get("level"));

const hasText = (value: Parameters<typeof goString>[0] | undefined): boolean =>
  value !== undefined && goString(value) !== "";

function figuresOf(
  judged: Judged,
  plan: Plan,
  { paths, taken }: Composed,
  parsed: ReadonlySet<number>,
): Omit<ProposalFigures, "comments" | "unparsed" | "lines" | "looked" | "blank"> {
  const { run, outcomes } = judged;
  const pathsOf = (wanted: Layer) =>
    plan.stages.filter(({ layer }) => layer === wanted).flatMap(({ id }) => paths.get(id) ?? []);
  const [timers, wrappers, redactors] = [pathsOf("time"), pathsOf("unwrap"), pathsOf("secrets")];
  const figures = { parsed: 0, timed: 0, carried: 0, leveled: 0, redacted: 0 };
  const streams = new Set<string>();
  const changed = (line: number, wanted: readonly string[]) =>
    wanted.some((path) => outcomes[line]!.stages.get(path) === "changed");
  for (const { entry } of run.outputs) {
    const line = entry.origins[0]!;
    if (parsed.has(line)) figures.parsed++;
    if (isTimed(judged, line, timers, wrappers)) figures.timed++;
    else if (isMoved(judged, line, timers)) figures.carried++;
    if (changed(line, redactors)) figures.redacted++;
    const labels = entry.labels.toRecord();
    if (labels.level !== undefined) figures.leveled++;
    streams.add(JSON.stringify(labels));
  }
  return {
    ...figures,
    exposed: exposedEntries(run) + plan.exposedElsewhere,
    yearless: plan.yearless,
    ahead: plan.ahead,
    joined: pathsOf("join").reduce((sum, path) => sum + (judged.counts.get(path)?.merged ?? 0), 0),
    attached: plan.stages.some(({ id, layer }) => layer === "join" && taken.has(id)) ? plan.attached : 0,
    // A header is no entry.
    entries: run.balance.dropped + run.outputs.length - droppedBy(judged, plan, paths),
    dropped: run.balance.dropped,
    streams: streams.size,
  };
}

/** Entries that leave with a secret, in the line, in a label or in metadata. */
function exposedEntries(run: Preview): number {
  const scan = new SensitiveScan();
  for (const [i, { entry }] of run.outputs.entries())
    scan.add(i, { line: entry.line, labels: entry.labels, metadata: entry.metadata });
  return scan.report().secret;
}

/** Lines that the stages for headers drop. */
function droppedBy({ counts }: Judged, { stages }: Plan, paths: Composed["paths"]): number {
  const headers = stages.filter(({ id, layer }) => layer === "noise" && /^header(?:@|$)/.test(id));
  return headers
    .flatMap(({ id }) => paths.get(id) ?? [])
    .reduce((sum, path) => sum + (counts.get(path)?.dropped ?? 0), 0);
}

/** A time that is read may be the one that the entry has already. Stages that take lines out of others set it besides. */
function isTimed(
  { run, outcomes }: Judged,
  line: number,
  timers: readonly string[],
  wrappers: readonly string[],
): boolean {
  const { stages } = outcomes[line]!;
  const isRead = (path: string) => stages.get(path) === "changed" || stages.get(path) === "unchanged";
  if (timers.some(isRead)) return true;
  return isMoved({ run }, line, wrappers);
}

/** Stages at `paths` set its time: those for times do so without reading one, too, where an entry before had one. */
const isMoved = ({ run }: Pick<Judged, "run">, line: number, paths: readonly string[]): boolean =>
  run
    .stepsOf(line)
    .some(
      ({ path, before, emitted }) =>
        paths.includes(path) && emitted.some((after) => after.timestamp !== before?.timestamp),
    );

const MAX_UNPARSED = 5;

/** Entries that no parsing stage reads, and how many others are comments. */
function unparsedEntries(
  run: Preview,
  parsed: ReadonlySet<number>,
): { readonly entries: readonly Snapshot[]; readonly comments: number } {
  const isComment = commentsIn(run.outputs.map(({ entry }) => entry.line));
  const left = run.outputs.flatMap(({ entry }) => (parsed.has(entry.origins[0]!) ? [] : [entry]));
  const entries = left.filter(({ line }) => !isComment(line));
  return { entries, comments: left.length - entries.length };
}

function unparsedKinds(left: readonly Snapshot[], taken: readonly TakenLine[]): UnparsedKind[] {
  const lines = left.map(({ line }) => line.split("\n", 1)[0]!);
  return findPatterns(lines, true)
    .patterns.slice(0, MAX_UNPARSED)
    .map(({ template, count, first }) => ({ template, count, line: taken[left[first]!.origins[0]!]!.index }));
}

function exampleOf({ run, outcomes }: Judged, i: number, taken: readonly TakenLine[]): ProposalExample | undefined {
  const [output] = outcomes[i]!.outputs;
  if (output === undefined) return undefined;
  const { entry } = output;
  const timed = run
    .stepsOf(i)
    .some(
      (step) => step.before !== undefined && step.emitted.some((after) => after.timestamp !== step.before!.timestamp),
    );
  return {
    index: taken[i]!.index,
    before: taken[i]!.line,
    after: entry.line,
    time: timed ? formatRfc3339(entry.timestamp) : undefined,
    labels: entry.labels.toRecord(),
    metadata: Object.fromEntries(entry.metadata ?? []),
  };
}
