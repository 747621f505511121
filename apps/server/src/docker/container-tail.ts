/**
 * The log of one container, followed: from where it was read and settled before, again after a pause when it breaks off or
 * the container stops, and no faster than its entries are taken.
 */
import type { IncomingMessage } from "node:http";
import { type LabelSet, messageOf, type Nanos, NO_METADATA, SECOND } from "@sluice/engine";
import { Outflow } from "../core/entries/outflow.ts";
import type { LogEntry, LogsReceiver } from "../core/entries/receiver.ts";
import { SettledMarks } from "../core/entries/settled-marks.ts";
import type { Faults } from "../core/faults.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { type EngineApi, EngineError } from "./engine-api.ts";
import { type ContainerLine, type ContainerLines, createLogReader } from "./log-reader.ts";
import type { LogMark } from "./positions.ts";

const MIN_PAUSE = SECOND;
const NEVER = new Promise<void>(() => {});

export interface TailParts {
  readonly api: EngineApi;
  readonly next: LogsReceiver;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  /** The labels of so many entries; undefined where rules drop them. */
  labels(id: string, stream: ContainerLine["stream"], entries: number): LabelSet | undefined;
  /** The longest pause before it is tried again. */
  longestPause(): Nanos;
  read(entries: number): void;
  unreadable(count: number): void;
  /** Why the engine does not give the log; undefined when it does. */
  problem(id: string, message: string | undefined): void;
  moved(): void;
}

export class ContainerTail {
  readonly id: string;
  readonly #parts: TailParts;
  readonly #out: Outflow;
  readonly #marks: SettledMarks<LogMark>;
  /** Read and handed on. */
  #read: LogMark | undefined;
  /** What was a line at the end of the log, although nobody had ended it. */
  #ended: readonly ContainerLine[] = [];
  readonly #stop = new AbortController();
  #wake = () => {};
  #pause: Nanos = MIN_PAUSE;
  #running: Promise<void> = Promise.resolve();
  /** When a line was last read. */
  lastReadAt: Nanos | undefined;

  constructor(id: string, mark: LogMark | undefined, parts: TailParts) {
    this.id = id;
    this.#parts = parts;
    this.#out = new Outflow(parts.next);
    this.#marks = new SettledMarks(mark, parts.moved, () => parts.scheduler.soon(() => this.#handAgain()));
    this.#read = mark;
  }

  /** Where reading has to go on after a restart. */
  get mark(): LogMark | undefined {
    return this.#marks.kept;
  }

  start(): void {
    this.#running = this.#parts.faults.settle("following a container", () => this.#follow(), undefined);
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#readLog(signal);
        this.#parts.problem(this.id, undefined);
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        // A container that is gone is nothing wrong: whoever finds containers will notice.
        if (!signal.aborted) this.#parts.problem(this.id, error.status === 404 ? undefined : error.message);
      }
      if (signal.aborted) return;
      await this.#wait();
    }
  }

  async #readLog(signal: AbortSignal): Promise<void> {
    const { api, problem } = this.#parts;
    const path = `/containers/${encodeURIComponent(this.id)}`;
    const about = (await api.json(`${path}/json`, signal)) as { readonly Config?: { readonly Tty?: boolean } };
    const since = this.#read === undefined ? "0" : sinceOf(this.#read.at);
    const query = `follow=1&stdout=1&stderr=1&timestamps=1&since=${since}`;
    const response = await api.open(`${path}/logs?${query}`, signal);
    problem(this.id, undefined);
    await this.#readLines(response, about.Config?.Tty === true);
  }

  async #readLines(response: IncomingMessage, tty: boolean): Promise<void> {
    const reader = createLogReader(tty, this.#ended);
    const known = this.#read;
    let repeated = 0;
    const take = async (lines: ContainerLines["lines"]): Promise<void> => {
      const fresh = lines.filter(({ timestamp }) => {
        if (known === undefined || timestamp > known.at) return true;
        // The engine gives again what was read at this very time.
        return timestamp === known.at && ++repeated > known.count;
      });
      if (fresh.length === 0) return;
      this.#pause = MIN_PAUSE;
      await this.#handOn(fresh);
    };
    try {
      for await (const piece of response as AsyncIterable<Buffer>) {
        const { lines, problems } = reader.read(piece);
        if (problems > 0) this.#parts.unreadable(problems);
        await take(lines);
        if (this.#stop.signal.aborted) return;
      }
      if (this.#stop.signal.aborted) return;
      // The container has stopped. It may be gone before anybody looks again.
      this.#ended = reader.end();
      await take(this.#ended);
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      throw new EngineError(0, `the container's log broke off: ${messageOf(error)}`);
    } finally {
      response.destroy();
    }
  }

  async #handOn(lines: readonly ContainerLine[]): Promise<void> {
    const { labels, scheduler, read } = this.#parts;
    this.lastReadAt = scheduler.now();
    const streams = new Map<string, LabelSet | undefined>();
    for (const stream of ["stdout", "stderr"] as const) {
      const count = lines.filter((one) => one.stream === stream).length;
      if (count > 0) streams.set(stream, labels(this.id, stream, count));
    }
    const batch: LogEntry[] = [];
    for (const { stream, timestamp, line } of lines) {
      this.#read = after(this.#read, timestamp);
      const labels = streams.get(stream);
      if (labels === undefined) this.#marks.drop(this.#read);
      else batch.push(this.#marks.entry(this.#read, { labels, line, timestamp, metadata: NO_METADATA }));
    }
    read(batch.length);
    if (this.#out.push(batch, () => {})) return;
    // The engine is not read on until there is room.
    await this.#out.drain(this.#stopped());
  }

  /** What came back while it reads; otherwise it is read again when it is read at all. */
  #handAgain(): void {
    if (!this.#stop.signal.aborted) this.#out.push(this.#marks.takeReturned());
  }

  #stopped(): Promise<void> {
    const { signal } = this.#stop;
    return signal.aborted
      ? Promise.resolve()
      : new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  }

  async #wait(): Promise<void> {
    const longest = this.#parts.longestPause();
    const pause = this.#pause < longest ? this.#pause : longest;
    this.#pause *= 2n;
    await new Promise<void>((resolve) => {
      const cancel = this.#parts.scheduler.after(pause, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
      if (this.#stop.signal.aborted) this.#wake();
    });
  }

  /** Reads no more. What was read and is not settled is read again after a restart. */
  stop(): void {
    this.#stop.abort();
    this.#wake();
  }

  /** Resolves when it has stopped and nothing that it read waits to be handed on, or at the deadline. */
  async stopped(deadline: Promise<void> = NEVER): Promise<void> {
    await Promise.race([this.#running, deadline]);
    await this.#out.drain(deadline);
  }
}

/** The mark behind a line of this time. */
function after(mark: LogMark | undefined, at: Nanos): LogMark {
  if (mark === undefined || at > mark.at) return { at, count: 1 };
  return at === mark.at ? { at, count: mark.count + 1 } : mark;
}

/** Seconds with their fraction, as the engine reads them. */
function sinceOf(at: Nanos): string {
  return `${at / SECOND}.${String(at % SECOND).padStart(9, "0")}`;
}
