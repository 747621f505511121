/** The distribution of a value's numbers over buckets. */
import { goFloat } from "@sluice/languages/govalue";
import type { ProbedEntry } from "./entries.ts";

export interface Spread {
  /** Of each bucket, and last of what is above all of them. */
  readonly counts: readonly number[];
  /** Entries whose value is a number; the others are not counted. */
  readonly numbers: number;
  readonly total: number;
  /** Absent where there are none. */
  readonly range: { readonly min: number; readonly median: number; readonly max: number } | undefined;
}

/** `bounds` are upper bounds, ascending, included. */
export function spreadOf(entries: readonly ProbedEntry[], source: string, bounds: readonly number[]): Spread {
  const numbers: number[] = [];
  for (const { entry } of entries) {
    const value = entry.extracted.get(source);
    const number = value === undefined ? undefined : goFloat(value);
    if (number?.ok && Number.isFinite(number.value)) numbers.push(number.value);
  }
  numbers.sort((a, b) => a - b);
  const counts = new Array<number>(bounds.length + 1).fill(0);
  for (const number of numbers) {
    const bucket = bounds.findIndex((bound) => number <= bound);
    counts[bucket < 0 ? bounds.length : bucket]!++;
  }
  const at = (share: number) => numbers[Math.floor((numbers.length - 1) * share)]!;
  return {
    counts,
    numbers: numbers.length,
    total: entries.length,
    range: numbers.length === 0 ? undefined : { min: at(0), median: at(0.5), max: at(1) },
  };
}
