/** Counts in words: `1 entry`, `1,200 entries`. */

export const grouped = (count: number): string => count.toLocaleString("en");

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;
