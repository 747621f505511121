/**
 * The time that each stage takes by itself: what a stage hands on is worked on inside its own call, so a stack of the running
 * stages tells whose time it is. A decorator, put around stages when a chain is built; without it nothing is measured.
 */
import type { Out, Stage } from "./stage.ts";

export class StageTimes {
  readonly #now: () => number;
  /** By path and by what is worked on. */
  readonly #spent = new Map<string, Map<number, number>>();
  /** Entries that each stage was given. */
  readonly #given = new Map<string, number>();
  readonly #running: string[] = [];
  #since = 0;
  /** What is worked on: time is summed up by it. */
  about = 0;

  /** `now`: in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @internal */
  enter(path: string): void {
    const now = this.#now();
    this.#charge(now);
    this.#running.push(path);
    this.#since = now;
  }

  /** @internal */
  leave(): void {
    const now = this.#now();
    this.#charge(now);
    this.#running.pop();
    this.#since = now;
  }

  /** Milliseconds of a stage, by `about`. */
  of(path: string): ReadonlyMap<number, number> {
    return this.#spent.get(path) ?? new Map();
  }

  /** Entries that a stage was given. */
  givenTo(path: string): number {
    return this.#given.get(path) ?? 0;
  }

  /** @internal */
  gives(path: string): void {
    this.#given.set(path, this.givenTo(path) + 1);
  }

  /** Forgets what was measured: the first entries are slow, since code is not compiled yet. */
  restart(): void {
    this.#spent.clear();
    this.#given.clear();
  }

  /** Makes all that was measured count only `part` as much, from 0 to 1. */
  fade(part: number): void {
    for (const spent of this.#spent.values()) for (const [about, time] of spent) spent.set(about, time * part);
    for (const [path, given] of this.#given) this.#given.set(path, given * part);
  }

  #charge(now: number): void {
    const path = this.#running.at(-1);
    if (path === undefined) return;
    let spent = this.#spent.get(path);
    if (spent === undefined) {
      spent = new Map();
      this.#spent.set(path, spent);
    }
    spent.set(this.about, (spent.get(this.about) ?? 0) + now - this.#since);
  }
}

/** `stage` with every call measured. It has only the methods that the stage has, since their presence has a meaning. */
export function timeStage(stage: Stage, path: string, times: StageTimes): Stage {
  const run = (call: () => void): void => {
    times.enter(path);
    try {
      call();
    } finally {
      times.leave();
    }
  };
  const timed: Stage = {
    process(entry, out) {
      times.gives(path);
      run(() => stage.process(entry, out));
    },
  };
  if (stage.nextWake) timed.nextWake = () => stage.nextWake!();
  if (stage.wake) timed.wake = (now, out: Out) => run(() => stage.wake!(now, out));
  if (stage.busy) timed.busy = () => stage.busy!();
  if (stage.flush) timed.flush = (out, ends) => run(() => stage.flush!(out, ends));
  if (stage.close) timed.close = () => stage.close!();
  return timed;
}
