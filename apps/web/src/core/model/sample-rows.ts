/** The sample list: entries with their outcomes, filtered and searched. */

import { counted } from "../text/counted.ts";
import { nearest } from "../text/nearest.ts";
import type { RunResult, SampleOutcome, SampleStatus, Settled } from "./run.ts";
import { formatClock, timeUntil } from "./sample-time.ts";
import type { SampleEntry } from "./samples.ts";

export type StageEffect = "dropped" | "changed" | "missed" | "held" | "errors";

export type SampleFilter =
  | { readonly kind: "all" }
  | { readonly kind: "status"; readonly status: SampleStatus }
  /** Entries that the balance counts there. */
  | { readonly kind: "settled"; readonly settled: Settled }
  /** Certain entries; `what` says which: `entries 2–5, merged into one`. */
  | { readonly kind: "entries"; readonly ids: readonly number[]; readonly what: string }
  /** Entries to which the stage at `path` did this. */
  | { readonly kind: "stage"; readonly path: string; readonly effect: StageEffect };

export interface SampleRow {
  readonly sample: SampleEntry;
  /** From 1, in the whole list. */
  readonly number: number;
  /** Undefined until the first run that knows it. */
  readonly outcome: SampleOutcome | undefined;
}

/** Outcomes by sample id. */
export function outcomesById(result: RunResult | null): ReadonlyMap<number, SampleOutcome> {
  const outcomes = new Map<number, SampleOutcome>();
  for (const [i, outcome] of (result?.samples ?? []).entries()) outcomes.set(result!.sampleIds[i]!, outcome);
  return outcomes;
}

/** Facts about one stage of a run besides its counts. */
export interface StageFacts {
  /** When it releases the next entry, if only time passes; RFC 3339. */
  readonly nextRelease: string | undefined;
}

/** By stage path, for stages that have such facts: one pass over the outcomes for all stages. */
export function stageFacts(outcomes: Iterable<SampleOutcome>): ReadonlyMap<string, StageFacts> {
  const facts = new Map<string, { nextRelease: string | undefined }>();
  const of = (path: string) => {
    const known = facts.get(path);
    if (known !== undefined) return known;
    const fresh = { nextRelease: undefined };
    facts.set(path, fresh);
    return fresh;
  };
  for (const { heldBy, heldUntil } of outcomes) {
    if (heldBy === undefined || heldUntil === undefined) continue;
    const held = of(heldBy);
    if (held.nextRelease === undefined || timeUntil(heldUntil, held.nextRelease) !== undefined)
      held.nextRelease = heldUntil;
  }
  return facts;
}

export function makeRows(
  samples: readonly SampleEntry[],
  outcomes: ReadonlyMap<number, SampleOutcome>,
  filter: SampleFilter,
  search: string,
  isWanted: (id: number) => boolean = () => true,
): SampleRow[] {
  const wanted = search.trim().toLowerCase();
  const ids = filter.kind === "entries" ? new Set(filter.ids) : undefined;
  const rows: SampleRow[] = [];
  for (const [i, sample] of samples.entries()) {
    const outcome = outcomes.get(sample.id);
    if (wanted !== "" && !sample.line.toLowerCase().includes(wanted)) continue;
    if (!isWanted(sample.id)) continue;
    if (ids === undefined ? !passes(outcome, filter) : !ids.has(sample.id)) continue;
    rows.push({ sample, number: i + 1, outcome });
  }
  return rows;
}

/** The row of the entry with this number, or the next one after it, or the last. */
export const nearestRow = (rows: readonly SampleRow[], number: number): SampleRow | undefined =>
  nearest(rows, number, (row) => row.number);

function passes(outcome: SampleOutcome | undefined, filter: SampleFilter): boolean {
  if (filter.kind === "all" || filter.kind === "entries") return true;
  if (outcome === undefined) return false;
  if (filter.kind === "status") return outcome.status === filter.status;
  if (filter.kind === "settled") return outcome.settled === filter.settled;
  switch (filter.effect) {
    case "dropped":
      return outcome.drops.some((drop) => drop.path === filter.path);
    case "changed":
      return outcome.changedBy.includes(filter.path);
    case "missed":
      return outcome.missedBy.includes(filter.path);
    case "held":
      // What a stage inside holds, the stage around it holds too.
      return outcome.heldBy === filter.path || outcome.heldBy?.startsWith(`${filter.path}.`) === true;
    case "errors":
      return outcome.errors.includes(filter.path);
  }
}

/** `dropped by stage 4` */
export function describeFilter(filter: SampleFilter): string {
  if (filter.kind === "all") return "all entries";
  if (filter.kind === "status") return filter.status;
  if (filter.kind === "settled") return filter.settled;
  if (filter.kind === "entries") return filter.what;
  const effects: Record<StageEffect, string> = {
    dropped: "dropped by",
    changed: "changed by",
    missed: "missed by",
    held: "held by",
    errors: "errors in",
  };
  return `${effects[filter.effect]} stage ${filter.path}`;
}

export function countStatuses(outcomes: Iterable<SampleOutcome | undefined>): Readonly<Record<SampleStatus, number>> {
  const counts: Record<SampleStatus, number> = {
    missed: 0,
    passed: 0,
    unchanged: 0,
    merged: 0,
    split: 0,
    dropped: 0,
    held: 0,
    error: 0,
  };
  for (const outcome of outcomes) if (outcome !== undefined) counts[outcome.status]++;
  return counts;
}

/** Facts about the run that the words about entries need. */
export interface RunContext {
  /** The virtual clock, RFC 3339. */
  readonly now: string;
  /** The name of the stage at a path. */
  stageName(path: string): string | undefined;
}

/** The words about one entry after its status: `by stage 4`. */
export function describeOutcome(outcome: SampleOutcome, context: RunContext): string {
  if (outcome.status === "dropped") {
    const paths = [...new Set(outcome.drops.map((drop) => drop.path))];
    return paths.length === 0 ? "" : `by stage ${paths.join(", ")}`;
  }
  if (outcome.status === "held") return describeHeld(outcome, context);
  if (outcome.status === "missed") return missedBy(outcome);
  if (outcome.status === "error") return `in stage ${outcome.errors.join(", ")}`;
  if (outcome.status === "merged" && outcome.mergedFrom !== undefined)
    return `entries ${formatRanges(outcome.mergedFrom)}`;
  return outcome.outputs > 1 ? `as ${outcome.outputs} entries` : "";
}

const missedBy = ({ missedBy: paths }: SampleOutcome): string =>
  `by stage ${paths[0]}${paths.length === 1 ? "" : ` and ${paths.length - 1} more`}`;

/** The outcome of one entry, next to its number: `passed, changed by 5 stages`. */
export function describeEntry(outcome: SampleOutcome, context: RunContext): string {
  const about = describeOutcome(outcome, context);
  const word = `${outcome.status}${about === "" ? "" : ` ${about}`}`;
  const changed = outcome.changedBy.length;
  return changed === 0 ? word : `${word}, changed by ${counted(changed, "stage")}`;
}

/** The stage that gave an entry its status, if that needs attention. */
export function telltaleStage({ status, drops, missedBy, errors }: SampleOutcome): string | undefined {
  if (status === "dropped") return drops[0]?.path;
  if (status === "missed") return missedBy[0];
  return status === "error" ? errors[0] : undefined;
}

/** The same in the few characters that a row has: `at 4`, `in 3s`, `entries 1–3`. */
export function shortOutcome(outcome: SampleOutcome, context: RunContext): string {
  switch (outcome.status) {
    case "dropped":
    case "missed":
    case "error": {
      const path = telltaleStage(outcome);
      return path === undefined ? "" : `at ${path}`;
    }
    case "held": {
      const wait = outcome.heldUntil === undefined ? undefined : timeUntil(context.now, outcome.heldUntil);
      return [`at ${outcome.heldBy}`, wait === undefined ? "" : `(in ${wait})`].filter(Boolean).join(" ");
    }
    case "merged":
      return outcome.mergedFrom === undefined ? "" : `with ${formatRanges(outcome.mergedFrom)}`;
    case "split":
      return `as ${outcome.outputs}`;
    default:
      return "";
  }
}

/** `by stage 2 multiline, until 08:00:03 (in 3s)` */
export function describeHeld({ heldBy, heldUntil }: SampleOutcome, { now, stageName }: RunContext): string {
  if (heldBy === undefined) return "";
  const stage = `by stage ${[heldBy, stageName(heldBy)].filter(Boolean).join(" ")}`;
  if (heldUntil === undefined) return stage;
  const wait = timeUntil(now, heldUntil);
  return `${stage}, until ${formatClock(heldUntil, now)}${wait === undefined ? "" : ` (in ${wait})`}`;
}

/** Numbers from 1 of indexes in ascending order: `2–5, 7`. */
export const formatRanges = (indexes: readonly number[]): string =>
  toRanges(indexes)
    .map(({ first, last }) => (first === last ? `${first + 1}` : `${first + 1}–${last + 1}`))
    .join(", ");

/** Indexes in ascending order as runs of neighbours. */
export function toRanges(indexes: readonly number[]): { readonly first: number; readonly last: number }[] {
  const ranges: { first: number; last: number }[] = [];
  for (const index of indexes) {
    const range = ranges.at(-1);
    if (range !== undefined && range.last + 1 === index) range.last = index;
    else ranges.push({ first: index, last: index });
  }
  return ranges;
}

export interface EmptySummary {
  /** `12 dropped: 9 by stage 3, 3 by stage 5.` */
  readonly text: string;
  /** The stage that drops most. */
  readonly path: string | undefined;
}

/** Why nothing came out; undefined when something did, or nothing went in. */
export function summarizeNothing(result: RunResult | null): EmptySummary | undefined {
  if (result === null || result.balance.in === 0 || result.balance.emitted > 0) return undefined;
  const byStage = new Map<string, number>();
  let dropped = 0;
  for (const outcome of result.samples) {
    if (outcome.status !== "dropped") continue;
    dropped++;
    for (const path of new Set(outcome.drops.map((drop) => drop.path))) byStage.set(path, (byStage.get(path) ?? 0) + 1);
  }
  const ranked = [...byStage].sort((a, b) => b[1] - a[1]);
  const [first] = ranked;
  const parts: string[] = [];
  const each = ranked.map(([path, n]) => `${n} by stage ${path}`).join(", ");
  const where = first === undefined ? "" : ranked.length === 1 ? ` by stage ${first[0]}` : `: ${each}`;
  if (dropped > 0) parts.push(`${dropped} dropped${where}`);
  if (result.balance.held > 0) parts.push(`${result.balance.held} held`);
  return { text: `${parts.join("; ")}.`, path: first?.[0] };
}
