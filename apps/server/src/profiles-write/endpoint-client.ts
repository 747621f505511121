/**
 * Sends profiles to one endpoint, each at once and apart from the others, and again, with pauses, for as long as the
 * `Patience` of its client lasts. Nothing is kept besides what its clients wait for, and nothing is copied for another
 * attempt.
 */
import type { Nanos, Random } from "@sluice/engine";
import type { HideFrom } from "../core/component.ts";
import { DeliveryError, RemoteWriteError } from "../core/entries/profiles-receiver.ts";
import type { Health } from "../core/health.ts";
import type { FileGate } from "../platform/file-gate.ts";
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { StopSource } from "../platform/stop-signal.ts";
import { pauseAfter } from "../upstream/backoff.ts";
import { isOfContent } from "../upstream/endpoint-outcome.ts";
import { type ExchangeResult, exchange } from "../upstream/exchange.ts";
import { KeptTransport } from "../upstream/kept-transport.ts";
import { keepAccessError } from "../upstream/oauth2.ts";
import { type OutgoingBody, StreamedBody } from "../upstream/streamed-body.ts";
import { toldAnswer } from "../upstream/told-answer.ts";
import type { Transport } from "../upstream/transport.ts";
import type { EndpointCounters } from "./counters.ts";
import type { Delivery, DeliveryHeaders, Failure } from "./delivery.ts";
import { Endpoint, type EndpointHeaders, type EndpointOptions } from "./endpoint.ts";
import type { Patience } from "./patience.ts";

export interface EndpointClientContext {
  readonly scheduler: Scheduler;
  /** What looks after the time of each request. */
  readonly timeouts: Pick<Scheduler, "after">;
  readonly random: Random;
  /** Of the endpoint that is shown as this address. */
  readonly counters: (url: string) => EndpointCounters;
  readonly log: Logger;
  readonly hideFrom: HideFrom;
  /** Where relative paths of files begin. */
  readonly files: FileGate;
}

/** What an attempt needs besides what it sends. */
interface Prepared extends EndpointHeaders {
  readonly transport: Transport;
  /** Headers of requests, by those of the delivery. */
  readonly headers: WeakMap<DeliveryHeaders, DeliveryHeaders>;
}

/** What is sent to an endpoint. */
export interface Question extends Pick<Delivery, "path" | "query" | "headers"> {
  /** What follows the path, where that differs from one to the next. */
  readonly part?: string | undefined;
  readonly body: OutgoingBody;
  /** Absent: as long as a profile may take. */
  readonly timeout?: Nanos | undefined;
  /** As for an exchange. */
  readonly wholeAnswer?: number | undefined;
}

/** A request and its result, or why there can be none. */
export type Asked =
  | {
      readonly failure?: undefined;
      readonly result: ExchangeResult;
      readonly timeout: Nanos;
      readonly secrets: readonly string[];
    }
  | { readonly failure: Failure };

export class EndpointClient {
  readonly #endpoint: Endpoint;
  readonly #context: EndpointClientContext;
  readonly counters: EndpointCounters;
  /** Where every attempt has the same. */
  #prepared: Prepared | undefined;
  readonly #connections: KeptTransport;
  #inFlight = 0;
  /** Gives up fetching tokens, once nobody waits for one. */
  readonly #abort = new StopSource();
  #retired = false;

  constructor(options: EndpointOptions, context: EndpointClientContext) {
    const { files, scheduler } = context;
    this.#endpoint = new Endpoint(options, { files, scheduler });
    this.#context = context;
    this.counters = context.counters(this.#endpoint.shownUrl);
    const { tls, proxy } = options;
    this.#connections = new KeptTransport({ home: this.#endpoint.at("/", ""), tls, proxy, files });
  }

  get options(): EndpointOptions {
    return this.#endpoint.options;
  }

  /** `url` is without credentials. */
  get details(): Readonly<Record<string, string | number | null>> {
    const { options, shownUrl } = this.#endpoint;
    const name = options.name === "" ? {} : { name: options.name };
    return { ...name, url: shownUrl, in_flight: this.#inFlight, ...this.counters.outcome.details };
  }

  /** What it is called in reports of its answers: by its name, or by its address without credentials. */
  get name(): string {
    return this.options.name || this.#endpoint.shownUrl;
  }

  get health(): Health {
    return this.counters.outcome.health(this.#connections.problem ?? this.#endpoint.problem);
  }

  /** Asks something that is no profile, once, or twice where its credentials have ended and the body can be repeated. */
  async ask(question: Question, patience: Patience): Promise<Asked> {
    this.#inFlight++;
    try {
      const asked = await this.#ask(question, patience);
      if (!(isRefused(asked) && this.#endpoint.renew()) || question.body instanceof StreamedBody) return asked;
      return await this.#ask(question, patience);
    } finally {
      this.#inFlight--;
      this.#abortUnwanted();
    }
  }

  /** A line of what the endpoint said that may be shown. */
  tell(text: string, secrets: readonly string[]): string {
    return toldAnswer(text, this.#context.hideFrom, secrets);
  }

  /** Gives how many attempts it took after the first. Rejects with a `DeliveryError`, once it has given up. */
  async send(delivery: Delivery, patience: Patience): Promise<number> {
    const { scheduler, log } = this.#context;
    const { counters } = this;
    const { maxAttempts, backoff } = this.options;
    const began = scheduler.elapsed();
    this.#inFlight++;
    try {
      for (let attempt = 1; ; attempt++) {
        const failure = await this.#attempt(delivery, patience);
        if (failure === undefined) return attempt - 1;
        counters.outcome.failed(failure.problem, scheduler.now(), failure.elsewhere !== true);
        log.write("warn", `failed to ${delivery.way} to endpoint`, {
          endpoint: this.#endpoint.shownUrl,
          attempt,
          error: failure.problem,
        });
        if (!failure.retry) throw this.#giveUp(delivery, failure, attempt - 1, attempt - 1);
        const last = maxAttempts > 0 && attempt >= maxAttempts;
        if (!last && !patience.over) await patience.pause(pauseAfter(attempt, backoff, this.#context.random));
        if (last || patience.over) throw this.#giveUp(delivery, failure, attempt - 1, attempt);
        counters.retried();
      }
    } finally {
      this.#inFlight--;
      this.#abortUnwanted();
      counters.took(delivery.way, "endpoint", scheduler.elapsed() - began);
    }
  }

  /** `told`: the number in the message, where the original counts the last attempt too once it has used them up. */
  #giveUp(delivery: Delivery, { problem, status }: Failure, retries: number, told: number): Error {
    this.counters.dropped(delivery);
    const message = `failed to ${delivery.way} to endpoint ${this.#endpoint.shownUrl} (${told} retries): ${problem}`;
    const error =
      status === undefined ? new DeliveryError(message, retries) : new RemoteWriteError(status, message, retries);
    error.problem = problem;
    return error;
  }

  async #attempt(delivery: Delivery, patience: Patience): Promise<Failure | undefined> {
    const { scheduler } = this.#context;
    const began = scheduler.elapsed();
    let asked = await this.#ask(delivery, patience);
    // What it was let in by may have ended meanwhile.
    if (isRefused(asked) && this.#endpoint.renew()) asked = await this.#ask(delivery, patience);
    if (asked.failure !== undefined) return asked.failure;
    const { timeout, secrets } = asked;
    let { result } = asked;
    const elsewhere =
      result.kind === "answer"
        ? isOfContent(result.answer.status)
        : result.kind === "aborted" || (result.kind === "timeout" && timeout < this.options.remoteTimeout);
    if (result.kind === "aborted" && patience.timedOut) result = { kind: "timeout" };
    this.counters.took(delivery.way, "downstream", scheduler.elapsed() - began);
    const tell = (text: string) => this.tell(text, secrets);
    const failure = delivery.judge(result, this.options.retryOn429, tell);
    if (failure === undefined) this.#succeeded(delivery, result);
    return failure && { ...failure, elsewhere };
  }

  async #ask(question: Question, patience: Patience): Promise<Asked> {
    const prepared = this.#prepared ?? (await patience.orOver(this.#prepare().catch(keepAccessError)));
    const timeout = patience.atMost(question.timeout ?? this.options.remoteTimeout);
    if (prepared === undefined) return { result: { kind: "aborted" }, timeout, secrets: [] };
    if (prepared instanceof Error) return { result: { kind: "broken", error: prepared.message }, timeout, secrets: [] };
    const { transport, wire, secrets } = prepared;
    // No attempt would do better.
    if (!wire.ok) return { failure: { problem: wire.message, retry: false } };
    const own = question.headers(timeout);
    const headers = prepared.headers.get(own) ?? { ...wire.headers, ...own };
    prepared.headers.set(own, headers);
    return { result: await this.#exchange(question, headers, transport, timeout, patience), timeout, secrets };
  }

  /** Reads files again, and fetches a token where that is needed. Rejects where that is not possible. */
  async #prepare(): Promise<Prepared> {
    const { wire, secrets } = await this.#endpoint.headers(this.#abort);
    const transport = await this.#connections.get();
    const prepared = { transport, wire, secrets: [...secrets, ...transport.encoded], headers: new WeakMap() };
    if (this.#endpoint.isFixed && !this.#connections.readsFiles) this.#prepared = prepared;
    return prepared;
  }

  #exchange(
    { path, part, query, body, wholeAnswer }: Question,
    headers: DeliveryHeaders,
    transport: Transport,
    timeout: Nanos,
    { signal }: Patience,
  ): Promise<ExchangeResult> {
    const url = part === undefined ? this.#endpoint.at(path, query) : this.#endpoint.below(path, part);
    const request = { method: "POST", url, headers, body };
    const followRedirects = this.options.followRedirects && !(body instanceof StreamedBody);
    const { timeouts: scheduler } = this.#context;
    return exchange(request, { transport, scheduler, timeout, followRedirects, signal, wholeAnswer });
  }

  /** The original takes it for success, too, when a redirect asked for something else; but here it is reported. */
  #succeeded(delivery: Delivery, result: ExchangeResult): void {
    const { scheduler, log } = this.#context;
    const { counters } = this;
    if (result.kind !== "answer" || !result.answer.lostBody) {
      counters.sent(delivery, scheduler.now());
      return;
    }
    const error = "a redirect asked for a GET instead: the profile arrived nowhere; name the right address in url";
    counters.dropped(delivery);
    counters.outcome.failed(error, scheduler.now(), true);
    log.write("warn", `failed to ${delivery.way} to endpoint`, { endpoint: this.#endpoint.shownUrl, error });
  }

  /** Nothing more is sent: connections are closed, those in use as soon as they are free. */
  retire(): void {
    this.#retired = true;
    this.#connections.retire();
    this.#endpoint.retire();
    this.#abortUnwanted();
  }

  #abortUnwanted(): void {
    if (this.#retired && this.#inFlight === 0) this.#abort.abort();
  }
}

const isRefused = (asked: Asked): boolean =>
  asked.failure === undefined && asked.result.kind === "answer" && asked.result.answer.status === 401;
