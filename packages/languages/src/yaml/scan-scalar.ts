/** The scalars of YAML as text: blocks (`|`, `>`), quoted ones, and plain ones, with their folding of lines. */
import {
  isBlank,
  isBlankOrEnd,
  isBreak,
  isBreakOrEnd,
  isDigit,
  isHex,
  type Mark,
  type Source,
  SPACE,
  TAB,
} from "./source.ts";
import { scanError } from "./token.ts";

const HASH = 35;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const COLON = 58;
const QUOTE = 34;
const APOSTROPHE = 39;
const BACKSLASH = 92;

const isDocumentIndicator = (source: Source): boolean =>
  source.isDocumentIndicator(MINUS) || source.isDocumentIndicator(DOT);

/** Line breaks between two pieces of text: one becomes a space; of several, the first is dropped. */
const fold = (first: string, more: string): string => (first !== "\n" ? first + more : more === "" ? " " : more);

/** A block scalar from its `|` or `>`; `indent` is that of the block around. */
export function scanBlockScalar(source: Source, indent: number): string {
  const start = source.mark;
  const literal = source.take() === "|";
  const { chomping, increment } = blockHeader(source, start);
  let column = increment === 0 ? 0 : Math.max(indent, 0) + increment;
  let trailing = "";
  /** Passes empty lines and the indentation; the first time it may find out how much that is. */
  const passBreaks = () => {
    trailing = "";
    let widest = 0;
    for (;;) {
      while ((column === 0 || source.column < column) && source.unit() === SPACE) source.skip();
      widest = Math.max(widest, source.column);
      if ((column === 0 || source.column < column) && source.unit() === TAB)
        throw scanError(source, start, "found a tab character where an indentation space is expected");
      if (!isBreak(source.unit())) break;
      trailing += source.takeBreak();
    }
    if (column === 0) column = Math.max(widest, indent + 1, 1);
  };
  passBreaks();
  let text = "";
  let lineBreak = "";
  let wasBlank = false;
  while (source.column === column && source.unit() !== 0) {
    const blank = isBlank(source.unit());
    // Lines that start with a blank are not folded, neither before nor after.
    if (literal || wasBlank || blank || lineBreak !== "\n") text += lineBreak + trailing;
    else text += fold(lineBreak, trailing);
    wasBlank = blank;
    while (!isBreakOrEnd(source.unit())) text += source.take();
    lineBreak = source.takeBreak();
    passBreaks();
  }
  if (chomping !== "-") text += lineBreak;
  return chomping === "+" ? text + trailing : text;
}

/** Chomping and indentation in either order, then at most a comment. */
function blockHeader(source: Source, start: Mark): { chomping: string; increment: number } {
  let chomping = "";
  let increment = 0;
  const readChomping = () => {
    const unit = source.unit();
    if (unit === PLUS || unit === MINUS) chomping = source.take();
  };
  const readIncrement = () => {
    if (!isDigit(source.unit())) return;
    if (source.unit() === 48) throw scanError(source, start, "found an indentation indicator equal to 0");
    increment = Number(source.take());
  };
  readChomping();
  readIncrement();
  if (chomping === "" && increment > 0) readChomping();
  while (isBlank(source.unit())) source.skip();
  if (source.unit() === HASH) while (!isBreakOrEnd(source.unit())) source.skip();
  if (!isBreakOrEnd(source.unit())) throw scanError(source, start, "did not find expected comment or line break");
  source.takeBreak();
  return { chomping, increment };
}

/** Blanks and line breaks between two words of a quoted or plain scalar. */
class Gap {
  blanks = "";
  first = "";
  more = "";
  /** Whether there was a line break, escaped or not. */
  broken = false;

  /** Skips the character at the place; blanks at the start of a line do not count. */
  pass(source: Source, onBlank?: () => void): void {
    for (;;) {
      const unit = source.unit();
      if (isBlank(unit)) {
        onBlank?.();
        if (this.broken) source.skip();
        else this.blanks += source.take();
      } else if (!isBreak(unit)) return;
      else if (this.broken) this.more += source.takeBreak();
      else {
        this.blanks = "";
        this.first = source.takeBreak();
        this.broken = true;
      }
    }
  }

  /** What the gap means, which ends it. */
  text(): string {
    const text = this.broken ? fold(this.first, this.more) : this.blanks;
    this.blanks = this.first = this.more = "";
    this.broken = false;
    return text;
  }
}

/** A quoted scalar from its opening quote. */
export function scanQuoted(source: Source): string {
  const start = source.mark;
  const quote = source.unit();
  source.skip();
  const gap = new Gap();
  let text = "";
  for (;;) {
    if (isDocumentIndicator(source)) throw scanError(source, start, "found unexpected document indicator");
    if (source.unit() === 0) throw scanError(source, start, "found unexpected end of stream");
    while (!isBlankOrEnd(source.unit())) {
      const unit = source.unit();
      if (unit === quote) {
        if (quote !== APOSTROPHE || source.unit(1) !== APOSTROPHE) break;
        source.skip();
        text += source.take();
      } else if (unit !== BACKSLASH || quote !== QUOTE) text += source.take();
      else if (isBreak(source.unit(1))) {
        source.skip();
        source.takeBreak();
        gap.broken = true;
        break;
      } else text += scanEscape(source, start);
    }
    if (source.unit() === quote) break;
    gap.pass(source);
    text += gap.text();
  }
  source.skip();
  return text;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  t: "\t",
  "\t": "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  e: "\x1b",
  " ": " ",
  '"': '"',
  "'": "'",
  "\\": "\\",
  N: "\x85",
  _: "\xa0",
  L: "\u2028",
  P: "\u2029",
};
const CODES: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function scanEscape(source: Source, start: Mark): string {
  const letter = String.fromCharCode(source.unit(1));
  const known = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
  const length = Object.hasOwn(CODES, letter) ? CODES[letter]! : 0;
  if (known === undefined && length === 0) throw scanError(source, start, "found unknown escape character");
  source.skip();
  source.skip();
  if (known !== undefined) return known;
  let digits = "";
  for (let i = 0; i < length; i++) {
    if (!isHex(source.unit(i))) throw scanError(source, start, "did not find expected hexdecimal number");
    digits += String.fromCharCode(source.unit(i));
  }
  const code = Number.parseInt(digits, 16);
  if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff)
    throw scanError(source, start, "found invalid Unicode character escape code");
  for (let i = 0; i < length; i++) source.skip();
  return String.fromCodePoint(code);
}

const FLOW_ENDS: ReadonlySet<number> = new Set([..."?,[]{}"].map((character) => character.charCodeAt(0)));

/** A plain scalar; `indent` is that of the block around. `broken` says that it ended after a line break. */
export function scanPlain(source: Source, indent: number, inFlow: boolean): { text: string; broken: boolean } {
  const start = source.mark;
  const gap = new Gap();
  let text = "";
  const refuseTab = () => {
    if (gap.broken && source.column < indent + 1 && source.unit() === TAB)
      throw scanError(source, start, "found a tab character that violates indentation");
  };
  for (;;) {
    if (isDocumentIndicator(source) || source.unit() === HASH) break;
    while (!isBlankOrEnd(source.unit())) {
      const unit = source.unit();
      if (unit === COLON && isBlankOrEnd(source.unit(1))) break;
      if (inFlow && FLOW_ENDS.has(unit)) break;
      text += gap.text() + source.take();
    }
    const unit = source.unit();
    if (!isBlank(unit) && !isBreak(unit)) break;
    gap.pass(source, refuseTab);
    if (!inFlow && source.column < indent + 1) break;
  }
  return { text, broken: gap.broken };
}
