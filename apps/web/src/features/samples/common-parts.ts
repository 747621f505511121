/**
 * Finds what nearly all lines have in common, at the beginning and in the middle, so that the rows of a narrow list show
 * what varies. A row leaves a part out only if it has exactly that text there.
 */

/** Leaving out less is not worth the mark. */
const LEAST = 4;
/** Leaving out less in total is not worth it either. */
const LEAST_IN_ALL = 8;
/** The number of sampled lines, spread over all: enough for ten thousand. */
const LOOKED_AT = 500;
/** The most words of a line that are read. */
const MOST_WORDS = 32;
/** The share of lines that must have a word at its place. */
const NEARLY_ALL = 0.95;

export interface CommonParts {
  /** By place: the word of nearly all lines, with the blanks after it. */
  readonly words: readonly (string | undefined)[];
  /** The common beginning of the words at the first varying place. */
  readonly beginning: { readonly place: number; readonly text: string };
}

export interface LinePart {
  readonly text: string;
  /** Offset in the line. */
  readonly from: number;
  readonly isLeftOut: boolean;
}

const NOTHING: CommonParts = { words: [], beginning: { place: 0, text: "" } };

/** The first words of a line, each with the blanks after it; the rest of a long line is not read. */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/\S+\s*|\s+/g)) {
    words.push(word);
    if (words.length === MOST_WORDS) break;
  }
  return words;
}

/** What `lines` have in common; nothing if leaving it out gains nothing. */
export function commonParts(lines: readonly string[]): CommonParts {
  const told = lines.filter((line) => line !== "");
  const step = Math.max(1, told.length / LOOKED_AT);
  const all = Array.from({ length: Math.min(told.length, LOOKED_AT) }, (_, i) => wordsOf(told[Math.floor(i * step)]!));
  if (all.length < 2) return NOTHING;
  const words = Array.from({ length: MOST_WORDS }, (_, place) => mostCommon(all, place));
  while (words.length > 0 && words.at(-1) === undefined) words.pop();
  const place = words.includes(undefined) ? words.indexOf(undefined) : words.length;
  const alike = all.filter((line) => words.slice(0, place).every((word, i) => word === line[i]));
  const begins = beginningOf(alike.flatMap((line) => line[place] ?? []));
  // Alone it has to be long enough: half of an address would look like a whole one.
  const text = place > 0 || begins.length >= LEAST_IN_ALL ? begins : "";
  const common = { words, beginning: { place, text } };
  const saved = words.reduce((sum, word) => sum + (word?.length ?? 0), text.length);
  return saved < LEAST_IN_ALL ? NOTHING : common;
}

function mostCommon(lines: readonly (readonly string[])[], place: number): string | undefined {
  const counts = new Map<string, number>();
  for (const { [place]: word } of lines) if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const [word, count] of counts) if (count >= lines.length * NEARLY_ALL && count > 1) return word;
  return undefined;
}

/** The common beginning of all `words`, up to a break within them. */
function beginningOf(words: readonly string[]): string {
  const [first = "", ...rest] = words;
  if (rest.length === 0) return "";
  let length = first.length;
  for (const word of rest) {
    let same = 0;
    while (same < length && word[same] === first[same]) same++;
    length = same;
  }
  while (length > 0 && /[\p{L}\p{N}]/u.test(first[length - 1]!)) length--;
  return first.slice(0, length);
}

/** Splits a line into parts that together are the whole line: shown ones, and left-out ones. */
export function partsOf(line: string, { words: common, beginning }: CommonParts): readonly LinePart[] {
  const parts: { text: string; from: number; isLeftOut: boolean }[] = [];
  const add = (text: string, isLeftOut: boolean) => {
    if (text === "") return;
    const last = parts.at(-1);
    if (last?.isLeftOut === isLeftOut) last.text += text;
    else parts.push({ text, from: last === undefined ? 0 : last.from + last.text.length, isLeftOut });
  };
  let at = 0;
  for (const [place, word] of wordsOf(line).entries()) {
    at += word.length;
    if (word === common[place]) add(word, true);
    else if (place === beginning.place && word.startsWith(beginning.text)) {
      add(beginning.text, true);
      add(word.slice(beginning.text.length), false);
    } else add(word, false);
  }
  add(line.slice(at), false);
  if (!parts.some(({ isLeftOut }) => !isLeftOut)) return [{ text: line, from: 0, isLeftOut: false }];
  return joined(
    parts.map((part) => (part.isLeftOut && part.text.length < LEAST ? { ...part, isLeftOut: false } : part)),
  );
}

function joined(parts: readonly LinePart[]): LinePart[] {
  const found: LinePart[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (last !== undefined && last.isLeftOut === part.isLeftOut)
      found[found.length - 1] = { ...last, text: last.text + part.text };
    else found.push(part);
  }
  return found;
}
