/** A level that stands somewhere in the lines, where no value that was read is one. */
import { freeName } from "../../detect/index.ts";
import { isDoubtfulLevel, levelOf } from "../../vocabulary/index.ts";
import { firstLine } from "../first-line.ts";
import type { Texts } from "../read/reading.ts";
import { type ValueInside, valueInside } from "../value-inside.ts";

interface Place {
  /** RE2, and how it ends up around the level. */
  readonly before: string;
  readonly after: string;
  /** The level may be in small letters. */
  readonly anyCase: boolean;
  /** Share of the lines that must have one: words alone may be of a sentence. */
  readonly enough: number;
}

const PLACES: readonly Place[] = [
  { before: "\\[", after: "\\]", anyCase: true, enough: 0.2 },
  { before: ": ", after: ": ", anyCase: true, enough: 0.2 },
  { before: "\\s", after: "[:\\s]", anyCase: false, enough: 0.6 },
];
/** Lines at least, and characters of each in which a level is looked for. */
const MIN_FOUND = 5;
const MAX_LENGTH = 200;

const USUAL = ["TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "CRITICAL", "FATAL"];

/** `taken`: names of other values. */
export function findLevelInside(texts: Texts, taken: ReadonlySet<string>): ValueInside | undefined {
  const given = texts.flatMap((text) => (text === undefined ? [] : [firstLine(text, MAX_LENGTH)]));
  const name = freeName("level", taken);
  for (const { before, after, anyCase, enough } of PLACES) {
    const regex = new RegExp(`${before}(${anyCase ? "[A-Za-z]" : "[A-Z]"}{3,12})(?=${after})`, "g");
    const found = given.flatMap((text) => firstLevel(text.matchAll(regex)) ?? []);
    const certain = found.filter((word) => !isDoubtfulLevel(word)).length;
    if (certain < MIN_FOUND || certain < given.length * enough) continue;
    const expression = `^[^\\n]*?${before}(?P<${name}>${wordsLike(found).join("|")})${after}`;
    const inside = valueInside(texts, { name, expression, found: found.length });
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function firstLevel(found: Iterable<RegExpExecArray>): string | undefined {
  for (const [, word] of found) if (levelOf(word!) !== undefined) return word;
  return undefined;
}

/** The words that were found, and the usual ones as these are written. */
function wordsLike(found: readonly string[]): string[] {
  const written = [
    (word: string) => word,
    (word: string) => word.toLowerCase(),
    (word: string) => word[0]! + word.slice(1).toLowerCase(),
  ];
  const forms = written.filter((form) => found.some((word) => form(word.toUpperCase()) === word));
  return [...new Set([...found, ...forms.flatMap((form) => USUAL.map(form))])];
}
