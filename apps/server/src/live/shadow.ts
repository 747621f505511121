/**
 * Shadow runs: a draft beside what runs, in a process of its own, on copies of what the sources deliver. It is ended when it
 * takes more than it may or does not keep up; the live pipelines wait for it at no time.
 */
import { formatRfc3339, MILLISECOND, type Nanos, SECOND } from "@sluice/engine";
import type { ShadowAnswer, ShadowState, ShadowSummary, Shared } from "@sluice/engine/live";
import type { LogEntry } from "../core/receiver.ts";
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { WorkerProcess } from "../preview/worker-process.ts";
import type { FromShadow, ShadowText, ToShadow } from "./shadow-messages.ts";

export interface ShadowLimits {
  /** Of its process. Mebibytes. */
  readonly memory: number;
  /** Bytes that are on their way to it. */
  readonly behind: number;
  /** In which it must say how it does. Milliseconds. */
  readonly silence: number;
}

export const SHADOW_LIMITS: ShadowLimits = { memory: 256, behind: 16 * 1024 * 1024, silence: 10_000 };
const LOOK_EVERY: Nanos = SECOND;
/** Looks in a row at which it takes too much of a processor; the first ones are for loading and compiling. */
const PATIENCE = 3;
const GRACE = 5;
const MIB = 1024 * 1024;

export interface ShadowAsked extends Shared {
  readonly active: ShadowText;
  readonly draft: ShadowText;
  readonly configFile: string;
  readonly seed: number;
  readonly seconds: number;
  readonly processor: number;
  readonly sha256: string;
  readonly version: number | undefined;
}

export interface ShadowParts {
  readonly scheduler: Scheduler;
  readonly log: Logger;
  /** What each source delivers, and where to. */
  observe(observer: (batch: readonly LogEntry[], ids: readonly string[]) => void): () => void;
  /** Tells one configuration that runs from another. */
  running(): string;
  readonly limits?: ShadowLimits | undefined;
  readonly program?: URL | undefined;
}

const BUILT_PROGRAM = new URL("./shadow-worker.js", import.meta.url);

export class ShadowRun {
  readonly #parts: ShadowParts;
  readonly #asked: ShadowAsked;
  readonly #id: string;
  readonly #limits: ShadowLimits;
  readonly #worker: WorkerProcess<FromShadow>;
  readonly #began: Nanos;
  readonly #running: string;
  readonly #shared: ReadonlySet<string>;
  #state: ShadowState = "running";
  #message: string | undefined;
  #ended: Nanos | undefined;
  #summary: ShadowSummary = NOTHING;
  #stopObserving: () => void;
  #cancel = () => {};
  #ready = false;
  #behind = 0;
  #entries = 0;
  #bytes = 0;
  #handingOver = 0;
  #cpu = 0;
  #processor = 0;
  #memory = 0;
  #reportedAt: number;
  #cpuAt: number;
  #reports = 0;
  #tooMuch = 0;
  #finishing = false;

  constructor(id: string, asked: ShadowAsked, parts: ShadowParts) {
    const { scheduler, limits = SHADOW_LIMITS, program = BUILT_PROGRAM } = parts;
    this.#id = id;
    this.#asked = asked;
    this.#parts = parts;
    this.#limits = limits;
    this.#began = scheduler.now();
    this.#reportedAt = scheduler.elapsed();
    this.#cpuAt = this.#reportedAt;
    this.#running = parts.running();
    this.#shared = new Set(asked.shared);
    this.#worker = new WorkerProcess<FromShadow>(program, limits.memory, {
      message: (message) => this.#take(message),
      ended: ({ memory, message }) =>
        memory
          ? this.#end("exceeded", `it needed more than ${limits.memory} MiB of memory`)
          : this.#end("failed", message),
    });
    const { active, draft, configFile, seed } = asked;
    this.#send({ begin: { active, draft, configFile, now: this.#began, seed } });
    this.#stopObserving = parts.observe((batch, ids) => this.#copy(batch, ids));
    this.#arm();
  }

  get running(): boolean {
    return this.#state === "running";
  }

  /** Whether its process is there. */
  get ready(): boolean {
    return this.#ready;
  }

  #send(message: ToShadow): void {
    this.#worker.run(message);
  }

  /** Called on the way of live entries: copies them, and is bounded by what may be on its way. */
  #copy(batch: readonly LogEntry[], forwardTo: readonly string[]): void {
    const ids = forwardTo.filter((id) => this.#shared.has(id));
    if (ids.length === 0 || !this.running || this.#finishing) return;
    const { scheduler } = this.#parts;
    const before = scheduler.elapsed();
    let bytes = 0;
    for (const { line, labels } of batch) bytes += line.length + labels.key.length;
    this.#behind += bytes;
    if (this.#behind > this.#limits.behind) {
      this.#end("exceeded", `it did not keep up: more than ${Math.round(this.#limits.behind / MIB)} MiB waited for it`);
      return;
    }
    this.#entries += batch.length;
    this.#bytes += bytes;
    const copies = batch.map(
      ({ labels, line, timestamp, metadata }) => [labels.toRecord(), line, timestamp, metadata] as const,
    );
    this.#send({ batch: copies, ids, now: scheduler.now(), bytes });
    this.#handingOver += scheduler.elapsed() - before;
  }

  #arm(): void {
    this.#cancel = this.#parts.scheduler.after(LOOK_EVERY, () => {
      this.#arm();
      this.#look();
    });
  }

  #look(): void {
    const { scheduler, running } = this.#parts;
    if (running() !== this.#running) {
      this.#end("replaced", "another configuration runs now");
      return;
    }
    if (scheduler.elapsed() - this.#reportedAt > this.#limits.silence) {
      this.#end("exceeded", `it said nothing for ${this.#limits.silence / 1000} s: an entry takes it too long`);
      return;
    }
    if (
      !this.#finishing &&
      scheduler.now() - this.#began >= BigInt(Math.round(this.#asked.seconds * 1000)) * MILLISECOND
    )
      this.#finishing = true;
    if (this.#ready) this.#send({ report: scheduler.now() });
  }

  #take(message: FromShadow): void {
    if (!this.running) return;
    if (message === "ready") {
      this.#ready = true;
      this.#reportedAt = this.#parts.scheduler.elapsed();
    } else if ("done" in message) this.#behind -= message.done;
    else if ("failed" in message) this.#end(message.exceeded ? "exceeded" : "failed", message.failed);
    else this.#report(message);
  }

  #report({ summary, cpu, memory }: Extract<FromShadow, { summary: unknown }>): void {
    const now = this.#parts.scheduler.elapsed();
    const seconds = (now - this.#cpuAt) / 1000;
    if (seconds > 0) this.#processor = (cpu - this.#cpu) / seconds;
    this.#cpuAt = now;
    this.#cpu = cpu;
    this.#reportedAt = now;
    this.#memory = memory;
    this.#summary = summary;
    this.#reports++;
    const over = this.#reports > GRACE && this.#processor > this.#asked.processor;
    this.#tooMuch = over ? this.#tooMuch + 1 : 0;
    if (this.#tooMuch >= PATIENCE)
      this.#end(
        "exceeded",
        `it took ${Math.round(this.#processor * 100)} % of a processor, of ${Math.round(this.#asked.processor * 100)} %`,
      );
    else if (this.#finishing) this.#end("done");
  }

  stop(message?: string): void {
    this.#end("stopped", message);
  }

  #end(state: ShadowState, message?: string): void {
    if (!this.running) return;
    this.#state = state;
    this.#message = message;
    this.#ended = this.#parts.scheduler.now();
    this.#cancel();
    this.#stopObserving?.();
    this.#worker.kill();
    this.#parts.log.write("info", "a shadow run ended", { state, ...(message !== undefined && { reason: message }) });
  }

  answer(): ShadowAnswer {
    const { seconds, sha256, version, shared, notStarted, removed, processor } = this.#asked;
    return {
      id: this.#id,
      state: this.#state,
      ...(this.#message !== undefined && { message: this.#message }),
      started: formatRfc3339(this.#began),
      ...(this.#ended !== undefined && { ended: formatRfc3339(this.#ended) }),
      seconds,
      sha256,
      ...(version !== undefined && { version }),
      shared,
      not_started: notStarted,
      removed,
      cost: {
        processor_seconds: this.#cpu,
        processor: this.#processor,
        processor_limit: processor,
        memory_bytes: this.#memory,
        memory_limit: this.#limits.memory * MIB,
        entries: this.#entries,
        bytes: this.#bytes,
        server_milliseconds: Math.round(this.#handingOver * 10) / 10,
      },
      summary: this.#summary,
    };
  }
}

const NONE = { active: 0, draft: 0 };
const NOTHING: ShadowSummary = {
  compared: 0,
  same: 0,
  different: 0,
  only_active: 0,
  only_draft: 0,
  out: NONE,
  bytes: NONE,
  streams: NONE,
  new_streams: [],
  gone_streams: [],
  series: NONE,
  new_series: [],
  gone_series: [],
  processes: [],
  differences: [],
};
