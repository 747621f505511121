/**
 * Takes the bodies of requests, with everything that bounds them: bytes of one, bytes of all that are in flight, and
 * time. What does not fit is a `BodyError`, which `answerError` turns into its answer.
 */
import type { IncomingMessage } from "node:http";
import type { After } from "../platform/deadlines.ts";
import { type ReadOptions, readBody, readParts } from "./body.ts";
import { ByteBudget, type ByteShare } from "./byte-budget.ts";
import type { ByteParts } from "./parts.ts";

export interface BodyLimits {
  /** Bytes. */
  readonly limit: number;
  /** Milliseconds; 0 is without end. */
  readonly timeout: number;
}

/** What the bytes of a body are for; they count, with those that it takes of the share, until it is done. */
export type BodyUse<Body, Result> = (body: Body, share: ByteShare) => Result | Promise<Result>;

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

  /** Reads a body and hands it to `use`. */
  take<T>(request: IncomingMessage, limits: BodyLimits, use: BodyUse<Buffer, T>): Promise<T> {
    return this.#take(request, limits, use, readBody);
  }

  /** The same for one who needs it in one piece no more than its client did. */
  takeParts<T>(request: IncomingMessage, limits: BodyLimits, use: BodyUse<ByteParts, T>): Promise<T> {
    return this.#take(request, limits, use, readParts);
  }

  async #take<Body, T>(
    request: IncomingMessage,
    { limit, timeout }: BodyLimits,
    use: BodyUse<Body, T>,
    read: (request: IncomingMessage, limit: number, options: ReadOptions) => Promise<Body>,
  ): Promise<T> {
    const share = this.#budget.open();
    try {
      const result = use(await read(request, limit, { timeout, share, after: this.#after }), share);
      return result instanceof Promise ? await result : result;
    } finally {
      share.close();
    }
  }
}
