/**
 * Shadow runs: a draft and what runs, both in a process of their own (`shadow-worker.ts`), on copies of what the
 * sources deliver. A virtual clock follows the server's, and the results of each input entry are compared
 * (`shadow-compare.ts`). A run takes a sample where all entries would be more than it may take (`shadow-sample.ts`),
 * and is ended where that does not help; the live pipelines never wait for it.
 */

import { formatRfc3339, MILLISECOND, type Nanos, SECOND } from "@sluice/engine";
import type { ShadowAnswer, ShadowState, ShadowSummary } from "@sluice/protocol";
import type { LogEntry } from "../core/entries/receiver.ts";
import type { FileRules } from "../platform/file-rules.ts";
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { WorkerProcess } from "../preview/worker-process.ts";
import type { HeldBlock } from "../watch/begun-before.ts";
import { MAX_PENDING, type Shared } from "./shadow-compare.ts";
import type { FromShadow, ShadowBatch, ShadowText, ToShadow } from "./shadow-messages.ts";
import { ShadowSampling } from "./shadow-sample.ts";
import { ShadowSteering } from "./shadow-steering.ts";

export interface ShadowLimits {
  /** Of its process. Mebibytes. */
  readonly memory: number;
  /** Bytes that are on their way to it. */
  readonly behind: number;
  /** Entries that are on their way to it or inside of it. */
  readonly inside: number;
  /** In which it must say how it does. Milliseconds. */
  readonly silence: number;
}

const SHADOW_LIMITS: ShadowLimits = {
  memory: 256,
  behind: 16 * 1024 * 1024,
  inside: MAX_PENDING,
  silence: 10_000,
};
const LOOK_EVERY: Nanos = SECOND;
/** Entries a second with which it begins. */
const FIRST_RATE = 2000;
/** So much is sent at once, or what was copied in so much time. */
const TOGETHER = { entries: 500, bytes: 256 * 1024, time: 50n * MILLISECOND };
const MIB = 1024 * 1024;

export interface ShadowAsked extends Shared {
  readonly active: ShadowText;
  readonly draft: ShadowText;
  readonly configFile: string;
  readonly rules: Readonly<Record<"active" | "draft", FileRules>>;
  readonly seed: number;
  readonly seconds: number;
  readonly processor: number;
  readonly sha256: string;
  readonly version: number | undefined;
  /** The component that the stages of the draft are put into, if the draft is not whole. */
  readonly into: string | undefined;
}

export interface ShadowParts {
  readonly scheduler: Scheduler;
  readonly log: Logger;
  /** What each source delivers, and where to. */
  observe(observer: (batch: readonly LogEntry[], ids: readonly string[]) => void): () => void;
  /** Blocks that the stages of these components hold open. */
  held?(ids: readonly string[]): readonly HeldBlock[];
  /** Tells one configuration that runs from another. */
  running(): string;
  readonly limits?: ShadowLimits | undefined;
  readonly program?: URL | undefined;
}

const BUILT_PROGRAM = new URL("./shadow-worker.js", import.meta.url);

export class ShadowRun {
  readonly #parts: ShadowParts;
  readonly #asked: ShadowAsked;
  readonly id: string;
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
  #begun = false;
  #tellBegun = () => {};
  /** Settles once its pipelines are there, or it ended before. Before that nothing is copied. */
  readonly whenBegun = new Promise<void>((resolve) => {
    this.#tellBegun = resolve;
  });
  readonly #sampling: ShadowSampling;
  readonly #steering: ShadowSteering;
  readonly #madeAt: number;
  #behind = 0;
  #onItsWay = 0;
  /** What was copied and not sent yet. */
  #copied: ShadowBatch[] = [];
  #copiedBytes = 0;
  #copiedCount = 0;
  #cancelSending: (() => void) | undefined;
  #inside = 0;
  #movedAt = 0;
  /** There was no room for an entry since the last look. */
  #crowded = false;
  /** Eighths of what may wait that were reached since then. */
  #fullest = 0;
  #entries = 0;
  #bytes = 0;
  #handingOver = 0;
  #handedOver = 0;
  /** The part of the server's time that copying took. */
  #copying = 0;
  #cpu = 0;
  #processor = 0;
  #memory = 0;
  #reportedAt: number;
  #cpuAt: number;
  #finishing = false;

  constructor(id: string, asked: ShadowAsked, parts: ShadowParts) {
    const { scheduler, limits = SHADOW_LIMITS, program = BUILT_PROGRAM } = parts;
    this.id = id;
    this.#asked = asked;
    this.#parts = parts;
    this.#limits = limits;
    this.#began = scheduler.now();
    this.#madeAt = scheduler.elapsed();
    this.#reportedAt = this.#madeAt;
    this.#cpuAt = this.#madeAt;
    this.#sampling = new ShadowSampling(asked.keeping, asked.seed);
    this.#steering = new ShadowSteering(this.#sampling);
    this.#running = parts.running();
    this.#shared = new Set(asked.shared);
    this.#worker = new WorkerProcess<FromShadow>(program, limits.memory, {
      message: (message) => this.#take(message),
      ended: ({ memory, message }) =>
        memory
          ? this.#end("exceeded", `it needed more than ${limits.memory} MiB of memory`)
          : this.#end("failed", message),
    });
    const { active, draft, configFile, rules, seed } = asked;
    this.#send({ begin: { active, draft, configFile, rules, now: this.#began, seed } });
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

  /** Whether its pipelines are there. */
  get begun(): boolean {
    return this.#begun;
  }

  #send(message: ToShadow): void {
    this.#worker.run(message);
  }

  /** Called on the way of live entries: copies those that are taken, and is bounded by what may be on its way. */
  #copy(batch: readonly LogEntry[], forwardTo: readonly string[]): void {
    const ids = forwardTo.filter((id) => this.#shared.has(id));
    if (ids.length === 0 || !this.running || this.#finishing) return;
    const { scheduler } = this.#parts;
    const before = scheduler.elapsed();
    const already = this.#handingOver;
    if (this.#begun) this.#handOver(batch, ids);
    else this.#sampling.see(batch);
    this.#handingOver += scheduler.elapsed() - before - (this.#handingOver - already);
  }

  #handOver(batch: readonly LogEntry[], ids: readonly string[]): void {
    const { behind: mostBytes, inside: mostInside } = this.#limits;
    // Between two looks, too: a stream for an entry of which there is no room is lost.
    const eighths = Math.floor(this.#waiting * 8);
    if (eighths >= 4 && eighths > this.#fullest) {
      this.#fullest = eighths;
      this.#steering.fillsUp();
    }
    let [bytes, count] = [0, 0];
    const taken = this.#sampling.take(batch, ({ line, labels }) => {
      const size = line.length + labels.key.length;
      if (this.#behind + bytes + size > mostBytes || this.#inside + this.#onItsWay + count >= mostInside) {
        this.#crowded = true;
        return false;
      }
      bytes += size;
      count++;
      return true;
    });
    if (taken.length === 0) return;
    const { scheduler } = this.#parts;
    if (this.#onItsWay === 0) this.#movedAt = scheduler.elapsed();
    this.#behind += bytes;
    this.#onItsWay += count;
    this.#entries += count;
    this.#bytes += bytes;
    const entries = taken.map(
      ({ labels, line, timestamp, metadata }) => [labels.toRecord(), line, timestamp, metadata] as const,
    );
    this.#copied.push({ entries, ids, now: scheduler.now() });
    this.#copiedBytes += bytes;
    this.#copiedCount += count;
    if (this.#copiedCount >= TOGETHER.entries || this.#copiedBytes >= TOGETHER.bytes) this.#sendCopies();
    else this.#cancelSending ??= scheduler.after(TOGETHER.time, () => this.#sendCopies());
  }

  /** A message costs as much as copying a hundred entries does. */
  #sendCopies(): void {
    this.#cancelSending?.();
    this.#cancelSending = undefined;
    if (this.#copied.length === 0) return;
    const { scheduler } = this.#parts;
    const before = scheduler.elapsed();
    this.#send({ batches: this.#copied, bytes: this.#copiedBytes });
    this.#copied = [];
    this.#copiedBytes = 0;
    this.#copiedCount = 0;
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
    const silence = scheduler.elapsed() - (this.#onItsWay > 0 ? this.#movedAt : this.#reportedAt);
    if (silence > this.#limits.silence) {
      this.#end("exceeded", `it said nothing for ${this.#limits.silence / 1000} s: an entry takes it too long`);
      return;
    }
    if (
      !this.#finishing &&
      scheduler.now() - this.#began >= BigInt(Math.round(this.#asked.seconds * 1000)) * MILLISECOND
    )
      this.#finishing = true;
    this.#sendCopies();
    if (this.#ready) this.#send({ report: scheduler.now() });
  }

  #take(message: FromShadow): void {
    if (!this.running) return;
    const now = this.#parts.scheduler.elapsed();
    if (message === "ready") {
      this.#ready = true;
      this.#reportedAt = now;
    } else if (message === "begun") {
      this.#begun = true;
      this.#sampling.begin((FIRST_RATE * (now - this.#madeAt)) / 1000);
      this.#tellHeld();
      this.#tellBegun();
    } else if ("done" in message) {
      this.#behind -= message.done;
      this.#onItsWay -= message.entries;
      this.#inside = message.inside;
      this.#movedAt = now;
    } else if ("failed" in message) this.#end(message.exceeded ? "exceeded" : "failed", message.failed);
    else this.#report(message);
  }

  /** Blocks that streams are in the middle of, where it begins to look at them. */
  #tellHeld(): void {
    const held = this.#parts.held?.(this.#asked.shared) ?? [];
    if (held.length > 0) this.#send({ held });
  }

  #report({ summary, cpu, memory }: Extract<FromShadow, { summary: unknown }>): void {
    const now = this.#parts.scheduler.elapsed();
    const seconds = (now - this.#cpuAt) / 1000;
    if (seconds > 0) {
      this.#processor = (cpu - this.#cpu) / seconds;
      this.#copying = (this.#handingOver - this.#handedOver) / 1000 / seconds;
    }
    this.#cpuAt = now;
    this.#cpu = cpu;
    this.#handedOver = this.#handingOver;
    this.#reportedAt = now;
    this.#memory = memory;
    this.#summary = summary;
    if (this.#finishing) this.#end("done");
    else this.#steer();
  }

  /** What is on its way and inside, as a part of what may be. */
  get #waiting(): number {
    const { behind, inside } = this.#limits;
    return Math.max(this.#behind / behind, (this.#inside + this.#onItsWay) / inside);
  }

  #steer(): void {
    const { memory } = this.#limits;
    const crowded = this.#crowded;
    this.#crowded = false;
    this.#fullest = 0;
    const did = this.#steering.look({
      processor: this.#processor / this.#asked.processor,
      memory: this.#memory / (memory * MIB),
      waiting: this.#waiting,
      copying: this.#copying,
      crowded,
    });
    if (did === "more") this.#tellHeld();
    else if (did === "lost") this.#end("exceeded", "it did not keep up with any of the streams that it took");
    else if (did === "too-much") this.#end("exceeded", this.#whyTooMuch());
  }

  #whyTooMuch(): string {
    const percent = (part: number) => `${Math.round(part * 100)} %`;
    const least = this.#sampling.every === 1 ? "" : ", though it took as few entries as it can";
    return this.#processor > this.#asked.processor
      ? `it took ${percent(this.#processor)} of a processor, of ${percent(this.#asked.processor)}${least}`
      : `it did not keep up${least}`;
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
    this.#cancelSending?.();
    this.#stopObserving?.();
    this.#worker.kill();
    this.#tellBegun();
    this.#parts.log.write("info", "a shadow run ended", { state, ...(message !== undefined && { reason: message }) });
  }

  answer(): ShadowAnswer {
    const { seconds, sha256, version, into, shared, notStarted, removed, processor } = this.#asked;
    return {
      id: this.id,
      state: this.#state,
      ...(this.#message !== undefined && { message: this.#message }),
      started: formatRfc3339(this.#began),
      ...(this.#ended !== undefined && { ended: formatRfc3339(this.#ended) }),
      seconds,
      sha256,
      ...(version !== undefined && { version }),
      ...(into !== undefined && { into }),
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
      sample: this.#sampling.answer(),
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
  begun_before: 0,
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
