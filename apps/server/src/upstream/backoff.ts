/** The pause between two attempts, as Grafana's clients make it. */
import type { Nanos, Random } from "@sluice/engine";

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

const smaller = (a: Nanos, b: Nanos): Nanos => (a < b ? a : b);
