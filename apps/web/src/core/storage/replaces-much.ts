/**
 * Whether a change removes so much that the state before it is saved automatically, whatever made the change: an import over a
 * document, all samples removed, a fix over many lines. What moved or was added takes nothing away.
 */
import type { DocumentContent } from "../model/document.ts";

/** Losing so many lines, or samples, is much. */
export const MUCH = 5;
/** Of something small, losing half is much. */
const MUCH_OF_SMALL = 3;

type Replaced = Pick<DocumentContent, "text" | "tests" | "samples">;

/** From this many characters on, losing half of a line is much: it is hard to write again. */
const LONG_LINE = 400;

/** Of one change, from what the document was to what it is. */
export function replacesMuch(before: Replaced, after: Replaced): boolean {
  return (
    isMuch(lostLines(before.text, after.text)) ||
    isMuch(lostLines(before.tests, after.tests)) ||
    isMuch(lostSamples(before.samples, after.samples))
  );
}

interface Lost {
  readonly lost: number;
  /** Of how many. */
  readonly of: number;
}

const NOTHING: Lost = { lost: 0, of: 0 };

const isMuch = ({ lost, of }: Lost): boolean =>
  lost >= MUCH || (lost >= MUCH_OF_SMALL && lost * 2 >= of) || (lost > 1 && lost === of);

/** Lines that are not blank and are nowhere in the other text. Asked after every key: only lines that differ are compared. */
function lostLines(before: string, after: string): Lost {
  if (before === after) return NOTHING;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  // Typing or inserting removed nothing: most keys end here.
  if (start + sameAtEnd(before, after, shorter - start) === before.length) return NOTHING;
  start = start === 0 ? 0 : before.lastIndexOf("\n", start - 1) + 1;
  let same = sameAtEnd(before, after, shorter - start);
  const lineEnd = before.indexOf("\n", before.length - same);
  same = lineEnd < 0 ? 0 : before.length - lineEnd;
  const replaced = linesOf(before.slice(start, before.length - same));
  const put = linesOf(after.slice(start, after.length - same));
  const lost = missing(replaced, put);
  if (lost === 1 && losesLongLine(replaced, put)) return { lost: MUCH, of: MUCH };
  return lost < 2 ? NOTHING : { lost, of: linesOf(before).length };
}

/** How many of the last `most` characters two texts have in common. */
function sameAtEnd(before: string, after: string, most: number): number {
  let same = 0;
  while (same < most && before.charCodeAt(before.length - same - 1) === after.charCodeAt(after.length - same - 1))
    same++;
  return same;
}

/** Whether a line lost most of something long: an expression, a template, JSON. */
function losesLongLine(before: readonly string[], after: readonly string[]): boolean {
  const line = before.find((one) => one.length >= LONG_LINE && !after.includes(one));
  if (line === undefined) return false;
  const stays = after.some((one) => {
    const shorter = Math.min(one.length, line.length);
    let front = 0;
    while (front < shorter && one.charCodeAt(front) === line.charCodeAt(front)) front++;
    return (front + sameAtEnd(line, one, shorter - front)) * 2 >= line.length;
  });
  return !stays;
}

const linesOf = (text: string): string[] => text.split("\n").flatMap((line) => line.trim() || []);

function lostSamples(before: DocumentContent["samples"], after: DocumentContent["samples"]): Lost {
  if (before === after) return NOTHING;
  // All of few: of a single one nothing else is left.
  if (after.length === 0) return { lost: Math.max(before.length, before.length && MUCH), of: before.length };
  const kept = after.map(({ line }) => line);
  return {
    lost: missing(
      before.map(({ line }) => line),
      kept,
    ),
    of: before.length,
  };
}

/** How many of `items` the others lack, each of them counted as often as it is there. */
function missing(items: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  let lost = 0;
  for (const one of items) {
    const count = left.get(one) ?? 0;
    if (count === 0) lost++;
    else left.set(one, count - 1);
  }
  return lost;
}
