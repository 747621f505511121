/** Counts in words: `1 entry`, `1,200 entries`. */

export const grouped = (count: number): string => count.toLocaleString("en");

/** `98.4 %` */
export const percent = (part: number, whole: number): string =>
  `${(whole === 0 ? 0 : (100 * part) / whole).toFixed(1)} %`;

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;
