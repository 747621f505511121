/**
 * Takes the bodies of requests, with everything that bounds them: bytes of one, bytes of all that are in flight, and
 * time. What does not fit is a `BodyError`, which `answerError` turns into its answer.
 */
import type { IncomingMessage } from "node:http";
import { type After, readBody } from "./body.ts";
import { ByteBudget, type ByteShare } from "./byte-budget.ts";

export interface IntakeLimits {
  /** Bytes of all bodies together, while they arrive and for as long as they are worked on. */
  readonly inFlight: number;
  /** How the time of a body is measured; without it by the platform's timers. */
  readonly after?: After | undefined;
}

export class BodyIntake {
  readonly #budget: ByteBudget;
  readonly #after: After | undefined;

  constructor({ inFlight, after }: IntakeLimits) {
    this.#budget = new ByteBudget(inFlight);
    this.#after = after;
  }

  /** Bytes in flight. */
  get held(): number {
    return this.#budget.held;
  }

  /**
   * Reads a body of at most `limit` bytes within `timeout` milliseconds (0: without end) and hands it to `use`; its bytes
   * count, with those that `use` takes of the share, until that is done.
   */
  async take<T>(
    request: IncomingMessage,
    { limit, timeout }: { readonly limit: number; readonly timeout: number },
    use: (body: Buffer, share: ByteShare) => T | Promise<T>,
  ): Promise<T> {
    const share = this.#budget.open();
    try {
      return await use(await readBody(request, limit, { timeout, share, after: this.#after }), share);
    } finally {
      share.close();
    }
  }
}
