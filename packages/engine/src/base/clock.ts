import type { Nanos } from "@sluice/languages/base";

/** The only source of time in the engine. */
export interface Clock {
  now(): Nanos;
}

/** Virtual time, which moves only on request. */
export class VirtualClock implements Clock {
  #now: Nanos;

  constructor(start: Nanos) {
    this.#now = start;
  }

  now(): Nanos {
    return this.#now;
  }

  /** Moves to `at`; time never runs backwards. */
  advanceTo(at: Nanos): void {
    if (at > this.#now) this.#now = at;
  }

  advance(by: Nanos): void {
    if (by > 0n) this.#now += by;
  }
}
