/**
 * Sends entries to one Loki-compatible endpoint: batches by tenant, in order, one request at a time, with retries. What
 * cannot be sent is counted as dropped with its reason, never lost silently. Bounded: past the limits it is full, and
 * those who push hold back.
 */

import type { Fate, MetricFamily, MetricRegistry, Random } from "@sluice/engine";
import type { AskableLoki, ComponentContext, HideFrom } from "../core/component.ts";
import { type Faults, messageOf } from "../core/faults.ts";
import { type LogEntry, type LogsReceiver, type PushAnswer, RoomWaiters } from "../core/receiver.ts";
import { TENANT_HEADER } from "../core/tenant.ts";
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { keepFileError, SmallFileError } from "../platform/small-file.ts";
import { StopSource } from "../platform/stop-signal.ts";
import { pauseAfter } from "../upstream/backoff.ts";
import { wireHeaders } from "../upstream/header-values.ts";
import { toldAnswer } from "../upstream/told-answer.ts";
import type { Batch } from "./batch.ts";
import { Batcher } from "./batcher.ts";
import { type Endpoint, type EndpointOptions, endpointOf } from "./endpoint.ts";
import type { Poster, PostResult } from "./post.ts";
import { type BatchPart, PushCounters } from "./push-counters.ts";
import { encodePushBody } from "./wire.ts";

export interface PushClientContext {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly random: Random;
  readonly metrics: MetricRegistry;
  readonly log: Logger;
  readonly prefix: ComponentContext["prefix"];
  /** What sends to this address, which is without credentials. */
  readonly poster: (url: string) => Pick<Poster, "post" | "retire">;
  readonly hideFrom: HideFrom;
  /** Where relative paths of files begin. */
  readonly baseDir: string;
}

/** Of Loki's own API. */
export const PUSH_PATH = "/loki/api/v1/push";

export class PushClient implements LogsReceiver {
  #options: EndpointOptions;
  #endpoint: Endpoint;
  readonly #context: PushClientContext;
  readonly #poster: Pick<Poster, "post" | "retire">;
  readonly #batches: Batcher;
  readonly #counters: PushCounters;
  readonly #room = new RoomWaiters();
  readonly #abort = new StopSource();
  readonly #collector = { collect: () => [this.#queuedEntries()] };
  #sending: Batch | undefined;
  /** Ends the wait for the next attempt. */
  #endPause = () => {};
  #cancelTimer: (() => void) | undefined;
  #stopped = false;
  #idle: (() => void) | undefined;

  constructor(options: EndpointOptions, context: PushClientContext) {
    this.#options = options;
    this.#context = context;
    this.#endpoint = endpointOf(options);
    this.#poster = context.poster(this.#endpoint.url);
    this.#batches = new Batcher(options);
    this.#counters = new PushCounters(context.metrics, context.prefix, this.#endpoint.host);
    context.metrics.register(this.#collector);
  }

  /** Whether it sends where these say; if so, it can take them over. */
  sendsTo(options: EndpointOptions): boolean {
    return endpointOf(options).url === this.#endpoint.url;
  }

  /** Goes by other options, to the same address, from now on: also for what waits, but for its labels and tenant. */
  update(options: EndpointOptions): void {
    this.#options = options;
    this.#endpoint = endpointOf(options);
    this.#batches.update(options);
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    // What failed may have failed for what is mended now.
    this.#endPause();
    if (this.full) this.#batches.closeAll();
    this.#sendNext();
    if (!this.full) this.#room.notify();
  }

  /** The last failure, until something is sent again. */
  get lastError(): string {
    return this.#counters.outcome.lastError;
  }

  /** Since the start. `url` is without credentials. */
  get details(): Readonly<Record<string, string | number | null>> {
    return { url: this.#endpoint.url, queued: this.held, ...this.#counters.outcome.details };
  }

  /** Entries taken and neither sent nor dropped yet. */
  get held(): number {
    return this.#batches.held;
  }

  /** How it may be asked for entries; undefined where its address is not that of Loki's own API. */
  get askable(): AskableLoki | undefined {
    const { url } = this.#endpoint;
    if (!url.endsWith(PUSH_PATH)) return undefined;
    const { tenant } = this.#options;
    const headers = async () => {
      const { values, secrets } = await this.#endpoint.headers(this.#context.baseDir);
      return { values: { ...values, ...(tenant !== "" && { "x-scope-orgid": tenant }) }, secrets };
    };
    return { url: url.slice(0, -PUSH_PATH.length), headers };
  }

  /** Entries that were dropped since the start. */
  get dropped(): number {
    return this.#counters.outcome.droppedCount;
  }

  get full(): boolean {
    return this.#stopped || this.#batches.full;
  }

  push(entries: readonly LogEntry[]): PushAnswer {
    if (this.full) return "full";
    const now = this.#context.scheduler.now();
    for (const entry of entries) {
      try {
        this.#batches.add(entry, now);
      } catch (error) {
        this.#context.faults.record("taking an entry", error, 1);
        entry.origin?.release("failed");
      }
    }
    // The entries are taken: what goes wrong from here on is not that they were refused.
    this.#context.faults.guard("sending", () => {
      // Who waits for room must not have to wait for `batch_wait` as well.
      if (this.full || this.#batches.crowded) this.#batches.closeAll();
      this.#sendNext();
    });
    return "accepted";
  }

  whenRoom(callback: () => void): void {
    if (this.full) this.#room.add(callback);
    else callback();
  }

  #armTimer(): void {
    const { dueAt } = this.#batches;
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
    if (this.#sending !== undefined || this.#stopped) return;
    const batch = this.#batches.next(this.#context.scheduler.now());
    if (batch === undefined) {
      if (this.#batches.held === 0) this.#idle?.();
      else this.#armTimer();
      return;
    }
    this.#sending = batch;
    this.#context.faults.guard("sending", () => this.#sendToEnd(batch));
  }

  /** Sends a batch, and then continues with the next, whatever became of it. */
  async #sendToEnd(batch: Batch): Promise<void> {
    let fate: Fate = "failed";
    try {
      fate = await this.#send(batch);
    } catch (error) {
      if (this.#stopped) return;
      this.#context.faults.record("sending a batch", error, batch.entries);
      this.#drop(batch, batch.attempts, "internal_error", messageOf(error));
    }
    // After the stop the batch was accounted for already, whatever came of the request.
    if (this.#stopped) return;
    this.#sending = undefined;
    this.#batches.letGo(batch);
    this.#context.faults.guard("reporting to sources what became of their entries", () => batch.settle(fate));
    this.#sendNext();
    if (!this.full) this.#room.notify();
  }

  /** Tries until the batch is sent or dropped, or the client stops. Counts what came of it. */
  async #send(batch: Batch): Promise<Fate> {
    const { scheduler, log } = this.#context;
    const { body, headers } = await encodePushBody(batch.wire(), this.#options.encoding);
    const tenant: Record<string, string> = batch.tenant === "" ? {} : { [TENANT_HEADER]: batch.tenant };
    for (;;) {
      const common = this.#endpoint.headers(this.#context.baseDir);
      const prepared = common instanceof Promise ? await common.catch(keepFileError) : common;
      if (this.#stopped) return "failed";
      const { remoteTimeout: timeout, followRedirects } = this.#options;
      const { url } = this.#endpoint;
      let result: PostResult;
      let secrets: readonly string[] = [];
      if (prepared instanceof SmallFileError) {
        batch.attempts++;
        result = { status: 0, error: prepared.message };
      } else {
        const wire = wireHeaders({ ...headers, ...prepared.values, ...tenant });
        if (!wire.ok) {
          // No attempt would do better, and what comes after must not wait for it.
          this.#counters.outcome.lastError = wire.message;
          this.#drop(batch, batch.attempts, "invalid_header", wire.message);
          return "failed";
        }
        batch.attempts++;
        secrets = prepared.secrets;
        const request = { url, headers: wire.headers, body, timeout, followRedirects };
        result = await this.#poster.post(request, this.#abort);
        if (this.#stopped) return "failed";
      }
      const attempt = batch.attempts;
      const problem = this.#problemOf(result, secrets);
      if (problem === undefined) {
        this.#counters.sent(batch, scheduler.now());
        return "delivered";
      }
      this.#counters.outcome.failed(problem, scheduler.now());
      const { maxAttempts, retryOn429 } = this.#options;
      const retry = result.status === 0 || result.status >= 500 || (result.status === 429 && retryOn429);
      if (!retry || (maxAttempts > 0 && attempt >= maxAttempts)) {
        this.#drop(batch, attempt, result.status === 429 ? "rate_limited" : "ingester_error", problem);
        return "failed";
      }
      log.write("warn", "sending a batch failed; it will be retried", { url, attempt, problem });
      this.#counters.retried();
      await this.#pause(attempt);
      if (this.#stopped) return "failed";
    }
  }

  /** Why a request did not do what it was for. */
  #problemOf(result: PostResult, secrets: readonly string[]): string | undefined {
    const { status } = result;
    if (result.error !== undefined) return result.error;
    if (result.lostBody === true)
      return `a redirect turned the push into a GET (answered ${status}), so the entries were not delivered; set url to the final address`;
    return status >= 200 && status < 300 ? undefined : this.#explain(status, result.body, secrets);
  }

  #explain(status: number, body: string, secrets: readonly string[]): string {
    const shown = toldAnswer(body, this.#context.hideFrom, secrets);
    return `the endpoint answered ${status}${shown === "" ? "" : `: ${shown}`}`;
  }

  #drop(part: BatchPart, attempts: number, reason: string, problem: string): void {
    this.#counters.dropped(part, reason);
    const { entries } = part;
    this.#context.log.write("error", "a batch was dropped", { url: this.#endpoint.url, entries, attempts, problem });
  }

  /** At the end: what nobody can read again is dropped. The rest is not settled, so that its source gives it again. */
  #leave(batch: Batch): void {
    const { attempts, unrepeatable, unrepeatableBytes } = batch;
    const problem = "the server stopped before it could be sent";
    if (unrepeatable > 0)
      this.#drop({ entries: unrepeatable, bytes: unrepeatableBytes }, attempts, "shutdown", problem);
    const entries = batch.entries - unrepeatable;
    if (entries === 0) return;
    const fields = { url: this.#endpoint.url, entries, attempts };
    this.#context.log.write("warn", "not sent; read again after the next start", fields);
  }

  async #pause(attempt: number): Promise<void> {
    const { minBackoff: min, maxBackoff: max } = this.#options;
    const delay = pauseAfter(attempt, { min, max }, this.#context.random);
    await new Promise<void>((resolve) => {
      const cancel = this.#context.scheduler.after(delay, resolve);
      this.#endPause = () => {
        cancel();
        resolve();
      };
    });
    this.#endPause = () => {};
  }

  /** Sends what is left. At the deadline it gives up; gives how many entries are lost by it, which are counted as dropped. */
  async drain(deadline: Promise<void>): Promise<number> {
    this.#cancelTimer?.();
    this.#batches.closeAll();
    const empty = new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
    this.#sendNext();
    await Promise.race([empty, deadline]);
    this.#stopped = true;
    this.#abort.abort();
    this.#poster.retire();
    this.#endPause();
    const sending = this.#sending;
    this.#sending = undefined;
    if (sending !== undefined) this.#batches.letGo(sending);
    const left = [...(sending === undefined ? [] : [sending]), ...this.#batches.empty()];
    for (const batch of left) this.#leave(batch);
    return left.reduce((sum, batch) => sum + batch.unrepeatable, 0);
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
