/** Counts in words: `1 entry`, `1,200 entries`. */

/** `1,200`. */
export const grouped = (count: number | bigint): string => count.toLocaleString("en");

export const plural = (count: number | bigint, one: string, many = `${one}s`): string =>
  count === 1 || count === 1n ? one : many;

export const counted = (count: number | bigint, one: string, many?: string): string =>
  `${grouped(count)} ${plural(count, one, many)}`;
