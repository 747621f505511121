/** The pause between two attempts, as Grafana's clients make it. */
import { MILLISECOND, type Nanos, type Random, SECOND } from "@sluice/engine";

export interface Backoff {
  readonly min: Nanos;
  readonly max: Nanos;
}

/** Where doubling ends, whatever the maximum is. */
const MOST_DOUBLINGS = 40;

/** The pause after the attempt with this number, from 1: between `d` and `2 d`, where `d` doubles each time, up to the maximum. */
export function pauseAfter(attempt: number, { min, max }: Backoff, random: Random): Nanos {
  const doublings = BigInt(Math.min(attempt - 1, MOST_DOUBLINGS));
  const shortest = smaller(min << doublings, max);
  const longest = smaller(min << (doublings + 1n), max);
  // A minimum above the maximum counts.
  if (min >= max || shortest >= longest) return min > max ? min : shortest;
  return shortest + BigInt(Math.floor(random.next() * Number(longest - shortest)));
}

/** How long an answer asks to be left alone, by its `Retry-After`: seconds, or a date. Undefined where it says nothing of use. */
export function retryAfterOf(text: string | undefined, now: Nanos): Nanos | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return BigInt(text) * SECOND;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return undefined;
  const pause = BigInt(at) * MILLISECOND - now;
  return pause > 0n ? pause : undefined;
}

const smaller = (a: Nanos, b: Nanos): Nanos => (a < b ? a : b);
