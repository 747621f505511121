/**
 * One request to another server and the start of what it answers, redirects included. It ends when the time for it is up
 * or when nobody wants it any more, wherever it is by then. Nothing is thrown; once there is a status it decides, whatever
 * comes of the answer's body.
 */
import { MILLISECOND, messageOf, type Nanos } from "@sluice/engine";
import type { Scheduler } from "../platform/scheduler.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import { codeOf } from "../platform/system-error.ts";
import type { AnswerHead, AnswerListener } from "./answer-reader.ts";
import type { GiveUp } from "./connections.ts";
import { type HeaderValue, nextHop } from "./redirects.ts";
import type { OutgoingBody } from "./streamed-body.ts";
import type { OutgoingRequest, Transport } from "./transport.ts";

export interface ExchangeOptions {
  readonly transport: Transport;
  readonly scheduler: Pick<Scheduler, "after">;
  /** For all of it. */
  readonly timeout: Nanos;
  readonly followRedirects: boolean;
  /** Gives it up. */
  readonly signal: StopSignal;
  /** The answer's body is what was asked for: so many bytes of it are kept, and it is waited for. */
  readonly wholeAnswer?: number | undefined;
}

export interface Answer {
  readonly status: number;
  /** As the server words it. */
  readonly statusText: string;
  readonly contentType: string;
  /** The beginning of the body, as far as it came. */
  readonly text: string;
  /** The same as bytes, where all of it was asked for and came. */
  readonly body?: Buffer | undefined;
  /** The header `Retry-After`. */
  readonly retryAfter?: string | undefined;
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
  return new FollowedRequest(options).run(request);
}

class FollowedRequest {
  readonly #options: ExchangeOptions;
  /** What is under way. */
  #asked: AnswerStart | undefined;
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
    this.#asked?.stop();
  }

  async #follow(first: OutgoingRequest): Promise<ExchangeResult> {
    let request = first;
    for (let made = 1; ; made++) {
      if (this.#stopped !== undefined) return { kind: this.#stopped };
      const { head, text, body, hop } = await this.#ask(request, made);
      if (hop.kind === "stay") {
        const { status, statusText, headers } = head;
        const contentType = headers.get("content-type") ?? "";
        const lostBody = request.method !== first.method;
        const retryAfter = headers.get("retry-after");
        return { kind: "answer", answer: { status, statusText, contentType, text, body, retryAfter, lostBody } };
      }
      if (hop.kind === "fail") return { kind: "broken", error: hop.error };
      request = hop.request;
    }
  }

  #ask(request: OutgoingRequest, made: number): Promise<AskedAnswer> {
    const { transport, scheduler, followRedirects, wholeAnswer } = this.#options;
    return new Promise((resolve, reject) => {
      const hopOf = ({ status, headers }: AnswerHead) =>
        followRedirects ? nextHop(request, status, headers.get("location") ?? null, made) : STAY;
      const answer = new AnswerStart({ hopOf, scheduler, resolve, reject, wholeAnswer });
      this.#asked = answer;
      answer.giveUp = transport.send(request, answer);
    });
  }
}

type NextHop = ReturnType<typeof nextHop<HeaderValue, OutgoingBody>>;
const STAY: NextHop = { kind: "stay" };
const NOTHING = Buffer.alloc(0);

interface AskedAnswer {
  readonly head: AnswerHead;
  /** The beginning of its body, as far as it came. */
  readonly text: string;
  /** All of it, where that was asked for. */
  readonly body: Buffer | undefined;
  readonly hop: NextHop;
}

interface AnswerRules {
  readonly hopOf: (head: AnswerHead) => NextHop;
  readonly scheduler: Pick<Scheduler, "after">;
  readonly resolve: (answer: AskedAnswer) => void;
  readonly reject: (error: Error) => void;
  readonly wholeAnswer: number | undefined;
}

/** The first bytes of an answer, as far as they come: what is longer, late or broken is not waited for. */
class AnswerStart implements AnswerListener {
  readonly #rules: AnswerRules;
  giveUp: GiveUp = () => {};
  #head: AnswerHead | undefined;
  #hop: NextHop = STAY;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #settled = false;
  #ended = false;
  #cancelWait: (() => void) | undefined;

  constructor(rules: AnswerRules) {
    this.#rules = rules;
  }

  head(head: AnswerHead, whole: boolean): void {
    if (this.#settled) return;
    this.#head = head;
    this.#hop = this.#rules.hopOf(head);
    if (this.#hop.kind !== "stay") this.stop();
    else if (!whole && head.status === 200 && this.#rules.wholeAnswer === undefined)
      this.#cancelWait = this.#rules.scheduler.after(GOOD_ANSWER_WAIT, () => this.stop());
  }

  data(chunk: Buffer): void {
    if (this.#settled) return;
    if (this.#size < this.#kept) this.#chunks.push(Buffer.from(chunk));
    this.#size += chunk.length;
    if (this.#size > Math.max(LONGEST_ANSWER, this.#kept)) this.stop();
  }

  get #kept(): number {
    return this.#rules.wholeAnswer ?? KEPT_ANSWER;
  }

  end(): void {
    this.#ended = true;
    this.#settle();
  }

  broken(error: Error): void {
    this.#settle(error);
  }

  /** Nobody waits for the rest; the connection ends. */
  stop(): void {
    if (this.#settled) return;
    this.#settle(new Error("nobody waits for it any more"));
    this.giveUp();
  }

  #settle(error?: Error): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#cancelWait?.();
    const head = this.#head;
    if (head === undefined) return void this.#rules.reject(error ?? new Error("there is no answer"));
    const chunks = this.#chunks;
    const kept = chunks.length === 0 ? NOTHING : Buffer.concat(chunks).subarray(0, this.#kept);
    const whole = this.#rules.wholeAnswer !== undefined && this.#ended && this.#size === kept.length;
    this.#rules.resolve({ head, text: kept.toString(), body: whole ? kept : undefined, hop: this.#hop });
  }
}

/** Where several addresses of a host were tried, the platform keeps each one's error. */
function explain(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(explain).join("; ");
  if (error instanceof Error && error.message === "") return codeOf(error) ?? "the connection broke";
  return messageOf(error);
}
