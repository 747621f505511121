/**
 * A whole JSON document, as Go's encoding/json reads one into an `interface {}`: the last of equal keys wins, lone surrogate
 * escapes and invalid bytes become U+FFFD, a number out of range spoils only itself. The reader chooses the result and the
 * wording of mistakes; `GO_WORDING` has the texts of Go's scanner, which names bytes as characters. (`stage.json` follows
 * another library: read.ts.)
 */
import { encodeUtf8 } from "../base/text.ts";
import { quoteRune } from "../gonumber/index.ts";

/** Values that a reader makes. */
export interface JsonBuilder<T> {
  readonly null: T;
  boolean(value: boolean): T;
  string(text: string): T;
  /** The value of a well-formed number, or undefined where it is out of range. */
  number(literal: string): T | undefined;
  array(items: readonly T[]): T;
  object(fields: ReadonlyMap<string, T>): T;
  /** Arrays and objects may nest this deep. */
  readonly maxDepth: number;
  /** Called beyond that depth; unless it throws, the document is refused. */
  tooDeep?(): never;
}

export interface JsonWording {
  /** Something else was found at `offset`; `context` is Go's wording of what it was looking for. */
  unexpected(text: string, offset: number, context: string): string;
  /**
   * The text ended. Inside a word, a number or an escape (`within`) Go's scanner tries a blank at the end, and complains
   * of that.
   */
  ended(text: string, context: string, within: boolean): string;
}

/** The texts of Go's errors. */
export const GO_WORDING: JsonWording = {
  unexpected: (text, offset, context) => `invalid character ${quoteByte(text, offset)} ${context}`,
  ended: (_, context, within) => (within ? `invalid character ' ' ${context}` : "unexpected end of JSON input"),
};

/** The first byte of a character as a code point, quoted like in Go's scanner. */
function quoteByte(text: string, offset: number): string {
  const code = text.codePointAt(offset)!;
  // In templates such a surrogate is a byte that is not UTF-8.
  const byte = code >= 0xdc80 && code <= 0xdcff ? code - 0xdc00 : encodeUtf8(String.fromCodePoint(code))[0]!;
  if (byte === 0x27) return "'\\''";
  return byte === 0x22 ? "'\"'" : quoteRune(byte);
}

export interface JsonDocument<T> {
  /** What was read; undefined where the text is not JSON at all. */
  readonly value: T | undefined;
  /** The error, if any: with a value it concerns a number out of range, which is null. */
  readonly error: string | undefined;
}

/** Reads one document. */
export function readJsonDocument<T>(text: string, build: JsonBuilder<T>, wording: JsonWording): JsonDocument<T> {
  const reader = new Reader(text, build, wording);
  const value = reader.readDocument();
  return reader.syntaxError === undefined
    ? { value, error: reader.numberError }
    : { value: undefined, error: reader.syntaxError };
}

const SPACES = /[ \t\r\n]*/y;
const PLAIN_STRING = /[^"\\\0-\x1f]*/y;
/** A half of a pair without the other: from an escape, or for a byte that is not UTF-8. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

class Reader<T> {
  readonly #text: string;
  readonly #build: JsonBuilder<T>;
  readonly #wording: JsonWording;
  #at = 0;
  syntaxError: string | undefined;
  numberError: string | undefined;

  constructor(text: string, build: JsonBuilder<T>, wording: JsonWording) {
    this.#text = text;
    this.#build = build;
    this.#wording = wording;
  }

  readDocument(): T {
    this.#skipSpaces();
    const value = this.#readValue(0);
    if (this.syntaxError !== undefined) return value;
    this.#skipSpaces();
    if (this.#at < this.#text.length) this.#refuse("after top-level value");
    return value;
  }

  #skipSpaces(): void {
    SPACES.lastIndex = this.#at;
    SPACES.exec(this.#text);
    this.#at = SPACES.lastIndex;
  }

  /** Reports the current character, or the end of the text; `within`: see `JsonWording`. */
  #refuse(context: string, within = false): T {
    this.syntaxError ??=
      this.#at >= this.#text.length
        ? this.#wording.ended(this.#text, context, within)
        : this.#wording.unexpected(this.#text, this.#at, context);
    return this.#build.null;
  }

  #readValue(depth: number): T {
    switch (this.#text[this.#at]) {
      case "{":
      case "[":
        if (depth < this.#build.maxDepth)
          return this.#text[this.#at] === "{" ? this.#readObject(depth) : this.#readArray(depth);
        this.#build.tooDeep?.();
        return this.#refuse("exceeded max depth");
      case '"': {
        const text = this.#readString();
        return text === undefined ? this.#build.null : this.#build.string(text);
      }
      case "t":
        return this.#readWord("true", this.#build.boolean(true));
      case "f":
        return this.#readWord("false", this.#build.boolean(false));
      case "n":
        return this.#readWord("null", this.#build.null);
    }
    return this.#readNumber();
  }

  #readWord(word: string, value: T): T {
    for (let i = 1; i < word.length; i++) {
      if (this.#text[++this.#at] === word[i]) continue;
      return this.#refuse(`in literal ${word} (expecting ${quoteRune(word.charCodeAt(i))})`, true);
    }
    this.#at++;
    return value;
  }

  #readNumber(): T {
    const start = this.#at;
    const text = this.#text;
    if (text[this.#at] === "-") {
      this.#at++;
      if (!isDigit(text[this.#at])) return this.#refuse("in numeric literal", true);
    }
    if (!isDigit(text[this.#at])) return this.#refuse("looking for beginning of value");
    if (text[this.#at] === "0") this.#at++;
    else this.#skipDigits();
    if (text[this.#at] === ".") {
      this.#at++;
      if (!isDigit(text[this.#at])) return this.#refuse("after decimal point in numeric literal", true);
      this.#skipDigits();
    }
    if (text[this.#at] === "e" || text[this.#at] === "E") {
      this.#at++;
      if (text[this.#at] === "+" || text[this.#at] === "-") this.#at++;
      if (!isDigit(text[this.#at])) return this.#refuse("in exponent of numeric literal", true);
      this.#skipDigits();
    }
    const literal = text.slice(start, this.#at);
    const value = this.#build.number(literal);
    if (value !== undefined) return value;
    this.numberError ??= `json: cannot unmarshal number ${literal} into Go value of type float64`;
    return this.#build.null;
  }

  #skipDigits(): void {
    while (isDigit(this.#text[this.#at])) this.#at++;
  }

  /** A string at its opening quote; undefined after an error. */
  #readString(): string | undefined {
    const text = this.#text;
    let out = "";
    this.#at++;
    for (;;) {
      PLAIN_STRING.lastIndex = this.#at;
      // Raw bytes are replaced here, since half a pair as an escape would make a pair with one.
      out += PLAIN_STRING.exec(text)?.[0].toWellFormed() ?? "";
      this.#at = PLAIN_STRING.lastIndex;
      const char = text[this.#at];
      if (char === '"') {
        this.#at++;
        return out.replace(LONE_SURROGATE, "\ufffd");
      }
      if (char !== "\\") {
        this.#refuse("in string literal");
        return undefined;
      }
      const mark = text[++this.#at];
      if (mark === "u") {
        for (let i = 0; i < 4; i++) {
          if (/^[0-9a-fA-F]$/.test(text[++this.#at] ?? "")) continue;
          this.#refuse("in \\u hexadecimal character escape", true);
          return undefined;
        }
        out += String.fromCharCode(Number.parseInt(text.slice(this.#at - 3, this.#at + 1), 16));
      } else {
        const plain = mark === undefined ? undefined : ESCAPES[mark];
        if (plain === undefined) {
          this.#refuse("in string escape code", true);
          return undefined;
        }
        out += plain;
      }
      this.#at++;
    }
  }

  #readArray(depth: number): T {
    const items: T[] = [];
    this.#at++;
    this.#skipSpaces();
    if (this.#text[this.#at] === "]") {
      this.#at++;
      return this.#build.array(items);
    }
    for (;;) {
      items.push(this.#readValue(depth + 1));
      if (this.syntaxError !== undefined) return this.#build.null;
      this.#skipSpaces();
      const char = this.#text[this.#at];
      if (char !== "," && char !== "]") return this.#refuse("after array element");
      this.#at++;
      if (char === "]") return this.#build.array(items);
      this.#skipSpaces();
    }
  }

  #readObject(depth: number): T {
    const fields = new Map<string, T>();
    this.#at++;
    this.#skipSpaces();
    if (this.#text[this.#at] === "}") {
      this.#at++;
      return this.#build.object(fields);
    }
    for (;;) {
      if (this.#text[this.#at] !== '"') return this.#refuse("looking for beginning of object key string");
      const key = this.#readString();
      if (key === undefined) return this.#build.null;
      this.#skipSpaces();
      if (this.#text[this.#at] !== ":") return this.#refuse("after object key");
      this.#at++;
      this.#skipSpaces();
      fields.set(key, this.#readValue(depth + 1));
      if (this.syntaxError !== undefined) return this.#build.null;
      this.#skipSpaces();
      const char = this.#text[this.#at];
      if (char !== "," && char !== "}") return this.#refuse("after object key:value pair");
      this.#at++;
      if (char === "}") return this.#build.object(fields);
      this.#skipSpaces();
    }
  }
}

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= "0" && char <= "9";
