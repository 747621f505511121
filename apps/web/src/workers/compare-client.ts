/** Asks a worker of its own to compare, so that previews go on; what takes too long is ended with the worker. */
import type { CompareAnswer, CompareOrder } from "../domain/compare.ts";
import type { Scheduler } from "./port.ts";
import type { Files } from "./preview-client.ts";
import type { PreviewKinds } from "./preview-protocol.ts";
import { Requester, type StartKinds } from "./requests.ts";

/** Milliseconds, from when the worker is loaded. */
export const COMPARE_LIMIT = 20_000;

export type Compared = CompareAnswer | { readonly kind: "failed"; readonly message: string };

export class CompareClient {
  readonly #requester: Requester<PreviewKinds>;
  readonly #scheduler: Scheduler;
  #nth = 0;
  #cancelLimit: (() => void) | undefined;

  /** `files`: what stages may name. */
  constructor(start: StartKinds<PreviewKinds>, scheduler: Scheduler, files: () => Files) {
    this.#scheduler = scheduler;
    this.#requester = new Requester(start, (ask) => {
      for (const [path, file] of Object.entries(files())) ask("file", { path, file }, () => {});
    });
  }

  /** `done` is called once, unless it is asked again or stopped before. */
  compare(order: CompareOrder, done: (compared: Compared) => void): void {
    const nth = ++this.#nth;
    this.#cancelLimit?.();
    const settle = (compared: Compared) => {
      if (nth !== this.#nth) return;
      this.#nth++;
      this.#cancelLimit?.();
      done(compared);
    };
    // To load the worker and the engine takes as long as it takes.
    this.#requester.ask("ready", null, ({ ok }) => {
      if (!ok || nth !== this.#nth) return;
      this.#cancelLimit = this.#scheduler.after(COMPARE_LIMIT, () => {
        this.#requester.end();
        settle({
          kind: "failed",
          message: `It took longer than ${COMPARE_LIMIT / 1000} s and was ended: compare fewer samples.`,
        });
      });
    });
    this.#requester.ask("compare", order, (answered) => {
      if (answered.ok) {
        if (answered.answer !== undefined) settle(answered.answer);
      } else if (!answered.ended) settle({ kind: "failed", message: answered.message });
    });
  }

  /** Ends what is going on. */
  stop(): void {
    this.#nth++;
    this.#cancelLimit?.();
    this.#requester.end();
  }
}
