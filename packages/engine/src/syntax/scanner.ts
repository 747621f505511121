/**
 * Splits a configuration text into tokens, as Alloy's scanner does: newlines become TERMINATOR tokens where a statement
 * could end there, comments are tokens, and after an error the scanner continues with the best token it can name.
 * Offsets are UTF-16 units. Some errors are deliberately reported more than once (a NUL inside a comment that follows
 * a statement is read twice), because the reference implementation does so and the recordings show it.
 */
import { describeCharacter, isDecimal, isDigit, isLetter } from "./characters.ts";
import type { Token, TokenKind } from "./token.ts";

const EOF = -1;
const BYTE_ORDER_MARK = 0xfeff;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SLASH = 0x2f;
const STAR = 0x2a;

/** Takes an error at `start`; `end` is after the text it is about. */
export type ScanErrorHandler = (start: number, end: number, code: string, message: string) => void;

const lower = (ch: number): number => ch | 0x20;

/** Characters that are tokens by themselves, by their codes. */
const PUNCTUATION: ReadonlyMap<number, TokenKind> = new Map(
  (["}", ")", "]", "+", "-", "*", "%", "^", "{", "(", "[", ",", "."] as const).map((one) => [one.charCodeAt(0), one]),
);

export class Scanner {
  readonly #text: string;
  readonly #onError: ScanErrorHandler;
  /** Current code point, its offset, and the offset after it. */
  #ch = EOF;
  #offset = 0;
  #readOffset = 0;
  /** Whether a newline here ends a statement. */
  #insertTerminator = false;

  constructor(text: string, onError: ScanErrorHandler) {
    this.#text = text;
    this.#onError = onError;
    this.#next();
    if (this.#ch === BYTE_ORDER_MARK) this.#next();
  }

  /** The next token; EOF for ever once the end is reached. */
  scan(): Token {
    this.#skipWhitespace();
    const start = this.#offset;
    const ch = this.#ch;
    if (isLetter(ch)) {
      const text = this.#scanIdentifier();
      this.#insertTerminator = true;
      return this.#token(keyword(text), start, text);
    }
    if (isDecimal(ch) || (ch === 0x2e && isDecimal(this.#peek()))) {
      const kind = this.#scanNumber();
      this.#insertTerminator = true;
      return this.#token(kind, start, this.#text.slice(start, this.#offset));
    }
    this.#next();
    switch (ch) {
      case EOF:
        if (this.#insertTerminator) return this.#terminator(start);
        return { kind: "EOF", start, end: start, text: "" };
      case NEWLINE:
        return this.#terminator(start);
      case 0x27:
        this.#error(start, "syntax-single-quoted-string", "illegal single-quoted string; use double quotes");
        return this.#string("ILLEGAL", start, ch, true, false);
      case 0x22:
        return this.#string("STRING", start, ch, true, false);
      case 0x60:
        return this.#string("STRING", start, ch, false, true);
      case 0x7c:
        return this.#doubled("||", start, ch, "missing second | in ||");
      case 0x26:
        return this.#doubled("&&", start, ch, "missing second & in &&");
      case SLASH:
        if (this.#ch !== SLASH && this.#ch !== STAR) return this.#operator("/", start, false);
        return this.#comment(start);
      default:
        return this.#punctuation(ch, start);
    }
  }

  #punctuation(ch: number, start: number): Token {
    switch (ch) {
      case 0x21:
        return this.#maybeEqual("!", "!=", start);
      case 0x3d:
        return this.#maybeEqual("=", "==", start);
      case 0x3c:
        return this.#maybeEqual("<", "<=", start);
      case 0x3e:
        return this.#maybeEqual(">", ">=", start);
    }
    const kind = PUNCTUATION.get(ch);
    if (kind !== undefined) return this.#operator(kind, start, kind === "}" || kind === ")" || kind === "]");
    // A byte order mark was reported when it was read. The state of terminators does not change.
    if (ch !== BYTE_ORDER_MARK)
      this.#error(start, "syntax-illegal-character", `illegal character ${describeCharacter(ch)}`);
    return this.#token("ILLEGAL", start, String.fromCodePoint(ch));
  }

  #token(kind: TokenKind, start: number, text: string): Token {
    return { kind, start, end: this.#offset, text };
  }

  #operator(kind: TokenKind, start: number, insertTerminator: boolean): Token {
    this.#insertTerminator = insertTerminator;
    return this.#token(kind, start, "");
  }

  #maybeEqual(short: TokenKind, long: TokenKind, start: number): Token {
    if (this.#ch !== 0x3d) return this.#operator(short, start, false);
    this.#next();
    return this.#operator(long, start, false);
  }

  #doubled(kind: TokenKind, start: number, ch: number, message: string): Token {
    if (this.#ch === ch) this.#next();
    else this.#error(this.#offset, "syntax-operator", message);
    return this.#operator(kind, start, false);
  }

  #terminator(start: number): Token {
    this.#insertTerminator = false;
    return { kind: "TERMINATOR", start, end: this.#offset, text: "\n" };
  }

  #string(kind: TokenKind, start: number, until: number, escapes: boolean, multiline: boolean): Token {
    this.#insertTerminator = true;
    for (;;) {
      const ch = this.#ch;
      if (ch === EOF || (ch === NEWLINE && !multiline)) {
        this.#error(start, "syntax-unterminated-string", "string literal not terminated", this.#offset);
        break;
      }
      this.#next();
      if (ch === until) break;
      if (escapes && ch === 0x5c) this.#scanEscape();
    }
    return this.#token(kind, start, this.#text.slice(start, this.#offset));
  }

  /** A comment token, or the terminator that must come before a comment which runs to the end of the line. */
  #comment(start: number): Token {
    if (this.#insertTerminator && this.#commentEndsLine()) {
      this.#ch = SLASH;
      this.#offset = start;
      this.#readOffset = start + 1;
      this.#insertTerminator = false;
      return { kind: "TERMINATOR", start, end: start, text: "\n" };
    }
    // The state of terminators is lost after a comment in the middle of a line, as in Alloy.
    this.#insertTerminator = false;
    return this.#scanComment(start);
  }

  /** Reads the character at the read offset, which becomes the current one. */
  #next(): void {
    if (this.#readOffset >= this.#text.length) {
      this.#offset = this.#text.length;
      this.#ch = EOF;
      return;
    }
    this.#offset = this.#readOffset;
    let ch = this.#text.charCodeAt(this.#readOffset);
    let width = 1;
    if (ch === 0) this.#error(this.#offset, "syntax-illegal-character", "illegal character NUL");
    else if (ch >= 0x80) {
      ch = this.#text.codePointAt(this.#readOffset)!;
      if (ch > 0xffff) width = 2;
      else if (ch >= 0xd800 && ch < 0xe000) {
        this.#error(this.#offset, "syntax-encoding", "illegal UTF-8 encoding");
        ch = 0xfffd;
      } else if (ch === BYTE_ORDER_MARK && this.#offset > 0) {
        this.#error(this.#offset, "syntax-illegal-character", "illegal byte order mark");
      }
    }
    this.#readOffset += width;
    this.#ch = ch;
  }

  #peek(): number {
    return this.#readOffset < this.#text.length ? this.#text.charCodeAt(this.#readOffset) : 0;
  }

  #error(start: number, code: string, message: string, end = start + 1): void {
    this.#onError(start, end, code, message);
  }

  #skipWhitespace(): void {
    for (;;) {
      const ch = this.#ch;
      if (ch !== 0x20 && ch !== 0x09 && ch !== CARRIAGE_RETURN && (ch !== NEWLINE || this.#insertTerminator)) return;
      this.#next();
    }
  }

  #scanIdentifier(): string {
    const start = this.#offset;
    while (isLetter(this.#ch) || isDigit(this.#ch)) this.#next();
    return this.#text.slice(start, this.#offset);
  }

  #scanNumber(): TokenKind {
    let kind: TokenKind = "NUMBER";
    const start = this.#offset;
    if (this.#ch !== 0x2e) this.#scanDigits();
    if (this.#ch === 0x2e) {
      kind = "FLOAT";
      this.#next();
      this.#scanDigits();
    }
    if (lower(this.#ch) === 0x65) {
      kind = "FLOAT";
      this.#next();
      if (this.#ch === 0x2b || this.#ch === 0x2d) this.#next();
      if (this.#scanDigits() === 0) this.#error(start, "syntax-number", "exponent has no digits", this.#offset);
    }
    return kind;
  }

  #scanDigits(): number {
    let count = 0;
    for (; isDecimal(this.#ch); count++) this.#next();
    return count;
  }

  /** Reads an escape sequence after its backslash. At an error it stops before the offending character. */
  #scanEscape(): void {
    const start = this.#offset;
    let digits = 0;
    let base = 16;
    let max = 0x10ffff;
    switch (String.fromCodePoint(Math.max(this.#ch, 0))) {
      case "a":
      case "b":
      case "f":
      case "n":
      case "r":
      case "t":
      case "v":
      case "\\":
      case '"':
        this.#next();
        return;
      case "0":
      case "1":
      case "2":
      case "3":
      case "4":
      case "5":
      case "6":
      case "7":
        [digits, base, max] = [3, 8, 255];
        break;
      case "x":
        this.#next();
        [digits, max] = [2, 255];
        break;
      case "u":
        this.#next();
        digits = 4;
        break;
      case "U":
        this.#next();
        digits = 8;
        break;
      default:
        this.#escapeError(start, "unknown escape sequence");
        return;
    }
    let value = 0;
    for (; digits > 0; digits--) {
      const digit = digitValue(this.#ch);
      if (digit >= base) {
        this.#escapeError(start, `illegal character ${describeCharacter(Math.max(this.#ch, 0))} in escape sequence`);
        return;
      }
      // Eight hexadecimal digits at most, so the number is exact.
      value = value * base + digit;
      this.#next();
    }
    if (value > max || (value >= 0xd800 && value < 0xe000))
      this.#error(start, "syntax-escape", "escape sequence is invalid Unicode code point", this.#offset);
  }

  #escapeError(start: number, message: string): void {
    this.#error(start, "syntax-escape", this.#ch === EOF ? "escape sequence not terminated" : message);
  }

  #scanComment(start: number): Token {
    const block = this.#ch === STAR;
    this.#next();
    if (!block) while (this.#ch !== NEWLINE && this.#ch !== EOF) this.#next();
    else if (!this.#scanBlockComment())
      this.#error(start, "syntax-unterminated-comment", "block comment not terminated", this.#offset);
    return this.#token("COMMENT", start, this.#text.slice(start, this.#offset));
  }

  /** Reads to after the end of a block comment; false when there is none. */
  #scanBlockComment(): boolean {
    while (this.#ch !== EOF) {
      const ch = this.#ch;
      this.#next();
      if (ch === STAR && this.#ch === SLASH) {
        this.#next();
        return true;
      }
    }
    return false;
  }

  /** Looks ahead, from the second character of a comment, whether nothing but comments is left on the line. */
  #commentEndsLine(): boolean {
    const second = this.#offset;
    const result = this.#findLineEnd();
    this.#readOffset = second;
    this.#next();
    return result;
  }

  #findLineEnd(): boolean {
    for (;;) {
      const second: number = this.#ch;
      if (second !== STAR) return second === SLASH;
      this.#next();
      while (this.#ch !== EOF) {
        const ch = this.#ch;
        if (ch === NEWLINE) return true;
        this.#next();
        if (ch === STAR && this.#ch === SLASH) {
          this.#next();
          break;
        }
      }
      this.#skipWhitespace();
      const after: number = this.#ch;
      if (after === EOF || after === NEWLINE) return true;
      if (after !== SLASH) return false;
      this.#next();
    }
  }
}

function keyword(text: string): TokenKind {
  if (text === "true" || text === "false") return "BOOL";
  return text === "null" ? "NULL" : "IDENT";
}

function digitValue(ch: number): number {
  if (isDecimal(ch)) return ch - 0x30;
  const letter = lower(ch);
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : 16;
}

/** A comment's text without carriage returns; one between the star and the slash of a block's end stays. */
export function stripCarriageReturns(comment: string): string {
  let text = comment.endsWith("\r") ? comment.slice(0, -1) : comment;
  if (!text.includes("\r")) return text;
  const block = text.startsWith("/*");
  let out = "";
  for (let i = 0; i < text.length; i++) {
    const keep = block && out.length > 2 && out.endsWith("*") && text[i + 1] === "/";
    if (text[i] !== "\r" || keep) out += text[i];
  }
  text = out;
  return text;
}
