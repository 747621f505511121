/**
 * One request to another server and the start of what it answers, redirects included. It ends when the time for it is up
 * or when nobody wants it any more, wherever it is by then. Nothing is thrown; once there is a status it decides, whatever
 * comes of the answer's body.
 */
import type { IncomingMessage } from "node:http";
import { MILLISECOND, type Nanos } from "@sluice/engine";
import type { Scheduler } from "../platform/scheduler.ts";
import { type StopSignal, StopSource } from "../platform/stop-signal.ts";
import { nextHop } from "./redirects.ts";
import type { OutgoingRequest, Transport } from "./transport.ts";

export interface ExchangeOptions {
  readonly transport: Transport;
  readonly scheduler: Scheduler;
  /** For all of it. */
  readonly timeout: Nanos;
  readonly followRedirects: boolean;
  /** Gives it up. */
  readonly signal: StopSignal;
}

export interface Answer {
  readonly status: number;
  /** As the server words it. */
  readonly statusText: string;
  readonly contentType: string;
  /** The beginning of the body, as far as it came. */
  readonly text: string;
  /** The answer is to a GET that a redirect asked for: what was posted has arrived nowhere. */
  readonly lostBody: boolean;
}

export type ExchangeResult =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "timeout" }
  | { readonly kind: "aborted" }
  | { readonly kind: "broken"; readonly error: string };

/** Bytes of an answer that are kept; they are only looked at to say what was wrong. */
const KEPT_ANSWER = 4096;
/** Bytes that are read, so that the connection can be used again. What is longer closes it. */
const LONGEST_ANSWER = 64 * 1024;
/** How long the body of an answer that says that all is well is waited for. */
const GOOD_ANSWER_WAIT: Nanos = 250n * MILLISECOND;

export function exchange(request: OutgoingRequest, options: ExchangeOptions): Promise<ExchangeResult> {
  return new Exchange(options).run(request);
}

class Exchange {
  readonly #options: ExchangeOptions;
  /** Ends what is under way. */
  readonly #end = new StopSource();
  #stopped: "timeout" | "aborted" | undefined;

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  async run(request: OutgoingRequest): Promise<ExchangeResult> {
    const { scheduler, timeout, signal } = this.#options;
    const cancelTimer = scheduler.after(timeout, () => this.#stop("timeout"));
    const abort = () => this.#stop("aborted");
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    try {
      return await this.#follow(request);
    } catch (error) {
      return this.#stopped === undefined ? { kind: "broken", error: explain(error) } : { kind: this.#stopped };
    } finally {
      cancelTimer();
      signal.removeEventListener("abort", abort);
    }
  }

  #stop(why: "timeout" | "aborted"): void {
    this.#stopped ??= why;
    this.#end.abort();
  }

  async #follow(first: OutgoingRequest): Promise<ExchangeResult> {
    let request = first;
    for (let made = 1; ; made++) {
      if (this.#stopped !== undefined) return { kind: this.#stopped };
      const response = await this.#ask(request);
      const status = response.statusCode!;
      const hop = this.#options.followRedirects
        ? nextHop(request, status, response.headers.location ?? null, made)
        : ({ kind: "stay" } as const);
      if (hop.kind === "stay") {
        const answer: Answer = {
          status,
          statusText: response.statusMessage ?? "",
          contentType: response.headers["content-type"] ?? "",
          text: isGoodAndEmpty(response)
            ? ""
            : await this.#readStart(response, status === 200 ? GOOD_ANSWER_WAIT : undefined),
          lostBody: request.method !== first.method,
        };
        return { kind: "answer", answer };
      }
      response.on("error", () => {}).destroy();
      if (hop.kind === "fail") return { kind: "broken", error: hop.error };
      request = hop.request;
    }
  }

  #ask(request: OutgoingRequest): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const made = this.#options.transport.request(request, this.#end);
      let answered = false;
      this.#end.addEventListener("abort", () => {
        made.destroy();
        // A request that has no connection yet does not say that it was given up.
        if (!answered) reject(new Error("nobody waits for it any more"));
      });
      made.on("response", (response) => {
        answered = true;
        resolve(response);
      });
      // Stays, since a connection may also break after the answer began.
      made.on("error", reject);
      made.on("close", () => {
        if (!answered) reject(new Error("the connection was closed without an answer"));
      });
      for (const part of request.body ?? []) made.write(part);
      made.end();
    });
  }

  /** The first bytes of an answer, as far as they come: what is longer, late or broken is not waited for. */
  #readStart(response: IncomingMessage, wait: Nanos | undefined): Promise<string> {
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      let size = 0;
      // What has no body, or is all there, need not be waited for.
      const cancel =
        wait === undefined || response.complete
          ? undefined
          : this.#options.scheduler.after(wait, () => void response.destroy());
      const end = () => {
        cancel?.();
        resolve(chunks.length === 0 ? "" : Buffer.concat(chunks).subarray(0, KEPT_ANSWER).toString());
      };
      response.on("data", (chunk: Buffer) => {
        if (size < KEPT_ANSWER) chunks.push(chunk);
        size += chunk.length;
        if (size > LONGEST_ANSWER) response.destroy();
      });
      response.on("error", () => {});
      response.on("end", end);
      response.on("close", end);
      if (response.closed) end();
    });
  }
}

/** Says that all is well, and nothing else: most answers, for which neither a clock nor a listener is needed. */
function isGoodAndEmpty(response: IncomingMessage): boolean {
  if (response.statusCode !== 200 || response.headers["content-length"] !== "0") return false;
  response.on("error", ignore).resume();
  return true;
}

const ignore = () => {};

/** Where several addresses of a host were tried, the platform keeps what came of each. */
function explain(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(explain).join("; ");
  const { message, code } = error as NodeJS.ErrnoException;
  return message === "" ? (code ?? "the connection broke") : message;
}
