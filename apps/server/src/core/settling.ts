/**
 * Sources that are being told of very many entries at once, in slices. Whoever stops the server waits for them before
 * what sources know is written down.
 */

import { inSlices, type Scheduler } from "../platform/scheduler.ts";
import type { Faults } from "./faults.ts";

export class Settling {
  readonly #scheduler: Scheduler;
  readonly #running = new Set<Promise<void>>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Begins at once, and continues after others had their turn where it takes long. */
  add(work: Generator<void, void>, faults: Faults): void {
    const done = faults
      .settle("reporting outcomes to sources", () => inSlices(work, this.#scheduler), undefined)
      .finally(() => this.#running.delete(done));
    this.#running.add(done);
  }

  /** Resolves when all outcomes are reported. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
