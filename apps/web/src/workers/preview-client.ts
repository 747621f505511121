/**
 * Asks the preview worker: the newest run wins. A worker gives way to a newer run between entries; one that is stuck
 * inside a single entry is ended and started again, and so is a run that takes longer than allowed.
 */
import type { ClockStep } from "../domain/clock-steps.ts";
import type { EntryTrace, RowValues, RunResult } from "../domain/run.ts";
import type { Scheduler } from "./port.ts";
import type { PreviewKinds, RunAnswer, RunOrder } from "./preview-protocol.ts";
import { type Answered, Requester, type StartKinds } from "./requests.ts";

/** A run is stopped after this many milliseconds, unless it was asked to have no limit. */
export const RUN_LIMIT = 5000;
/** A run that still has not given way to a newer one after this many milliseconds is ended with its worker. */
export const YIELD_LIMIT = 400;

export interface PreviewEvents {
  started(): void;
  ran(result: RunResult): void;
  refused(message: string): void;
  /** `limit`: it took longer than allowed; else the user stopped it. */
  stopped(limit: boolean): void;
  failed(message: string): void;
  steps(trace: EntryTrace): void;
  values(values: RowValues): void;
}

/** Files that stages may name, by path. */
export type Files = Readonly<Record<string, Blob>>;

export class PreviewClient {
  readonly #requester: Requester<PreviewKinds>;
  readonly #scheduler: Scheduler;
  readonly #events: PreviewEvents;
  /** Runs that were asked for; the last is the one that counts. */
  #runs = 0;
  /** The run that is on, as a new worker would be asked for it. */
  #current: { readonly nth: number; readonly order: RunOrder } | undefined;
  /** Id of the finished run that the worker has, which can be taken further. */
  #finished: number | undefined;
  #cancelLimit: (() => void) | undefined;
  #cancelYield: (() => void) | undefined;

  /** `files`: what a worker that is started anew is given. */
  constructor(start: StartKinds<PreviewKinds>, scheduler: Scheduler, events: PreviewEvents, files: () => Files) {
    this.#scheduler = scheduler;
    this.#events = events;
    this.#requester = new Requester(start, (ask) => {
      for (const [path, file] of Object.entries(files())) ask("file", { path, file }, () => {});
    });
  }

  get running(): boolean {
    return this.#current !== undefined;
  }

  /** Starts a run; one that is on ends without a result. */
  run(order: RunOrder, options: { limited: boolean } = { limited: true }): void {
    if (this.running) {
      this.#cancelYield ??= this.#scheduler.after(YIELD_LIMIT, () => {
        // No word from the worker: it is inside an entry. Its last order is given to a new one.
        this.#cancelYield = undefined;
        this.#restart();
        if (this.#current !== undefined) this.#askRun(this.#current.nth, this.#current.order);
      });
    }
    const nth = this.#begin(order, options.limited);
    this.#askRun(nth, order);
  }

  /** Takes the finished run one step further; `order` is the whole of it with that step, for when it is not there. */
  step(order: RunOrder, step: ClockStep): void {
    if (this.running || this.#finished === undefined) {
      this.run(order);
      return;
    }
    const run = this.#finished;
    const nth = this.#begin(order, true);
    this.#requester.ask("step", { run, step }, (answered) => this.#receive(nth, answered));
  }

  /** Offers a file to the stages that name it, from the next run on; null takes it away. */
  setFile(path: string, file: Blob | null): void {
    if (this.#requester.started) this.#requester.ask("file", { path, file }, () => {});
  }

  /** Ends the run that is on. */
  stop(): void {
    if (this.running) this.#stop(false);
  }

  /** Asks for an entry's steps in run `run`; nothing comes when that run is no longer the last. */
  requestSteps(run: number, sample: number): void {
    this.#requester.ask("steps", { run, sample }, (answered) => {
      if (answered.ok && answered.answer !== undefined) this.#events.steps(answered.answer);
    });
  }

  /** Asks for what all entries of run `run` have under `names`; nothing comes when that run is no longer the last. */
  requestValues(run: number, names: readonly string[]): void {
    this.#requester.ask("values", { run, names }, (answered) => {
      if (answered.ok && answered.answer !== undefined) this.#events.values(answered.answer);
    });
  }

  /** Ends the worker, for when nobody looks any more. */
  close(): void {
    this.#settle();
    this.#restart();
  }

  #begin(order: RunOrder, limited: boolean): number {
    const nth = ++this.#runs;
    this.#current = { nth, order };
    this.#cancelLimit?.();
    this.#cancelLimit = limited ? this.#scheduler.after(RUN_LIMIT, () => this.#stop(true)) : undefined;
    this.#events.started();
    return nth;
  }

  #askRun(nth: number, order: RunOrder): void {
    this.#requester.ask("run", order, (answered) => this.#receive(nth, answered));
  }

  #stop(limit: boolean): void {
    this.#settle();
    this.#restart();
    this.#events.stopped(limit);
  }

  #settle(): void {
    this.#current = undefined;
    this.#cancelLimit?.();
    this.#cancelYield?.();
    this.#cancelLimit = undefined;
    this.#cancelYield = undefined;
  }

  #restart(): void {
    this.#finished = undefined;
    this.#requester.end();
  }

  #receive(nth: number, answered: Answered<RunAnswer>): void {
    if (nth !== this.#current?.nth) return;
    if (!answered.ok) {
      if (answered.ended) return;
      this.#settle();
      this.#finished = undefined;
      this.#events.failed(answered.message);
      return;
    }
    const { answer } = answered;
    if (answer.kind === "overtaken") return;
    this.#settle();
    if (answer.kind === "refused") this.#events.refused(answer.message);
    else {
      this.#finished = answer.result.id;
      this.#events.ran(answer.result);
    }
  }
}
