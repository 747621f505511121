/**
 * The slow road of `parseJsonObject`: json-iterator's grammar, oddities included, without recursion, so that nesting
 * costs no stack.
 */

import { parseFloat64 } from "../gonumber/index.ts";
import type { JsonValue } from "../govalue/value.ts";

import { isJsonSpace, type JsonObject, MAX_JSON_DEPTH, NULL_OBJECT, setField } from "./grammar.ts";

const NUMBER_PART = /[-+.eE\d]*/y;

/** What a scalar reads as that began and is malformed: nothing may be read after it. */
const MALFORMED = Symbol("malformed");
type Malformed = typeof MALFORMED;

/** Reads the object (or `null`) that starts at `from`; undefined when the original calls it malformed. */
export function readLenient(text: string, from: number): JsonObject | undefined {
  const reader = new Reader(text, from);
  const value = reader.readTop();
  return value !== undefined && reader.isAtEnd() ? value : undefined;
}

type Container = { array: JsonValue[]; object?: undefined } | { array?: undefined; object: JsonObject; key: string };

class Reader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  /** Whether only blanks follow, or a NUL: after one the original looks at nothing. */
  isAtEnd(): boolean {
    const unit = this.#next();
    return Number.isNaN(unit) || unit === 0;
  }

  readTop(): JsonObject | undefined {
    if (this.#word("null")) return NULL_OBJECT;
    if (this.#next() !== 123) return undefined;
    this.#at++;
    const top: JsonObject = {};
    if (this.#next() === 125) {
      this.#at++;
      return top;
    }
    const stack: Container[] = [];
    let container: Container = { object: top, key: "" };
    // The first key of the top object may be `null` (the empty key); of an inner one only the later keys.
    if (!this.#readKey(container)) return undefined;
    for (;;) {
      let value = this.#readScalar();
      if (value === MALFORMED) return undefined;
      if (value === undefined) {
        const open = this.#next();
        if ((open !== 91 && open !== 123) || stack.length >= MAX_JSON_DEPTH) return undefined;
        this.#at++;
        const first = this.#next();
        if (first === (open === 91 ? 93 : 125)) {
          this.#at++;
          value = open === 91 ? [] : {};
        } else {
          if (open === 123 && first !== 34) return undefined;
          stack.push(container);
          container = open === 91 ? { array: [] } : { object: {}, key: "" };
          if (container.object && !this.#readKey(container)) return undefined;
          continue;
        }
      }
      for (;;) {
        if (container.array) container.array.push(value);
        else setField(container.object, container.key, value);
        const separator = this.#next();
        this.#at++;
        if (separator === 44) {
          if (container.object && !this.#readKey(container)) return undefined;
          break;
        }
        if (separator !== (container.array ? 93 : 125)) return undefined;
        value = container.array ?? container.object;
        const outer = stack.pop();
        if (outer === undefined) return top;
        container = outer;
      }
    }
  }

  /** The next unit that is not a blank (NaN at the end), without taking it. */
  #next(): number {
    while (isJsonSpace(this.#text.charCodeAt(this.#at))) this.#at++;
    return this.#text.charCodeAt(this.#at);
  }

  #word(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }

  #readKey(container: { key: string }): boolean {
    const first = this.#next();
    let key: string | Malformed = MALFORMED;
    if (first === 34) key = this.#readString();
    else if (first === 110 && this.#word("null")) key = "";
    if (key === MALFORMED || this.#next() !== 58) return false;
    this.#at++;
    container.key = key;
    return true;
  }

  /** A value that is neither a list nor an object; undefined, with the place unmoved, where none begins. */
  #readScalar(): JsonValue | Malformed | undefined {
    const unit = this.#next();
    if (unit === 34) return this.#readString();
    if (unit === 45 || (unit >= 48 && unit <= 57)) return this.#readNumber();
    if (this.#word("null")) return null;
    if (this.#word("true")) return true;
    return this.#word("false") ? false : undefined;
  }

  #readNumber(): number | Malformed {
    const negative = this.#text.charCodeAt(this.#at) === 45;
    if (negative) this.#at++;
    NUMBER_PART.lastIndex = this.#at;
    const digits = NUMBER_PART.exec(this.#text)![0];
    if (/^(?:$|-|\.|0\d)|\.(?!\d)/.test(digits)) return MALFORMED;
    const result = parseFloat64(digits);
    if (!result.ok) return MALFORMED;
    this.#at += digits.length;
    return negative ? -result.value : result.value;
  }

  /** Control characters are refused only before the first escape: the original's slow path does not look for them. */
  #readString(): string | Malformed {
    const text = this.#text;
    let out = "";
    let from = ++this.#at;
    let escaped = false;
    for (;;) {
      const unit = text.charCodeAt(this.#at);
      if (unit === 34) {
        out += text.slice(from, this.#at++);
        return out;
      }
      if (Number.isNaN(unit) || (unit < 32 && !escaped)) return MALFORMED;
      if (unit !== 92) {
        this.#at++;
        continue;
      }
      escaped = true;
      out += text.slice(from, this.#at);
      const decoded = this.#readEscape();
      if (decoded === undefined) return MALFORMED;
      out += decoded;
      from = this.#at;
    }
  }

  #readEscape(): string | undefined {
    const kind = this.#text[this.#at + 1];
    this.#at += 2;
    switch (kind) {
      case '"':
      case "\\":
      case "/":
        return kind;
      case "b":
        return "\b";
      case "f":
        return "\f";
      case "n":
        return "\n";
      case "r":
        return "\r";
      case "t":
        return "\t";
      case "u":
        break;
      default:
        return undefined;
    }
    const unit = this.#readUnit();
    if (unit < 0) return undefined;
    if (!isSurrogate(unit)) return String.fromCharCode(unit);
    if (!this.#text.startsWith("\\u", this.#at)) return "\ufffd";
    this.#at += 2;
    const low = this.#readUnit();
    if (low < 0) return undefined;
    if (unit < 0xdc00 && low >= 0xdc00 && low < 0xe000) return String.fromCharCode(unit, low);
    // The second escape is used up even where the two make no pair.
    return isSurrogate(low) ? "\ufffd\ufffd" : `\ufffd${String.fromCharCode(low)}`;
  }

  #readUnit(): number {
    const digits = this.#text.slice(this.#at, this.#at + 4);
    if (!/^[\da-fA-F]{4}$/.test(digits)) return -1;
    this.#at += 4;
    return Number.parseInt(digits, 16);
  }
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000;
}
