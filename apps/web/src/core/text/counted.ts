/** Counts in words: `1 entry`, `1,200 entries`. */

/** `1,200`. */
export const grouped = (count: number | bigint): string => count.toLocaleString("en");

/** `2nd`, `12th`, `1,003rd`. */
export function ordinal(count: number): string {
  const ends = { 1: "st", 2: "nd", 3: "rd" } as const;
  const last = count % 10;
  const end = Math.floor(count / 10) % 10 !== 1 && (last === 1 || last === 2 || last === 3) ? ends[last] : "th";
  return `${grouped(count)}${end}`;
}

export const plural = (count: number | bigint, one: string, many = `${one}s`): string =>
  count === 1 || count === 1n ? one : many;

export const counted = (count: number | bigint, one: string, many?: string): string =>
  `${grouped(count)} ${plural(count, one, many)}`;
