/** Pauses before requests are sent again, which end early when nothing is waited for any more. */
import type { Nanos } from "@sluice/engine";
import type { Scheduler } from "../platform/scheduler.ts";

export class Pauses {
  readonly #scheduler: Scheduler;
  /** What ends each that is under way. */
  readonly #ends = new Set<() => void>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  pause(length: Nanos): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#scheduler.after(length, () => end());
      const end = () => {
        cancel();
        this.#ends.delete(end);
        resolve();
      };
      this.#ends.add(end);
    });
  }

  /** Ends all that are under way. */
  end(): void {
    for (const end of [...this.#ends]) end();
  }
}
