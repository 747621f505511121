/** A comparison as plain, versioned data (docs/compare.md): the same in `sluice compare --format json` and in the page. */

import { formatRfc3339, toWellFormedData } from "@sluice/languages/base";
import type { WrittenSample } from "../base/written-entry.ts";
import { outcomeToJson } from "../preview/preview-json.ts";
import { type EntryJson, snapshotToJson } from "../preview/trace-json.ts";
import type { PairChange, StagePair } from "./align.ts";
import type { Both, ComparisonSummary, DifferentPart, EntryDifference, SideSummary } from "./comparison.ts";

/** Raised when a field changes its meaning or goes away; new fields do not raise it. */
export const COMPARISON_VERSION = 1;

/** A stage in both, or in one of both. */
export interface StagePairJson {
  readonly change: PairChange;
  readonly a?: { readonly path: string; readonly stage: string };
  readonly b?: { readonly path: string; readonly stage: string };
}

export interface ComparedOutcomeJson extends Pick<ReturnType<typeof outcomeToJson>, "status" | "settled" | "drops"> {
  readonly held_by?: string;
  readonly outputs: readonly EntryJson[];
  /** Entries that left and are not in `outputs`, since there are too many. */
  readonly more_outputs?: number;
}

export interface PartedValueJson {
  readonly name: string;
  readonly a?: unknown;
  readonly b?: unknown;
}

export interface DifferenceRecord {
  readonly type: "entry";
  readonly index: number;
  readonly input: Pick<WrittenSample, "line" | "labels" | "timestamp" | "structured_metadata">;
  readonly differs: readonly DifferentPart[];
  readonly a: ComparedOutcomeJson;
  readonly b: ComparedOutcomeJson;
  /** The stage from which on the output differs, the stage that causes it, and how; absent where none can be named. */
  readonly parting?: {
    readonly at: StagePairJson;
    readonly cause: StagePairJson;
    readonly values: readonly PartedValueJson[];
    readonly reasons: Both<readonly string[]>;
  };
}

export interface ComparisonRecord {
  readonly type: "summary";
  readonly version: number;
  readonly interrupted: boolean;
  readonly same: boolean;
  readonly compared: number;
  readonly different: number;
  readonly parts: Readonly<Record<DifferentPart, number>>;
  readonly causes: readonly (StagePairJson & { readonly entries: number })[];
  readonly a: SideSummary;
  readonly b: SideSummary;
  readonly streams: { readonly only_a: readonly string[]; readonly only_b: readonly string[] };
  readonly series: {
    readonly different: number;
    readonly only_a: readonly string[];
    readonly only_b: readonly string[];
    readonly changed: readonly { readonly series: string; readonly a: string; readonly b: string }[];
  };
}

export const pairToJson = ({ change, a, b }: StagePair): StagePairJson => ({
  change,
  ...(a === undefined ? {} : { a: { path: a.path, stage: a.spec.name } }),
  ...(b === undefined ? {} : { b: { path: b.path, stage: b.spec.name } }),
});

/** `mostOutputs`: maximum number of outputs of one entry, for each side. */
export function differenceRecord(
  { index, sample, parts, outcomes, parting }: EntryDifference,
  mostOutputs = Number.POSITIVE_INFINITY,
): DifferenceRecord {
  const side = (outcome: EntryDifference["outcomes"]["a"]): ComparedOutcomeJson => {
    const { status, settled, drops, held_by } = outcomeToJson(outcome);
    const more = outcome.outputs.length - mostOutputs;
    return {
      status,
      settled,
      drops,
      ...(held_by === undefined ? {} : { held_by }),
      outputs: outcome.outputs.slice(0, mostOutputs).map(({ entry }) => snapshotToJson(entry)),
      ...(more > 0 ? { more_outputs: more } : {}),
    };
  };
  const { line, labels, timestamp, metadata } = sample;
  return {
    type: "entry",
    index,
    input: {
      line: line.toWellFormed(),
      labels: toWellFormedData(labels),
      ...(timestamp === undefined ? {} : { timestamp: formatRfc3339(timestamp) }),
      ...(metadata === undefined ? {} : { structured_metadata: toWellFormedData(metadata) }),
    },
    differs: parts,
    a: side(outcomes.a),
    b: side(outcomes.b),
    ...(parting === undefined
      ? {}
      : {
          parting: {
            at: pairToJson(parting.at),
            cause: pairToJson(parting.cause),
            values: toWellFormedData(
              parting.values.map(({ name, a, b }) => ({
                name,
                ...(a === undefined ? {} : { a }),
                ...(b === undefined ? {} : { b }),
              })),
            ),
            reasons: toWellFormedData(parting.reasons),
          },
        }),
  };
}

export function comparisonRecord(summary: ComparisonSummary, interrupted: boolean): ComparisonRecord {
  const { same, compared, different, parts, causes, sides, onlyStreams, series } = summary;
  return toWellFormedData({
    type: "summary",
    version: COMPARISON_VERSION,
    interrupted,
    same,
    compared,
    different,
    parts,
    causes: causes.map(({ pair, entries }) => ({ ...pairToJson(pair), entries })),
    ...sides,
    streams: { only_a: onlyStreams.a, only_b: onlyStreams.b },
    series: { different: series.different, only_a: series.only.a, only_b: series.only.b, changed: series.changed },
  });
}
