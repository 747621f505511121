/** Warnings of what comes again and again, as of messages that cannot be read: one in ten seconds, whatever their number. */
import { type Nanos, SECOND } from "@sluice/engine";
import type { ComponentContext } from "./component.ts";

const EVERY = 10n * SECOND;

export class SparseLog {
  readonly #context: Pick<ComponentContext, "scheduler" | "log">;
  #writtenAt: Nanos | undefined;

  constructor(context: Pick<ComponentContext, "scheduler" | "log">) {
    this.#context = context;
  }

  /** Never with what a message says. `first`: the first one about something, which is always written. */
  warn(message: string, fields: Readonly<Record<string, unknown>> = {}, first = false): void {
    const { scheduler, log } = this.#context;
    const now = scheduler.now();
    if (!first && this.#writtenAt !== undefined && now - this.#writtenAt < EVERY) return;
    this.#writtenAt = now;
    log.write("warn", message, fields);
  }
}
