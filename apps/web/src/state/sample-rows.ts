/** The sample list as it is shown: entries with what became of them, filtered and searched. */
import type { RunResult, SampleOutcome, SampleStatus } from "../preview/protocol.ts";
import type { SampleEntry } from "./samples.ts";

export type StageEffect = "dropped" | "changed" | "missed" | "errors";

export type SampleFilter =
  | { readonly kind: "all" }
  | { readonly kind: "status"; readonly status: SampleStatus }
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
export function outcomesById(
  result: RunResult | null,
  sampleIds: readonly number[],
): ReadonlyMap<number, SampleOutcome> {
  return new Map((result?.samples ?? []).map((outcome, i) => [sampleIds[i]!, outcome]));
}

export function makeRows(
  samples: readonly SampleEntry[],
  outcomes: ReadonlyMap<number, SampleOutcome>,
  filter: SampleFilter,
  search: string,
): SampleRow[] {
  const wanted = search.trim().toLowerCase();
  const rows: SampleRow[] = [];
  for (const [i, sample] of samples.entries()) {
    const outcome = outcomes.get(sample.id);
    if (wanted !== "" && !sample.line.toLowerCase().includes(wanted)) continue;
    if (!passes(outcome, filter)) continue;
    rows.push({ sample, number: i + 1, outcome });
  }
  return rows;
}

function passes(outcome: SampleOutcome | undefined, filter: SampleFilter): boolean {
  if (filter.kind === "all") return true;
  if (outcome === undefined) return false;
  if (filter.kind === "status") return outcome.status === filter.status;
  switch (filter.effect) {
    case "dropped":
      return outcome.drops.some((drop) => drop.path === filter.path);
    case "changed":
      return outcome.changedBy.includes(filter.path);
    case "missed":
      return outcome.missedBy.includes(filter.path);
    case "errors":
      return outcome.errors.includes(filter.path);
  }
}

/** `dropped by stage 4` */
export function describeFilter(filter: SampleFilter): string {
  if (filter.kind === "all") return "all entries";
  if (filter.kind === "status") return filter.status;
  const effects: Record<StageEffect, string> = {
    dropped: "dropped by",
    changed: "changed by",
    missed: "missed by",
    errors: "errors in",
  };
  return `${effects[filter.effect]} stage ${filter.path}`;
}

export function countStatuses(outcomes: Iterable<SampleOutcome>): Readonly<Record<SampleStatus, number>> {
  const counts: Record<SampleStatus, number> = { passed: 0, unchanged: 0, dropped: 0, held: 0, error: 0 };
  for (const outcome of outcomes) counts[outcome.status]++;
  return counts;
}

/** What to say about one entry beside its status: `by stage 4`. */
export function describeOutcome(outcome: SampleOutcome): string {
  if (outcome.status === "dropped") {
    const paths = [...new Set(outcome.drops.map((drop) => drop.path))];
    return paths.length === 0 ? "" : `by stage ${paths.join(", ")}`;
  }
  if (outcome.status === "held") return outcome.heldBy === undefined ? "" : `in stage ${outcome.heldBy}`;
  if (outcome.status === "error") return `in stage ${outcome.errors.join(", ")}`;
  return outcome.outputs > 1 ? `as ${outcome.outputs} entries` : "";
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
  const parts: string[] = [];
  if (dropped > 0)
    parts.push(
      `${dropped} dropped${ranked.length === 0 ? "" : `: ${ranked.map(([path, n]) => `${n} by stage ${path}`).join(", ")}`}`,
    );
  if (result.balance.held > 0) parts.push(`${result.balance.held} held`);
  return { text: `${parts.join("; ")}.`, path: ranked[0]?.[0] };
}
