/** Work on very many series in steps, so that its driver can let others work. */

import { STEP } from "../base/at-once.ts";

/** Sorts as `Array.sort` does: parts by the platform, and then part with part. */
export function* sortInSteps<T>(items: T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  let parts: T[][] = [];
  for (let from = 0; from < items.length; from += STEP) {
    parts.push(items.slice(from, from + STEP).sort(compare));
    yield;
  }
  while (parts.length > 1) {
    const next: T[][] = [];
    for (let i = 0; i < parts.length; i += 2)
      next.push(i + 1 < parts.length ? yield* mergeSorted(parts[i]!, parts[i + 1]!, compare) : parts[i]!);
    parts = next;
  }
  return parts[0] ?? [];
}

function* mergeSorted<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  const merged: T[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    merged.push(j >= b.length || (i < a.length && compare(a[i]!, b[j]!) <= 0) ? a[i++]! : b[j++]!);
    if (merged.length % STEP === 0) yield;
  }
  return merged;
}
