/**
 * A token bucket with the arithmetic of golang.org/x/time/rate, so that entries pass at the very nanoseconds at which
 * they pass there: tokens are floats, a waiting time is cut to whole nanoseconds, and a wait of less than one is none.
 */
import { type Nanos, SECOND } from "@sluice/languages/base";

/** Go's longest duration. */
const FOREVER: Nanos = (1n << 63n) - 1n;

export class TokenBucket {
  readonly #rate: number;
  readonly #burst: number;
  #tokens: number;
  #last: Nanos | undefined;

  /** `rate` in tokens per second, above zero; `burst` tokens at most, which is what it starts with. */
  constructor(rate: number, burst: number) {
    this.#rate = rate;
    this.#burst = burst;
    this.#tokens = burst;
  }

  /** Takes a token if there is one. */
  take(now: Nanos): boolean {
    return this.#reserve(now, 0n) !== undefined;
  }

  /** Takes a token, perhaps a future one; returns the time until it is available. */
  reserve(now: Nanos): Nanos {
    return this.#reserve(now, FOREVER)!;
  }

  #reserve(now: Nanos, longest: Nanos): Nanos | undefined {
    // The greatest float means "no limit".
    if (this.#rate >= Number.MAX_VALUE) return 0n;
    const tokens = this.#advance(now) - 1;
    const wait = tokens < 0 ? this.#durationOf(-tokens) : 0n;
    if (wait > longest) return undefined;
    this.#last = now;
    this.#tokens = tokens;
    return wait;
  }

  #advance(now: Nanos): number {
    const last = this.#last;
    if (last === undefined) return this.#burst;
    if (now <= last) return this.#tokens;
    const elapsed = now - last;
    const seconds = Number(elapsed / SECOND) + Number(elapsed % SECOND) / 1e9;
    return Math.min(this.#tokens + seconds * this.#rate, this.#burst);
  }

  #durationOf(tokens: number): Nanos {
    const nanos = (tokens / this.#rate) * 1e9;
    return nanos >= Number(FOREVER) ? FOREVER : BigInt(Math.trunc(nanos));
  }
}
