/**
 * Scanner of template text: a port of Go's text/template/parse/lex.go, because the exact token boundaries, line
 * counts and error texts are part of what users see. Positions are UTF-16 offsets, lines count from 1.
 */
import { isPrintable } from "../../gonumber/index.ts";
import { isAlphaNumeric } from "../runes.ts";
import { quote } from "../values/quote.ts";
import { type Item, type ItemType, KEYWORDS, type Keyword } from "./items.ts";

const EOF = -1;
const SPACES = " \t\r\n";

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0d || code === 0x0a;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** `%#U`: `U+002D '-'`. */
function describeRune(code: number): string {
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return isPrintable(code) ? `${hex} '${String.fromCodePoint(code)}'` : hex;
}

function countNewlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (text.charCodeAt(i) === 0x0a) count++;
  return count;
}

export class Lexer {
  #input: string;
  #pos = 0;
  #start = 0;
  #atEof = false;
  #parenDepth = 0;
  #line = 1;
  #startLine = 1;
  #insideAction = false;

  constructor(input: string) {
    this.#input = input;
  }

  /** The next item; after an error or the end, more of the same. */
  nextItem(): Item {
    let insideAction = this.#insideAction;
    // Left delimiters of comments lead back to text without an item in between.
    for (;;) {
      const item = insideAction ? this.#lexInsideAction() : this.#lexText();
      if (item) return item;
      insideAction = false;
    }
  }

  #next(): number {
    const code = this.#input.codePointAt(this.#pos);
    if (code === undefined) {
      this.#atEof = true;
      return EOF;
    }
    this.#pos += code > 0xffff ? 2 : 1;
    if (code === 0x0a) this.#line++;
    return code;
  }

  #backup(): void {
    if (this.#atEof || this.#pos === 0) return;
    const unit = this.#input.charCodeAt(this.#pos - 1);
    const isPair =
      (unit & 0xfc00) === 0xdc00 && this.#pos > 1 && (this.#input.charCodeAt(this.#pos - 2) & 0xfc00) === 0xd800;
    this.#pos -= isPair ? 2 : 1;
    if (unit === 0x0a) this.#line--;
  }

  #peek(): number {
    const code = this.#next();
    this.#backup();
    return code;
  }

  #emit(type: ItemType): Item {
    const val = this.#input.slice(this.#start, this.#pos);
    const item: Item = { type, pos: this.#start, end: this.#pos, val, line: this.#startLine };
    this.#start = this.#pos;
    this.#startLine = this.#line;
    return item;
  }

  /** Skips the pending text, counting its newlines: only for text that was not read by `#next`. */
  #ignore(): void {
    this.#line += countNewlines(this.#input, this.#start, this.#pos);
    this.#start = this.#pos;
    this.#startLine = this.#line;
  }

  #accept(valid: string): boolean {
    const code = this.#next();
    if (code !== EOF && valid.includes(String.fromCodePoint(code))) return true;
    this.#backup();
    return false;
  }

  #acceptRun(valid: string): void {
    while (this.#accept(valid));
  }

  #error(message: string): Item {
    const item: Item = { type: "error", pos: this.#start, end: this.#pos, val: message, line: this.#startLine };
    this.#start = 0;
    this.#pos = 0;
    this.#input = "";
    return item;
  }

  /** Text up to the next action; undefined after a comment, where text continues. */
  #lexText(): Item | undefined {
    const open = this.#input.indexOf("{{", this.#pos);
    if (open < 0) {
      this.#pos = this.#input.length;
      if (this.#pos > this.#start) {
        this.#line += countNewlines(this.#input, this.#start, this.#pos);
        return this.#emit("text");
      }
      return { ...this.#emit("eof"), val: "EOF" };
    }
    if (open > this.#pos) {
      this.#pos = open;
      const trim = this.#hasLeftTrimMarker(open + 2) ? this.#trailingSpaces(this.#start, open) : 0;
      this.#pos -= trim;
      this.#line += countNewlines(this.#input, this.#start, this.#pos);
      const item = this.#emit("text");
      this.#pos += trim;
      this.#ignore();
      if (item.val !== "") return item;
    }
    return this.#lexLeftDelim();
  }

  #trailingSpaces(from: number, to: number): number {
    let at = to;
    while (at > from && SPACES.includes(this.#input[at - 1]!)) at--;
    return to - at;
  }

  #leadingSpaces(from: number): number {
    let at = from;
    while (at < this.#input.length && SPACES.includes(this.#input[at]!)) at++;
    return at - from;
  }

  #hasLeftTrimMarker(at: number): boolean {
    return this.#input[at] === "-" && isSpace(this.#input.charCodeAt(at + 1));
  }

  #hasRightTrimMarker(at: number): boolean {
    return isSpace(this.#input.charCodeAt(at)) && this.#input[at + 1] === "-";
  }

  /** Whether a right delimiter is here, and whether a trim marker precedes it. */
  #rightDelim(): "none" | "plain" | "trim" {
    if (this.#hasRightTrimMarker(this.#pos) && this.#input.startsWith("}}", this.#pos + 2)) return "trim";
    return this.#input.startsWith("}}", this.#pos) ? "plain" : "none";
  }

  #lexLeftDelim(): Item | undefined {
    this.#pos += 2;
    const afterMarker = this.#hasLeftTrimMarker(this.#pos) ? 2 : 0;
    if (this.#input.startsWith("/*", this.#pos + afterMarker)) {
      this.#pos += afterMarker;
      this.#ignore();
      return this.#lexComment();
    }
    const item = this.#emit("leftDelim");
    this.#insideAction = true;
    this.#pos += afterMarker;
    this.#ignore();
    this.#parenDepth = 0;
    return item;
  }

  #lexComment(): Item | undefined {
    this.#pos += 2;
    const close = this.#input.indexOf("*/", this.#pos);
    if (close < 0) return this.#error("unclosed comment");
    this.#pos = close + 2;
    const delim = this.#rightDelim();
    if (delim === "none") return this.#error("comment ends before closing delimiter");
    this.#line += countNewlines(this.#input, this.#start, this.#pos);
    this.#emit("text");
    if (delim === "trim") this.#pos += 2;
    this.#pos += 2;
    if (delim === "trim") this.#pos += this.#leadingSpaces(this.#pos);
    this.#ignore();
    return undefined;
  }

  #lexRightDelim(): Item {
    const trim = this.#rightDelim() === "trim";
    if (trim) {
      this.#pos += 2;
      this.#ignore();
    }
    this.#pos += 2;
    const item = this.#emit("rightDelim");
    if (trim) {
      this.#pos += this.#leadingSpaces(this.#pos);
      this.#ignore();
    }
    this.#insideAction = false;
    return item;
  }

  #lexInsideAction(): Item {
    if (this.#rightDelim() !== "none")
      return this.#parenDepth === 0 ? this.#lexRightDelim() : this.#error("unclosed left paren");
    const code = this.#next();
    if (code === EOF) return this.#error("unclosed action");
    if (isSpace(code)) {
      this.#backup();
      return this.#lexSpace();
    }
    switch (String.fromCodePoint(code)) {
      case "=":
        return this.#emit("assign");
      case ":":
        return this.#next() === 0x3d ? this.#emit("declare") : this.#error("expected :=");
      case "|":
        return this.#emit("pipe");
      case '"':
        return this.#lexQuoted(0x22, "string", "unterminated quoted string");
      case "`":
        return this.#lexRawQuote();
      case "$":
        return this.#atTerminator() ? this.#emit("variable") : this.#lexFieldOrVariable("variable");
      case "'":
        return this.#lexQuoted(0x27, "charConstant", "unterminated character constant");
      case ".":
        if (this.#pos < this.#input.length && !isDigit(this.#input.charCodeAt(this.#pos)))
          return this.#lexFieldOrVariable("field");
        this.#backup();
        return this.#lexNumber();
      case "(":
        this.#parenDepth++;
        return this.#emit("leftParen");
      case ")":
        this.#parenDepth--;
        return this.#parenDepth < 0 ? this.#error("unexpected right paren") : this.#emit("rightParen");
    }
    if (code === 0x2b || code === 0x2d || isDigit(code)) {
      this.#backup();
      return this.#lexNumber();
    }
    if (isAlphaNumeric(code)) return this.#lexIdentifier();
    if (code <= 0x7f && isPrintable(code)) return this.#emit("char");
    return this.#error(`unrecognized character in action: ${describeRune(code)}`);
  }

  #lexSpace(): Item {
    let spaces = 0;
    while (isSpace(this.#peek())) {
      this.#next();
      spaces++;
    }
    if (this.#hasRightTrimMarker(this.#pos - 1) && this.#input.startsWith("}}", this.#pos + 1)) {
      this.#backup();
      if (spaces === 1) return this.#lexRightDelim();
    }
    return this.#emit("space");
  }

  #lexIdentifier(): Item {
    let code = this.#next();
    while (code !== EOF && isAlphaNumeric(code)) code = this.#next();
    this.#backup();
    const word = this.#input.slice(this.#start, this.#pos);
    if (!this.#atTerminator()) return this.#error(`bad character ${describeRune(code)}`);
    if (KEYWORDS.has(word)) return this.#emit(word as Keyword);
    return this.#emit(word === "true" || word === "false" ? "bool" : "identifier");
  }

  #lexFieldOrVariable(type: "field" | "variable"): Item {
    if (this.#atTerminator()) return this.#emit(type === "variable" ? "variable" : "dot");
    let code = this.#next();
    while (code !== EOF && isAlphaNumeric(code)) code = this.#next();
    this.#backup();
    return this.#atTerminator() ? this.#emit(type) : this.#error(`bad character ${describeRune(code)}`);
  }

  #atTerminator(): boolean {
    const code = this.#peek();
    if (code === EOF || isSpace(code) || ".,|:)(".includes(String.fromCodePoint(code))) return true;
    return this.#input.startsWith("}}", this.#pos);
  }

  #lexQuoted(mark: number, type: "string" | "charConstant", unterminated: string): Item {
    for (;;) {
      let code = this.#next();
      if (code === mark) return this.#emit(type);
      if (code === 0x5c) {
        code = this.#next();
        if (code !== EOF && code !== 0x0a) continue;
      }
      if (code === EOF || code === 0x0a) return this.#error(unterminated);
    }
  }

  #lexRawQuote(): Item {
    for (;;) {
      const code = this.#next();
      if (code === EOF) return this.#error("unterminated raw quoted string");
      if (code === 0x60) return this.#emit("rawString");
    }
  }

  #lexNumber(): Item {
    const isGood = this.#scanNumber();
    if (!isGood) return this.#badNumber();
    const sign = this.#peek();
    if (sign !== 0x2b && sign !== 0x2d) return this.#emit("number");
    // Complex: 1+2i. No spaces, must end in i.
    if (!this.#scanNumber() || this.#input[this.#pos - 1] !== "i") return this.#badNumber();
    return this.#emit("complex");
  }

  #badNumber(): Item {
    return this.#error(`bad number syntax: ${quote(this.#input.slice(this.#start, this.#pos))}`);
  }

  #scanNumber(): boolean {
    this.#accept("+-");
    let digits = "0123456789_";
    if (this.#accept("0")) {
      if (this.#accept("xX")) digits = "0123456789abcdefABCDEF_";
      else if (this.#accept("oO")) digits = "01234567_";
      else if (this.#accept("bB")) digits = "01_";
    }
    this.#acceptRun(digits);
    if (this.#accept(".")) this.#acceptRun(digits);
    const exponent = digits.length === 11 ? "eE" : digits.length === 23 ? "pP" : "";
    if (exponent !== "" && this.#accept(exponent)) {
      this.#accept("+-");
      this.#acceptRun("0123456789_");
    }
    this.#accept("i");
    const code = this.#peek();
    if (code === EOF || !isAlphaNumeric(code)) return true;
    this.#next();
    return false;
  }
}
