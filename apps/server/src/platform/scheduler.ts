/**
 * Time for the parts that wait: the real one, or one that a test moves by hand. Work that may take long is a generator
 * that yields now and then; `inSlices` runs it and lets other work run in between.
 */
import type { Clock, Nanos } from "@sluice/engine";

export interface Scheduler extends Clock {
  /** Calls `action` once, `delay` nanoseconds from now; gives a function that prevents it. */
  after(delay: Nanos, action: () => void): () => void;
  /**
   * Calls `action` once others have had their turn: input and output are looked at first, and of several actions that
   * wait one is called at a time. Gives a function that prevents it.
   */
  soon(action: () => void): () => void;
  /** Milliseconds of a clock that only runs, to measure how long work takes. */
  elapsed(): number;
  /**
   * When all work that is done in slices has used up its time in this turn of the event loop, by `elapsed`: `SLICE_MS`
   * from the first look. One slice after the other in one turn holds up everybody else as one long slice would.
   */
  turnEnds(): number;
}

/** A promise that resolves when `delay` is over, unless that is prevented by `cancel`. */
export function timeLimit(
  scheduler: Pick<Scheduler, "after">,
  delay: Nanos,
): { readonly over: Promise<void>; readonly cancel: () => void } {
  let cancel = () => {};
  const over = new Promise<void>((resolve) => {
    cancel = scheduler.after(delay, resolve);
  });
  return { over, cancel };
}

/** How long work may continue before others get their turn. Milliseconds. */
export const SLICE_MS = 10;

/** Does work that stops by itself now and then; where this turn's time is up, others get theirs. */
export async function inSlices<T>(work: Generator<void, T>, scheduler: Scheduler): Promise<T> {
  let until = scheduler.turnEnds();
  if (scheduler.elapsed() >= until) until = await nextTurn(scheduler);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (scheduler.elapsed() >= until) until = await nextTurn(scheduler);
  }
}

/** For work of several parts: what it gives is awaited between them, and lets others have their turn where this one's time is up. */
export function pauses(scheduler: Scheduler): () => Promise<void> {
  let until = scheduler.turnEnds();
  return async () => {
    if (scheduler.elapsed() >= until) until = await nextTurn(scheduler);
  };
}

/** Lets others have their turn; resolves to the end of the one that comes then. */
export async function nextTurn(scheduler: Scheduler): Promise<number> {
  await new Promise<void>((resolve) => scheduler.soon(resolve));
  return scheduler.turnEnds();
}

/** Node takes delays up to 2^31 - 1 ms; a longer one is waited for in pieces. */
const MAX_DELAY_MS = 2_000_000_000;

/** How far behind the system's clock may be before time slows down for it. */
const TOLERATED_LEAD_MS = 20;

/** Readings of the platform's two clocks in milliseconds: the wall's, which can be set, and one that only runs. */
export interface ClockReadings {
  wall(): number;
  monotonic(): number;
}

const PLATFORM_CLOCKS: ClockReadings = { wall: () => Date.now(), monotonic: () => performance.now() };

/**
 * The system's time in steps of a microsecond, which within this process never runs backwards: when the system's clock
 * is set forward it follows at once, and when it is set back it runs at half speed until the two meet.
 */
export function createSystemScheduler({ wall, monotonic }: ClockReadings = PLATFORM_CLOCKS): Scheduler {
  let lastMonotonic = monotonic();
  let current = wall();
  const scheduler: Scheduler = {
    ...createTurns(monotonic),
    elapsed: monotonic,
    now() {
      const at = monotonic();
      const elapsed = at - lastMonotonic;
      lastMonotonic = at;
      const told = wall();
      // The wall's reading is cut to a millisecond, so that being ahead of it by less is not a difference.
      if (told > current + elapsed) current = told;
      else if (told < current + elapsed - TOLERATED_LEAD_MS) current = Math.max(told, current + elapsed / 2);
      else current += elapsed;
      return BigInt(Math.round(current * 1000)) * 1000n;
    },
    after(delay, action) {
      const whole = Number(delay / 1_000_000n) + 1;
      // To read a clock takes longer than to set a timer, so only what is waited for in pieces looks at one.
      if (whole <= MAX_DELAY_MS) {
        const timer = setTimeout(action, Math.max(0, whole));
        return () => clearTimeout(timer);
      }
      const due = scheduler.now() + delay;
      let timer: NodeJS.Timeout;
      const arm = () => {
        const rest = Number((due - scheduler.now()) / 1_000_000n) + 1;
        timer = rest > MAX_DELAY_MS ? setTimeout(arm, MAX_DELAY_MS) : setTimeout(action, Math.max(0, rest));
      };
      arm();
      return () => clearTimeout(timer);
    },
  };
  return scheduler;
}

/** Actions in the order in which they came, one for each turn of the event loop; and when the turn's time is up. */
function createTurns(elapsed: () => number): Pick<Scheduler, "soon" | "turnEnds"> {
  const waiting = new Set<() => void>();
  let ends: number | undefined;
  let armed = false;
  const arm = () => {
    if (armed) return;
    armed = true;
    setImmediate(() => {
      armed = false;
      ends = undefined;
      const [next] = waiting;
      if (next === undefined) return;
      // Armed first, so that an action that throws does not keep the others from their turn.
      waiting.delete(next);
      if (waiting.size > 0) arm();
      next();
    });
  };
  return {
    soon(action) {
      const one = () => action();
      waiting.add(one);
      arm();
      return () => void waiting.delete(one);
    },
    turnEnds() {
      if (ends === undefined) {
        ends = elapsed() + SLICE_MS;
        arm();
      }
      return ends;
    },
  };
}

/** Time that does not pass until `advance`; what falls due is called in order. For tests. */
export class ManualScheduler implements Scheduler {
  #now: Nanos;
  readonly #start: Nanos;
  #pending: { due: Nanos; action: () => void }[] = [];
  #elapsed = 0;
  #turnEnds: number | undefined;
  /** What each look at `elapsed` takes, as if work had been done. Milliseconds. */
  readingTakes = 0;

  constructor(start: Nanos = 0n) {
    this.#now = start;
    this.#start = start;
  }

  now(): Nanos {
    return this.#now;
  }

  after(delay: Nanos, action: () => void): () => void {
    const one = { due: this.#now + delay, action };
    this.#pending.push(one);
    return () => {
      this.#pending = this.#pending.filter((other) => other !== one);
    };
  }

  soon(action: () => void): () => void {
    return this.after(0n, action);
  }

  turnEnds(): number {
    this.#turnEnds ??= this.elapsed() + SLICE_MS;
    return this.#turnEnds;
  }

  elapsed(): number {
    this.#elapsed += this.readingTakes;
    return this.#elapsed + Number(this.#now - this.#start) / 1e6;
  }

  get pending(): number {
    return this.#pending.length;
  }

  /** Moves time by `by`, calling what falls due at its own instant. Between calls, promises are given the chance to settle. */
  async advance(by: Nanos): Promise<void> {
    const target = this.#now + by;
    for (;;) {
      const next = this.#pending
        .filter(({ due }) => due <= target)
        .sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0))[0];
      if (next === undefined) break;
      this.#pending = this.#pending.filter((one) => one !== next);
      if (next.due > this.#now) this.#now = next.due;
      this.#turnEnds = undefined;
      next.action();
      for (let i = 0; i < 10; i++) await Promise.resolve();
    }
    this.#now = target;
    // Whoever works after that does so in another turn.
    this.#turnEnds = undefined;
  }
}
