/**
 * Expressions that find a selected stretch of a line, made from its surroundings: the key before it, the shape of everything
 * left of it, the end of the line, or, if nothing else finds it, its position. Each is checked on its own line before it
 * counts.
 */
import { guessTimeFormats } from "@sluice/languages/gotime";
import { compileRegex, quoteMeta, type Regex } from "@sluice/languages/re2";

export interface RegexCandidate {
  readonly expression: string;
  readonly regex: Regex;
  /** It matches by the value alone, at any place. */
  readonly byShape: boolean;
}

/** Characters of a line up to the end of what is selected, from which expressions are made, and candidates at most. */
const MAX_LEFT = 4096;
const MAX_CANDIDATES = 40;
/** For one beginning. */
const MAX_SHAPES = 6;

/** Shapes of values, the narrowest first. */
const SHAPES: readonly string[] = [
  "-?\\d+",
  "-?\\d+\\.\\d+",
  "-?\\d+(?:\\.\\d+)?",
  "\\d{1,3}(?:\\.\\d{1,3}){3}",
  "[A-Za-z]+",
  "\\w+",
  "[\\w.-]+",
  "\\S+",
];

/** Values recognized by their shape at any place: addresses, ids, card numbers. */
const TELLING: readonly string[] = [
  "\\d{1,3}(?:\\.\\d{1,3}){3}",
  "[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+",
  "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
  "\\d{4}(?:[ -]?\\d{4}){3}",
  "[0-9a-fA-F]{32,}",
];

/** With one named group, `name`, which is exactly `start` to `end` of `line`; never empty for a selection that is not. */
export function regexCandidates(line: string, start: number, end: number, name: string): RegexCandidate[] {
  if (start >= end || end > line.length || end > MAX_LEFT) return [];
  const value = line.slice(start, end);
  const left = line.slice(0, start);
  const next = line[end];
  const rights = [...new Set(["", next === undefined ? "$" : quoteMeta(String.fromCodePoint(line.codePointAt(end)!))])];
  const values = SHAPES.filter((shape) => new RegExp(`^(?:${shape})$`).test(value));
  if (next !== undefined && /[^\w\s\ud800-\udfff]/.test(next) && !value.includes(next))
    values.push(`[^${escapeInClass(next)}]+`);
  // A time of several words matches by its digits and words: "anything" would match what is not a time.
  if (/\s/.test(value) && guessTimeFormats([value]).length > 0) values.push(shape(value), timeShape(value));
  else values.push(".+?", ".+");
  const found: RegexCandidate[] = [];
  const add = (expression: string, byShape = false): boolean => {
    const result = compileRegex(expression);
    if (!result.ok || found.length === MAX_CANDIDATES) return false;
    const at = result.regex.execIndices(line);
    if (at === null || at[2] !== start || at[3] !== end) return false;
    if (!found.some((one) => one.expression === expression)) found.push({ expression, regex: result.regex, byShape });
    return true;
  };
  for (const shape of TELLING) if (new RegExp(`^(?:${shape})$`).test(value)) add(`\\b(?P<${name}>${shape})\\b`, true);
  for (const before of lefts(left)) {
    let made = 0;
    for (const shape of values)
      for (const right of rights) if (made < MAX_SHAPES && add(`${before}(?P<${name}>${shape})${right}`)) made++;
  }
  const opening = openingOf(left);
  if (opening !== undefined && ENDS.test(line.slice(end))) {
    let made = 0;
    for (const shape of values)
      if (made < 2 && add(`${opening}(?P<${name}>${shape})${quoteMeta(line.slice(end))}$`)) made++;
  }
  if (!found.some(({ byShape }) => !byShape))
    add(`^${anything([...left].length)}(?P<${name}>${anything([...value].length)})`);
  return found;
}

/** What is right of a value that ends its line: brackets and stops, no words. */
const ENDS = /^[^\w\n]{0,4}$/;

/** What parts a value from the text before it, where that is no letter of a word. */
function openingOf(left: string): string | undefined {
  const last = /[^\w]$/u.exec(left)?.[0];
  return last === undefined ? undefined : /\s/.test(last) ? "\\s" : quoteMeta(last);
}

const escapeInClass = (char: string): string => (/[\]\\^-]/.test(char) ? `\\${char}` : char);

/** That many characters; one count may not exceed 1000. */
function anything(count: number): string {
  const thousands = "(?s:.{1000})".repeat(Math.floor(count / 1000));
  return count % 1000 === 0 ? thousands : `${thousands}(?s:.{${count % 1000}})`;
}

/** The key that `left` ends in, with its sign and what opens the value: `user="`, `pid: `. */
export const keyBefore = (left: string): RegExpExecArray | null =>
  /([A-Za-z_][\w.-]*)(["']?)(\s*)([=:])(\s*)(["'[(]?)$/.exec(left);

function lefts(left: string): string[] {
  const key = keyBefore(left);
  const keyed: string[] = [];
  if (key !== null) {
    const [, word, quote, , mark, , opening] = key as unknown as string[];
    keyed.push(`\\b${quoteMeta(word!)}${quote}\\s*${mark}\\s*${quoteMeta(opening!)}`);
  }
  if (left === "") return ["^"];
  return [...keyed, `^${tokens(left)}`, `^${shape(left)}`, `^${quoteMeta(left)}`];
}

/** Expressions for a stretch of a line that is no value, from the loosest to the text itself. */
export const forms = (text: string): string[] => [...new Set([tokens(text), shape(text), quoteMeta(text)])];

/** By words: what is in quotes or brackets, what has no blanks, blanks. */
function tokens(left: string): string {
  const pieces = left.match(/"[^"]*"|\[[^\]]*\]|[^\s"[]+|\s+|["[]/g) ?? [];
  return pieces
    .map((piece, i) => {
      if (/^\s/.test(piece)) return piece === " " ? " " : "\\s+";
      if (/^".*"$/s.test(piece)) return '"[^"]*"';
      if (/^\[.*\]$/s.test(piece)) return "\\[[^\\]]*\\]";
      const isWhole = /^\s/.test(pieces[i + 1] ?? "") && (i === 0 || /^\s/.test(pieces[i - 1]!));
      return isWhole && /\w/.test(piece) ? "\\S+" : shape(piece);
    })
    .join("");
}

/** Fractions of a second come and go: some loggers leave out zeros. */
function timeShape(value: string): string {
  const clock = /^(.*\d{2}:\d{2}:\d{2})(?:[.,]\d+)?(.*)$/s.exec(value);
  return clock === null ? shape(value) : `${shape(clock[1]!)}(?:[.,]\\d+)?${shape(clock[2]!)}`;
}

/** Digits and words by their classes, everything else literally. */
function shape(text: string): string {
  return (text.match(/\d+|[A-Za-z_]\w*|\s+|[^\w\s]+|./gsu) ?? [])
    .map((piece) =>
      /^\d/.test(piece) ? "\\d+" : /^[A-Za-z_]/.test(piece) ? "\\w+" : /^\s/.test(piece) ? "\\s+" : quoteMeta(piece),
    )
    .join("");
}
