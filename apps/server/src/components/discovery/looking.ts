/** A look that is taken again and again, each some time after the one before has ended, and never two at a time. */
import type { Nanos } from "@sluice/engine";
import type { ComponentContext } from "../../core/component.ts";

export class Looking {
  readonly #context: Pick<ComponentContext, "scheduler" | "faults">;
  readonly #look: () => Promise<void>;
  readonly #pause: () => Nanos;
  /** The look that is under way. */
  #now: Promise<void> | undefined;
  #again = false;
  #cancel: (() => void) | undefined;
  #state: "new" | "started" | "stopped" = "new";

  constructor(context: Pick<ComponentContext, "scheduler" | "faults">, look: () => Promise<void>, pause: () => Nanos) {
    this.#context = context;
    this.#look = look;
    this.#pause = pause;
  }

  get started(): boolean {
    return this.#state === "started";
  }

  /** From now on it is looked again and again. */
  start(): void {
    if (this.#state !== "new") return;
    this.#state = "started";
    this.#arm();
  }

  /** Looks as soon as nothing else does; resolves when that look has ended. */
  async now(): Promise<void> {
    if (this.#now !== undefined) {
      this.#again = true;
      return this.#now;
    }
    this.#cancel?.();
    this.#cancel = undefined;
    this.#now = (async () => {
      do {
        this.#again = false;
        await this.#context.faults.settle("looking at files", this.#look, undefined);
      } while (this.#again && this.#state !== "stopped");
    })().finally(() => {
      this.#now = undefined;
      this.#arm();
    });
    return this.#now;
  }

  stop(): void {
    this.#state = "stopped";
    this.#cancel?.();
  }

  #arm(): void {
    if (this.#state !== "started" || this.#cancel !== undefined || this.#now !== undefined) return;
    this.#cancel = this.#context.scheduler.after(this.#pause(), () => {
      this.#cancel = undefined;
      void this.now();
    });
  }
}
