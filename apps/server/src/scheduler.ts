/** Time for the parts that wait: the real one, or one that a test moves by hand. */
import type { Clock, Nanos } from "@sluice/engine";

export interface Scheduler extends Clock {
  /** Calls `action` once, `delay` nanoseconds from now; gives a function that prevents it. */
  after(delay: Nanos, action: () => void): () => void;
}

/** Node takes delays up to 2^31 - 1 ms; a longer one is waited for in pieces. */
const MAX_DELAY_MS = 2_000_000_000;

/** The system's time, which within this process never runs backwards. */
export function createSystemScheduler(): Scheduler {
  let last = 0n;
  const scheduler: Scheduler = {
    now() {
      const micros = Math.round((performance.timeOrigin + performance.now()) * 1000);
      const now = BigInt(micros) * 1000n;
      if (now > last) last = now;
      return last;
    },
    after(delay, action) {
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

/** Time that stands still until `advance`; what falls due is called in order. For tests. */
export class ManualScheduler implements Scheduler {
  #now: Nanos;
  #pending: { due: Nanos; action: () => void }[] = [];

  constructor(start: Nanos = 0n) {
    this.#now = start;
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

  get pending(): number {
    return this.#pending.length;
  }

  /** Moves time by `by`, calling what falls due at its own instant. Between calls, promises are given the chance to settle. */
  async advance(by: Nanos): Promise<void> {
    const target = this.#now + by;
    for (;;) {
      const next = this.#pending.filter(({ due }) => due <= target).sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0))[0];
      if (next === undefined) break;
      this.#pending = this.#pending.filter((one) => one !== next);
      if (next.due > this.#now) this.#now = next.due;
      next.action();
      for (let i = 0; i < 10; i++) await Promise.resolve();
    }
    this.#now = target;
  }
}
