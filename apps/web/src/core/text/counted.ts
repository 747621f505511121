/** Counts in words: `1 entry`, `1,200 entries`. */

export const plural = (count: number | bigint, one: string, many = `${one}s`): string =>
  count === 1 || count === 1n ? one : many;

export const counted = (count: number | bigint, one: string, many?: string): string =>
  `${count.toLocaleString("en")} ${plural(count, one, many)}`;
