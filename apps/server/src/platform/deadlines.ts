/**
 * Time-outs that hardly ever come: one timer looks after all of them, so that a request that is done in a millisecond neither
 * makes one of the platform's nor takes it back.
 */

/** Calls `action` once, after so many milliseconds; gives a function that prevents it. */
export type After = (ms: number, action: () => void) => () => void;

/** Time-outs that fall due within this of each other may be told together. Milliseconds. */
const GRAIN_MS = 10;

interface Waiting {
  /** By `elapsed`. */
  readonly due: number;
  readonly action: () => void;
}

export class Deadlines {
  readonly #elapsed: () => number;
  readonly #after: After;
  readonly #waiting = new Set<Waiting>();
  /** When the timer looks next; it is left where nothing waits any more. */
  #looksAt = Number.POSITIVE_INFINITY;
  #cancelLook = () => {};

  /** `elapsed`: milliseconds of a clock that only runs. */
  constructor(elapsed: () => number, after: After) {
    this.#elapsed = elapsed;
    this.#after = after;
  }

  /** Calls `action` once, after so many milliseconds or a little later; gives a function that prevents it. */
  readonly after: After = (ms, action) => {
    const now = this.#elapsed();
    const one: Waiting = { due: now + ms, action };
    this.#waiting.add(one);
    if (one.due < this.#looksAt) this.#lookAfter(ms, now);
    return () => void this.#waiting.delete(one);
  };

  #lookAfter(ms: number, now: number): void {
    this.#cancelLook();
    this.#looksAt = now + ms;
    this.#cancelLook = this.#after(ms, () => this.#look());
  }

  #look(): void {
    const now = this.#elapsed();
    this.#looksAt = Number.POSITIVE_INFINITY;
    const due = [...this.#waiting].filter((one) => one.due <= now).sort((a, b) => a.due - b.due);
    try {
      for (const one of due) if (this.#waiting.delete(one)) one.action();
    } finally {
      let earliest = Number.POSITIVE_INFINITY;
      for (const one of this.#waiting) earliest = Math.min(earliest, one.due);
      if (earliest < this.#looksAt) this.#lookAfter(Math.max(GRAIN_MS, Math.ceil(earliest - now)), now);
    }
  }

  /** Gives up the timer, where nothing waits any more. */
  close(): void {
    if (this.#waiting.size > 0) return;
    this.#cancelLook();
    this.#looksAt = Number.POSITIVE_INFINITY;
  }
}
