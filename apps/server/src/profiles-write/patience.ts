/**
 * How long somebody waits for a profile to be sent: until a deadline that they named, until they go away, or until the
 * server stops.
 */
import type { Nanos } from "@sluice/engine";
import type { Scheduler } from "../platform/scheduler.ts";
import { type StopSignal, StopSource } from "../platform/stop-signal.ts";

export class Patience {
  readonly #scheduler: Scheduler;
  readonly #client: StopSignal;
  readonly #deadline: Nanos | undefined;
  readonly #signal = new StopSource();
  readonly #abort: () => void;

  constructor(scheduler: Scheduler, client: StopSignal, deadline: Nanos | undefined) {
    this.#scheduler = scheduler;
    this.#client = client;
    this.#deadline = deadline;
    this.#abort = () => this.end();
    client.addEventListener("abort", this.#abort);
    if (client.aborted) this.end();
  }

  /** Aborted when nobody waits any more. */
  get signal(): StopSignal {
    return this.#signal;
  }

  get over(): boolean {
    return this.signal.aborted || this.atMost(1n) <= 0n;
  }

  /** Whether it is over because it took too long. */
  get timedOut(): boolean {
    return this.atMost(1n) <= 0n || isTimeout(this.#client.reason);
  }

  /** What is left of `time`. */
  atMost(time: Nanos): Nanos {
    if (this.#deadline === undefined) return time;
    const left = this.#deadline - this.#scheduler.now();
    return left >= time ? time : left > 0n ? left : 0n;
  }

  /** What `work` gives; undefined where it is over before. */
  async orOver<T>(work: Promise<T>): Promise<T | undefined> {
    if (this.over) return undefined;
    return new Promise<T | undefined>((resolve, reject) => {
      const end = () => settle(() => resolve(undefined));
      const left = this.#deadline === undefined ? undefined : this.#deadline - this.#scheduler.now();
      const cancel = left === undefined ? () => {} : this.#scheduler.after(left, end);
      const settle = (finish: () => void) => {
        cancel();
        this.signal.removeEventListener("abort", end);
        finish();
      };
      this.signal.addEventListener("abort", end);
      work.then(
        (value) => settle(() => resolve(value)),
        (error) => settle(() => reject(error)),
      );
    });
  }

  /** Resolves after `time`, or when it is over. */
  pause(time: Nanos): Promise<void> {
    const { signal } = this;
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        signal.removeEventListener("abort", end);
        resolve();
      };
      const cancel = this.#scheduler.after(this.atMost(time), end);
      signal.addEventListener("abort", end);
      if (signal.aborted) end();
    });
  }

  end(): void {
    this.#signal.abort();
  }

  /** Stops listening to the client. */
  release(): void {
    this.#client.removeEventListener("abort", this.#abort);
  }
}

/** The platform's own time-outs, and those of Connect, which has a number for it. */
function isTimeout(reason: unknown): boolean {
  const { name, code } = (reason ?? {}) as { name?: unknown; code?: unknown };
  return name === "TimeoutError" || (name === "ConnectError" && code === 4);
}
