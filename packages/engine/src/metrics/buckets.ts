/** Upper bounds of a histogram's buckets, from values that it would get. */

const MAX_BUCKETS = 12;
/** Steps of a decade. */
const STEPS = [1, 2.5, 5] as const;

/**
 * From below the smallest values up to the greatest, in steps that people read easily; some usual ones where no number is given.
 */
export function bucketsFor(values: readonly number[]): number[] {
  const sorted = values.filter((value) => Number.isFinite(value) && value > 0).sort((a, b) => a - b);
  if (sorted.length === 0) return [0.1, 0.5, 1, 5, 10];
  // One value far away from all others makes no buckets between.
  const low = sorted[Math.floor((sorted.length - 1) * 0.05)]!;
  const high = sorted.at(-1)!;
  const bounds: number[] = [];
  for (let power = Math.floor(Math.log10(low)); ; power++)
    for (const step of STEPS) {
      const bound = Number((step * 10 ** power).toPrecision(3));
      if (bound * 2 > low) bounds.push(bound);
      if (bound >= high) return bounds.length === 1 ? [bound / 2, bound] : thinned(bounds);
    }
}

/** Where they span many decades, each decade has fewer; the last bound stays. */
function thinned(bounds: readonly number[]): number[] {
  const every = Math.ceil(bounds.length / MAX_BUCKETS);
  return bounds.filter((_, i) => (bounds.length - 1 - i) % every === 0);
}
