/**
 * A chain of stages is itself a stage, so nesting needs no special code.
 *
 * Each stage sits in a link, and a link is the `Out` of the stage before it. While a stage is busy, the stages before it
 * get neither input nor wakes: what an earlier stage had already begun to emit waits in the busy stage's link. The end
 * of input drains: a stage is flushed once everything before it is through and nothing behind it is busy, so a waiting
 * `limit` is not released early; `flush` begins that, `busy()` says whether it goes on, and wakes carry it on.
 *
 * An exception inside a stage is our bug: it is reported, and the entry goes on unchanged. A `LimitError` is an input
 * that asked for too much work: handled alike, but it is the user's to know.
 */
import type { Entry } from "../base/entry.ts";
import { LimitError } from "../base/limit-error.ts";
import type { Nanos } from "../base/time.ts";
import type { DropReason, Out, Stage } from "./stage.ts";

/** Told of exceptions that left a stage; `entry` is absent where a wake or a flush threw. */
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
  arrived = 0;
  target: Out | undefined;

  emit(entry: Entry): void {
    this.arrived++;
    this.target!.emit(entry);
  }

  drop(entry: Entry, why: DropReason): void {
    this.arrived++;
    this.target!.drop(entry, why);
  }
}

class Link implements Out {
  readonly #stage: Stage;
  readonly #index: number;
  readonly #next: Link | Tail;
  readonly #tail: Tail;
  readonly #canBeBusy: boolean;
  readonly #onFault: OnStageFault;
  #queue: Entry[] = [];
  #head = 0;
  /** What the stage before this one let go of so far: tells whether an exception of it came before or after. */
  arrived = 0;

  constructor(stage: Stage, index: number, next: Link | Tail, tail: Tail, onFault: OnStageFault) {
    this.#stage = stage;
    this.#index = index;
    this.#next = next;
    this.#tail = tail;
    this.#canBeBusy = stage.busy !== undefined;
    this.#onFault = onFault;
  }

  emit(entry: Entry): void {
    this.arrived++;
    if (this.#canBeBusy && (this.#head < this.#queue.length || this.#stage.busy!())) this.#queue.push(entry);
    else this.#process(entry);
  }

  drop(entry: Entry, why: DropReason): void {
    this.arrived++;
    this.#tail.target!.drop(entry, why);
  }

  #process(entry: Entry): void {
    const before = this.#next.arrived;
    try {
      this.#stage.process(entry, this.#next);
    } catch (error) {
      this.#onFault({ error, stage: this.#index, entry, limit: error instanceof LimitError });
      if (this.#next.arrived === before) this.#next.emit(entry);
    }
  }

  get blocked(): boolean {
    return this.#canBeBusy && (this.#head < this.#queue.length || this.#stage.busy!());
  }

  /** Entries that wait for the stage. */
  get queued(): number {
    return this.#queue.length - this.#head;
  }

  nextWake(): Nanos | undefined {
    return this.#stage.nextWake?.();
  }

  wake(now: Nanos): void {
    const due = this.#stage.nextWake?.();
    if (due === undefined || due > now) return;
    try {
      this.#stage.wake?.(now, this.#next);
    } catch (error) {
      this.#onFault({ error, stage: this.#index, entry: undefined, limit: error instanceof LimitError });
    }
  }

  flush(): void {
    try {
      this.#stage.flush?.(this.#next);
    } catch (error) {
      this.#onFault({ error, stage: this.#index, entry: undefined, limit: error instanceof LimitError });
    }
  }

  /** Lets queued entries in for as long as the stage takes them. */
  pump(): void {
    while (this.#head < this.#queue.length && !this.#stage.busy!()) {
      const entry = this.#queue[this.#head++]!;
      if (this.#head === this.#queue.length) {
        this.#queue = [];
        this.#head = 0;
      }
      this.#process(entry);
    }
  }

  close(): void {
    this.#stage.close?.();
  }
}

export class Chain implements Stage {
  readonly #links: readonly Link[];
  readonly #tail = new Tail();
  readonly #first: Link | Tail;
  /** Links whose stage can be busy, or that must be woken; empty for most chains. */
  readonly #timed: boolean;
  #draining = false;
  #flushed = 0;

  constructor(stages: readonly Stage[], onFault: OnStageFault) {
    const links: Link[] = [];
    for (let i = stages.length - 1; i >= 0; i--) {
      links.unshift(new Link(stages[i]!, i, links[0] ?? this.#tail, this.#tail, onFault));
    }
    this.#links = links;
    this.#first = links[0] ?? this.#tail;
    this.#timed = stages.some((stage) => stage.busy !== undefined || stage.nextWake !== undefined);
  }

  process(entry: Entry, out: Out): void {
    this.#tail.target = out;
    this.#first.emit(entry);
  }

  busy(): boolean {
    return (this.#timed && this.#links.some((link) => link.blocked)) || (this.#draining && this.#flushed < this.#links.length);
  }

  nextWake(): Nanos | undefined {
    if (!this.#timed) return undefined;
    let earliest: Nanos | undefined;
    for (let i = this.#links.length - 1; i >= 0; i--) {
      const link = this.#links[i]!;
      const at = link.nextWake();
      if (at !== undefined && (earliest === undefined || at < earliest)) earliest = at;
      if (link.blocked) break;
    }
    return earliest;
  }

  wake(now: Nanos, out: Out): void {
    this.#tail.target = out;
    for (let i = this.#links.length - 1; i >= 0; i--) {
      const link = this.#links[i]!;
      link.wake(now);
      link.pump();
      if (this.#blockedFrom(i)) return;
    }
    if (this.#draining) this.#drain();
  }

  flush(out: Out): void {
    this.#tail.target = out;
    this.#draining = true;
    this.#drain();
  }

  close(): void {
    for (const link of this.#links) link.close();
  }

  #blockedFrom(index: number): boolean {
    for (let i = index; i < this.#links.length; i++) if (this.#links[i]!.blocked) return true;
    return false;
  }

  #drain(): void {
    while (this.#flushed < this.#links.length && !this.#blockedFrom(0)) this.#links[this.#flushed++]!.flush();
  }
}
