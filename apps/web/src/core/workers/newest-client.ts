/**
 * Asks a worker of its own for what takes longer than a preview, so that previews go on. Of each kind the newest request counts;
 * what takes too long is ended with the worker.
 */
import { type Gone, isGone } from "./gone.ts";
import type { Scheduler } from "./port.ts";
import type { Files } from "./preview-client.ts";
import type { PreviewKinds } from "./preview-protocol.ts";
import { Requester, type StartKinds } from "./requests.ts";

type NewestKind = "compare" | "tests" | "changeTests" | "propose";
/** A question that was asked again is gone; only its last asker gets an answer. */
type Answer<N extends NewestKind> = Exclude<PreviewKinds[N]["answer"], Gone>;

export type Failed = { readonly kind: "failed"; readonly message: string };

export interface NewestLimit {
  /** From when the worker is loaded. */
  readonly milliseconds: number;
  /** Said when it takes longer. */
  readonly message: string;
}

interface Asked {
  readonly nth: number;
  readonly fail: (failed: Failed) => void;
  cancelLimit: (() => void) | undefined;
}

export class NewestClient {
  readonly #requester: Requester<PreviewKinds>;
  readonly #scheduler: Scheduler;
  readonly #limit: NewestLimit;
  readonly #asked = new Map<NewestKind, Asked>();
  #nth = 0;

  /** `files`: what stages may name. */
  constructor(start: StartKinds<PreviewKinds>, scheduler: Scheduler, files: () => Files, limit: NewestLimit) {
    this.#scheduler = scheduler;
    this.#limit = limit;
    this.#requester = new Requester(start, (ask) => {
      for (const [path, file] of Object.entries(files())) ask("file", { path, file }, () => {});
    });
  }

  /** `done` is called once, unless the same is asked again, or all is stopped, before. */
  ask<N extends NewestKind>(kind: N, order: PreviewKinds[N]["ask"], done: (answer: Answer<N> | Failed) => void): void {
    this.#asked.get(kind)?.cancelLimit?.();
    const asked: Asked = { nth: ++this.#nth, fail: (failed) => settle(failed), cancelLimit: undefined };
    this.#asked.set(kind, asked);
    const isNewest = () => this.#asked.get(kind) === asked;
    const settle = (answer: Answer<N> | Failed) => {
      if (!isNewest()) return;
      this.#asked.delete(kind);
      asked.cancelLimit?.();
      done(answer);
    };
    // The time to load the worker and the engine does not count.
    this.#requester.ask("ready", null, ({ ok }) => {
      if (ok && isNewest())
        asked.cancelLimit = this.#scheduler.after(this.#limit.milliseconds, () => this.#end(this.#limit.message));
    });
    this.#requester.ask(kind, order, (answered) => {
      if (answered.ok) {
        if (!isGone(answered.answer)) settle(answered.answer as Answer<N>);
      } else if (!answered.ended) settle({ kind: "failed", message: answered.message });
    });
  }

  /** Ends what is going on. */
  stop(): void {
    for (const { cancelLimit } of this.#asked.values()) cancelLimit?.();
    this.#asked.clear();
    this.#requester.end();
  }

  /** The worker is inside something: whatever it was asked fails. */
  #end(message: string): void {
    const all = [...this.#asked.values()];
    this.#requester.end();
    for (const { fail } of all) fail({ kind: "failed", message });
  }
}
