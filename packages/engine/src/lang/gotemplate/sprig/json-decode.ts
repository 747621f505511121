/**
 * Go's encoding/json, reading into `interface {}`: all numbers are float64, of equal keys the last wins, lone surrogate
 * escapes and invalid bytes become U+FFFD. Errors have the texts of Go's scanner, which names bytes as characters.
 */

import { toBytes } from "../go-string.ts";
import { quoteRune } from "../quote.ts";
import { dict, type GoMap, type GoValue, list } from "../value.ts";
import { checkDepth, checkElements } from "./value-text.ts";

export interface DecodedJson {
  /** What was read; null where the text is no JSON at all. */
  readonly value: GoValue;
  /** Go's error, if any: a number out of range spoils only itself. */
  readonly error: string | undefined;
}

/** `json.Unmarshal` into an empty interface. */
export function decodeJson(text: string): DecodedJson {
  const reader = new Reader(text);
  const value = reader.readDocument();
  return reader.syntaxError === undefined
    ? { value, error: reader.numberError }
    : { value: null, error: reader.syntaxError };
}

const END = "unexpected end of JSON input";
const SPACES = /[ \t\r\n]*/y;
const PLAIN_STRING = /[^"\\\0-\x1f]*/y;
/** A half of a pair without the other: from an escape, or for a byte that is no UTF-8. */
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

class Reader {
  readonly #text: string;
  #at = 0;
  syntaxError: string | undefined;
  numberError: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  readDocument(): GoValue {
    this.#skipSpaces();
    const value = this.#readValue(0);
    if (this.syntaxError !== undefined) return null;
    this.#skipSpaces();
    if (this.#at < this.#text.length) this.#refuse("after top-level value");
    return value;
  }

  #skipSpaces(): void {
    SPACES.lastIndex = this.#at;
    SPACES.exec(this.#text);
    this.#at = SPACES.lastIndex;
  }

  /**
   * Reports the character at hand, or the end of the text. Inside a word, a number or an escape Go's scanner tries a
   * blank at the end, and complains of that.
   */
  #refuse(context: string, blankAtEnd = false): null {
    if (this.syntaxError !== undefined) return null;
    if (this.#at >= this.#text.length) this.syntaxError = blankAtEnd ? `invalid character ' ' ${context}` : END;
    else this.syntaxError = `invalid character ${quoteByte(this.#text.slice(this.#at, this.#at + 2))} ${context}`;
    return null;
  }

  #readValue(depth: number): GoValue {
    checkDepth(depth);
    switch (this.#text[this.#at]) {
      case "{":
        return this.#readObject(depth);
      case "[":
        return this.#readArray(depth);
      case '"':
        return this.#readString() ?? null;
      case "t":
        return this.#readWord("true", true);
      case "f":
        return this.#readWord("false", false);
      case "n":
        return this.#readWord("null", null);
    }
    return this.#readNumber();
  }

  #readWord(word: string, value: GoValue): GoValue {
    for (let i = 1; i < word.length; i++) {
      if (this.#text[++this.#at] === word[i]) continue;
      return this.#refuse(`in literal ${word} (expecting ${quoteRune(word.charCodeAt(i))})`, true);
    }
    this.#at++;
    return value;
  }

  #readNumber(): GoValue {
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
    const value = Number(literal);
    if (Number.isFinite(value)) return value;
    this.numberError ??= `json: cannot unmarshal number ${literal} into Go value of type float64`;
    return null;
  }

  #skipDigits(): void {
    while (isDigit(this.#text[this.#at])) this.#at++;
  }

  /** A string, the quote at hand; undefined after an error. */
  #readString(): string | undefined {
    const text = this.#text;
    let out = "";
    this.#at++;
    for (;;) {
      PLAIN_STRING.lastIndex = this.#at;
      out += PLAIN_STRING.exec(text)?.[0] ?? "";
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

  #readArray(depth: number): GoValue {
    const items: GoValue[] = [];
    this.#at++;
    this.#skipSpaces();
    if (this.#text[this.#at] === "]") {
      this.#at++;
      return list(items);
    }
    for (;;) {
      items.push(this.#readValue(depth + 1));
      if (this.syntaxError !== undefined) return null;
      this.#skipSpaces();
      const char = this.#text[this.#at];
      if (char !== "," && char !== "]") return this.#refuse("after array element");
      this.#at++;
      if (char === "]") {
        checkElements(items.length);
        return list(items);
      }
      this.#skipSpaces();
    }
  }

  #readObject(depth: number): GoMap | null {
    const map = dict();
    this.#at++;
    this.#skipSpaces();
    if (this.#text[this.#at] === "}") {
      this.#at++;
      return map;
    }
    for (;;) {
      if (this.#text[this.#at] !== '"') return this.#refuse("looking for beginning of object key string");
      const key = this.#readString();
      if (key === undefined) return null;
      this.#skipSpaces();
      if (this.#text[this.#at] !== ":") return this.#refuse("after object key");
      this.#at++;
      this.#skipSpaces();
      map.set(key, this.#readValue(depth + 1));
      if (this.syntaxError !== undefined) return null;
      this.#skipSpaces();
      const char = this.#text[this.#at];
      if (char !== "," && char !== "}") return this.#refuse("after object key:value pair");
      this.#at++;
      if (char === "}") {
        checkElements(map.size);
        return map;
      }
      this.#skipSpaces();
    }
  }
}

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= "0" && char <= "9";

/** The first byte of a text, taken for a code point and quoted as Go's scanner does. */
function quoteByte(text: string): string {
  const byte = toBytes([...text][0] ?? "")[0] ?? 0;
  if (byte === 0x27) return "'\\''";
  if (byte === 0x22) return "'\"'";
  return quoteRune(byte);
}
