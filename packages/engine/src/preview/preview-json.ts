/**
 * A preview as records of the trace's documented, versioned form (docs/trace.md): the same from the command line and
 * from the server. Outputs come as entries leave, entries as they settle, then one summary.
 */

import { formatRfc3339 } from "@sluice/languages/base";
import type { Balance } from "../base/origin.ts";
import type { OutcomeStatus, StepStatus } from "../pipeline/status.ts";
import type { Outcome, PreviewOutput, Settled } from "./outcome.ts";
import type { Preview } from "./preview.ts";
import type { StageCounts } from "./stage-counts.ts";
import { type EntryJson, type StepJson, snapshotToJson, stepToJson, TRACE_VERSION } from "./trace-json.ts";

export interface OutputRecord {
  readonly type: "output";
  readonly index: number;
  /** When it left. */
  readonly at: string;
  readonly entry: EntryJson;
}

export interface EntryRecord {
  readonly type: "entry";
  readonly index: number;
  readonly status: OutcomeStatus;
  /** Where it counts in the balance. */
  readonly settled: Settled;
  /** What each stage did to it, by path. */
  readonly stages: Readonly<Record<string, StepStatus>>;
  /** Indexes of the outputs that come from it. */
  readonly outputs: readonly number[];
  readonly drops: Outcome["drops"];
  /** Path of the stage that holds it. */
  readonly held_by?: string;
  readonly steps: readonly StepJson[];
}

export type OutcomeJson = Pick<EntryRecord, "status" | "settled" | "stages" | "drops" | "held_by">;

export interface SummaryRecord {
  readonly type: "summary";
  readonly version: number;
  readonly interrupted: boolean;
  readonly balance: Balance;
  readonly stages: Readonly<Record<string, StageCounts>>;
  /** Lines of the text exposition. */
  readonly metrics: readonly string[];
}

export function outputRecord({ index, entry, at }: PreviewOutput): OutputRecord {
  return { type: "output", index, at: formatRfc3339(at), entry: snapshotToJson(entry) };
}

export function entryRecord(preview: Preview, sample: number): EntryRecord {
  return { ...entryHead(preview, sample), steps: preview.stepsOf(sample).map((step) => stepToJson(step, sample)) };
}

/** An entry's record but for its steps, which may be many: a writer with a limit makes them one by one, and puts them last. */
export function entryHead(preview: Preview, sample: number): Omit<EntryRecord, "steps"> {
  const outcome = preview.outcomeOf(sample);
  const { drops, held_by, ...head } = outcomeToJson(outcome);
  const outputs = outcome.outputs.map(({ index }) => index);
  return { type: "entry", index: sample, ...head, outputs, drops, ...(held_by === undefined ? {} : { held_by }) };
}

/** What became of an entry, without its number and what it became. */
export function outcomeToJson({ status, settled, stages, drops, heldBy }: Outcome): OutcomeJson {
  const held = heldBy === undefined ? {} : { held_by: heldBy };
  return { status, settled, stages: Object.fromEntries(stages), drops, ...held };
}

export function summaryRecord(preview: Preview, interrupted: boolean): SummaryRecord {
  return {
    type: "summary",
    version: TRACE_VERSION,
    interrupted,
    balance: preview.balance,
    stages: Object.fromEntries(preview.counts()),
    metrics: preview.exposition().split("\n").filter(Boolean),
  };
}
