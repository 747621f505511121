/**
 * An expression that matches the lines of a pattern, made of these lines themselves: what is the same in all of them is written
 * out, and what varies becomes the narrowest class that its values allow. It is then tried on all lines, those of other patterns
 * too, and what it gets wrong is counted.
 */
import { compileRegex, quoteMeta } from "@sluice/languages/re2";
import { withinLimit } from "../base/within-limit.ts";
import { createTokens, findMessageText, MAX_MESSAGE, MAX_TOKENS, type TokenKind, tokenize } from "../patterns/index.ts";
import { findSensitive } from "../sensitive/index.ts";

export interface PlacedLine {
  readonly line: string;
  /** It begins an entry of the pattern. */
  readonly own: boolean;
}

export interface PatternExpression {
  /** RE2. */
  readonly text: string;
  /** Lines of the pattern, and how many of them match. */
  readonly own: number;
  readonly matched: number;
  /** Lines of other patterns that match too. */
  readonly others: number;
}

/** Lines that are worked on at once. */
const STEP = 500;
/** Ways in which the lines of a pattern may be written: wrapped or not, with more or fewer fields. */
const MAX_SHAPES = 4;
/** Tokens and characters of an expression; what follows them in the lines may be anything. */
const MAX_PLACES = 80;
const MAX_EXPRESSION = 2000;

/** Tokens of these kinds are written out where all lines have the same text there. */
const CONSTANT: ReadonlySet<TokenKind> = new Set(["text", "mark", "name", "quoted"]);

/** The best expression, in steps of some hundred lines; undefined where no line is the pattern's. */
export function* expressionInSteps(lines: readonly PlacedLine[]): Generator<undefined, PatternExpression | undefined> {
  const shapes = new Map<string, Shape>();
  for (const [i, { line, own }] of lines.entries()) {
    if (own) takeIn(shapes, line);
    if (i % STEP === STEP - 1) yield;
  }
  const most = [...shapes.values()].sort((a, b) => b.count - a.count).slice(0, MAX_SHAPES);
  if (most.length === 0) return undefined;
  let best: PatternExpression | undefined;
  for (const isNarrow of [false, true]) {
    const texts = most.map((shape) => shape.write(isNarrow));
    const text = texts.length === 1 ? texts[0]! : `(?:${texts.join("|")})`;
    const tried = yield* tryOut(text, lines);
    if (tried !== undefined && (best === undefined || mistakes(tried) < mistakes(best))) best = tried;
    if (best !== undefined && mistakes(best) === 0) break;
  }
  return best;
}

const mistakes = ({ own, matched, others }: PatternExpression): number => own - matched + others;

function* tryOut(text: string, lines: readonly PlacedLine[]): Generator<undefined, PatternExpression | undefined> {
  const compiled = compileRegex(text);
  if (!compiled.ok) return undefined;
  const counts = { own: 0, matched: 0, others: 0 };
  for (const [i, { line, own }] of lines.entries()) {
    const matches = withinLimit(() => compiled.regex.test(line)) === true;
    if (own) counts.own++;
    if (matches) counts[own ? "matched" : "others"]++;
    if (i % STEP === STEP - 1) yield;
  }
  return { text, ...counts };
}

function takeIn(shapes: Map<string, Shape>, line: string): void {
  const found = locate(line);
  tokenize(found.text, TOKENS);
  const key = `${found.isEscaped ? "\\" : ""}${shapeOf()}`;
  let shape = shapes.get(key);
  if (shape === undefined) {
    shape = new Shape(found.isEscaped);
    shapes.set(key, shape);
  }
  shape.add(found);
}

const TOKENS = createTokens();

/** Marks, with the number of values between them. */
function shapeOf(): string {
  let shape = "";
  for (let i = 0; i < TOKENS.count; i++) shape += TOKENS.kinds[i] === "mark" ? TOKENS.texts[i]! : "a";
  return shape;
}

interface Located {
  /** The message; the whole line where it does not stand in the line as it reads. */
  readonly text: string;
  /** It stands there with JSON's escapes. */
  readonly isEscaped: boolean;
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

/** Where the message of a line stands in it. Of an entry of several lines only the first tells the pattern. */
function locate(whole: string): Located {
  const end = whole.indexOf("\n");
  const line = end < 0 ? whole : whole.slice(0, end);
  const message = findMessageText(line);
  const escaped = JSON.stringify(message).slice(1, -1);
  for (const [spelled, isEscaped] of [
    [message, false],
    [escaped, true],
  ] as const) {
    const at = line.lastIndexOf(spelled);
    if (at < 0) continue;
    return cut(message, isEscaped, at === 0, end < 0 && at + spelled.length === line.length);
  }
  return cut(line, false, true, end < 0);
}

function cut(text: string, isEscaped: boolean, atStart: boolean, atEnd: boolean): Located {
  const isWhole = text.length <= MAX_MESSAGE;
  return { text: isWhole ? text : text.slice(0, MAX_MESSAGE), isEscaped, atStart, atEnd: atEnd && isWhole };
}

/** What stands at one place in all lines of a shape. */
class Place {
  readonly kind: TokenKind;
  readonly text: string;
  readonly gap: string;
  varies: boolean;
  gapVaries = false;
  gapMayMiss: boolean;
  readonly #holds = new Map<Form, boolean>();
  /** Characters of the values other than letters, digits and `_`; undefined: one of them is not ASCII. */
  #marks: Set<string> | undefined = new Set();

  constructor(kind: TokenKind, text: string, gap: string) {
    this.kind = kind;
    this.text = text;
    this.gap = gap;
    this.varies = !CONSTANT.has(kind);
    this.gapMayMiss = gap === "";
    this.#look(text);
  }

  add(text: string, gap: string): void {
    if (gap !== this.gap) this.gapVaries = true;
    if (gap === "") this.gapMayMiss = true;
    if (text === this.text) return;
    this.varies = true;
    this.#look(text);
  }

  #look(text: string): void {
    for (const form of FORMS) if (this.#holds.get(form) !== false) this.#holds.set(form, form.every.test(text));
    if (this.#marks === undefined) return;
    for (const mark of text.replaceAll(/\w+/g, "")) {
      if (mark > "~" || mark < "!") this.#marks = undefined;
      else this.#marks?.add(mark);
      if (this.#marks === undefined) return;
    }
  }

  write(spell: (text: string) => string, isNarrow: boolean): string {
    const gap = this.gapVaries ? (this.gapMayMiss ? "\\s*" : "\\s+") : literal(this.gap);
    return gap + (this.varies ? this.#writeValue(isNarrow) : literal(spell(this.text)));
  }

  #writeValue(isNarrow: boolean): string {
    const form = FORMS.find((one) => this.#holds.get(one));
    if (form === undefined) return ".+?";
    if (form !== WORD || !isNarrow || this.#marks === undefined) return form.written;
    const marks = [...this.#marks].sort().map((mark) => (/[\\\][^-]/.test(mark) ? `\\${mark}` : safe(mark)));
    return marks.length === 0 ? "\\w+" : `[\\w${marks.join("")}]+`;
  }
}

interface Form {
  readonly every: RegExp;
  readonly written: string;
}

/** The last of them has words of any kind, in any text without blanks. */
const WORD: Form = { every: /^\S+$/, written: "\\S+" };
/** What values look like, the narrowest first. */
const FORMS: readonly Form[] = [
  { every: /^\d+$/, written: "\\d+" },
  { every: /^[-+]?\d+$/, written: "[-+]?\\d+" },
  { every: /^[-+]?\d+(?:\.\d+)?$/, written: "[-+]?\\d+(?:\\.\\d+)?" },
  { every: /^"(?:[^"\\]|\\.)*"$/, written: '"(?:[^"\\\\]|\\\\.)*"' },
  { every: /^'[^']*'$/, written: "'[^']*'" },
  WORD,
];

class Shape {
  count = 0;
  readonly #isEscaped: boolean;
  #places: readonly Place[] = [];
  #atStart = true;
  #atEnd = true;

  constructor(isEscaped: boolean) {
    this.#isEscaped = isEscaped;
  }

  add({ text, atStart, atEnd }: Located): void {
    const { texts, kinds, gaps } = TOKENS;
    const count = Math.min(TOKENS.count, MAX_PLACES);
    if (this.count++ === 0) {
      this.#places = Array.from({ length: count }, (_, i) => new Place(kinds[i]!, texts[i]!, gaps[i]!));
      hideSecrets(this.#places, text);
    } else for (const [i, place] of this.#places.entries()) place.add(texts[i]!, gaps[i]!);
    if (!atStart) this.#atStart = false;
    if (!atEnd || TOKENS.count > count || TOKENS.count >= MAX_TOKENS) this.#atEnd = false;
  }

  write(isNarrow: boolean): string {
    const spell = this.#isEscaped ? (text: string) => JSON.stringify(text).slice(1, -1) : (text: string) => text;
    let text = this.#atStart ? "^" : "";
    for (const place of this.#places) {
      const next = place.write(spell, isNarrow);
      if (text.length + next.length > MAX_EXPRESSION) return text;
      text += next;
    }
    return this.#atEnd ? `${text}$` : text;
  }
}

/** A secret is never written into a configuration, even where all lines have the same one. */
function hideSecrets(places: readonly Place[], text: string): void {
  const secrets = findSensitive(text).filter(({ sensitivity }) => sensitivity === "secret");
  if (secrets.length === 0) return;
  let at = 0;
  for (const place of places) {
    const start = at + place.gap.length;
    at = start + place.text.length;
    if (secrets.some((one) => one.start < at && start < one.end)) place.varies = true;
  }
}

/** A text as it stands in an expression that fits into back quotes on one line. */
function literal(text: string): string {
  return [...quoteMeta(text)].map(safe).join("");
}

const safe = (unit: string): string =>
  unit === "`" || unit < " " || unit === "\x7f" ? `\\x${unit.charCodeAt(0).toString(16).padStart(2, "0")}` : unit;
