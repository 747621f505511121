/**
 * Talks to the preview worker: the newest run wins. A worker gives way to a newer run between entries; one that is
 * stuck inside a single entry is ended and started again, and so is a run that goes on for longer than allowed.
 */
import type { ClockStep } from "../state/clock-steps.ts";
import type { PreviewReply, PreviewRequest, RunRequest, RunResult } from "./protocol.ts";
import type { Scheduler, StartWorker, WorkerPort } from "./worker-port.ts";

/** A run is stopped after this many milliseconds, unless it was asked to have no limit. */
export const RUN_LIMIT = 5000;
/** A run that still has not given way to a newer one after this many milliseconds is ended with its worker. */
export const YIELD_LIMIT = 400;

export interface PreviewEvents {
  started(): void;
  ran(result: RunResult): void;
  refused(message: string): void;
  /** `limit`: it went on for longer than allowed; else the user stopped it. */
  stopped(limit: boolean): void;
  failed(message: string): void;
  steps(reply: Extract<PreviewReply, { type: "steps" }>): void;
}

export type RunOrder = Omit<RunRequest, "type" | "id">;

export class PreviewClient {
  readonly #start: StartWorker<PreviewRequest, PreviewReply>;
  readonly #scheduler: Scheduler;
  readonly #events: PreviewEvents;
  #worker: WorkerPort<PreviewRequest, PreviewReply> | undefined;
  #lastId = 0;
  /** Id of the run that is on. */
  #current: number | undefined;
  /** Id of the finished run that the worker has, which can be taken further. */
  #finished: number | undefined;
  readonly #files = new Map<string, Blob>();
  #cancelLimit: (() => void) | undefined;
  #cancelYield: (() => void) | undefined;

  constructor(start: StartWorker<PreviewRequest, PreviewReply>, scheduler: Scheduler, events: PreviewEvents) {
    this.#start = start;
    this.#scheduler = scheduler;
    this.#events = events;
  }

  get running(): boolean {
    return this.#current !== undefined;
  }

  /** Starts a run; one that is on ends without a result. */
  run(request: RunOrder, options: { limited: boolean } = { limited: true }): void {
    const message: RunRequest = { type: "run", id: ++this.#lastId, ...request };
    const overtaken = this.#current !== undefined;
    this.#current = message.id;
    this.#cancelLimit?.();
    if (overtaken) {
      this.#cancelYield ??= this.#scheduler.after(YIELD_LIMIT, () => {
        // No word from the worker: it is inside an entry. Its last order is given to a new one.
        this.#cancelYield = undefined;
        this.#restart();
        if (this.#pending !== undefined) this.#post(this.#pending);
      });
    }
    this.#begin(message, message, options.limited);
  }

  /** Takes the finished run one step further; `request` is the whole of it with that step, for when it is not there. */
  step(request: RunOrder, step: ClockStep): void {
    if (this.running || this.#finished === undefined) {
      this.run(request);
      return;
    }
    const id = ++this.#lastId;
    this.#current = id;
    this.#begin({ type: "run", id, ...request }, { type: "step", id, run: this.#finished, step }, true);
  }

  /** `pending` is what a new worker would be told instead. */
  #begin(pending: RunRequest, message: PreviewRequest, limited: boolean): void {
    this.#pending = pending;
    if (limited) this.#cancelLimit = this.#scheduler.after(RUN_LIMIT, () => this.#stop(true));
    this.#events.started();
    this.#post(message);
  }

  #pending: RunRequest | undefined;

  /** Offers a file to the stages that name it, from the next run on; null takes it away. */
  setFile(path: string, file: Blob | null): void {
    if (file === null) this.#files.delete(path);
    else this.#files.set(path, file);
    this.#worker?.postMessage({ type: "file", path, file });
  }

  /** Ends the run that is on. */
  stop(): void {
    if (this.running) this.#stop(false);
  }

  /** Asks for an entry's steps in run `run`; nothing comes when that run is no longer the last. */
  requestSteps(run: number, sample: number): void {
    this.#post({ type: "steps", run, sample });
  }

  #stop(limit: boolean): void {
    this.#settle();
    this.#restart();
    this.#events.stopped(limit);
  }

  #settle(): void {
    this.#current = undefined;
    this.#pending = undefined;
    this.#cancelLimit?.();
    this.#cancelYield?.();
    this.#cancelLimit = undefined;
    this.#cancelYield = undefined;
  }

  #restart(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#finished = undefined;
  }

  #post(message: PreviewRequest): void {
    this.#worker ??= this.#open();
    this.#worker.postMessage(message);
  }

  #open(): WorkerPort<PreviewRequest, PreviewReply> {
    const worker = this.#start();
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      if (worker !== this.#worker) return;
      this.#settle();
      this.#restart();
      this.#events.failed(event.message || "The preview's worker could not be started.");
    };
    for (const [path, file] of this.#files) worker.postMessage({ type: "file", path, file });
    return worker;
  }

  #receive(reply: PreviewReply): void {
    if (reply.type === "steps") {
      this.#events.steps(reply);
      return;
    }
    const id = reply.type === "ran" ? reply.result.id : reply.run;
    if (id !== this.#current) return;
    this.#settle();
    if (reply.type === "ran") {
      this.#finished = id;
      this.#events.ran(reply.result);
    } else this.#events.refused(reply.message);
  }
}
