/**
 * Sends entries to one Loki-compatible endpoint: batches by tenant, in order, one request at a time, with retries. What
 * cannot be sent is counted as dropped with its reason, never lost silently. Bounded: past the limits it is full, and
 * those who push hold back.
 */
import { LabelSet, type MetricRegistry, type Nanos, type Random, utf8Length } from "@sluice/engine";
import type { Logger } from "../log.ts";
import { type LogEntry, type LogsReceiver, type PushAnswer, RoomWaiters } from "../receiver.ts";
import type { Scheduler } from "../scheduler.ts";
import { encodePushBody, type WireStream } from "./wire.ts";

export interface EndpointOptions {
  readonly url: string;
  readonly batchWait: Nanos;
  /** Bytes of lines. */
  readonly batchSize: number;
  readonly remoteTimeout: Nanos;
  readonly minBackoff: Nanos;
  readonly maxBackoff: Nanos;
  /** Attempts in all; 0 means without end. */
  readonly maxAttempts: number;
  readonly retryOn429: boolean;
  readonly tenant: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly bearerToken: string;
  readonly externalLabels: ReadonlyMap<string, string>;
  readonly encoding: "json" | "protobuf";
}

/** An HTTP answer, or why there is none. */
export type PostResult = { readonly status: number; readonly body: string; readonly error?: undefined } | { readonly status: 0; readonly error: string };
export type Post = (url: string, headers: Readonly<Record<string, string>>, body: Uint8Array, timeout: Nanos, signal: AbortSignal) => Promise<PostResult>;

export interface PushClientContext {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly metrics: MetricRegistry;
  readonly log: Logger;
  readonly prefix: "logs_" | "loki_";
  readonly post: Post;
}

/** The reserved label that carries the tenant. */
const TENANT_LABEL = "__tenant_id__";
/** Complete batches that wait to be sent; past it the client is full. */
const MAX_QUEUED_BATCHES = 16;

class Batch {
  readonly tenant: string;
  readonly startedAt: Nanos;
  readonly streams = new Map<LabelSet, { entries: { timestamp: Nanos; line: string; metadata: LogEntry["metadata"] }[] }>();
  bytes = 0;
  entries = 0;

  constructor(tenant: string, startedAt: Nanos) {
    this.tenant = tenant;
    this.startedAt = startedAt;
  }

  add(labels: LabelSet, { timestamp, line, metadata }: LogEntry, bytes: number): void {
    let stream = this.streams.get(labels);
    if (stream === undefined) {
      stream = { entries: [] };
      this.streams.set(labels, stream);
    }
    stream.entries.push({ timestamp, line, metadata });
    this.bytes += bytes;
    this.entries++;
  }

  wire(): WireStream[] {
    return [...this.streams].map(([labels, { entries }]) => ({ labels, entries }));
  }
}

export class PushClient implements LogsReceiver {
  readonly #options: EndpointOptions;
  readonly #context: PushClientContext;
  readonly #room = new RoomWaiters();
  readonly #open = new Map<string, Batch>();
  readonly #outgoing = new Map<LabelSet, { labels: LabelSet; tenant: string }>();
  #queue: Batch[] = [];
  #sending: Batch | undefined;
  #cancelTimer: (() => void) | undefined;
  #abort = new AbortController();
  #stopped = false;
  #idle: (() => void) | undefined;
  readonly #host: string;
  readonly #sentEntries;
  readonly #sentBytes;
  readonly #droppedEntries;
  readonly #droppedBytes;
  readonly #retries;
  #lastError = "";

  constructor(options: EndpointOptions, context: PushClientContext) {
    this.#options = options;
    this.#context = context;
    this.#host = new URL(options.url).host;
    const { metrics, prefix } = context;
    this.#sentEntries = metrics.counter(`${prefix}write_sent_entries_total`, "Number of log entries sent", ["host"]);
    this.#sentBytes = metrics.counter(`${prefix}write_sent_bytes_total`, "Bytes of lines sent", ["host"]);
    this.#droppedEntries = metrics.counter(`${prefix}write_dropped_entries_total`, "Number of log entries dropped because they could not be sent", ["host", "reason"]);
    this.#droppedBytes = metrics.counter(`${prefix}write_dropped_bytes_total`, "Bytes of lines dropped because they could not be sent", ["host", "reason"]);
    this.#retries = metrics.counter(`${prefix}write_batch_retries_total`, "Number of attempts that were followed by another", ["host"]);
    // Shown from the start, so that a graph of drops begins at zero.
    this.#droppedEntries.with(this.#host, "ingester_error");
    this.#sentEntries.with(this.#host);
  }

  /** The last failure, until something is sent again. */
  get lastError(): string {
    return this.#lastError;
  }

  get full(): boolean {
    return this.#stopped || this.#queue.length >= MAX_QUEUED_BATCHES;
  }

  push(entries: readonly LogEntry[]): PushAnswer {
    if (this.full) return "full";
    for (const entry of entries) this.#add(entry);
    this.#armTimer();
    this.#sendNext();
    return "accepted";
  }

  whenRoom(callback: () => void): void {
    if (this.full) this.#room.add(callback);
    else callback();
  }

  #add(entry: LogEntry): void {
    const { labels, tenant } = this.#route(entry.labels);
    const bytes = utf8Length(entry.line);
    let batch = this.#open.get(tenant);
    if (batch !== undefined && batch.bytes + bytes > this.#options.batchSize) {
      this.#close(batch);
      batch = undefined;
    }
    if (batch === undefined) {
      batch = new Batch(tenant, this.#context.scheduler.now());
      this.#open.set(tenant, batch);
    }
    batch.add(labels, entry, bytes);
  }

  /** What labels leave as, and for which tenant. Remembered, since streams come again and again. */
  #route(labels: LabelSet): { labels: LabelSet; tenant: string } {
    const known = this.#outgoing.get(labels);
    if (known !== undefined) return known;
    const tenant = labels.get(TENANT_LABEL) ?? this.#options.tenant;
    let leaving = labels.filter((name) => !name.startsWith("__"));
    for (const [name, value] of this.#options.externalLabels) leaving = leaving.with(name, value);
    const route = { labels: leaving, tenant };
    if (this.#outgoing.size >= 10_000) this.#outgoing.clear();
    this.#outgoing.set(labels, route);
    return route;
  }

  #close(batch: Batch): void {
    this.#open.delete(batch.tenant);
    this.#queue.push(batch);
  }

  #armTimer(): void {
    if (this.#cancelTimer !== undefined) return;
    let earliest: Nanos | undefined;
    for (const { startedAt } of this.#open.values()) if (earliest === undefined || startedAt < earliest) earliest = startedAt;
    if (earliest === undefined) return;
    const { scheduler } = this.#context;
    const delay = earliest + this.#options.batchWait - scheduler.now();
    this.#cancelTimer = scheduler.after(delay > 0n ? delay : 0n, () => {
      this.#cancelTimer = undefined;
      const now = scheduler.now();
      for (const batch of [...this.#open.values()]) if (batch.startedAt + this.#options.batchWait <= now) this.#close(batch);
      this.#armTimer();
      this.#sendNext();
    });
  }

  #sendNext(): void {
    if (this.#sending !== undefined || this.#stopped) return;
    const batch = this.#queue.shift();
    if (batch === undefined) {
      this.#idle?.();
      return;
    }
    this.#sending = batch;
    void this.#send(batch).then(() => {
      this.#sending = undefined;
      if (!this.full) this.#room.notify();
      this.#sendNext();
    });
  }

  async #send(batch: Batch): Promise<void> {
    const { url, remoteTimeout, maxAttempts, encoding } = this.#options;
    const { body, headers } = encodePushBody(batch.wire(), encoding);
    const all = { ...headers, ...this.#headers(batch.tenant) };
    for (let attempt = 1; ; attempt++) {
      const result = await this.#context.post(url, all, body, remoteTimeout, this.#abort.signal);
      if (result.status >= 200 && result.status < 300) {
        this.#lastError = "";
        this.#sentEntries.with(this.#host).add(batch.entries);
        this.#sentBytes.with(this.#host).add(batch.bytes);
        return;
      }
      const problem = result.error ?? `the endpoint answered ${result.status}: ${firstLine(result.body)}`;
      this.#lastError = problem;
      const retry = result.status === 0 || result.status >= 500 || (result.status === 429 && this.#options.retryOn429);
      if (this.#stopped) return;
      if (!retry || (maxAttempts > 0 && attempt >= maxAttempts)) {
        this.#drop(batch, result.status === 429 ? "rate_limited" : "ingester_error", problem, attempt);
        return;
      }
      this.#context.log.write("warn", "sending a batch failed; it will be tried again", { url, attempt, problem });
      this.#retries.with(this.#host).inc();
      await this.#pause(attempt);
      if (this.#stopped) return;
    }
  }

  #drop(batch: Batch, reason: string, problem: string, attempts: number): void {
    this.#droppedEntries.with(this.#host, reason).add(batch.entries);
    this.#droppedBytes.with(this.#host, reason).add(batch.bytes);
    this.#context.log.write("error", "a batch was dropped", { url: this.#options.url, entries: batch.entries, attempts, problem });
  }

  #headers(tenant: string): Record<string, string> {
    const headers: Record<string, string> = Object.fromEntries(this.#options.headers);
    headers["User-Agent"] ??= "sluice";
    if (this.#options.bearerToken !== "") headers.Authorization = `Bearer ${this.#options.bearerToken}`;
    if (tenant !== "") headers["X-Scope-OrgID"] = tenant;
    return headers;
  }

  /** Waits between `d` and `2 d`, where `d` doubles with every attempt up to the maximum. */
  #pause(attempt: number): Promise<void> {
    const { minBackoff, maxBackoff } = this.#options;
    const doubled = minBackoff << BigInt(Math.min(attempt - 1, 40));
    const base = doubled < maxBackoff ? doubled : maxBackoff;
    const delay = base + BigInt(Math.floor(this.#context.random.next() * Number(base)));
    return new Promise((resolve) => {
      const cancel = this.#context.scheduler.after(delay < maxBackoff ? delay : maxBackoff, resolve);
      this.#abort.signal.addEventListener("abort", () => {
        cancel();
        resolve();
      });
    });
  }

  /** Sends what is left. At the deadline it gives up and counts the rest as dropped; gives how many entries that were. */
  async drain(deadline: Promise<void>): Promise<number> {
    this.#cancelTimer?.();
    for (const batch of [...this.#open.values()]) this.#close(batch);
    const empty = new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
    this.#sendNext();
    await Promise.race([empty, deadline]);
    this.#stopped = true;
    this.#abort.abort();
    const left = [...(this.#sending === undefined ? [] : [this.#sending]), ...this.#queue];
    for (const batch of left) this.#drop(batch, "shutdown", "the server stopped before it could be sent", 0);
    return left.reduce((sum, batch) => sum + batch.entries, 0);
  }
}

const firstLine = (text: string) => text.trim().split("\n")[0]?.slice(0, 300) ?? "";

/** Posts with the platform's client. Errors become results; nothing is thrown. */
export const postWithFetch: Post = async (url, headers, body, timeout, signal) => {
  const limit = AbortSignal.timeout(Math.max(1, Number(timeout / 1_000_000n)));
  try {
    const response = await fetch(url, { method: "POST", headers, body: Buffer.from(body), signal: AbortSignal.any([signal, limit]), redirect: "manual" });
    return { status: response.status, body: await response.text() };
  } catch (error) {
    if (limit.aborted) return { status: 0, error: `no answer within ${Number(timeout) / 1e9} s` };
    const cause = (error as { cause?: unknown }).cause;
    return { status: 0, error: cause instanceof Error && cause.message !== "" ? cause.message : ((cause as { code?: string } | undefined)?.code ?? (error as Error).message) };
  }
};
