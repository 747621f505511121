/**
 * JSON as the standard library reads and writes it. `encoding.from_json` follows Go's `encoding/json` (all numbers are
 * floating point, the last of two equal keys wins, its error texts); `json_path` reads with another library (whole
 * numbers are integers, positions in errors). Nesting is limited.
 */
import { compareBytes, encodeUtf8, utf8Length } from "../../base/text.ts";
import { quoteString } from "../characters.ts";
import { formatNumber } from "../go-number.ts";
import { array, bool, float, int, NULL, object, secretOf, string, type Value } from "../value.ts";
import { MAX_RESULT, type Refusal, refuse, TOO_LONG } from "./function.ts";

/** How deep JSON may nest. Go's limit is 10000. */
export const MAX_JSON_DEPTH = 500;

/** How a reader words its errors and takes its numbers. */
interface Dialect {
  /** Something else was found at `offset`; `context` is Go's wording of what it was looking for. */
  unexpected(text: string, offset: number, context: string): string;
  ended(text: string, context: string): string;
  /** A number, or undefined when it is out of range. */
  number(text: string): Value | undefined;
}

/** More characters than any integer of 64 bits has. */
const MAX_DIGITS = 20;
const MAX_INT64 = 2n ** 63n - 1n;

const GO: Dialect = {
  unexpected: (text, offset, context) => `invalid character ${quoteByte(text, offset)} ${context}`,
  // At the end Go's scanner tries a blank, which in the middle of a number, a word or an escape is an error of its own.
  ended: (_, context) =>
    /numeric literal|in literal|escape/.test(context)
      ? `invalid character ' ' ${context}`
      : "unexpected end of JSON input",
  number(text) {
    const value = Number(text);
    return Number.isFinite(value) ? float(value) : undefined;
  },
};

const POSITIONED: Dialect = {
  unexpected: (text, offset) =>
    `unexpected character '${String.fromCodePoint(text.codePointAt(offset)!)}' at ${place(text, offset)}`,
  ended: (text) => `incomplete JSON at ${place(text, text.length)}`,
  number(text) {
    if (!/^-?\d+$/.test(text)) return float(Number(text));
    const value = text.length > MAX_DIGITS ? MAX_INT64 + 1n : BigInt(text);
    // That library keeps what does not fit as the digits themselves.
    return value <= MAX_INT64 && value >= -MAX_INT64 - 1n ? int(value) : string(text);
  },
};

function quoteByte(text: string, offset: number): string {
  const char = String.fromCodePoint(text.codePointAt(offset)!);
  // Go looks at bytes, and names the first one of a character as if it were one itself.
  const first = String.fromCharCode(encodeUtf8(char)[0]!);
  if (first === "'") return "'\\''";
  return first === '"' ? "'\"'" : `'${quoteString(first).slice(1, -1)}'`;
}

function place(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return `${line}:${utf8Length(before.slice(before.lastIndexOf("\n") + 1)) + 1}`;
}

/** Reads one JSON document as `encoding.from_json` does. */
export function parseGoJson(text: string): Value | Refusal {
  return new JsonReader(text, GO).read();
}

/** Reads one JSON document as `json_path` does; a text of nothing but blanks is null. */
export function parsePositionedJson(text: string): Value | Refusal {
  return text.trim() === "" ? NULL : new JsonReader(text, POSITIONED).read();
}

/** Internal to the reader: ends reading at the first error, which `read` turns into a result. */
class Stop {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  "\\": "\\",
  "/": "/",
  '"': '"',
};

class JsonReader {
  readonly #text: string;
  readonly #dialect: Dialect;
  #at = 0;
  #depth = 0;
  #outOfRange: string | undefined;

  constructor(text: string, dialect: Dialect) {
    this.#text = text;
    this.#dialect = dialect;
  }

  read(): Value | Refusal {
    try {
      const value = this.#value();
      if (this.#peek() !== "") this.#unexpected("after top-level value");
      return this.#outOfRange === undefined ? value : refuse(this.#outOfRange);
    } catch (error) {
      if (error instanceof Stop) return refuse(error.message);
      throw error;
    }
  }

  #unexpected(context: string): never {
    const ended = this.#at >= this.#text.length;
    const { ended: atEnd, unexpected } = this.#dialect;
    throw new Stop(ended ? atEnd(this.#text, context) : unexpected(this.#text, this.#at, context));
  }

  /** The next character that is no blank; empty at the end. */
  #peek(): string {
    for (; this.#at < this.#text.length; this.#at++) {
      const char = this.#text[this.#at]!;
      if (char !== " " && char !== "\n" && char !== "\t" && char !== "\r") return char;
    }
    return "";
  }

  #value(): Value {
    const char = this.#peek();
    switch (char) {
      case "{":
        return this.#nested(() => this.#object());
      case "[":
        return this.#nested(() => this.#array());
      case '"':
        return string(this.#string());
      case "t":
        this.#word("true");
        return bool(true);
      case "f":
        this.#word("false");
        return bool(false);
      case "n":
        this.#word("null");
        return NULL;
      default:
        if (char !== "-" && (char < "0" || char > "9")) this.#unexpected("looking for beginning of value");
        return this.#number();
    }
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > MAX_JSON_DEPTH) this.#unexpected("exceeded max depth");
    this.#at++;
    const value = read();
    this.#depth--;
    return value;
  }

  #object(): Value {
    const fields = new Map<string, Value>();
    if (this.#peek() === "}") {
      this.#at++;
      return object(fields);
    }
    for (;;) {
      if (this.#peek() !== '"') this.#unexpected("looking for beginning of object key string");
      const key = this.#string();
      if (this.#peek() !== ":") this.#unexpected("after object key");
      this.#at++;
      fields.set(key, this.#value());
      const next = this.#peek();
      if (next !== "," && next !== "}") this.#unexpected("after object key:value pair");
      this.#at++;
      if (next === "}") return object(fields);
    }
  }

  #array(): Value {
    const items: Value[] = [];
    if (this.#peek() === "]") {
      this.#at++;
      return array(items);
    }
    for (;;) {
      items.push(this.#value());
      const next = this.#peek();
      if (next !== "," && next !== "]") this.#unexpected("after array element");
      this.#at++;
      if (next === "]") return array(items);
    }
  }

  #word(word: string): void {
    for (const char of word) {
      if (this.#text[this.#at] !== char) this.#unexpected(`in literal ${word} (expecting '${char}')`);
      this.#at++;
    }
  }

  #number(): Value {
    const start = this.#at;
    NUMBER.lastIndex = start;
    const m = NUMBER.exec(this.#text);
    if (!m) {
      this.#at++;
      this.#unexpected("in numeric literal");
    }
    this.#at += m[0].length;
    const next = this.#text[this.#at];
    if (next === "." && !/[.eE]/.test(m[0])) {
      this.#at++;
      this.#unexpected("after decimal point in numeric literal");
    }
    if ((next === "e" || next === "E") && !/[eE]/.test(m[0])) {
      this.#at++;
      if (this.#text[this.#at] === "+" || this.#text[this.#at] === "-") this.#at++;
      this.#unexpected("in exponent of numeric literal");
    }
    const value = this.#dialect.number(m[0]);
    if (value) return value;
    // Go finds numbers out of range only once the whole document is known to be well-formed.
    const message = `json: cannot unmarshal number ${m[0]} into Go value of type float64`;
    this.#outOfRange ??= message;
    return NULL;
  }

  #string(): string {
    let out = "";
    let start = ++this.#at;
    for (;;) {
      const char = this.#text[this.#at];
      if (char === undefined || char < " ") this.#unexpected("in string literal");
      if (char !== '"' && char !== "\\") {
        this.#at++;
        continue;
      }
      out += this.#text.slice(start, this.#at++);
      if (char === '"') return out.replace(LONE_SURROGATE, "\ufffd");
      out += this.#escape();
      start = this.#at;
    }
  }

  #escape(): string {
    const char = this.#text[this.#at];
    const simple = char === undefined ? undefined : ESCAPES[char];
    if (simple !== undefined) {
      this.#at++;
      return simple;
    }
    if (char !== "u") this.#unexpected("in string escape code");
    this.#at++;
    let code = 0;
    for (let i = 0; i < 4; i++) {
      const digit = this.#text[this.#at];
      if (digit === undefined || !/[0-9a-fA-F]/.test(digit)) this.#unexpected("in \\u hexadecimal character escape");
      code = code * 16 + Number.parseInt(digit, 16);
      this.#at++;
    }
    return String.fromCharCode(code);
  }
}

/** `encoding.to_json`: an object as JSON with sorted keys and `<`, `>`, `&` escaped. */
export function writeGoJson(value: Value): Value | Refusal {
  if (value.type !== "object") return refuse("jsonEncode only supports map");
  const writer = new JsonWriter();
  writer.write(value, 0);
  if (writer.error !== undefined) return refuse(writer.error);
  return string(writer.text);
}

class JsonWriter {
  text = "";
  error: string | undefined;

  write(value: Value, depth: number): void {
    if (this.text.length > MAX_RESULT) this.error ??= TOO_LONG.refused;
    if (depth > 4 * MAX_JSON_DEPTH) this.error ??= "json: value nests too deep";
    if (this.error !== undefined) return;
    switch (value.type) {
      case "null":
        this.text += "null";
        break;
      case "bool":
        this.text += String(value.value);
        break;
      case "number":
        if (value.kind !== "float") this.text += value.value.toString();
        else if (Number.isFinite(value.value)) this.text += Object.is(value.value, -0) ? "-0" : String(value.value);
        else this.error = `json: unsupported value: ${formatNumber(value)}`;
        break;
      case "string":
        this.#string(value.value);
        break;
      case "array":
        this.text += "[";
        value.items.forEach((item, i) => {
          if (i > 0) this.text += ",";
          this.write(item, depth + 1);
        });
        this.text += "]";
        break;
      case "object":
        this.text += "{";
        [...value.fields.keys()].sort(compareBytes).forEach((key, i) => {
          if (i > 0) this.text += ",";
          this.#string(key);
          this.text += ":";
          this.write(value.fields.get(key)!, depth + 1);
        });
        this.text += "}";
        break;
      case "function":
        this.error = "json: unsupported type: function";
        break;
      case "capsule": {
        const secret = secretOf(value);
        if (!secret) this.error = `json: unsupported type: ${value.name}`;
        else if (secret.optional) {
          this.text += `{"IsSecret":${secret.isSecret},"Value":`;
          this.#string(secret.text);
          this.text += "}";
        } else this.#string(secret.text);
      }
    }
  }

  #string(text: string): void {
    this.text += `"${text.replace(/["\\\0-\x1f<>&\u2028\u2029]/g, escapeCharacter)}"`;
  }
}

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

function escapeCharacter(char: string): string {
  return SHORT[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
