/** What many lines begin with, so that a narrow list can begin where they differ. */

/** A cut that saves less is not worth the mark that stands for it. */
const LEAST = 8;
/** Lines looked at; with ten thousand it is the same. */
const LOOKED_AT = 500;

/** Length of the beginning that `lines` have in common, up to a break between words; 0 where cutting it gains nothing. */
export function commonPrefix(lines: readonly string[]): number {
  const [first = "", ...rest] = lines.filter((line) => line !== "").slice(0, LOOKED_AT);
  if (rest.length === 0) return 0;
  let length = first.length;
  for (const line of rest) {
    let same = 0;
    while (same < length && line[same] === first[same]) same++;
    length = same;
  }
  while (length > 0 && /[\p{L}\p{N}]/u.test(first[length - 1]!)) length--;
  return length < LEAST ? 0 : length;
}
