/** Asks a worker of its own to compare, so that a comparison can be ended without ending the preview. */

import { type Failed, NewestClient } from "../../core/workers/newest-client.ts";
import type { Scheduler } from "../../core/workers/port.ts";
import type { Files } from "../../core/workers/preview-client.ts";
import type { PreviewKinds } from "../../core/workers/preview-protocol.ts";
import type { StartKinds } from "../../core/workers/requests.ts";
import type { CompareAnswer, CompareOrder } from "./compare.ts";

/** Milliseconds, counted from when the worker has loaded. */
export const COMPARE_LIMIT = 20_000;

const LIMIT = {
  milliseconds: COMPARE_LIMIT,
  message: `The comparison took longer than ${COMPARE_LIMIT / 1000} s and was stopped. Compare fewer samples.`,
};

export type Compared = CompareAnswer | Failed;

export class CompareClient {
  readonly #client: NewestClient;

  /** `files`: the files that stages may name. */
  constructor(start: StartKinds<PreviewKinds>, scheduler: Scheduler, files: () => Files) {
    this.#client = new NewestClient(start, scheduler, files, LIMIT);
  }

  /** Calls `done` once, unless another comparison starts or this one is stopped first. */
  compare(order: CompareOrder, done: (compared: Compared) => void): void {
    this.#client.ask("compare", order, done);
  }

  /** Stops the running comparison. */
  stop(): void {
    this.#client.stop();
  }
}
