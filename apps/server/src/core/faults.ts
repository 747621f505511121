/**
 * What goes wrong inside one component stays there. Whatever is called from outside of it (timers, pushes, callbacks,
 * promises, sockets) is called through its `Faults`. An exception or a rejected promise is logged, counted
 * (`sluice_component_faults_total`, `sluice_component_failed_entries_total`) and shown in this component's health until
 * a minute after the last one. A component that did not start, or did not apply its new arguments, says so until the
 * next applied configuration replaces it. The process and the other components do not notice.
 */
import { formatRfc3339, type MetricRegistry, messageOf, type Nanos, SECOND } from "@sluice/engine";
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { type LogsReceiver, NotSecured, type PushAnswer, secure } from "./entries/receiver.ts";
import type { Health } from "./health.ts";
import { createOwner } from "./owner.ts";

/** A component counts as unhealthy until this long after its last failure. */
export const FAULT_LASTS: Nanos = 60n * SECOND;
/** A failure that comes again and again is logged this often. */
const LOG_EVERY: Nanos = 10n * SECOND;
/** What failed while it was asked to call back is asked again after this long. */
const ASK_AGAIN: Nanos = SECOND;

const owner = createOwner<Faults>();

export interface FaultContext {
  /** Not guarded: the time itself. */
  readonly scheduler: Scheduler;
  readonly metrics: MetricRegistry;
  readonly log: Logger;
}

export class Faults {
  readonly #context: FaultContext;
  readonly #failures;
  readonly #entries;
  #last: { readonly at: Nanos; readonly message: string } | undefined;
  #loggedAt: Nanos | undefined;
  #unlogged = 0;
  #notDone: string | undefined;
  /** Why it goes on with the values that it had, where others export something that it cannot be given. */
  refused: string | undefined;

  constructor(context: FaultContext) {
    this.#context = context;
    const { metrics } = context;
    this.#failures = metrics
      .counter("sluice_component_faults_total", "Failures inside the component, which are bugs in Sluice")
      .with();
    this.#entries = metrics
      .counter("sluice_component_failed_entries_total", "Entries dropped because the component failed on them")
      .with();
  }

  /** Of the component whose work is being done now, if it is known. */
  static current(): Faults | undefined {
    return owner.getStore();
  }

  /** Does `action` as this component's work; gives whether it finished. A promise that it gives is looked after. */
  guard(doing: string, action: () => unknown): boolean {
    try {
      const result = owner.run(this, action);
      if (result instanceof Promise) result.catch((error: unknown) => this.record(doing, error));
      return true;
    } catch (error) {
      this.record(doing, error);
      return false;
    }
  }

  /** The same for work that is waited for. Gives `otherwise` when it fails. */
  async settle<T>(doing: string, action: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await owner.run(this, action);
    } catch (error) {
      this.record(doing, error);
      return otherwise;
    }
  }

  /**
   * The same for what the component must do to be what the configuration asks for: `start`, `apply its new arguments`.
   * Where that fails, its health says so until it is replaced.
   */
  async require(what: string, action: () => Promise<void>): Promise<void> {
    try {
      await owner.run(this, action);
    } catch (error) {
      this.#notDone ??= `did not ${what}: ${firstLineOf(error)}`;
      this.record(`trying to ${what}`, error);
    }
  }

  /** What it had to do and did not, with the reason: it has to be replaced. */
  get notDone(): string | undefined {
    return this.#notDone;
  }

  /** Logs and counts a failure; `entries` are lost by it. Never throws. */
  record(doing: string, error: unknown, entries = 0): void {
    this.#failures.inc();
    this.#entries.add(entries);
    const at = this.#context.scheduler.now();
    this.#last = { at, message: `failed while ${doing}, at ${formatRfc3339(at)}: ${firstLineOf(error)}` };
    if (this.#loggedAt !== undefined && at - this.#loggedAt < LOG_EVERY) {
      this.#unlogged++;
      return;
    }
    const more = this.#unlogged > 0 ? { failures_not_logged: this.#unlogged } : {};
    this.#loggedAt = at;
    this.#unlogged = 0;
    const stack = error instanceof Error ? { stack: error.stack } : {};
    try {
      this.#context.log.write("error", "the component failed; it keeps running", {
        doing,
        error,
        entries,
        ...more,
        ...stack,
      });
    } catch {
      // It is counted; there is nobody to tell.
    }
  }

  /** What went wrong, while it does. */
  get health(): Health | undefined {
    if (this.#notDone !== undefined) return { state: "unhealthy", message: this.#notDone };
    if (this.refused !== undefined) return { state: "unhealthy", message: `goes on with what it had: ${this.refused}` };
    if (this.#last === undefined || this.#context.scheduler.now() - this.#last.at >= FAULT_LASTS) return undefined;
    return { state: "unhealthy", message: this.#last.message };
  }
}

/** The first line of what an exception says. */
export const firstLineOf = (error: unknown): string => messageOf(error).split("\n", 1)[0]!;

/** A scheduler whose callbacks are the work of one component. */
export function guardScheduler(scheduler: Scheduler, faults: Faults): Scheduler {
  return {
    now: () => scheduler.now(),
    after: (delay, action) => scheduler.after(delay, () => void faults.guard("a timer ran", action)),
    soon: (action) => scheduler.soon(() => void faults.guard("running a task", action)),
    elapsed: () => scheduler.elapsed(),
    turnEnds: () => scheduler.turnEnds(),
  };
}

/**
 * A component's receiver as others see it: a failure while it takes a batch is not theirs. What such a batch held is
 * counted as lost and not given twice; its origins stay unsettled, so that a source that can reads it again after a
 * restart.
 */
export function guardReceiver(receiver: LogsReceiver, faults: Faults, scheduler: Scheduler): LogsReceiver {
  return {
    get full() {
      let full = false;
      faults.guard("checking whether it is full", () => {
        full = receiver.full;
      });
      return full;
    },
    push(batch) {
      let answer: PushAnswer = "accepted";
      try {
        owner.run(faults, () => {
          answer = receiver.push(batch);
        });
      } catch (error) {
        faults.record("taking entries", error, batch.length);
      }
      return answer;
    },
    get durable() {
      return receiver.durable;
    },
    ...(receiver.secure !== undefined && {
      secure(batch) {
        const failed = (error: unknown): never => {
          if (error instanceof NotSecured) throw error;
          faults.record("taking entries", error, batch.length);
          throw new NotSecured("it failed while taking entries; see the server's log");
        };
        try {
          const answer = owner.run(faults, () => secure(receiver, batch));
          return answer instanceof Promise ? answer.catch(failed) : answer;
        } catch (error) {
          return failed(error);
        }
      },
    }),
    whenRoom(callback) {
      const asked = faults.guard("waiting for room", () => receiver.whenRoom(callback));
      if (!asked) scheduler.after(ASK_AGAIN, callback);
    },
  };
}

/** A receiver as one component uses it: what is called back is that component's work. */
export function guardCallbacks(receiver: LogsReceiver, faults: Faults): LogsReceiver {
  return {
    get full() {
      return receiver.full;
    },
    push: (batch) => receiver.push(batch),
    secure: (batch) => secure(receiver, batch),
    get durable() {
      return receiver.durable;
    },
    whenRoom: (callback) => receiver.whenRoom(() => void faults.guard("resuming when there is room", callback)),
  };
}
