/**
 * Sends entries to one Loki-compatible endpoint: batches by tenant, in order, one request at a time, with retries. What
 * cannot be sent is counted as dropped with its reason, never lost silently. Bounded: past the limits it is full, and
 * those who push hold back.
 */
import { type Fate, formatRfc3339, type LabelSet, type MetricRegistry, type Nanos, type Random } from "@sluice/engine";
import type { HideFrom } from "../core/component.ts";
import { type Faults, messageOf } from "../core/faults.ts";
import { entryMemory, labelMemory } from "../core/held-memory.ts";
import type { Logger } from "../core/log.ts";
import { type LogEntry, type LogsReceiver, type PushAnswer, RoomWaiters } from "../core/receiver.ts";
import type { Scheduler } from "../core/scheduler.ts";
import { Batch, entrySize } from "./batch.ts";
import { basicAuthorization } from "./credentials.ts";
import { wireHeaders } from "./header-values.ts";
import type { Post } from "./post.ts";
import { encodePushBody, type PushEncoding } from "./wire.ts";

export interface EndpointOptions {
  readonly url: string;
  readonly batchWait: Nanos;
  /** Bytes of lines and structured metadata. */
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
  readonly encoding: PushEncoding;
  readonly followRedirects: boolean;
}

export interface PushClientContext {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly random: Random;
  readonly metrics: MetricRegistry;
  readonly log: Logger;
  readonly prefix: "logs_" | "loki_";
  readonly post: Post;
  readonly hideFrom: HideFrom;
}

/** The reserved label that carries the tenant. */
const TENANT_LABEL = "__tenant_id__";
/** The client is full when it holds as many bytes as this many complete batches, or this many entries. */
const MAX_HELD_BATCHES = 16;
const MAX_HELD_ENTRIES = 100_000;
/** The same for what it holds in memory, labels included, in UTF-16 units; more where batches are configured larger. */
const MAX_HELD_UNITS = 64 * 1024 * 1024;
/** A batch is complete with so many entries, or with so much in memory, however few bytes `batch_size` counts of it. */
const MAX_BATCH_ENTRIES = 20_000;
const MAX_BATCH_UNITS = 4 * 1024 * 1024;
/** Batches that fill at the same time, one for each tenant; past it all are sent as they are. */
const MAX_OPEN_BATCHES = 1000;
/** Label sets whose way out is remembered, and what they may hold. */
const MAX_ROUTES = 10_000;
const MAX_ROUTE_UNITS = 8 * 1024 * 1024;

/** UTF-16 units of an answer that are told. */
const LONGEST_ANSWER = 300;

type BatchPart = Pick<Batch, "entries" | "bytes" | "attempts">;

interface Route {
  readonly labels: LabelSet;
  readonly tenant: string;
}

export class PushClient implements LogsReceiver {
  readonly #options: EndpointOptions;
  readonly #context: PushClientContext;
  readonly #room = new RoomWaiters();
  readonly #open = new Map<string, Batch>();
  readonly #routes = new Map<LabelSet, Route>();
  #routeUnits = 0;
  readonly #abort = new AbortController();
  /** Without credentials, so that it can be logged. */
  readonly #url: string;
  readonly #host: string;
  readonly #headers: Readonly<Record<string, string>>;
  /** What the endpoint is told besides the configuration's own values: credentials as they are encoded. */
  readonly #encoded: readonly string[];
  readonly #metrics;
  #queue: Batch[] = [];
  #sending: Batch | undefined;
  #heldBytes = 0;
  #heldEntries = 0;
  #heldUnits = 0;
  #cancelTimer: (() => void) | undefined;
  #stopped = false;
  #idle: (() => void) | undefined;
  #lastError = "";
  #sent = 0;
  #dropped = 0;
  #sentAt: Nanos | undefined;
  /** Stays when something is sent again. */
  #failure: { readonly at: Nanos; readonly problem: string } | undefined;

  constructor(options: EndpointOptions, context: PushClientContext) {
    this.#options = options;
    this.#context = context;
    const address = new URL(options.url);
    const { url, authorization } = basicAuthorization(address);
    this.#url = url;
    this.#host = address.host;
    this.#headers = requestHeaders(options, authorization);
    this.#encoded = authorization === undefined ? [] : [authorization.slice(authorization.indexOf(" ") + 1)];
    this.#metrics = createMetrics(context);
    // Shown from the start, so that a graph of drops begins at zero.
    this.#metrics.droppedEntries.with(this.#host, "ingester_error");
    this.#metrics.sentEntries.with(this.#host);
    context.metrics.register({
      collect: () => [
        {
          name: `${context.prefix}write_entries_queued`,
          help: "Log entries that wait to be sent",
          type: "gauge",
          samples: [{ suffix: "", labels: [["host", this.#host]], value: this.held }],
        },
      ],
    });
  }

  /** The last failure, until something is sent again. */
  get lastError(): string {
    return this.#lastError;
  }

  /** Since the start. `url` is without credentials. */
  get details(): Readonly<Record<string, string | number | null>> {
    return {
      url: this.#url,
      queued: this.held,
      sent: this.#sent,
      dropped: this.#dropped,
      last_success: this.#sentAt === undefined ? null : formatRfc3339(this.#sentAt),
      last_error: this.#failure?.problem ?? null,
      last_error_at: this.#failure === undefined ? null : formatRfc3339(this.#failure.at),
    };
  }

  /** Entries taken and neither sent nor dropped yet. */
  get held(): number {
    return this.#heldEntries;
  }

  get full(): boolean {
    const bytes = MAX_HELD_BATCHES * this.#options.batchSize;
    return (
      this.#stopped ||
      this.#heldBytes >= bytes ||
      this.#heldEntries >= MAX_HELD_ENTRIES ||
      this.#heldUnits >= Math.max(MAX_HELD_UNITS, 2 * bytes)
    );
  }

  push(entries: readonly LogEntry[]): PushAnswer {
    if (this.full) return "full";
    for (const entry of entries) {
      try {
        this.#add(entry);
      } catch (error) {
        this.#context.faults.record("taking an entry", error, 1);
        entry.origin?.release("failed");
      }
    }
    // The entries are taken: what goes wrong from here on is not that they were refused.
    this.#context.faults.guard("sending", () => {
      // Who waits for room must not have to wait for `batch_wait` as well.
      if (this.full || this.#open.size > MAX_OPEN_BATCHES) this.#closeAll();
      this.#sendNext();
    });
    return "accepted";
  }

  whenRoom(callback: () => void): void {
    if (this.full) this.#room.add(callback);
    else callback();
  }

  #add(entry: LogEntry): void {
    const { labels, tenant } = this.#route(entry.labels);
    const size = entrySize(entry);
    let batch = this.#open.get(tenant);
    if (batch !== undefined && this.#isComplete(batch, entry, size)) {
      this.#close(batch);
      batch = undefined;
    }
    if (batch === undefined) {
      batch = new Batch(tenant, this.#context.scheduler.now());
      this.#open.set(tenant, batch);
    }
    const before = batch.memory;
    batch.add(labels, entry, size);
    this.#heldBytes += size;
    this.#heldEntries++;
    this.#heldUnits += batch.memory - before;
  }

  /** Whether `entry` has no place in `batch` any more. */
  #isComplete(batch: Batch, entry: LogEntry, size: number): boolean {
    const { batchSize } = this.#options;
    return (
      batch.bytes + size > batchSize ||
      batch.entries >= MAX_BATCH_ENTRIES ||
      batch.memory + entryMemory(entry) > Math.max(MAX_BATCH_UNITS, 4 * batchSize)
    );
  }

  /** What labels leave as, and for which tenant. Remembered, since streams come again and again. */
  #route(labels: LabelSet): Route {
    const known = this.#routes.get(labels);
    if (known !== undefined) return known;
    const tenant = labels.get(TENANT_LABEL) ?? this.#options.tenant;
    let leaving = labels.filter((name) => !name.startsWith("__"));
    for (const [name, value] of this.#options.externalLabels) leaving = leaving.with(name, value);
    const route = { labels: leaving, tenant };
    const units = labelMemory(labels) + (leaving === labels ? 0 : labelMemory(leaving));
    if (this.#routes.size >= MAX_ROUTES || this.#routeUnits + units > MAX_ROUTE_UNITS) {
      this.#routes.clear();
      this.#routeUnits = 0;
    }
    this.#routeUnits += units;
    this.#routes.set(labels, route);
    return route;
  }

  #close(batch: Batch): void {
    this.#open.delete(batch.tenant);
    this.#queue.push(batch);
  }

  #closeAll(): void {
    for (const batch of [...this.#open.values()]) this.#close(batch);
  }

  /** Closes the batches whose time has come. */
  #closeDue(): void {
    const due = this.#context.scheduler.now() - this.#options.batchWait;
    for (const batch of [...this.#open.values()]) if (batch.startedAt <= due) this.#close(batch);
  }

  #armTimer(): void {
    if (this.#cancelTimer !== undefined) return;
    let earliest: Nanos | undefined;
    for (const { startedAt } of this.#open.values())
      if (earliest === undefined || startedAt < earliest) earliest = startedAt;
    if (earliest === undefined) return;
    const { scheduler } = this.#context;
    const delay = earliest + this.#options.batchWait - scheduler.now();
    this.#cancelTimer = scheduler.after(delay > 0n ? delay : 0n, () => {
      this.#cancelTimer = undefined;
      this.#sendNext();
    });
  }

  /** Sends the next batch. Those that are not full go on filling while others are sent: fewer and larger requests. */
  #sendNext(): void {
    if (this.#sending !== undefined || this.#stopped) return;
    if (this.#queue.length === 0) this.#closeDue();
    const batch = this.#queue.shift();
    if (batch === undefined) {
      if (this.#open.size === 0) this.#idle?.();
      else this.#armTimer();
      return;
    }
    this.#sending = batch;
    this.#context.faults.guard("sending", () => this.#sendToEnd(batch));
  }

  /** Sends a batch, and then goes on with the next, whatever became of it. */
  async #sendToEnd(batch: Batch): Promise<void> {
    let fate: Fate = "failed";
    try {
      fate = await this.#send(batch);
    } catch (error) {
      if (this.#stopped) return;
      this.#context.faults.record("sending a batch", error, batch.entries);
      this.#countDropped(batch, "internal_error", messageOf(error));
    }
    // After the stop the batch was accounted for already, whatever came of the request.
    if (this.#stopped) return;
    this.#sending = undefined;
    this.#heldBytes -= batch.bytes;
    this.#heldEntries -= batch.entries;
    this.#heldUnits -= batch.memory;
    this.#context.faults.guard("telling sources what became of their entries", () => batch.settle(fate));
    this.#sendNext();
    if (!this.full) this.#room.notify();
  }

  /** Tries until the batch is sent or dropped, or the client stops. Counts what came of it. */
  async #send(batch: Batch): Promise<Fate> {
    const { remoteTimeout: timeout, maxAttempts, retryOn429, encoding, followRedirects } = this.#options;
    const url = this.#url;
    const { body, headers } = await encodePushBody(batch.wire(), encoding);
    const tenant: Record<string, string> = batch.tenant === "" ? {} : { "x-scope-orgid": batch.tenant };
    const wire = wireHeaders({ ...headers, ...this.#headers, ...tenant });
    if (!wire.ok) {
      // No attempt would do better, and what comes after must not wait for it.
      this.#lastError = wire.message;
      this.#countDropped(batch, "invalid_header", wire.message);
      return "failed";
    }
    for (;;) {
      const attempt = ++batch.attempts;
      const result = await this.#context.post(
        { url, headers: wire.headers, body, timeout, followRedirects },
        this.#abort.signal,
      );
      if (this.#stopped) return "failed";
      const lostBody = result.error === undefined && result.lostBody === true;
      if (result.status >= 200 && result.status < 300 && !lostBody) {
        this.#lastError = "";
        this.#sentAt = this.#context.scheduler.now();
        this.#sent += batch.entries;
        this.#metrics.sentEntries.with(this.#host).add(batch.entries);
        this.#metrics.sentBytes.with(this.#host).add(batch.bytes);
        return "delivered";
      }
      const problem =
        result.error ??
        (lostBody
          ? `a redirect asked for a GET instead, which was answered with ${result.status}: the entries arrived nowhere; name the right address in url`
          : this.#explain(result.status, result.body));
      this.#lastError = problem;
      this.#failure = { at: this.#context.scheduler.now(), problem };
      const retry = result.status === 0 || result.status >= 500 || (result.status === 429 && retryOn429);
      if (!retry || (maxAttempts > 0 && attempt >= maxAttempts)) {
        this.#countDropped(batch, result.status === 429 ? "rate_limited" : "ingester_error", problem);
        return "failed";
      }
      this.#context.log.write("warn", "sending a batch failed; it will be tried again", { url, attempt, problem });
      this.#metrics.retries.with(this.#host).inc();
      await this.#pause(attempt);
      if (this.#stopped) return "failed";
    }
  }

  /** With the first line of the answer: hidden before it is cut, so that no part of a secret is left at the end. */
  #explain(status: number, body: string): string {
    const said = this.#context.hideFrom(body.trim().split("\n")[0]!.trimEnd(), this.#encoded);
    const shown = said.length <= LONGEST_ANSWER ? said : `${said.slice(0, LONGEST_ANSWER)}…`;
    return `the endpoint answered ${status}${shown === "" ? "" : `: ${shown}`}`;
  }

  #countDropped({ entries, bytes, attempts }: BatchPart, reason: string, problem: string): void {
    this.#dropped += entries;
    this.#metrics.droppedEntries.with(this.#host, reason).add(entries);
    this.#metrics.droppedBytes.with(this.#host, reason).add(bytes);
    this.#context.log.write("error", "a batch was dropped", { url: this.#url, entries, attempts, problem });
  }

  /** At the end: what nobody can read again is dropped. The rest is not settled, so that its source gives it again. */
  #leave(batch: Batch): void {
    const { attempts, unrepeatable, unrepeatableBytes } = batch;
    const problem = "the server stopped before it could be sent";
    if (unrepeatable > 0)
      this.#countDropped({ entries: unrepeatable, bytes: unrepeatableBytes, attempts }, "shutdown", problem);
    const entries = batch.entries - unrepeatable;
    if (entries === 0) return;
    const fields = { url: this.#url, entries, attempts };
    this.#context.log.write("warn", "not sent; read again after the next start", fields);
  }

  /** Waits between `d` and `2 d`, where `d` doubles with every attempt; never longer than the maximum. */
  #pause(attempt: number): Promise<void> {
    const { minBackoff, maxBackoff } = this.#options;
    const doubled = minBackoff << BigInt(Math.min(attempt - 1, 40));
    const base = doubled < maxBackoff ? doubled : maxBackoff;
    const delay = base + BigInt(Math.floor(this.#context.random.next() * Number(base)));
    const { signal } = this.#abort;
    return new Promise((resolve) => {
      const stop = () => {
        cancel();
        resolve();
      };
      const cancel = this.#context.scheduler.after(delay < maxBackoff ? delay : maxBackoff, () => {
        signal.removeEventListener("abort", stop);
        resolve();
      });
      signal.addEventListener("abort", stop, { once: true });
    });
  }

  /** Sends what is left. At the deadline it gives up; gives how many entries are lost by it, which are counted as dropped. */
  async drain(deadline: Promise<void>): Promise<number> {
    this.#cancelTimer?.();
    this.#closeAll();
    const empty = new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
    this.#sendNext();
    await Promise.race([empty, deadline]);
    this.#stopped = true;
    this.#abort.abort();
    const left = [...(this.#sending === undefined ? [] : [this.#sending]), ...this.#queue];
    this.#sending = undefined;
    this.#queue = [];
    this.#heldEntries = 0;
    for (const batch of left) this.#leave(batch);
    return left.reduce((sum, batch) => sum + batch.unrepeatable, 0);
  }
}

/** Headers of every request, with names in lower case, so that a configured one replaces ours. */
function requestHeaders(
  { headers, bearerToken }: EndpointOptions,
  authorization: string | undefined,
): Record<string, string> {
  const all: Record<string, string> = { "user-agent": "sluice" };
  if (authorization !== undefined) all.authorization = authorization;
  if (bearerToken !== "") all.authorization = `Bearer ${bearerToken}`;
  for (const [name, value] of headers) all[name.toLowerCase()] = value;
  return all;
}

function createMetrics({ metrics, prefix }: PushClientContext) {
  const name = (end: string) => `${prefix}write_${end}`;
  return {
    sentEntries: metrics.counter(name("sent_entries_total"), "Number of log entries sent", ["host"]),
    sentBytes: metrics.counter(name("sent_bytes_total"), "Bytes of lines and structured metadata sent", ["host"]),
    droppedEntries: metrics.counter(
      name("dropped_entries_total"),
      "Number of log entries dropped because they could not be sent",
      ["host", "reason"],
    ),
    droppedBytes: metrics.counter(
      name("dropped_bytes_total"),
      "Bytes of lines and structured metadata dropped because they could not be sent",
      ["host", "reason"],
    ),
    retries: metrics.counter(name("batch_retries_total"), "Number of attempts that were followed by another", ["host"]),
  };
}
