/**
 * The text of a JSONPath as bytes (one character for each), because places in messages count bytes, and what numbers,
 * strings and regular expressions in it mean. Where the library that Alloy uses fails on its own, so does this.
 */
import { decodeGo, encodeUtf8 } from "@sluice/languages/base";
import { parseFloat64, parseInt64 } from "@sluice/languages/gonumber";
import { compileRegex, type Regex } from "@sluice/languages/re2";
import { float, int, type Value } from "../../value.ts";
import { PathError } from "./path.ts";

const DIGIT = /^[0-9]$/;
const ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  t: "\t",
  n: "\n",
  f: "\f",
  r: "\r",
  '"': '"',
  "'": "'",
  "\\": "\\",
};

const fromBytes = (bytes: string): string => decodeGo(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
const toBytes = (text: string): string => Array.from(encodeUtf8(text), (byte) => String.fromCharCode(byte)).join("");

export class PathReader {
  readonly bytes: string;
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
    this.bytes = toBytes(text);
  }

  get atEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  /** The mistake at the place. */
  error(what: string): PathError {
    return new PathError(`${what} at ${this.at + 1} in ${this.#text}`);
  }

  refuseEnd(what = "not terminated"): void {
    if (this.atEnd) throw this.error(what);
  }

  /** The byte at the place; fails at the end. */
  peek(): string {
    if (this.atEnd)
      throw new PathError(`runtime error: index out of range [${this.at}] with length ${this.bytes.length}`);
    return this.bytes[this.at]!;
  }

  next(): string {
    const byte = this.peek();
    this.at++;
    return byte;
  }

  /** Passes blanks and gives what follows, passed too; at the end the last byte, or nothing. */
  nextBehindBlanks(): string {
    let byte = "";
    while (!this.atEnd) {
      byte = this.next();
      if (byte !== " ") break;
    }
    return byte;
  }

  /** Passes blanks; what follows, or nothing at the end. */
  peekBehindBlanks(): string {
    while (!this.atEnd && this.bytes[this.at] === " ") this.at++;
    return this.bytes[this.at] ?? "";
  }

  text(from: number, to: number): string {
    if (to < from || to > this.bytes.length)
      throw new PathError(`runtime error: slice bounds out of range [${to < from ? from : ""}:${to}]`);
    return fromBytes(this.bytes.slice(from, to));
  }

  /** A whole number from its first byte, which was passed, and the byte after it, passed too. */
  readInteger(first: string): { value: number; after: string } {
    let byte = first;
    const negative = byte === "-";
    if (negative) {
      this.refuseEnd("expected a number");
      byte = this.next();
    }
    const start = this.at;
    let value = 0n;
    while (DIGIT.test(byte)) {
      value = BigInt.asIntN(64, value * 10n + BigInt(byte));
      if (this.atEnd) break;
      byte = this.next();
    }
    if (this.at === start) throw this.error("expected a number");
    return { value: Number(negative ? -value : value), after: byte };
  }

  /** A number of a filter from its first byte, which was passed. */
  readNumber(first: string): Value {
    let digits = first;
    let byte = first;
    const readDigits = () => {
      while (!this.atEnd) {
        byte = this.bytes[this.at]!;
        if (!DIGIT.test(byte)) break;
        digits += byte;
        this.at++;
      }
    };
    readDigits();
    if (byte === ".") {
      digits += byte;
      this.at++;
      readDigits();
    } else if (byte !== "e" && byte !== "E") {
      const whole = parseInt64(digits);
      if (!whole.ok) {
        const reason = /^-?\d+$/.test(digits) ? "value out of range" : "invalid syntax";
        throw this.error(`strconv.ParseInt: parsing "${digits}": ${reason}`);
      }
      return int(whole.value);
    }
    if (byte === "e" || byte === "E") {
      this.at++;
      digits += byte;
      this.refuseEnd("expected a number");
      byte = this.bytes[this.at]!;
      if (byte === "+" || byte === "-") {
        digits += byte;
        this.at++;
        this.refuseEnd("expected a number");
      }
      readDigits();
    }
    // What is not a number after all counts as 0.
    return float(parseFloat64(digits).value);
  }

  /** A string after its opening quote. */
  readString(quote: string): string {
    const start = this.at;
    while (!this.atEnd) {
      const byte = this.next();
      if (byte === quote) break;
      if (byte === "\\") return this.#readEscaped(start, quote);
    }
    return this.text(start, this.at - 1);
  }

  #readEscaped(start: number, quote: string): string {
    this.at--;
    let bytes = this.bytes.slice(start, this.at);
    while (!this.atEnd) {
      const byte = this.next();
      if (byte === quote) break;
      bytes += byte === "\\" ? this.#readEscape() : byte;
    }
    return fromBytes(bytes);
  }

  #readEscape(): string {
    const letter = this.next();
    if (Object.hasOwn(ESCAPES, letter)) return ESCAPES[letter]!;
    if (letter !== "x" && letter !== "u" && letter !== "U") throw this.#badEscape(letter);
    let code = 0;
    for (let i = letter === "x" ? 2 : 4, last = letter; i > 0; i--) {
      if (this.atEnd) throw this.#badEscape(last);
      last = this.next();
      // A lone `\x4` at the end is a mistake of its own.
      if (letter === "x" && i === 2 && this.atEnd) throw this.#badEscape(last);
      if (!/^[0-9a-fA-F]$/.test(last)) throw new PathError(`${named(last)} is not a valid hexadecimal character`);
      code = code * 16 + Number.parseInt(last, 16);
    }
    if (letter === "x") return String.fromCharCode(code);
    return toBytes(code >= 0xd800 && code <= 0xdfff ? "\ufffd" : String.fromCodePoint(code));
  }

  #badEscape(byte: string): PathError {
    return new PathError(`${named(byte)} is not a valid escaped character`);
  }

  /** A regular expression after its opening slash; `\/` is not unescaped. */
  readRegex(): Regex {
    const start = this.at;
    while (!this.atEnd) {
      const byte = this.next();
      if (byte === "/") break;
      if (byte === "\\") this.at++;
    }
    const compiled = compileRegex(this.text(start, this.at - 1));
    if (!compiled.ok) throw this.error(compiled.message);
    return compiled.regex;
  }
}

function named(byte: string): string {
  return `0x${byte.charCodeAt(0).toString(16).padStart(2, "0")} (${byte})`;
}
