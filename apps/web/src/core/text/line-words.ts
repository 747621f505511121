/** The words of a line, for keyboard navigation. */

/** UTF-16 offsets. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** What values are made of; what stands between is blanks, quotes, brackets and signs. */
const WORD = /[\p{L}\p{N}_](?:[\p{L}\p{N}_.:/+%@-]*[\p{L}\p{N}_/%])?/gu;

/**
 * The word of `line` after (`by` 1) or before (−1) what is at `from`; from undefined the first or the last. Undefined where
 * there is none.
 */
export function wordFrom(line: string, from: LineSpan | undefined, by: 1 | -1): LineSpan | undefined {
  const words = [...line.matchAll(WORD)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
  if (from === undefined) return by === 1 ? words[0] : words.at(-1);
  return by === 1 ? words.find(({ start }) => start >= from.end) : words.findLast(({ end }) => end <= from.start);
}
