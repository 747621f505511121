/**
 * Has a component listen as its arguments say: one change after the other, tried again for as long as it cannot be had, and
 * looked at anew now and then where files say how, which may be others by then.
 */
import { type Nanos, SECOND } from "@sluice/engine";
import type { ComponentContext } from "../../core/component.ts";
import { HEALTHY, type Health } from "../../core/health.ts";

/** Pauses between attempts. */
const MIN_PAUSE = SECOND;
const MAX_PAUSE = 30n * SECOND;
/** Between two looks at files. */
export const LOOK_EVERY: Nanos = 5n * SECOND;

export interface Attempted {
  /** Why it is not as it should be; what was before stays. */
  readonly problem: string | undefined;
  /** Files say how, so that another attempt may have another outcome. */
  readonly readsFiles: boolean;
}

export interface KeepingOpenOptions {
  readonly context: Pick<ComponentContext, "scheduler" | "faults" | "log">;
  /** What does not listen, in words: `the push API`. */
  readonly name: string;
  /** Makes it as it should be, as far as it is not. */
  readonly attempt: () => Promise<Attempted>;
}

export class KeepingOpen {
  readonly #options: KeepingOpenOptions;
  #problem: string | undefined;
  #pause = MIN_PAUSE;
  #stopped = false;
  /** Of the next attempt. */
  #cancel = () => {};
  /** Changes of where it listens, one after the other. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(options: KeepingOpenOptions) {
    this.#options = options;
  }

  get health(): Health {
    return this.#problem === undefined ? HEALTHY : { state: "unhealthy", message: this.#problem };
  }

  /** Follows what is asked for from now on, which `change` says in its turn; resolves after the first attempt. */
  follow(change: () => void = () => {}): Promise<void> {
    return this.#inTurn(() => {
      change();
      this.#pause = MIN_PAUSE;
      return this.#try();
    });
  }

  #inTurn(action: () => Promise<void>): Promise<void> {
    const done = this.#changing.then(action);
    this.#changing = done.catch(() => {});
    return done;
  }

  /** Where it cannot be had, tries again after a pause, twice as long each time. */
  async #try(): Promise<void> {
    if (this.#stopped) return;
    this.#cancel();
    const { context, name, attempt } = this.#options;
    const { problem, readsFiles } = await attempt();
    if (problem !== undefined && problem !== this.#problem)
      context.log.write("error", `${name} cannot listen as it should; it keeps trying`, { reason: problem });
    this.#problem = problem;
    if (this.#stopped || (problem === undefined && !readsFiles)) return;
    const pause = problem === undefined ? LOOK_EVERY : this.#pause;
    if (problem !== undefined) this.#pause = this.#pause * 2n < MAX_PAUSE ? this.#pause * 2n : MAX_PAUSE;
    this.#cancel = context.scheduler.after(pause, () => {
      void context.faults.settle("listening", () => this.#inTurn(() => this.#try()), undefined);
    });
  }

  /** Makes no further attempt; resolves when none is under way, or at the deadline. */
  async stop(deadline: Promise<void>): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await Promise.race([this.#changing, deadline]);
  }
}
