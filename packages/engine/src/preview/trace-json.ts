/**
 * The documented, versioned form of a trace: plain data, the same in the page, in `sluice preview --json` and on the server.
 * Raw bytes are U+FFFD here. Timestamps are RFC 3339 in UTC with nanoseconds; structured metadata is a list, since a name may
 * repeat.
 */

import { formatRfc3339, type Nanos, toWellFormedData } from "@sluice/languages/base";
import type { WrittenEntry } from "../base/written-entry.ts";
import type { Snapshot } from "../pipeline/snapshot.ts";
import type { LogLevel, MetricEffect, Reason } from "../pipeline/stage.ts";
import { type StepStatus, stepStatus } from "../pipeline/status.ts";
import { type StopJson, stopToJson } from "../pipeline/stop.ts";
import { type Noted, notesFor, type Step } from "../pipeline/trace.ts";

/** Raised when a field changes its meaning or goes away; new fields do not raise it. */
export const TRACE_VERSION = 2;

export interface EntryJson extends WrittenEntry {
  /** Indexes of the input entries that it comes from. */
  readonly origins: readonly number[];
}

export interface ReasonJson extends Omit<Reason, "stopped" | "doubt"> {
  /** Where the stage stopped in a text that it could not read, or not to its end. */
  readonly stopped?: StopJson;
}

export interface StepJson {
  readonly sequence: number;
  readonly path: string;
  readonly stage: string;
  readonly cause: "process" | "wake" | "flush";
  readonly at: string;
  /** What it did to the input entry that the step belongs to. */
  readonly status: StepStatus;
  readonly before?: EntryJson;
  /** What left the stage; where it failed, also the entry that continued unchanged. */
  readonly emitted: readonly EntryJson[];
  readonly dropped: readonly { readonly entry: EntryJson; readonly reason: string; readonly code: string }[];
  readonly reasons: readonly ReasonJson[];
  readonly metrics: readonly MetricEffect[];
  readonly logs: readonly {
    readonly level: LogLevel;
    readonly message: string;
    readonly fields?: Readonly<Record<string, unknown>>;
  }[];
  /** The stage failed: a stated limit was reached (`limit`), or it is a bug of ours. The entry continued unchanged. */
  readonly error?: { readonly message: string; readonly limit: boolean };
}

/** The last two that were written: nearly all steps of an entry have one time, and the entry has one throughout. */
let written: readonly { readonly at: Nanos; readonly text: string }[] = [];

function timeToJson(at: Nanos): string {
  for (const one of written) if (one.at === at) return one.text;
  const text = formatRfc3339(at);
  written = [{ at, text }, ...written.slice(0, 1)];
  return text;
}

export function snapshotToJson(snapshot: Snapshot): EntryJson {
  return {
    line: snapshot.line.toWellFormed(),
    timestamp: timeToJson(snapshot.timestamp),
    labels: snapshot.labels.toRecord(),
    structured_metadata: toWellFormedData(snapshot.metadata),
    extracted: toWellFormedData(snapshot.extracted.toRecord()),
    origins: snapshot.origins,
  };
}

/** With the place where the stage stopped, which is determined now. */
export function reasonToJson({ stopped, about: _, doubt: __, ...reason }: Reason & Noted): ReasonJson {
  const stop = stopped?.();
  return stop === undefined ? reason : { ...reason, stopped: stopToJson(stop) };
}

/** `sample`: the input entry of the status; a step may concern several. */
export function stepToJson(step: Step, sample: number): StepJson {
  return {
    sequence: step.sequence,
    path: step.path,
    stage: step.stage,
    cause: step.cause,
    at: timeToJson(step.at),
    status: stepStatus(step, sample),
    ...(step.before === undefined ? {} : { before: snapshotToJson(step.before) }),
    emitted: step.emitted.map(snapshotToJson),
    dropped: step.dropped.map(({ entry, why }) => ({
      entry: snapshotToJson(entry),
      reason: why.reason,
      code: why.code,
    })),
    reasons: toWellFormedData(notesFor(step.reasons, step, sample).map(reasonToJson)),
    metrics: step.metrics,
    logs: notesFor(step.logs, step, sample).map(({ level, message, fields }) =>
      fields === undefined ? { level, message } : { level, message, fields: toWellFormedData(fields) },
    ),
    ...(step.error === undefined ? {} : { error: step.error }),
  };
}
