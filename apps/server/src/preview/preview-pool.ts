/**
 * Previews for the whole server: one at a time in a worker process that is started when it is first needed and kept
 * warm, a short queue before it, and an end to everything: at the deadline, when memory runs out, when the client goes
 * away, when the server stops. Whatever happens is an answer, and the next preview finds a worker again.
 */
import { type MetricFamily, MetricRegistry } from "@sluice/engine";
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import {
  failed,
  memoryExceeded,
  PREVIEW_LIMITS,
  PREVIEW_OUTCOMES,
  type PreviewAnswer,
  type PreviewLimits,
  queueFull,
  refusal,
  stopping,
  timeExceeded,
} from "./preview-answer.ts";
import { type WorkerEnd, type WorkerMessage, WorkerProcess } from "./worker-process.ts";

export interface PreviewPoolOptions {
  readonly scheduler: Scheduler;
  readonly log: Logger;
  readonly limits?: PreviewLimits | undefined;
  /** The worker's program. Default: the one beside this file, built. */
  readonly program?: URL | undefined;
}

const BUILT_PROGRAM = new URL("./preview-worker.js", import.meta.url);
const MILLISECOND = 1_000_000n;
/** A worker that has nothing to do for so long gives its memory back. */
const IDLE = 60_000n * MILLISECOND;

interface Job {
  readonly body: Uint8Array;
  readonly now: bigint;
  readonly parts: Uint8Array[];
  readonly end: (answer: PreviewAnswer) => void;
}

/** The preview's client is gone, so nobody reads this. */
const GONE = refusal(499, "gone", "the client disconnected");

export class PreviewPool {
  readonly limits: PreviewLimits;
  readonly #options: PreviewPoolOptions;
  readonly #metrics = new MetricRegistry();
  readonly #ended = this.#metrics.counter("sluice_previews_total", "Previews by outcome", ["outcome"]);
  readonly #waitingGauge = this.#metrics.gauge("sluice_previews_waiting", "Previews waiting for the worker");
  readonly #waiting: Job[] = [];
  #running: Job | undefined;
  /** Until its process is gone, so that there is one at a time. */
  #worker: WorkerProcess | undefined;
  #cancelTimer = () => {};
  #stopped: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  constructor(options: PreviewPoolOptions) {
    this.#options = options;
    this.limits = options.limits ?? PREVIEW_LIMITS;
    for (const outcome of PREVIEW_OUTCOMES) this.#ended.with(outcome);
    this.#waitingGauge.with();
  }

  /** The answer to one more preview where it is known already: it would not be taken. */
  turnAway(): PreviewAnswer | undefined {
    const answer = this.#stopped !== undefined ? stopping() : this.#full ? queueFull(this.limits) : undefined;
    if (answer !== undefined) this.count(answer);
    return answer;
  }

  get #full(): boolean {
    // With nothing running they wait for a worker that is about to end.
    return this.#waiting.length + (this.#running === undefined ? 0 : 1) > this.limits.waiting;
  }

  /** Previews `body`, which nobody else may change. When `gone` is aborted, it is over. */
  async run(body: Uint8Array, now: bigint, gone: AbortSignal): Promise<PreviewAnswer> {
    const away = this.turnAway();
    if (away !== undefined) return away;
    let cancel = () => {};
    const answer = await new Promise<PreviewAnswer>((end) => {
      const job: Job = { body, now, parts: [], end };
      cancel = () => this.#cancel(job);
      this.#waiting.push(job);
      gone.addEventListener("abort", cancel);
      this.#next();
      if (gone.aborted) cancel();
    });
    gone.removeEventListener("abort", cancel);
    this.count(answer);
    return answer;
  }

  /** Counts how a preview ended that did not come as far as `run`. */
  count({ outcome }: Pick<PreviewAnswer, "outcome">): void {
    this.#ended.with(outcome).inc();
  }

  metrics(): MetricFamily[] {
    this.#waitingGauge.with().set(this.#waiting.length);
    return this.#metrics.collect(this.#options.scheduler.now());
  }

  /** Ends everything, answers those that wait, and takes nothing more. Resolves when the worker is gone. Idempotent. */
  stop(): Promise<void> {
    if (this.#stopped === undefined) {
      let resolve!: () => void;
      const promise = new Promise<void>((done) => {
        resolve = done;
      });
      this.#stopped = { promise, resolve };
      for (const job of this.#waiting.splice(0)) job.end(stopping());
      this.#settle(stopping());
      if (this.#worker === undefined) resolve();
      else this.#worker.kill();
    }
    return this.#stopped.promise;
  }

  #cancel(job: Job): void {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) {
      this.#waiting.splice(at, 1);
      job.end(GONE);
    } else if (this.#running === job) {
      this.#settle(GONE);
      this.#worker?.kill();
    }
  }

  /** Gives the worker what is next, if both are there. */
  #next(): void {
    if (this.#running !== undefined || this.#waiting.length === 0) return;
    // The next one is started when this one is gone.
    if (this.#worker?.alive === false) return;
    const job = this.#waiting.shift()!;
    this.#running = job;
    this.#worker ??= this.#start();
    this.#worker.needed = true;
    this.#armDeadline();
    this.#worker.run({ body: job.body, now: job.now, limits: this.limits });
  }

  #start(): WorkerProcess {
    return new WorkerProcess(this.#options.program ?? BUILT_PROGRAM, this.limits.memory, {
      message: (message) => this.#take(message),
      ended: (end) => this.#workerEnded(end),
    });
  }

  #take(message: WorkerMessage): void {
    const job = this.#running;
    if (job === undefined) return;
    // What it took to start is not the preview's.
    if (message === "ready") this.#armDeadline();
    else if ("part" in message) job.parts.push(message.part);
    else {
      this.#settle({ ...message, parts: job.parts });
      if (message.outcome === "failed") {
        this.#options.log.write("error", "a preview failed", { error: Buffer.concat(job.parts).toString() });
        // What a bug has left behind in it is unknown.
        this.#worker?.kill();
      } else if (this.#waiting.length > 0) this.#next();
      else this.#rest();
    }
  }

  /** The worker has nothing to do. */
  #rest(): void {
    const worker = this.#worker!;
    worker.needed = false;
    this.#cancelTimer = this.#options.scheduler.after(IDLE, () => worker.kill());
  }

  #armDeadline(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#options.scheduler.after(BigInt(this.limits.time) * MILLISECOND, () => {
      this.#settle(timeExceeded(this.limits));
      this.#worker?.kill();
    });
  }

  #workerEnded({ memory, message }: WorkerEnd): void {
    this.#worker = undefined;
    if (this.#running !== undefined) {
      if (memory) this.#options.log.write("warn", "a preview ran out of memory", { limit_mib: this.limits.memory });
      else this.#options.log.write("error", "the preview worker exited", { error: message });
      this.#settle(memory ? memoryExceeded(this.limits) : failed(message));
    }
    this.#cancelTimer();
    this.#stopped?.resolve();
    this.#next();
  }

  /** Answers the preview that runs, if one does. */
  #settle(answer: PreviewAnswer): void {
    this.#cancelTimer();
    const job = this.#running;
    this.#running = undefined;
    job?.end(answer);
  }
}
