/** The smallest single replacement that turns one text into another. */

/** At `at`, `inserted` replaces `removed`. */
export interface TextSplice {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/** How many of the front and of the back are equal, the two apart. */
export function commonEnds(
  before: number,
  after: number,
  same: (b: number, a: number) => boolean,
): { readonly front: number; readonly back: number } {
  const most = Math.min(before, after);
  let front = 0;
  while (front < most && same(front, front)) front++;
  let back = 0;
  while (back < most - front && same(before - 1 - back, after - 1 - back)) back++;
  return { front, back };
}

/** The smallest splice that turns `before` into `after`; undefined where they are equal. No character is cut in two. */
export function spliceText(before: string, after: string): TextSplice | undefined {
  if (before === after) return undefined;
  let { front, back } = commonEnds(before.length, after.length, (b, a) => before.charCodeAt(b) === after.charCodeAt(a));
  if (front > 0 && isHigh(before, front - 1)) front--;
  if (back > 0 && isLow(before, before.length - back)) back--;
  return {
    at: front,
    removed: before.slice(front, before.length - back),
    inserted: after.slice(front, after.length - back),
  };
}

const isHigh = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800;
const isLow = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
