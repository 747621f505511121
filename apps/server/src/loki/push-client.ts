/**
 * Sends entries to one Loki-compatible endpoint: batches by tenant, in order, one request at a time, with retries. What
 * cannot be sent is counted as dropped with its reason, never lost silently. Bounded: past the limits it is full, and
 * those who push hold back.
 */

import type { MetricFamily, MetricRegistry, Random } from "@sluice/engine";
import type { AskableLoki, ComponentContext, HideFrom, Leaving } from "../core/component.ts";
import { type LogEntry, type LogsReceiver, type PushAnswer, RoomWaiters } from "../core/entries/receiver.ts";
import { TENANT_HEADER } from "../core/entries/tenant.ts";
import type { Faults } from "../core/faults.ts";
import type { Health } from "../core/health.ts";
import type { FileGate } from "../platform/file-gate.ts";
import type { Logger } from "../platform/log.ts";
import { type Scheduler, timeLimit } from "../platform/scheduler.ts";
import { StopSource } from "../platform/stop-signal.ts";
import { Pauses } from "../upstream/pauses.ts";
import { askableLoki } from "./askable.ts";
import type { Batch } from "./batch.ts";
import { BatchSender, type Posting } from "./batch-sender.ts";
import { Batcher } from "./batcher.ts";
import { DroppedEntries, WHY_DROPPED } from "./dropped-entries.ts";
import { Drops } from "./drops.ts";
import { addressOf, Endpoint, type EndpointOptions, sameWay } from "./endpoint.ts";
import { PushCounters } from "./push-counters.ts";

export interface PushClientContext {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly random: Random;
  readonly metrics: MetricRegistry;
  readonly log: Logger;
  readonly prefix: ComponentContext["prefix"];
  /** What sends to an address, which is without credentials, by these. */
  readonly poster: (url: string, options: EndpointOptions) => Posting;
  readonly hideFrom: HideFrom;
  /** Where entries go that the endpoint refuses for good; undefined where they are dropped. */
  readonly rejectedTo: () => LogsReceiver | undefined;
  /** Where relative paths of files begin. */
  readonly files: FileGate;
}

/** Of Loki's own API. */
export const PUSH_PATH = "/loki/api/v1/push";

export class PushClient implements LogsReceiver {
  #options: EndpointOptions;
  #endpoint: Endpoint;
  readonly #context: PushClientContext;
  #poster: Posting;
  readonly #batches: Batcher;
  readonly #counters: PushCounters;
  readonly #drops: Drops;
  readonly #sender: BatchSender;
  readonly #room = new RoomWaiters();
  readonly #abort = new StopSource();
  readonly #collector = { collect: () => [this.#queuedEntries()] };
  /** By the part that each is of. */
  readonly #sending = new Map<number, Batch>();
  readonly #isFree = (shard: number): boolean => !this.#sending.has(shard);
  /** Before next attempts. */
  readonly #pauses: Pauses;
  #cancelTimer: (() => void) | undefined;
  #stopped = false;
  /** Entries that are kept were refused for want of room, and there was none since. */
  #keptWait = false;
  #idle: (() => void) | undefined;

  constructor(options: EndpointOptions, context: PushClientContext) {
    this.#options = options;
    this.#context = context;
    this.#pauses = new Pauses(context.scheduler);
    this.#endpoint = this.#endpointOf(options);
    this.#poster = context.poster(this.#endpoint.url, options);
    this.#batches = new Batcher(options);
    this.#counters = new PushCounters(context.metrics, context.prefix, this.#endpoint.host);
    this.#drops = new Drops(this.#counters, context.log, () => this.#endpoint.url);
    this.#sender = new BatchSender({
      ...context,
      counters: this.#counters,
      drops: this.#drops,
      pauses: this.#pauses,
      abort: this.#abort,
      way: () => ({ options: this.#options, endpoint: this.#endpoint, poster: this.#poster }),
    });
    this.#counters.meet(options.tenant);
    context.metrics.register(this.#collector);
  }

  #endpointOf(options: EndpointOptions): Endpoint {
    const { scheduler, files } = this.#context;
    return new Endpoint(options, { scheduler, files, timeout: options.remoteTimeout });
  }

  /** Whether it sends where these say; if so, it can take them over. */
  sendsTo(options: EndpointOptions): boolean {
    return addressOf(options) === this.#endpoint.url;
  }

  /** Follows other options, to the same address, from now on: also for what waits, but for its labels and tenant. */
  update(options: EndpointOptions): void {
    const before = this.#options;
    this.#options = options;
    this.#endpoint.retire();
    this.#endpoint = this.#endpointOf(options);
    if (!sameWay(before, options)) {
      this.#poster.retire();
      this.#poster = this.#context.poster(this.#endpoint.url, options);
    }
    this.#batches.update(options);
    this.#counters.meet(options.tenant);
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    // What failed may have failed for what is mended now.
    this.#pauses.end();
    if (this.#batches.full) this.#batches.closeAll();
    this.#sendNext();
    if (!this.full) this.#room.notify();
  }

  /** The last failure, until something is sent again. */
  get lastError(): string {
    return this.#counters.outcome.lastError;
  }

  /** What it is called in reports of its health. */
  get name(): string {
    return this.#options.name || this.#endpoint.url;
  }

  get health(): Health {
    return this.#counters.outcome.health(this.#poster.problem ?? this.#endpoint.problem);
  }

  /** Since the start. `url` is without credentials. */
  get details(): Readonly<Record<string, string | number | null>> {
    const { name } = this.#options;
    const named = name === "" ? {} : { name };
    return { ...named, url: this.#endpoint.url, queued: this.held, ...this.#counters.outcome.details };
  }

  /** Entries taken and neither sent nor dropped yet. */
  get held(): number {
    return this.#batches.held;
  }

  /** How it may be asked for entries; undefined where its address is not that of Loki's own API. */
  get askable(): AskableLoki | undefined {
    const { url } = this.#endpoint;
    if (!url.endsWith(PUSH_PATH)) return undefined;
    const { tenant, tls, proxy } = this.#options;
    const { files, scheduler } = this.#context;
    const headers = async () => {
      // A token that is fetched for this is that of all requests: it is not given up with the one who asked.
      const { values, secrets } = await this.#endpoint.headers(this.#abort);
      return { values: { ...values, ...(tenant !== "" && { [TENANT_HEADER]: tenant }) }, secrets };
    };
    return askableLoki({ url: url.slice(0, -PUSH_PATH.length), headers, tls, proxy, files, scheduler });
  }

  /** Entries that were dropped since the start. */
  get dropped(): number {
    return this.#counters.outcome.droppedCount;
  }

  get full(): boolean {
    return this.#stopped || (this.#batches.full && (this.#options.blockOnOverflow || this.#keptWait));
  }

  push(entries: readonly LogEntry[]): PushAnswer {
    if (this.full) return "full";
    // What its source keeps is not dropped for want of room.
    if (this.#batches.full && entries.some(({ origin }) => origin?.keeps === true)) {
      this.#keptWait = true;
      return "full";
    }
    const now = this.#context.scheduler.now();
    const dropped = new DroppedEntries();
    for (const entry of entries) {
      try {
        // Only where nobody has to wait for room.
        if (this.#batches.full && !this.#options.blockOnOverflow)
          dropped.add(entry, this.#batches.routeOf(entry.labels).tenant, "queue_is_full");
        else {
          const route = this.#batches.add(entry, now);
          if (route !== undefined) dropped.add(entry, route.tenant, "stream_limited");
        }
      } catch (error) {
        this.#context.faults.record("taking an entry", error, 1);
        entry.origin?.release("failed");
      }
    }
    for (const part of dropped.parts)
      this.#drops.drop(part, { attempts: 0, reason: part.reason, problem: WHY_DROPPED[part.reason]! });
    // The entries are taken: what goes wrong from here on is not that they were refused.
    this.#context.faults.guard("sending", () => {
      // Who waits for room must not have to wait for `batch_wait` as well.
      if (this.#batches.full || this.#batches.crowded) this.#batches.closeAll();
      this.#sendNext();
    });
    return "accepted";
  }

  whenRoom(callback: () => void): void {
    if (this.full) this.#room.add(callback);
    else callback();
  }

  #armTimer(): void {
    const dueAt = this.#batches.dueAt(this.#isFree);
    if (this.#cancelTimer !== undefined || dueAt === undefined) return;
    const { scheduler } = this.#context;
    const delay = dueAt - scheduler.now();
    this.#cancelTimer = scheduler.after(delay > 0n ? delay : 0n, () => {
      this.#cancelTimer = undefined;
      this.#sendNext();
    });
  }

  /** Sends the next batch. Those that are not full keep filling while others are sent: fewer and larger requests. */
  #sendNext(): void {
    while (!this.#stopped && this.#sending.size < this.#options.shards) {
      const batch = this.#batches.next(this.#context.scheduler.now(), this.#isFree);
      if (batch === undefined) {
        if (this.#batches.held === 0) this.#idle?.();
        else this.#armTimer();
        return;
      }
      this.#sending.set(batch.shard, batch);
      this.#counters.meet(batch.tenant);
      this.#context.faults.guard("sending", () => this.#sendToEnd(batch));
    }
  }

  /** Sends a batch, and then continues with the next, whatever its outcome. */
  async #sendToEnd(batch: Batch): Promise<void> {
    await this.#sender.send(batch);
    // A clock that runs on tells how long it was, also where it was dropped.
    this.#counters.settled(batch.tenant, batch.arrivals, this.#context.scheduler.now());
    // After the stop the batch was accounted for already, whatever the request's outcome.
    if (this.#stopped) return;
    this.#sending.delete(batch.shard);
    this.#batches.letGo(batch);
    this.#sendNext();
    if (!this.#batches.full) this.#keptWait = false;
    if (!this.full) this.#room.notify();
  }

  /**
   * At the end: what nobody can read again is dropped. The rest is not settled, so that its source gives it again after a
   * restart; where the process continues, it is returned.
   */
  #leave(batch: Batch, ends: Leaving["ends"]): void {
    const { tenant, attempts, left } = batch;
    const { unrepeatable, unrepeatableBytes } = left;
    const problem = "the server stopped before it could be sent";
    if (unrepeatable > 0)
      this.#drops.drop(
        { tenant, entries: unrepeatable, bytes: unrepeatableBytes },
        { attempts, reason: "shutdown", problem },
      );
    const entries = left.entries - unrepeatable;
    if (entries === 0) return;
    const fields = { url: this.#endpoint.url, entries, attempts };
    this.#context.log.write("warn", "not sent; read again, at the latest after the next start", fields);
    if (ends === "component")
      this.#context.faults.guard("returning entries to sources", () => batch.settle(batch.whole(), "returned"));
  }

  /** Sends what is left. At the deadline, or when its own time for that is over, it gives up; gives how many entries are lost by it, which are counted as dropped. */
  async drain(deadline: Promise<void>, ends: Leaving["ends"] = "process"): Promise<number> {
    this.#cancelTimer?.();
    this.#batches.closeAll();
    const empty = new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
    this.#sendNext();
    const own = timeLimit(this.#context.scheduler, this.#options.drainTimeout);
    await Promise.race([empty, deadline, own.over]);
    own.cancel();
    this.#stopped = true;
    this.#abort.abort();
    this.#poster.retire();
    this.#endpoint.retire();
    this.#pauses.end();
    const sending = [...this.#sending.values()];
    this.#sending.clear();
    for (const batch of sending) this.#batches.letGo(batch);
    const left = [...sending, ...this.#batches.empty()];
    const lost = left.reduce((sum, batch) => sum + batch.left.unrepeatable, 0);
    for (const batch of left) this.#leave(batch, ends);
    return lost;
  }

  /** Takes its gauge from the metrics; what it counted stays. For one that is drained while others run on. */
  forget(): void {
    this.#context.metrics.unregister(this.#collector);
  }

  #queuedEntries(): MetricFamily {
    return {
      name: `${this.#context.prefix}write_entries_queued`,
      help: "Log entries waiting to be sent",
      type: "gauge",
      samples: [{ suffix: "", labels: [["host", this.#endpoint.host]], value: this.held }],
    };
  }
}
