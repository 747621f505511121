/** Words that are parts of a head by the colons behind them: padded up to it, or with the next one right behind it. */
import { readLevels } from "../levels/read-levels.ts";
import { AGREE, type Place, type Units, WORDLIKE } from "./column-kinds.ts";
import type { Unit } from "./units.ts";

/** Tags that are padded up to their colon, with blanks in some: `chatty  : `, `wifi hal: `. */
const PADDED = /([A-Za-z_][\w./@$*+#-]*(?: [\w./-]+)?)( *):(?=\s)/y;

/** The units with padded tags where nearly all rows have a tag, and some without blanks before its colon. */
export function paddedTags({ units, texts }: Place): Units {
  const live = units.filter((unit) => unit !== undefined).length;
  const tags = units.filter((unit) => unit?.kind === "tag").length;
  if (tags === 0 || tags === live) return units;
  const read = units.map((unit, i): Unit | undefined => {
    if (unit === undefined || unit.kind === "tag" || !WORDLIKE.has(unit.kind) || unit.kind === "pair") return unit;
    const text = texts[i]!;
    const start = text.lastIndexOf(unit.value, unit.end);
    PADDED.lastIndex = start;
    const found = start < 0 ? null : PADDED.exec(text);
    return found === null
      ? unit
      : { kind: "tag", key: "tag", gap: unit.gap, end: PADDED.lastIndex, value: found[1]!, padded: true };
  });
  const all = read.filter((unit) => unit?.kind === "tag").length;
  const padded = read.some((unit, i) => unit?.padded === true && /\s:$/.test(texts[i]!.slice(0, unit.end)));
  return padded && all >= live * AGREE ? read : units;
}

/** A word with a colon that no blank follows. */
const GLUED = /([A-Za-z_][\w.-]*):(?=[^\s:/\\])/y;

/**
 * The words in front of colons, where nearly all rows have them. `first`: none were before, and one of the first two must be a
 * level for them to be a head.
 */
export function gluedWords({ units, texts }: Place, first: boolean, several: boolean): Units | undefined {
  const second: string[] = [];
  let live = 0;
  const read = units.map((unit, i): Unit | undefined => {
    if (unit === undefined) return undefined;
    live++;
    const text = texts[i]!;
    const start = text.lastIndexOf(unit.value, unit.end);
    if (start < 0 || /^(?:quoted|bracket|pair)$/.test(unit.kind)) return unit;
    const word = gluedAt(text, start);
    if (word === undefined) return unit;
    const end = start + word.length;
    second.push(gluedAt(text, end + 1) ?? "");
    return { kind: "word", key: "word", gap: unit.gap, end, value: word, glued: true };
  });
  const words = read.flatMap((unit) => (unit?.glued === true ? [unit.value] : []));
  if (live === 0 || words.length < live * AGREE) return undefined;
  // Further lines of entries may begin with two words and colons.
  return !first || areLevels(words) || (!several && areLevels(second)) ? read : undefined;
}

function gluedAt(text: string, at: number): string | undefined {
  GLUED.lastIndex = at;
  return GLUED.exec(text)?.[1];
}

const areLevels = (words: readonly string[]): boolean => {
  const read = readLevels("", words);
  return read !== undefined && read.matched >= words.length * AGREE;
};
