/**
 * Sends a batch to its end: all of it is delivered, or dropped and counted, unless the client stops before. What is sent is
 * settled in the same turn in which it is counted, so that a stop in between counts nothing twice.
 */
import type { Fate, Random } from "@sluice/engine";
import type { HideFrom } from "../core/component.ts";
import type { LogsReceiver } from "../core/entries/receiver.ts";
import { TENANT_HEADER } from "../core/entries/tenant.ts";
import { type Faults, firstLineOf } from "../core/faults.ts";
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import { pauseAfter, retryAfterOf } from "../upstream/backoff.ts";
import { isOfContent } from "../upstream/endpoint-outcome.ts";
import { wireHeaders } from "../upstream/header-values.ts";
import { keepAccessError } from "../upstream/oauth2.ts";
import type { Pauses } from "../upstream/pauses.ts";
import { toldAnswer } from "../upstream/told-answer.ts";
import type { Batch, BatchPart } from "./batch.ts";
import type { Drops, WhyDropped } from "./drops.ts";
import type { Endpoint, EndpointOptions } from "./endpoint.ts";
import type { Poster, PostResult } from "./post.ts";
import type { PushCounters } from "./push-counters.ts";
import { rejectedEntries, roomOf } from "./rejected.ts";
import { encodePushBody } from "./wire.ts";

/** Answers that one stream of several can be the reason of. */
const OF_STREAMS: ReadonlySet<number> = new Set([400, 413, 422]);
/** Requests that one batch is sent in at most, retries apart; what is left then is sent or dropped whole. */
const MAX_PARTS = 64;

export type Posting = Pick<Poster, "post" | "retire" | "problem">;

/** How requests are sent; another one after a change of the configuration, also for a batch that is on its way. */
export interface Way {
  readonly options: EndpointOptions;
  readonly endpoint: Endpoint;
  readonly poster: Posting;
}

export interface SenderParts {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly random: Random;
  readonly log: Logger;
  readonly hideFrom: HideFrom;
  readonly counters: PushCounters;
  readonly drops: Drops;
  /** Before next attempts. */
  readonly pauses: Pauses;
  /** Once it is aborted, whoever stopped accounts for all that is not settled. */
  readonly abort: StopSignal;
  /** Where entries go that the endpoint refuses for good; undefined where they are dropped. */
  rejectedTo(): LogsReceiver | undefined;
  way(): Way;
}

/** Why something is sent no more. */
interface GivenUp extends Omit<WhyDropped, "attempts"> {
  /** A part of its streams may be sent all the same. */
  readonly isOfStreams: boolean;
  /** What the endpoint answered, where that is about the entries. */
  readonly refused?: number | undefined;
}

export class BatchSender {
  readonly #parts: SenderParts;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  get #stopped(): boolean {
    return this.#parts.abort.aborted;
  }

  /** Never rejects. */
  async send(batch: Batch): Promise<void> {
    const whole = batch.whole();
    try {
      await this.#sendParts(batch, whole);
    } catch (error) {
      if (this.#stopped) return;
      const left = batch.whole();
      this.#parts.faults.record("sending a batch", error, left.entries);
      const why = { attempts: batch.attempts, reason: "internal_error", problem: firstLineOf(error) } as const;
      this.#parts.drops.dropPart(left, whole.streams.length, why);
      this.#settle(batch, left, "failed");
    }
  }

  /**
   * Where the endpoint refuses a batch for what is in it, its streams are sent in halves, until those at fault are alone, or
   * the requests are used up: the others are delivered. Loki takes the good ones of a refused push, and takes what it has
   * already as the same. The longest part is next, so that no few streams at fault use up the requests that the others need.
   */
  async #sendParts(batch: Batch, whole: BatchPart): Promise<void> {
    const waiting = [whole];
    let requests = 0;
    for (let part = takeLongest(waiting); part !== undefined; part = takeLongest(waiting)) {
      const outcome = await this.#sendPart(batch, part);
      if (this.#stopped) return;
      requests++;
      if (outcome === "settled") continue;
      const halves = outcome.isOfStreams && requests + waiting.length + 2 <= MAX_PARTS ? part.halves() : [];
      if (halves.length > 0) {
        waiting.push(...halves);
        continue;
      }
      await this.#giveUp(batch, part, whole.streams.length, outcome);
      if (this.#stopped) return;
    }
  }

  /** What was refused for good goes to `rejected_to`, where there is one, once that has room. All else is dropped. */
  async #giveUp(batch: Batch, part: BatchPart, of: number, { refused: status, ...why }: GivenUp): Promise<void> {
    const { counters, drops, abort, way, rejectedTo } = this.#parts;
    const { options, endpoint } = way();
    const dropped = { ...why, attempts: part.attempts };
    if (status !== undefined) {
      const entries = rejectedEntries(part, { by: options.name || endpoint.url, status, problem: why.problem });
      for (let to = rejectedTo(); to !== undefined; to = rejectedTo()) {
        if (to.push(entries) === "accepted") {
          batch.handOver(part);
          counters.rejected(part, status);
          drops.told("an endpoint refused entries; they went to rejected_to", part, dropped);
          return;
        }
        await roomOf(to, abort);
        if (this.#stopped) return;
      }
      counters.rejected(part, status);
    }
    drops.dropPart(part, of, dropped);
    this.#settle(batch, part, "failed");
  }

  #settle(batch: Batch, part: BatchPart, fate: Fate): void {
    this.#parts.faults.guard("reporting to sources how their entries ended", () => batch.settle(part, fate));
  }

  /**
   * Tries until a part of a batch is sent, or given up, or the client stops. Its attempts after the first are taken from what
   * the whole batch has: an endpoint that refuses parts and fails in turn holds up no other batch for longer than one that fails.
   */
  async #sendPart(batch: Batch, part: BatchPart): Promise<"settled" | GivenUp> {
    const { scheduler, counters, abort, way } = this.#parts;
    const encoded = await encodePushBody(part.streams, way().options.encoding);
    counters.encoded(part, encoded.body.length);
    const tenant: Record<string, string> = part.tenant === "" ? {} : { [TENANT_HEADER]: part.tenant };
    let renewed = false;
    for (;;) {
      const common = way().endpoint.headers(abort);
      const prepared = common instanceof Promise ? await common.catch(keepAccessError) : common;
      if (this.#stopped) return "settled";
      let result: PostResult;
      let secrets: readonly string[] = [];
      if (prepared instanceof Error) {
        this.#count(batch, part, 1);
        result = { status: 0, error: prepared.message };
      } else {
        const wire = wireHeaders({ ...encoded.headers, ...prepared.values, ...tenant });
        if (!wire.ok) {
          counters.outcome.failed(wire.message, scheduler.now(), true);
          if (batch.keeps) {
            // Another configuration can mend it, and the source keeps what waits until then.
            await this.#retry(batch, part, { problem: wire.message, retryAfter: undefined });
            if (this.#stopped) return "settled";
            continue;
          }
          // No attempt would do better, and what comes after must not wait for it.
          return { reason: "invalid_header", problem: wire.message, isOfStreams: false };
        }
        this.#count(batch, part, 1);
        secrets = prepared.secrets;
        const began = scheduler.elapsed();
        result = await this.#post(wire.headers, encoded.body);
        if (this.#stopped) return "settled";
        counters.requested(part, result.status, scheduler.elapsed() - began);
        // A token that was taken back is none of the endpoint's failures; but a new one is, that is refused at once.
        if (result.status === 401 && !renewed && way().endpoint.renew()) {
          renewed = true;
          this.#count(batch, part, -1);
          continue;
        }
      }
      const problem = this.#problemOf(result, secrets);
      if (problem === undefined) {
        counters.sent(part, scheduler.now());
        this.#settle(batch, part, "delivered");
        return "settled";
      }
      counters.outcome.failed(problem, scheduler.now(), !isOfContent(result.status));
      if (!this.#triesAgain(batch, result.status)) {
        const reason = result.status === 429 ? "rate_limited" : "ingester_error";
        const refused = isOfContent(result.status) ? result.status : undefined;
        return { reason, problem, isOfStreams: OF_STREAMS.has(result.status), refused };
      }
      await this.#retry(batch, part, { problem, retryAfter: result.retryAfter });
      if (this.#stopped) return "settled";
    }
  }

  /** What its source keeps is given up for its content alone: a token, a path or a proxy that is wrong now may be mended. */
  #triesAgain(batch: Batch, status: number): boolean {
    if (batch.keeps) return !isOfContent(status);
    const { maxAttempts, retryOn429 } = this.#parts.way().options;
    const retry = status === 0 || status >= 500 || (status === 429 && retryOn429);
    return retry && (maxAttempts === 0 || batch.retries + 1 < maxAttempts);
  }

  /** Waits before the next attempt. */
  async #retry(
    batch: Batch,
    part: BatchPart,
    { problem, retryAfter }: { readonly problem: string; readonly retryAfter: string | undefined },
  ): Promise<void> {
    const { log, counters, way } = this.#parts;
    batch.retries++;
    const { url } = way().endpoint;
    log.write("warn", "sending a batch failed; it will be retried", { url, attempt: part.attempts, problem });
    counters.retried(part);
    await this.#pause(part.attempts, retryAfter);
  }

  #post(headers: Readonly<Record<string, string>>, body: Uint8Array): Promise<PostResult> {
    const { options, endpoint, poster } = this.#parts.way();
    const { remoteTimeout: timeout, followRedirects } = options;
    return poster.post({ url: endpoint.url, headers, body, timeout, followRedirects }, this.#parts.abort);
  }

  #count(batch: Batch, part: BatchPart, attempts: number): void {
    part.attempts += attempts;
    batch.attempts += attempts;
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
    const shown = toldAnswer(body, this.#parts.hideFrom, secrets);
    return `the endpoint answered ${status}${shown === "" ? "" : `: ${shown}`}`;
  }

  /** `retryAfter`: what the endpoint asked for, which holds up to the longest pause. */
  async #pause(attempt: number, retryAfter: string | undefined): Promise<void> {
    const { scheduler, random, pauses, way } = this.#parts;
    const { minBackoff: min, maxBackoff: max } = way().options;
    const own = pauseAfter(attempt, { min, max }, random);
    const asked = retryAfterOf(retryAfter, scheduler.now()) ?? 0n;
    const wanted = asked < max ? asked : max;
    await pauses.pause(own > wanted ? own : wanted);
  }
}

/** Takes out the part with the most streams; of equal ones the first. */
function takeLongest(waiting: BatchPart[]): BatchPart | undefined {
  const most = Math.max(...waiting.map(({ streams }) => streams.length));
  const [longest] = waiting.splice(
    waiting.findIndex(({ streams }) => streams.length === most),
    1,
  );
  return longest;
}
