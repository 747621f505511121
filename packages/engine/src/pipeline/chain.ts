/**
 * A chain of stages is itself a stage, so nesting needs no special code.
 *
 * Each stage sits in a link, and a link is the `Out` of the stage before it. While a stage is busy, the stages before
 * it get neither input nor wakes: what an earlier stage had already begun to emit waits in the busy stage's link. A
 * chain inside a stage then takes some more entries (`crowded`), as many as Alloy's channels hold, so that entries
 * which do not match pass by meanwhile.
 *
 * The end of input drains: a stage is flushed once everything before it is through and nothing after it is busy, so a
 * waiting `limit` is not released early. `flush` begins that, `busy()` says whether it is still under way, and wakes
 * carry it on.
 *
 * An exception inside a stage is our bug: it is reported, and the entry passes on unchanged. A `LimitError` is an input
 * that exceeds a stated bound: the entry continues unchanged, too, and the trace and a metric tell the user. An
 * `Interruption` is neither: the owner of the pipeline ends the run with it, so it goes through.
 */

import type { Nanos } from "@sluice/languages/base";
import { LimitError } from "@sluice/languages/base";
import type { Entry } from "../base/entry.ts";
import { Interruption } from "../base/index.ts";
import type { DropReason, Ending, NestedStages, Out, Stage } from "./stage.ts";

/** Receives exceptions of a stage; `entry` is absent if a wake, a flush or a close threw. */
export interface StageFault {
  readonly error: unknown;
  /** Index of the stage in its chain. */
  readonly stage: number;
  readonly entry: Entry | undefined;
  /** Whether a stated limit was reached, rather than our code being wrong. */
  readonly limit: boolean;
}
export type OnStageFault = (fault: StageFault) => void;

/** Where a chain's entries leave it: whatever `out` the current call was given. */
class Tail implements Out {
  /** The entry that the stage before is working on, until the stage releases it. */
  awaited: Entry | undefined;
  target: Out | undefined;

  emit(entry: Entry): void {
    if (entry === this.awaited) this.awaited = undefined;
    this.target!.emit(entry);
  }

  drop(entry: Entry, why: DropReason): void {
    if (entry === this.awaited) this.awaited = undefined;
    this.target!.drop(entry, why);
  }
}

class Link implements Out {
  /** The stand-in for the stage while it is watched. */
  stage: Stage;
  readonly #index: number;
  readonly #next: Link | Tail;
  readonly #tail: Tail;
  readonly #onFault: OnStageFault;
  readonly canBeBusy: boolean;
  #queue: (Entry | undefined)[] = [];
  #head = 0;
  /** A deadline that a wake did not move: waking for it again would never end. */
  #ignored: Nanos | undefined;
  /**
   * The entry that the stage before is working on, until the stage releases it: shows whether an exception came before or
   * after.
   */
  awaited: Entry | undefined;

  constructor(stage: Stage, index: number, next: Link | Tail, tail: Tail, onFault: OnStageFault) {
    this.stage = stage;
    this.#index = index;
    this.#next = next;
    this.#tail = tail;
    this.#onFault = onFault;
    this.canBeBusy = stage.busy !== undefined;
  }

  emit(entry: Entry): void {
    if (entry === this.awaited) this.awaited = undefined;
    if (this.canBeBusy && this.blocked) this.#queue.push(entry);
    else this.#process(entry);
  }

  drop(entry: Entry, why: DropReason): void {
    if (entry === this.awaited) this.awaited = undefined;
    this.#tail.target!.drop(entry, why);
  }

  #process(entry: Entry): void {
    const next = this.#next;
    const { labels, line, timestamp, metadata } = entry;
    next.awaited = entry;
    try {
      this.stage.process(entry, next);
    } catch (error) {
      // Read first: the report is code of the host's. Entries that the stage made or had held are others than this one.
      const isStillHere = next.awaited === entry;
      this.#fault(error, entry);
      if (!isStillHere) return;
      entry.labels = labels;
      entry.line = line;
      entry.timestamp = timestamp;
      entry.metadata = metadata;
      next.emit(entry);
    }
  }

  #fault(error: unknown, entry?: Entry): void {
    if (error instanceof Interruption) throw error;
    this.#onFault({ error, stage: this.#index, entry, limit: error instanceof LimitError });
  }

  /** Whether entries wait for the stage, or would have to. */
  get blocked(): boolean {
    return this.waiting > 0 || this.stage.busy?.() === true;
  }

  /** How many entries are in front of it. */
  get waiting(): number {
    return this.#queue.length - this.#head;
  }

  *entriesWaiting(): Generator<Entry> {
    for (let at = this.#head; at < this.#queue.length; at++) yield this.#queue[at]!;
  }

  nextWake(): Nanos | undefined {
    const at = this.stage.nextWake?.();
    return at === this.#ignored ? undefined : at;
  }

  wake(now: Nanos): void {
    const due = this.nextWake();
    if (due === undefined || due > now) return;
    this.#ignored = undefined;
    let failed = false;
    try {
      this.stage.wake?.(now, this.#next);
    } catch (error) {
      failed = true;
      this.#fault(error);
    }
    if (this.stage.nextWake?.() !== due) return;
    this.#ignored = due;
    if (!failed) this.#fault(new Error(`the stage was woken at ${now} and asks to be woken at ${due} again`));
  }

  flush(ends: Ending): void {
    try {
      this.stage.flush?.(this.#next, ends);
    } catch (error) {
      this.#fault(error);
    }
  }

  /** Lets one queued entry in if the stage takes it. False: none waits, or the stage is busy. */
  pump(): boolean {
    if (this.#head === this.#queue.length || this.stage.busy?.() === true) return false;
    const entry = this.#queue[this.#head]!;
    this.#queue[this.#head++] = undefined;
    if (this.#head === this.#queue.length) {
      this.#queue = [];
      this.#head = 0;
    }
    this.#process(entry);
    return true;
  }

  close(): void {
    try {
      this.stage.close?.();
    } catch (error) {
      this.#fault(error);
    }
  }
}

/**
 * In the original each stage takes its next entry while the one after it takes none; so do the copying of labels where nested
 * stages begin, and the stage around them, which then takes nothing more.
 */
const PLACES_AROUND = 2;

export class Chain implements NestedStages {
  readonly #links: readonly Link[];
  readonly #tail = new Tail();
  readonly #first: Link | Tail;
  /** Whether any stage can be busy or must be woken; false for most chains. */
  readonly #timed: boolean;
  /** Indexes of the stages that can be busy, from the last to the first. */
  readonly #busyIndexes: readonly number[];
  /** Once it drains. */
  #ends: Ending | undefined;
  #flushed = 0;

  constructor(stages: readonly Stage[], onFault: OnStageFault) {
    const links: Link[] = [];
    for (let i = stages.length - 1; i >= 0; i--) {
      links.push(new Link(stages[i]!, i, links.at(-1) ?? this.#tail, this.#tail, onFault));
    }
    this.#links = links.reverse();
    this.#first = links[0] ?? this.#tail;
    this.#timed = stages.some((stage) => stage.busy !== undefined || stage.nextWake !== undefined);
    this.#busyIndexes = links.flatMap((link, i) => (link.canBeBusy ? [i] : [])).reverse();
  }

  /**
   * Puts `stage` in the place of the one at `index`, which it must call for all that it is asked: state stays there. Not to
   * be called while the chain is working.
   */
  exchange(index: number, stage: Stage): void {
    this.#links[index]!.stage = stage;
  }

  /** Those that wait for the stage at `index`. */
  waitingAt(index: number): Iterable<Entry> {
    return this.#links[index]!.entriesWaiting();
  }

  process(entry: Entry, out: Out): void {
    this.#tail.target = out;
    this.#first.emit(entry);
  }

  busy(): boolean {
    return (this.#ends !== undefined && this.#flushed < this.#links.length) || this.#blockedFrom(0);
  }

  crowded(): boolean {
    if (!this.busy()) return false;
    const index = this.#links.findIndex((link) => link.canBeBusy && link.blocked);
    // Nothing else comes while it drains.
    return this.#ends !== undefined || this.#links[index]!.waiting >= index + PLACES_AROUND;
  }

  nextWake(): Nanos | undefined {
    if (!this.#timed) return undefined;
    let earliest: Nanos | undefined;
    for (let i = this.#links.length - 1; i >= 0; i--) {
      const link = this.#links[i]!;
      const at = link.nextWake();
      if (at !== undefined && (earliest === undefined || at < earliest)) earliest = at;
      if (link.canBeBusy && link.blocked) break;
    }
    return earliest;
  }

  wake(now: Nanos, out: Out): void {
    this.#tail.target = out;
    for (let i = this.#links.length - 1; i >= 0; i--) {
      const link = this.#links[i]!;
      link.wake(now);
      while (!this.#blockedFrom(i + 1) && link.pump());
      if (this.#blockedFrom(i)) return;
    }
    if (this.#ends !== undefined) this.#drain(this.#ends);
  }

  flush(out: Out, ends: Ending): void {
    this.#tail.target = out;
    this.#ends = ends;
    this.#drain(ends);
  }

  close(): void {
    for (const link of this.#links) link.close();
  }

  /** Whether a stage from `index` on takes no input. */
  #blockedFrom(index: number): boolean {
    for (const i of this.#busyIndexes) {
      if (i < index) return false;
      if (this.#links[i]!.blocked) return true;
    }
    return false;
  }

  #drain(ends: Ending): void {
    while (this.#flushed < this.#links.length && !this.#blockedFrom(0)) this.#links[this.#flushed++]!.flush(ends);
  }
}
