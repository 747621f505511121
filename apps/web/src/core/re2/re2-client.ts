/**
 * Asks RE2 itself. Its worker starts with the first question. A check that takes longer than two seconds ends it, and
 * so does whatever goes wrong; the next question starts another, since the state of the old one is uncertain.
 */

import type { Scheduler } from "../workers/port.ts";
import { type Answered, Requester, type StartKinds } from "../workers/requests.ts";
import type { Re2Answer, Re2Question, Re2Result } from "./answer.ts";
import type { Re2Kinds } from "./re2-protocol.ts";

/** Milliseconds until RE2 has to be there, and until it has to have answered. */
export const LOAD_LIMIT = 20_000;
export const CHECK_LIMIT = 2000;
/** UTF-16 units of a text that fit into its memory beside a compiled pattern. */
export const MAX_TEXT = 2 ** 18;
const MAX_KEPT = 50;

export class Re2Client {
  readonly #requester: Requester<Re2Kinds>;
  readonly #scheduler: Scheduler;
  /** Answers by what was asked; the last used is last. */
  readonly #kept = new Map<string, Re2Result>();
  #loaded: Promise<string | undefined> | undefined;
  /** Questions are asked one after the other, so that each has all its time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(start: StartKinds<Re2Kinds>, scheduler: Scheduler) {
    this.#requester = new Requester(start);
    this.#scheduler = scheduler;
  }

  /** It was asked, so that asking again costs little. */
  get started(): boolean {
    return this.#requester.started;
  }

  /** Never rejects. A text that is too long is left out: `asked` says what was asked. */
  check(question: Re2Question): Promise<Re2Result> {
    const { pattern, text } = question;
    const asked = { pattern, text: text !== undefined && text.length > MAX_TEXT ? undefined : text };
    const key = JSON.stringify(asked);
    const result = this.#last.then(async () => {
      const known = this.#kept.get(key) ?? (await this.#ask(asked));
      this.#keep(key, known);
      return known;
    });
    this.#last = result;
    return result;
  }

  close(): void {
    this.#end();
  }

  async #ask(asked: Re2Question): Promise<Re2Result> {
    this.#loaded ??= this.#load();
    const missing = await this.#loaded;
    if (missing !== undefined) return { kind: "failed", message: missing };
    const answered = await this.#within<Re2Answer>(CHECK_LIMIT, (done) => this.#requester.ask("check", asked, done));
    if (answered?.ok) return { kind: "answered", answer: answered.answer, asked };
    this.#end();
    const message =
      answered === undefined
        ? `RE2 was stopped: it took longer than ${CHECK_LIMIT / 1000} s.`
        : `RE2 could not check this: ${answered.message.replace(/\.$/, "")}.`;
    return { kind: "failed", message };
  }

  /** Why it is not there; undefined: it is. */
  async #load(): Promise<string | undefined> {
    const answered = await this.#within(LOAD_LIMIT, (done) => this.#requester.ask("load", null, done));
    if (answered?.ok) return undefined;
    this.#end();
    const why = answered === undefined ? `it took longer than ${LOAD_LIMIT / 1000} s` : answered.message;
    return `RE2 could not be loaded: ${why.replace(/\.$/, "")}.`;
  }

  #within<T>(limit: number, ask: (done: (answered: Answered<T>) => void) => void): Promise<Answered<T> | undefined> {
    return new Promise((resolve) => {
      const cancel = this.#scheduler.after(limit, () => resolve(undefined));
      ask((answered) => {
        cancel();
        resolve(answered);
      });
    });
  }

  #end(): void {
    this.#loaded = undefined;
    this.#requester.end();
  }

  #keep(key: string, result: Re2Result): void {
    this.#kept.delete(key);
    // What failed may do better the next time.
    if (result.kind === "failed") return;
    this.#kept.set(key, result);
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
  }
}
