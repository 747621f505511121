/**
 * Tracing is a decorator, put around stages when a chain is built, so the live path has no branch for it. Steps share
 * label sets, metadata and (copied on write) extracted maps with the entries, so a snapshot costs little. The trace
 * stays where it was made; `traceJson` gives its documented form.
 */
import type { Entry, Metadata } from "../base/entry.ts";
import type { Extracted } from "../base/extracted.ts";
import type { LabelSet } from "../base/label-set.ts";
import { LimitError } from "../base/limit-error.ts";
import type { Nanos } from "../base/time.ts";
import type { DropReason, Explain, LogLevel, MetricEffect, Out, Reason, Stage, StageLog } from "./stage.ts";

/** An entry at one moment. */
export interface Snapshot {
  readonly line: string;
  readonly timestamp: Nanos;
  readonly labels: LabelSet;
  readonly metadata: Metadata;
  readonly extracted: Extracted;
  /** Ids of the input entries that it comes from. */
  readonly origins: readonly number[];
}

/**
 * What a stage did: `changed` or `unchanged` one entry, `dropped` it, holds it (`buffered`), gave several for one
 * (`split`), gave one for several (`merged`), gave back one that it had held (`released`), or failed (`error`).
 */
export type StepStatus = "changed" | "unchanged" | "dropped" | "buffered" | "merged" | "split" | "released" | "error";

export interface LogEffect {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

export interface Step {
  /** Counts from 0 in the order in which steps began. */
  readonly sequence: number;
  /** `4.1`: first stage inside the fourth. */
  readonly path: string;
  readonly stage: string;
  readonly cause: "process" | "wake" | "flush";
  readonly at: Nanos;
  /** Absent where the cause is a wake or a flush. */
  readonly before: Snapshot | undefined;
  readonly emitted: Snapshot[];
  /** What was dropped; with its reason. */
  readonly dropped: { entry: Snapshot; why: DropReason }[];
  readonly reasons: Reason[];
  readonly metrics: MetricEffect[];
  readonly logs: LogEffect[];
  error: { message: string; limit: boolean } | undefined;
}

export function takeSnapshot(entry: Entry): Snapshot {
  return {
    line: entry.line,
    timestamp: entry.timestamp,
    labels: entry.labels,
    metadata: entry.metadata,
    extracted: entry.extracted.clone(),
    origins: entry.origins.map((origin) => origin.id),
  };
}

/** What became of a step as a whole. */
export function stepStatus(step: Step): StepStatus {
  if (step.error !== undefined) return "error";
  if (step.emitted.length > 1 && step.before !== undefined && sameOrigins(step.emitted[0]!, step.emitted[1]!)) return "split";
  if (step.emitted.some((after) => after.origins.length > 1 && !(step.before && sameOrigins(after, step.before)))) return "merged";
  if (step.before === undefined) return step.emitted.length > 0 ? "released" : step.dropped.length > 0 ? "dropped" : "unchanged";
  const own = step.emitted.find((after) => sameOrigins(after, step.before!));
  if (own !== undefined) return sameContent(step.before, own) ? "unchanged" : "changed";
  if (step.dropped.some(({ entry }) => sameOrigins(entry, step.before!))) return "dropped";
  return "buffered";
}

const sameOrigins = (a: Snapshot, b: Snapshot): boolean => a.origins.length === b.origins.length && a.origins.every((id, i) => id === b.origins[i]);

/** Whether two snapshots show the same entry. */
export function sameContent(a: Snapshot, b: Snapshot): boolean {
  return (
    a.line === b.line &&
    a.timestamp === b.timestamp &&
    a.labels === b.labels &&
    (a.metadata === b.metadata || JSON.stringify(a.metadata) === JSON.stringify(b.metadata)) &&
    sameExtracted(a.extracted, b.extracted)
  );
}

function sameExtracted(a: Extracted, b: Extracted): boolean {
  if (a.size !== b.size) return false;
  for (const [name, value] of a) {
    const other = b.get(name);
    if (other === value) continue;
    if (typeof value !== "object" || value === null || other === undefined || JSON.stringify(other) !== JSON.stringify(value)) return false;
  }
  return true;
}

/** Collects steps, and finds those of one input entry. */
export class TraceRecorder {
  readonly #byOrigin = new Map<number, Step[]>();
  #sequence = 0;

  /** Steps that input entry `origin` took part in, in order. */
  stepsOf(origin: number): readonly Step[] {
    return this.#byOrigin.get(origin) ?? [];
  }

  /** Input entries of which steps are kept. */
  origins(): Iterable<number> {
    return this.#byOrigin.keys();
  }

  /** Lets go of an entry's steps; for traces that are written out as they are made. */
  forget(origin: number): void {
    this.#byOrigin.delete(origin);
  }

  begin(path: string, stage: string, cause: Step["cause"], at: Nanos, entry: Entry | undefined): Step {
    const step: Step = {
      sequence: this.#sequence++,
      path,
      stage,
      cause,
      at,
      before: entry === undefined ? undefined : takeSnapshot(entry),
      emitted: [],
      dropped: [],
      reasons: [],
      metrics: [],
      logs: [],
      error: undefined,
    };
    if (step.before !== undefined) this.attribute(step, step.before.origins);
    return step;
  }

  /** Notes that `origins` took part in `step`. */
  attribute(step: Step, origins: readonly number[]): void {
    for (const id of origins) {
      let steps = this.#byOrigin.get(id);
      if (steps === undefined) {
        steps = [];
        this.#byOrigin.set(id, steps);
      }
      if (!steps.includes(step)) steps.push(step);
    }
  }
}

/** The `explain` and the log of one stage: what they are told goes to the step that is going on. */
export class StepExplain implements Explain, StageLog {
  step: Step | undefined;

  because(reason: Reason): void {
    this.step?.reasons.push(reason);
  }

  metric(effect: MetricEffect): void {
    this.step?.metrics.push(effect);
  }

  enabled(): boolean {
    return true;
  }

  write(level: LogLevel, message: string, fields?: () => Readonly<Record<string, unknown>>): void {
    this.step?.logs.push({ level, message, fields: fields?.() });
  }
}

class TracedOut implements Out {
  readonly #recorder: TraceRecorder;
  readonly #step: Step;
  readonly #out: Out;

  constructor(recorder: TraceRecorder, step: Step, out: Out) {
    this.#recorder = recorder;
    this.#step = step;
    this.#out = out;
  }

  emit(entry: Entry): void {
    const after = takeSnapshot(entry);
    this.#step.emitted.push(after);
    this.#recorder.attribute(this.#step, after.origins);
    this.#out.emit(entry);
  }

  drop(entry: Entry, why: DropReason): void {
    const last = takeSnapshot(entry);
    this.#step.dropped.push({ entry: last, why });
    this.#recorder.attribute(this.#step, last.origins);
    this.#out.drop(entry, why);
  }
}

/** `stage` with every call recorded. Only the methods that the stage has are there, since their presence means something. */
export function traceStage(
  stage: Stage,
  place: { path: string; name: string; now: () => Nanos },
  recorder: TraceRecorder,
  explain: StepExplain,
): Stage {
  const run = (cause: Step["cause"], entry: Entry | undefined, out: Out, call: (out: Out) => void): void => {
    const outer = explain.step;
    const step = recorder.begin(place.path, place.name, cause, place.now(), entry);
    explain.step = step;
    try {
      call(new TracedOut(recorder, step, out));
    } catch (error) {
      step.error = { message: error instanceof Error ? error.message : String(error), limit: error instanceof LimitError };
      throw error;
    } finally {
      explain.step = outer;
    }
  };
  const traced: Stage = {
    process: (entry, out) => run("process", entry, out, (o) => stage.process(entry, o)),
  };
  if (stage.nextWake) traced.nextWake = () => stage.nextWake!();
  if (stage.wake) traced.wake = (now, out) => run("wake", undefined, out, (o) => stage.wake!(now, o));
  if (stage.busy) traced.busy = () => stage.busy!();
  if (stage.flush) traced.flush = (out) => run("flush", undefined, out, (o) => stage.flush!(o));
  if (stage.close) traced.close = () => stage.close!();
  return traced;
}
