/**
 * The text of a YAML stream with the reader's place in it. Lines and columns count characters, and what ends a line is YAML
 * 1.1's. Characters that YAML does not allow are an error only once they are read: text after the first document is not read,
 * except that a reader takes its input in blocks.
 */
import { utf8Length } from "../base/text.ts";
import { YamlError } from "./value.ts";

export interface Mark {
  /** Characters before. */
  readonly index: number;
  /** From 0. */
  readonly line: number;
  readonly column: number;
  /** UTF-16 offset in the text. */
  readonly offset: number;
}

/** Code units that have a meaning of their own. */
export const TAB = 9;
export const LF = 10;
export const CR = 13;
export const SPACE = 32;
const BOM = 0xfeff;

/** Bytes that are read, and checked, at once. */
const BLOCK = 512;

/** Everything that is not allowed in a stream. */
const FORBIDDEN = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

export const isBreak = (unit: number): boolean =>
  unit === LF || unit === CR || unit === 0x85 || unit === 0x2028 || unit === 0x2029;
export const isBlank = (unit: number): boolean => unit === SPACE || unit === TAB;
/** A line break or the end. */
export const isBreakOrEnd = (unit: number): boolean => unit === 0 || isBreak(unit);
export const isBlankOrEnd = (unit: number): boolean => isBlank(unit) || isBreakOrEnd(unit);
export const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;
export const isHex = (unit: number): boolean =>
  isDigit(unit) || (unit >= 65 && unit <= 70) || (unit >= 97 && unit <= 102);
/** What names are made of: letters and digits of ASCII, `_` and `-`. */
export const isWord = (unit: number): boolean =>
  isDigit(unit) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit === 95 || unit === 45;

export class Source {
  readonly #text: string;
  #at: number;
  #index = 0;
  #line = 0;
  #column = 0;
  /** Where the block starts that holds a forbidden character. */
  readonly #limit: number;
  /** Line breaks since something that is not a blank. */
  newlines = 0;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.charCodeAt(0) === BOM ? 1 : 0;
    this.#limit = blockOfForbidden(text, this.#at);
  }

  get mark(): Mark {
    return { index: this.#index, line: this.#line, column: this.#column, offset: this.#at };
  }

  get index(): number {
    return this.#index;
  }

  get line(): number {
    return this.#line;
  }

  get column(): number {
    return this.#column;
  }

  /** The code unit `ahead` of the place; 0 at the end. */
  unit(ahead = 0): number {
    const at = this.#at + ahead;
    if (at >= this.#limit) throw new YamlError("yaml: control characters are not allowed", at);
    return at < this.#text.length ? this.#text.charCodeAt(at) : 0;
  }

  /** Whether `indicator` (`---` or `...`) is here, at the start of a line and by itself. */
  isDocumentIndicator(indicator: number): boolean {
    if (this.#column !== 0) return false;
    for (let i = 0; i < 3; i++) if (this.unit(i) !== indicator) return false;
    return isBlankOrEnd(this.unit(3));
  }

  /** Passes one character that is not a line break. */
  skip(): void {
    const unit = this.unit();
    if (!isBlank(unit)) this.newlines = 0;
    this.#at += unit >= 0xd800 && unit < 0xdc00 ? 2 : 1;
    this.#index++;
    this.#column++;
  }

  /** Passes one character that is not a line break, and gives it. */
  take(): string {
    const from = this.#at;
    this.skip();
    return this.#text.slice(from, this.#at);
  }

  /** Skips a line break and returns its meaning: `\n`, or U+2028 and U+2029 themselves; empty without one. */
  takeBreak(): string {
    const unit = this.unit();
    if (!isBreak(unit)) return "";
    const two = unit === CR && this.unit(1) === LF;
    this.#at += two ? 2 : 1;
    this.#index += two ? 2 : 1;
    this.#column = 0;
    this.#line++;
    this.newlines++;
    return unit === 0x2028 || unit === 0x2029 ? String.fromCharCode(unit) : "\n";
  }

  /** The end counts as the start of a line. */
  endLine(): void {
    if (this.#column === 0) return;
    this.#column = 0;
    this.#line++;
  }
}

function blockOfForbidden(text: string, start: number): number {
  const found = FORBIDDEN.exec(text);
  if (!found) return Number.POSITIVE_INFINITY;
  let block = start;
  let bytes = start === 0 ? 0 : utf8Length(text.slice(0, start));
  for (let at = start; at < found.index; ) {
    const unit = text.charCodeAt(at);
    const width = unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit < 0xdc00 ? 4 : 3;
    if (bytes + width > BLOCK) {
      block = at;
      bytes = 0;
    }
    bytes += width;
    at += width === 4 ? 2 : 1;
  }
  // The forbidden character itself may open the next block.
  return bytes + utf8Length(found[0]) > BLOCK ? found.index : block;
}
