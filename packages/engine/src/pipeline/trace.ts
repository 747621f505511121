/**
 * Tracing is a decorator, put around stages when a chain is built, so the live path has no branch for it. Steps share
 * label sets, metadata and (copied on write) extracted maps with the entries, so a snapshot costs little. The trace
 * stays where it was made; `trace-json.ts` gives its documented form.
 */

import type { Nanos } from "@sluice/languages/base";
import { LimitError } from "@sluice/languages/base";
import type { Entry, Metadata } from "../base/entry.ts";
import type { Extracted } from "../base/extracted.ts";
import type { LabelSet } from "../base/label-set.ts";
import type { Origin } from "../base/origin.ts";
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
 * What a stage did with an entry: `changed` it or left it `unchanged`, `dropped` it, holds it (`buffered`), made several
 * of it (`split`), joined it with others (`merged`), gave back what it had held (`released`), or failed (`error`).
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
  /** What left the stage; where it failed, also the entry that went on unchanged. */
  readonly emitted: Snapshot[];
  /** Whether something left that has more origins than it came with. */
  merges?: boolean;
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
    origins: idsOf(entry.origin),
  };
}

/** Ids of merges: every stage behind one would have a list of its own otherwise. */
const sharedIds = new WeakMap<Origin, readonly number[]>();

function idsOf(origin: Origin): readonly number[] {
  if (origin.id >= 0) return [origin.id];
  let ids = sharedIds.get(origin);
  if (ids === undefined) {
    ids = origin.ids();
    sharedIds.set(origin, ids);
  }
  return ids;
}

/**
 * What became of the entry that came in; of everything that left where the cause is a wake or a flush. With `origin`,
 * what became of that input entry, which may be another one that the stage had held until then.
 */
export function stepStatus(step: Step, origin?: number): StepStatus {
  if (step.error !== undefined) return "error";
  const { before } = step;
  if (before === undefined || (origin !== undefined && !before.origins.includes(origin))) {
    const concerns = (one: Snapshot) => origin === undefined || one.origins.includes(origin);
    if (step.emitted.some(concerns)) return step.merges === true ? "merged" : "released";
    return step.dropped.some(({ entry }) => concerns(entry)) ? "dropped" : "unchanged";
  }
  const parts = step.emitted.filter((after) => carries(after, before));
  if (parts.length > 1) return "split";
  const own = parts[0];
  if (own !== undefined) {
    if (own.origins.length > before.origins.length) return "merged";
    return sameContent(before, own) ? "unchanged" : "changed";
  }
  return step.dropped.some(({ entry }) => carries(entry, before)) ? "dropped" : "buffered";
}

/** Whether `after` comes from all that `before` comes from. */
function carries(after: Snapshot, before: Snapshot): boolean {
  if (after.origins === before.origins) return true;
  if (before.origins.length === 1) return after.origins.includes(before.origins[0]!);
  if (after.origins.length < before.origins.length) return false;
  const all = new Set(after.origins);
  return before.origins.every((id) => all.has(id));
}

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
    if (Object.is(other, value)) continue;
    if (
      typeof value !== "object" ||
      value === null ||
      other === undefined ||
      JSON.stringify(other) !== JSON.stringify(value)
    )
      return false;
  }
  return true;
}

/** Collects steps, and finds those of one input entry. */
export class TraceRecorder {
  readonly #byOrigin = new Map<number, Step[]>();
  readonly #onStep: ((step: Step) => void) | undefined;
  #sequence = 0;

  /** `onStep` is told of each step when it is over. */
  constructor(onStep?: (step: Step) => void) {
    this.#onStep = onStep;
  }

  /** Steps that input entry `origin` took part in, in the order in which they began. */
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

  /** @internal */
  begin(path: string, stage: string, cause: Step["cause"], at: Nanos, entry: Entry | undefined): Step {
    return {
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
  }

  /** @internal Notes, once for each, that input entry `origin` took part in `step`. */
  attribute(step: Step, origin: number): void {
    const steps = this.#byOrigin.get(origin);
    if (steps === undefined) {
      this.#byOrigin.set(origin, [step]);
      return;
    }
    // A step that lets go of several entries meets the later ones when steps behind it have begun.
    let at = steps.length;
    while (at > 0 && steps[at - 1]!.sequence > step.sequence) at--;
    if (at === steps.length) steps.push(step);
    else steps.splice(at, 0, step);
  }

  /** @internal */
  end(step: Step): void {
    this.#onStep?.(step);
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

/** The `Out` of one step. */
class TracedOut implements Out {
  readonly #recorder: TraceRecorder;
  readonly #step: Step;
  readonly #out: Out;
  /** How many origins the entries that are inside came with. */
  readonly #cameWith: WeakMap<Entry, number>;
  /** Input entries that the step is noted for. */
  readonly #noted = new Set<number>();
  #last: readonly number[] | undefined;
  /** The entry that came in, until the stage lets go of it. */
  #own: Entry | undefined;

  constructor(recorder: TraceRecorder, step: Step, out: Out, own: Entry | undefined, cameWith: WeakMap<Entry, number>) {
    this.#recorder = recorder;
    this.#step = step;
    this.#out = out;
    this.#own = own;
    this.#cameWith = cameWith;
    if (own !== undefined) cameWith.set(own, idsOf(own.origin).length);
    if (step.before !== undefined) this.#note(step.before.origins);
  }

  emit(entry: Entry): void {
    if (entry === this.#own) this.#own = undefined;
    if (idsOf(entry.origin).length > (this.#cameWith.get(entry) ?? 1)) this.#step.merges = true;
    const after = takeSnapshot(entry);
    this.#step.emitted.push(after);
    this.#note(after.origins);
    this.#out.emit(entry);
  }

  drop(entry: Entry, why: DropReason): void {
    if (entry === this.#own) this.#own = undefined;
    const last = takeSnapshot(entry);
    this.#step.dropped.push({ entry: last, why });
    this.#note(last.origins);
    this.#out.drop(entry, why);
  }

  failed(error: unknown): void {
    const step = this.#step;
    step.error = {
      message: error instanceof Error ? error.message : String(error),
      limit: error instanceof LimitError,
    };
    // What the chain does with it.
    if (this.#own !== undefined) step.emitted.push({ ...step.before!, extracted: this.#own.extracted.clone() });
  }

  #note(origins: readonly number[]): void {
    if (origins === this.#last) return;
    this.#last = origins;
    for (const id of origins) {
      if (this.#noted.has(id)) continue;
      this.#noted.add(id);
      this.#recorder.attribute(this.#step, id);
    }
  }
}

/** `stage` with every call recorded. Only the methods that the stage has are there, since their presence means something. */
export function traceStage(
  stage: Stage,
  place: { path: string; name: string; now: () => Nanos },
  recorder: TraceRecorder,
  explain: StepExplain,
): Stage {
  const cameWith = new WeakMap<Entry, number>();
  const run = (cause: Step["cause"], entry: Entry | undefined, out: Out, call: (out: Out) => void): void => {
    const outer = explain.step;
    const step = recorder.begin(place.path, place.name, cause, place.now(), entry);
    const traced = new TracedOut(recorder, step, out, entry, cameWith);
    explain.step = step;
    try {
      call(traced);
    } catch (error) {
      traced.failed(error);
      throw error;
    } finally {
      explain.step = outer;
      recorder.end(step);
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
