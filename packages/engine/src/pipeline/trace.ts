/**
 * Tracing is a decorator, put around stages when a chain is built, so the live path has no branch for it; notes and
 * metrics of a stage cost one property read where neither a trace nor the log needs them. Steps share label sets,
 * metadata and (copied on write) extracted maps with the entries, so a snapshot costs little. The trace stays where it
 * was made; `trace-json.ts` gives its documented form.
 */

import type { Nanos } from "@sluice/languages/base";
import { LimitError, messageOf } from "@sluice/languages/base";
import type { Entry } from "../base/entry.ts";
import { FreedMap } from "../base/freed-map.ts";
import type { Origin } from "../base/origin.ts";
import { HeldEntries, type Return } from "./held-entries.ts";
import { type NoteTarget, traceNotes } from "./notes.ts";
import { carries, idsOf, type Snapshot, takeSnapshot } from "./snapshot.ts";
import type {
  About,
  DropReason,
  EarlierStage,
  Explain,
  LogLevel,
  MetricEffect,
  Notes,
  Out,
  Reason,
  Stage,
} from "./stage.ts";

export interface LogEffect {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/** Of a note in a step. */
export interface Noted {
  /** The input entries that it is about; undefined: the one that came in. */
  readonly about?: readonly number[] | undefined;
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
  /** What left the stage; where it failed, also the entry that continued unchanged. */
  readonly emitted: Snapshot[];
  /** Those of `emitted` that are made of several entries that came in. */
  readonly united: Snapshot[];
  /** Those of `emitted` that had been held, and leave by themselves. */
  readonly returned: Return[];
  /** The input entry, or its result, is still inside. */
  held: boolean;
  /** By how many the entries became fewer since some were united, and more since one was split. */
  merged: number;
  split: number;
  /** What was dropped; with its reason. */
  readonly dropped: { entry: Snapshot; why: DropReason }[];
  readonly reasons: (Reason & Noted)[];
  readonly metrics: MetricEffect[];
  readonly logs: (LogEffect & Noted)[];
  error: { message: string; limit: boolean } | undefined;
}

/** The notes of a step about input entry `sample`, one of whose steps it is. */
export function notesFor<T extends Noted>(notes: readonly T[], { before }: Step, sample: number): T[] {
  const came = before === undefined || before.origins.includes(sample);
  return notes.filter(({ about }) => (about === undefined ? came : about.includes(sample)));
}

/** Collects steps, and finds those of one input entry. */
export class TraceRecorder {
  readonly #byOrigin = new FreedMap<number, Step[]>();
  readonly #onStep: ((step: Step) => void) | undefined;
  readonly #chosen: boolean;
  #sequence = 0;
  /** Steps that are running, outer ones first. */
  readonly #going: TracedOut[] = [];

  /** `onStep` is called after each step. `chosen`: only followed entries are recorded. */
  constructor(onStep?: (step: Step) => void, chosen = false) {
    this.#onStep = onStep;
    this.#chosen = chosen;
  }

  /** From now on records input entry `origin`, where only some are. */
  choose(origin: number): void {
    this.#byOrigin.set(origin, []);
  }

  /** @internal Whether what carries `origin` is recorded. */
  concerns({ followed }: Origin): boolean {
    return !this.#chosen || followed;
  }

  /** Steps that input entry `origin` took part in, in the order in which they began. */
  stepsOf(origin: number): readonly Step[] {
    return this.#byOrigin.get(origin) ?? [];
  }

  /** Input entries whose steps are kept. */
  origins(): Iterable<number> {
    return this.#byOrigin.keys();
  }

  /** Frees an entry's steps; for traces that are written while they are made. */
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
      united: [],
      returned: [],
      held: false,
      merged: 0,
      split: 0,
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
      if (!this.#chosen) this.#byOrigin.set(origin, [step]);
      return;
    }
    // A step that releases several entries meets the later ones when steps after it have begun.
    let at = steps.length;
    while (at > 0 && steps[at - 1]!.sequence > step.sequence) at--;
    if (at === steps.length) steps.push(step);
    else steps.splice(at, 0, step);
  }

  /** @internal An entry that is recorded left, while one that is not was worked on. */
  released(step: Step, entry: Entry, why: DropReason | undefined, held: HeldEntries): void {
    const one = takeSnapshot(entry);
    const arrival = held.take(entry);
    if (why !== undefined) step.dropped.push({ entry: one, why });
    else {
      step.emitted.push(one);
      if (arrival?.came.origins.length === one.origins.length) step.returned.push({ ...arrival, left: one });
      else if (entry.origin.id < 0) step.united.push(one);
    }
    for (const id of one.origins) this.attribute(step, id);
    this.#onStep?.(step);
  }

  /** @internal */
  enter(out: TracedOut): void {
    this.#going.push(out);
  }

  /** @internal */
  leave(out: TracedOut): void {
    this.#going.pop();
    const step = out.finish();
    this.#onStep?.(step);
  }

  /** @internal Reports to the running step of `step`'s stage, and to those of the stages around it. */
  tell(step: Step | undefined, what: (out: TracedOut) => void): void {
    if (step === undefined) return;
    for (const out of this.#going) if (out.isOf(step)) what(out);
  }
}

/** Receives what a stage reports through `note`, `explain` and its metrics, for the running step. */
export class StepExplain implements Explain, NoteTarget {
  readonly #recorder: TraceRecorder;
  readonly notes: Notes = traceNotes(this);
  step: Step | undefined;

  readonly #earlier: readonly EarlierStage[];
  readonly #earlierCount: number;

  /** `earlier` grows as later stages are built: the first `count` of them are before this one. */
  constructor(recorder: TraceRecorder, earlier: readonly EarlierStage[], count = earlier.length) {
    this.#recorder = recorder;
    this.#earlier = earlier;
    this.#earlierCount = count;
  }

  earlier(): readonly EarlierStage[] {
    return this.#earlier.slice(0, this.#earlierCount);
  }

  because(reason: Reason, about: About["about"]): void {
    this.step?.reasons.push(about === undefined ? reason : { ...reason, about: originsOf(about) });
  }

  log(level: LogLevel, message: string, fields: LogEffect["fields"], about: About["about"]): void {
    const effect = { level, message, fields };
    this.step?.logs.push(about === undefined ? effect : { ...effect, about: originsOf(about) });
  }

  metric(effect: MetricEffect): void {
    this.step?.metrics.push(effect);
  }

  holds(): void {
    this.#recorder.tell(this.step, (out) => out.holds());
  }

  united(entry: Entry, count: number): void {
    this.#recorder.tell(this.step, (out) => out.unite(entry, count));
  }

  split(count: number): void {
    this.#recorder.tell(this.step, (out) => out.split(count));
  }
}

const originsOf = (about: Entry | readonly Entry[]): readonly number[] =>
  "origin" in about ? idsOf(about.origin) : about.flatMap(({ origin }) => idsOf(origin));

/** What the steps of one stage share. */
interface StageMemory {
  /** Entries made of several that have not left yet. */
  readonly united: WeakSet<Entry>;
  readonly held: HeldEntries;
}

/** The `Out` of one step. */
class TracedOut implements Out {
  readonly #recorder: TraceRecorder;
  readonly #step: Step;
  readonly #out: Out;
  readonly #memory: StageMemory;
  /** Input entries that the step is noted for: nearly always one. */
  #noted: number | undefined;
  #others: Set<number> | undefined;
  #last: readonly number[] | undefined;
  readonly #came: Entry | undefined;
  /** The entry that came in, until the stage releases it. */
  #own: Entry | undefined;
  /** How many had left when the entry that came in began to stay inside. */
  #heldAfter = 0;

  constructor(recorder: TraceRecorder, step: Step, out: Out, own: Entry | undefined, memory: StageMemory) {
    this.#recorder = recorder;
    this.#step = step;
    this.#out = out;
    this.#own = own;
    this.#came = own;
    this.#memory = memory;
    if (step.before !== undefined) this.#note(step.before.origins);
  }

  /** Whether this is the step of the stage of `step`, or of one around it. */
  isOf({ path }: Step): boolean {
    return path === this.#step.path || path.startsWith(`${this.#step.path}.`);
  }

  holds(): void {
    this.#heldAfter = this.#step.emitted.length;
  }

  unite(entry: Entry, count: number): void {
    if (count < 2) return;
    this.#step.merged += count - 1;
    this.#memory.united.add(entry);
  }

  split(count: number): void {
    this.#step.split += count - 1;
  }

  emit(entry: Entry): void {
    if (entry === this.#own) this.#own = undefined;
    const { united, held } = this.#memory;
    const isUnited = united.delete(entry);
    if (!this.#recorder.concerns(entry.origin)) {
      this.#out.emit(entry);
      return;
    }
    const after = takeSnapshot(entry);
    this.#step.emitted.push(after);
    const arrival = entry === this.#came ? undefined : held.take(entry);
    if (isUnited) this.#step.united.push(after);
    else if (arrival !== undefined) this.#step.returned.push({ ...arrival, left: after });
    this.#note(after.origins);
    this.#out.emit(entry);
  }

  drop(entry: Entry, why: DropReason): void {
    if (entry === this.#own) this.#own = undefined;
    this.#memory.united.delete(entry);
    if (this.#recorder.concerns(entry.origin)) {
      const last = takeSnapshot(entry);
      this.#step.dropped.push({ entry: last, why });
      this.#note(last.origins);
    }
    this.#out.drop(entry, why);
  }

  /** The step, which is over. */
  finish(): Step {
    const step = this.#step;
    const { before, emitted, dropped } = step;
    step.held =
      before !== undefined &&
      this.#own !== undefined &&
      !emitted.slice(this.#heldAfter).some((after) => carries(after, before)) &&
      !dropped.some(({ entry }) => carries(entry, before));
    // The parts of one that was split leave each by itself.
    if (step.held && step.split === 0) {
      const missed = step.reasons.some((reason) => reason.missed && reason.about === undefined);
      this.#memory.held.add(this.#came!, { came: before!, missed });
    }
    return step;
  }

  failed(error: unknown): void {
    const step = this.#step;
    step.error = {
      message: messageOf(error),
      limit: error instanceof LimitError,
    };
    // What the chain does with it.
    if (this.#own !== undefined) step.emitted.push({ ...step.before!, extracted: this.#own.extracted.clone() });
    this.#own = undefined;
  }

  #note(origins: readonly number[]): void {
    if (origins === this.#last) return;
    this.#last = origins;
    for (const id of origins) {
      if (id === this.#noted) continue;
      if (this.#noted === undefined) this.#noted = id;
      else {
        this.#others ??= new Set();
        if (this.#others.has(id)) continue;
        this.#others.add(id);
      }
      this.#recorder.attribute(this.#step, id);
    }
  }
}

/**
 * `stage` with every call recorded. It has only the methods that the stage has, since their presence has a meaning. `held`:
 * others also record what the stage releases.
 */
export function traceStage(
  stage: Stage,
  place: { path: string; name: string; now: () => Nanos },
  recorder: TraceRecorder,
  explain: StepExplain,
  held = new HeldEntries(),
): Stage {
  const memory: StageMemory = { united: new WeakSet(), held };
  const run = (cause: Step["cause"], entry: Entry | undefined, out: Out, call: (out: Out) => void): void => {
    const outer = explain.step;
    const step = recorder.begin(place.path, place.name, cause, place.now(), entry);
    const traced = new TracedOut(recorder, step, out, entry, memory);
    explain.step = step;
    recorder.enter(traced);
    try {
      call(traced);
    } catch (error) {
      traced.failed(error);
      throw error;
    } finally {
      explain.step = outer;
      recorder.leave(traced);
    }
  };
  const traced: Stage = {
    process: (entry, out) => run("process", entry, out, (o) => stage.process(entry, o)),
  };
  if (stage.nextWake) traced.nextWake = () => stage.nextWake!();
  if (stage.wake) traced.wake = (now, out) => run("wake", undefined, out, (o) => stage.wake!(now, o));
  if (stage.busy) traced.busy = () => stage.busy!();
  if (stage.flush) traced.flush = (out, ends) => run("flush", undefined, out, (o) => stage.flush!(o, ends));
  if (stage.close) traced.close = () => stage.close!();
  return traced;
}
