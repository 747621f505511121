/**
 * Go layouts guessed from texts of times: each stretch of a text is read as every component that it may be, and a layout
 * counts if it reads all, or nearly all, of the texts. If day and month are ambiguous, the texts decide.
 */
import { compileLayout, LAYOUTS, LONG_DAYS, LONG_MONTHS, SHORT_DAYS, SHORT_MONTHS } from "./layout.ts";
import { compileTimestampFormat, isFixedFormat } from "./loki-timestamp.ts";
import { parseTime } from "./parse.ts";

export interface GuessedFormat {
  /** A format of `stage.timestamp`: a layout, or a name such as `RFC3339` or `UnixMs`. */
  readonly format: string;
  /** How many of the texts it reads. */
  readonly matched: number;
  readonly total: number;
  /** The texts do not show in which order day, month and year stand. */
  readonly ambiguous: boolean;
}

/** Number of examined texts, and their maximum length. */
const MAX_TEXTS = 1000;
const MAX_LENGTH = 80;
/** Texts that layouts are made from; the others only count. */
const MADE_FROM = 8;

/** Formats that read at least one of `texts`, the best first; of equal ones that which is a name, then the usual order. */
export function guessTimeFormats(texts: readonly string[]): GuessedFormat[] {
  const given = texts.slice(0, MAX_TEXTS).filter((text) => text !== "" && text.length <= MAX_LENGTH);
  const candidates = new Set<string>();
  for (const text of fromAll(given, MADE_FROM)) for (const format of formatsOf(text)) candidates.add(format);
  const guessed = [...candidates].flatMap((format): GuessedFormat[] => {
    const compiled = compileTimestampFormat(format);
    if (!compiled.ok) return [];
    const matched = given.filter((text) => typeof compiled.parse(text, 0n) === "bigint").length;
    return matched === 0 ? [] : [{ format, matched, total: texts.length, ambiguous: false }];
  });
  guessed.sort((a, b) => b.matched - a.matched || Number(isFixedFormat(b.format)) - Number(isFixedFormat(a.format)));
  const best = guessed[0]?.matched;
  return guessed.map((one) => ({ ...one, ambiguous: one.matched === best && hasTwin(one.format, guessed, best) }));
}

/** At most `most` of `texts`, from the beginning to the end. */
const fromAll = (texts: readonly string[], most: number): readonly string[] =>
  texts.length <= most ? texts : Array.from({ length: most }, (_, i) => texts[Math.floor((i * texts.length) / most)]!);

/** Whether a format with day, month or year in another order reads as many. */
const hasTwin = (format: string, all: readonly GuessedFormat[], matched: number): boolean =>
  all.some((other) => other.matched === matched && differsInOrder(other.format, format));

/** Whether two formats have the same components in another order. */
export const differsInOrder = (a: string, b: string): boolean =>
  a !== b && [...a].sort().join("") === [...b].sort().join("");

/** What `text` may be a time of. */
function formatsOf(text: string): string[] {
  const digits = countFormat(text);
  if (digits !== undefined) return [digits];
  const layouts = layoutsOf(text).filter(
    (layout) => parseTime(compileLayout(layout), text).ok && hasDateOrTime(layout),
  );
  return layouts.flatMap((layout) => [...nameOf(layout), layout]);
}

/** Digits since 1970, recognized by their number: from 2001 to 2286. */
function countFormat(text: string): string | undefined {
  if (/^\d{10}(?:\.\d{1,9})?$/.test(text)) return "Unix";
  if (/^\d{13}$/.test(text)) return "UnixMs";
  if (/^\d{16}$/.test(text)) return "UnixUs";
  return /^\d{19}$/.test(text) ? "UnixNs" : undefined;
}

const hasDateOrTime = (layout: string): boolean => /2006|06|15|Jan|0?3:04/.test(layout);

/** A name with the same meaning in `stage.timestamp`, besides the layout. */
function nameOf(layout: string): string[] {
  if (layout === LAYOUTS.RFC3339 || /^2006-01-02T15:04:05\.[09]+Z07:00$/.test(layout))
    return [layout.includes(".") ? "RFC3339Nano" : "RFC3339"];
  const name = (["ANSIC", "UnixDate", "RubyDate", "RFC822", "RFC822Z", "RFC850", "RFC1123", "RFC1123Z"] as const).find(
    (one) => LAYOUTS[one] === layout,
  );
  return name === undefined ? [] : [name];
}

interface Piece {
  readonly pattern: RegExp;
  /** Layouts for what it matches; several where it could be one or the other. */
  readonly layouts: (found: RegExpExecArray) => readonly string[];
}

const names = (list: readonly string[]): string => list.join("|");
const LETTERS_AFTER = "(?![A-Za-z])";
const fraction = (found: string | undefined): string =>
  found === undefined ? "" : found[0]! + "0".repeat(found.length - 1);

/** In the order in which they are tried at a place. */
const PIECES: readonly Piece[] = [
  { pattern: new RegExp(`(?:${names(LONG_DAYS)})${LETTERS_AFTER}`, "iy"), layouts: () => ["Monday"] },
  { pattern: new RegExp(`(?:${names(SHORT_DAYS)})${LETTERS_AFTER}`, "iy"), layouts: () => ["Mon"] },
  {
    pattern: new RegExp(`(?:${names(LONG_MONTHS)})${LETTERS_AFTER}`, "iy"),
    layouts: ([found]) => (found.length === 3 ? ["Jan", "January"] : ["January"]),
  },
  { pattern: new RegExp(`(?:${names(SHORT_MONTHS)})${LETTERS_AFTER}`, "iy"), layouts: () => ["Jan"] },
  { pattern: /\d{4}([-/.])\d\d\1\d\d(?!\d)/y, layouts: ([, mark]) => [`2006${mark}01${mark}02`] },
  {
    pattern: /(?<=\d{4}-\d\d-\d\d-)[0-2]\d\.[0-5]\d\.[0-5]\d(\.\d{1,9})?(?!\d)/y,
    layouts: ([, part]) => [`15.04.05${fraction(part)}`],
  },
  {
    pattern: /\d\d([-/.])\d\d\1\d{4}(?!\d)/y,
    layouts: ([, mark]) => [`02${mark}01${mark}2006`, `01${mark}02${mark}2006`],
  },
  {
    pattern: /\d\d([-/.])\d\d\1\d\d(?!\d)/y,
    layouts: ([, mark]) => [`06${mark}01${mark}02`, `02${mark}01${mark}06`, `01${mark}02${mark}06`],
  },
  {
    pattern: /\d{1,2}([-/.])\d{1,2}\1\d{4}(?!\d)/y,
    layouts: ([, mark]) => [`2${mark}1${mark}2006`, `1${mark}2${mark}2006`],
  },
  {
    pattern: /20\d\d[01]\d[0-3]\d(?:([T _-])?[0-2]\d[0-5]\d[0-5]\d([.,]\d{1,9})?)?(?!\d)/y,
    layouts: ([found, mark, part]) => [found.length > 8 ? `20060102${mark ?? ""}150405${fraction(part)}` : "20060102"],
  },
  { pattern: /\d\d-\d\d(?= \d\d:\d\d)/y, layouts: () => ["01-02", "02-01"] },
  { pattern: /\d\d[01]\d[0-3]\d(?=[ T_-])/y, layouts: () => ["060102"] },
  {
    pattern: /(\d{1,2}):(\d\d)(:\d\d)?([.,]\d{1,9})?( ?)(AM|PM|am|pm)(?![A-Za-z])/y,
    layouts: ([, hour, , seconds, part, gap, half]) => [
      `${hour!.length === 2 ? "03" : "3"}:04${seconds === undefined ? "" : ":05"}${fraction(part)}${gap}${half!.toLowerCase() === half ? "pm" : "PM"}`,
    ],
  },
  {
    pattern: /(\d{1,2}):(\d\d)(:\d\d)?([.,]\d{1,9})?(?!\d)/y,
    layouts: ([, , , seconds, part]) => [
      `15:04${seconds === undefined ? "" : ":05"}${seconds === undefined ? "" : fraction(part)}`,
    ],
  },
  { pattern: /[+-]\d\d:\d\d(?!\d)/y, layouts: () => ["Z07:00", "-07:00"] },
  // A zone stands behind a clock: what follows a day or a month is the year.
  { pattern: /(?<=\d ?)[+-]\d{4}(?!\d)/y, layouts: () => ["-0700"] },
  { pattern: /Z(?![A-Za-z])/y, layouts: () => ["Z07:00"] },
  { pattern: /[A-Z]{3,4}(?![A-Za-z])/y, layouts: () => ["MST"] },
  { pattern: /[0-2]\d[0-5]\d[0-5]\d(?!\d)/y, layouts: () => ["150405"] },
  { pattern: /[01]\d[0-3]\d(?= \d\d:\d\d:)/y, layouts: () => ["0102"] },
  { pattern: /(?:19|20)\d\d(?!\d)/y, layouts: () => ["2006"] },
  { pattern: / \d(?![\d:])/y, layouts: () => ["_2", " 2"] },
  { pattern: /\d\d(?!\d)/y, layouts: () => ["02", "_2", "2"] },
  { pattern: /\d(?!\d)/y, layouts: () => ["2"] },
];

/** Maximum number of layouts of a text. */
const MAX_LAYOUTS = 12;

function layoutsOf(text: string): string[] {
  let made = [""];
  for (let at = 0; at < text.length; ) {
    let found: RegExpExecArray | null = null;
    let pieces: readonly string[] = [];
    for (const { pattern, layouts } of PIECES) {
      pattern.lastIndex = at;
      found = pattern.exec(text);
      if (found === null) continue;
      pieces = layouts(found);
      break;
    }
    const taken = found?.[0] ?? text[at]!;
    // What is not a component is literal, except a digit, which a layout would read as something else.
    if (found === null) {
      if (/[\d]/.test(taken)) return [];
      pieces = [taken];
    }
    made = made.flatMap((start) => pieces.map((piece) => start + piece)).slice(0, MAX_LAYOUTS);
    at += taken.length;
  }
  return made;
}
