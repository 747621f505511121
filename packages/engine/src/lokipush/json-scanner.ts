/**
 * JSON from its bytes, a bit at a time: the platform's `JSON.parse` reads a text in one go, which can block everything else
 * for seconds, builds values that are not needed, and cannot count while it reads. Methods that may take long are generators,
 * which pause now and then.
 */
import { Pace, PushRefusal } from "./push.ts";

/** The text of the bytes `[from, to)`. */
export type Decode = (from: number, to: number) => string;

/** A text up to this length is read at once, a longer one in pieces of this length. Bytes. */
const PIECE = 64 * 1024;
/** Limits of what is skipped: blanks in a row, bytes of a number, levels of nesting. */
const MAX_BLANKS = 64 * 1024;
const MAX_NUMBER = 4096;
const MAX_DEPTH = 10_000;

export const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
export const LIST = 0x5b;
const BACKSLASH = 0x5c;
export const LIST_END = 0x5d;
export const OBJECT = 0x7b;
export const OBJECT_END = 0x7d;
/** The first letter of `null`. */
const NULL = 0x6e;

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const LITERALS: Readonly<Record<number, string>> = { 116: "true", 102: "false", 110: "null" };
const LONE_SURROGATE = /[\ud800-\udfff]/u;
const SIMPLE_ESCAPES = [...'"\\/bfnrt'].map((char) => char.charCodeAt(0));
const ESCAPE = /\\u[0-9a-fA-F]{4}|\\./g;

export class JsonScanner {
  #at = 0;
  readonly #bytes: Uint8Array;
  readonly #decode: Decode;
  readonly #pace = new Pace();

  constructor(bytes: Uint8Array, decode: Decode) {
    this.#bytes = bytes;
    this.#decode = decode;
  }

  /** One item more was read; whether it is time to stop. */
  due(): boolean {
    return this.#pace.due(this.#at);
  }

  /** The first byte that is not a blank. */
  peek(): number {
    const bytes = this.#bytes;
    const from = this.#at;
    for (;;) {
      const byte = bytes[this.#at];
      if (byte === undefined) throw new PushRefusal("body is not JSON: it ends early");
      if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) return byte;
      if (++this.#at - from > MAX_BLANKS)
        throw new PushRefusal(`body has more than ${MAX_BLANKS} whitespace characters in a row`);
    }
  }

  #expect(byte: number, shown: string): void {
    if (this.peek() !== byte) throw this.#unexpected(`"${shown}"`);
    this.#at++;
  }

  /** Whether another element follows in the list or object that `close` ends. */
  more(close: number, first: boolean): boolean {
    const byte = this.peek();
    if (byte === close) {
      this.#at++;
      return false;
    }
    if (first) return true;
    if (byte !== COMMA) throw this.#unexpected(`"," or "${String.fromCharCode(close)}"`);
    this.#at++;
    return true;
  }

  *key(): Generator<void, string> {
    if (this.peek() !== QUOTE) throw this.#unexpected("a quoted name");
    const key = this.shortText() ?? (yield* this.longText());
    this.#expect(COLON, ":");
    return key;
  }

  /** Where it is. */
  get at(): number {
    return this.#at;
  }

  /** Steps into a list or an object, where one begins here. */
  opens(byte: typeof LIST | typeof OBJECT): boolean {
    if (this.peek() !== byte) return false;
    this.#at++;
    return true;
  }

  expectObject(): void {
    this.#expect(OBJECT, "{");
  }

  /** Skips a null, if there is one. */
  skipNull(): boolean {
    if (this.peek() !== NULL) return false;
    this.#literal();
    return true;
  }

  /** Skips a value of any type; returns its first byte, which shows its type. */
  *written(): Generator<void, () => string> {
    this.peek();
    const from = this.#at;
    yield* this.skip();
    const to = this.#at;
    return () => this.#decode(from, to);
  }

  /** What a value of any type looks like, with escapes read as those of a text; nothing where it is longer than `most`. */
  *ownText(most: number): Generator<void, string> {
    const from = this.#at;
    yield* this.skip();
    return this.#at - from > most ? "" : readEscapesWithin(this.#decode(from, this.#at));
  }

  /** Whether the text that ends here, `length` bytes long, has no escapes. */
  isPlain(length: number): boolean {
    return this.#bytes[this.#at - 2 - length] === QUOTE;
  }

  /** The text that starts here, or nothing when it is long. */
  shortText(): string | undefined {
    const bytes = this.#bytes;
    const from = this.#at + 1;
    const limit = Math.min(bytes.length, from + PIECE);
    let escaped = false;
    for (let at = from; at < limit; at++) {
      const byte = bytes[at]!;
      if (byte === QUOTE) {
        this.#at = at + 1;
        const text = at === from ? "" : this.#decode(from, at);
        return escaped ? readEscapes(text) : text;
      }
      if (byte === BACKSLASH) {
        escaped = true;
        at++;
      } else if (byte < 0x20) throw this.#control(at);
    }
    if (limit === bytes.length) throw new PushRefusal("body is not JSON: it ends inside a string");
    return undefined;
  }

  /** The same in pieces, cut where neither a character nor a pair of escapes is cut. */
  *longText(): Generator<void, string> {
    const bytes = this.#bytes;
    let from = this.#at + 1;
    let at = from;
    let text = "";
    let escaped = false;
    let high = false;
    let continued = 0;
    const take = () => {
      const piece = this.#decode(from, at);
      text += escaped ? readEscapes(piece) : piece;
      escaped = false;
    };
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) throw new PushRefusal("body is not JSON: it ends inside a string");
      const continues = (byte & 0xc0) === 0x80;
      if (at - from >= PIECE && !high && (!continues || continued >= 3)) {
        take();
        from = at;
        this.#at = at;
        yield;
      }
      if (byte === QUOTE) break;
      if (byte < 0x20) throw this.#control(at);
      continued = continues ? continued + 1 : 0;
      high = false;
      if (byte !== BACKSLASH) at++;
      else {
        escaped = true;
        const third = bytes[at + 3];
        // \uD8.. to \uDB..: the first half of a pair.
        high =
          bytes[at + 1] === 0x75 &&
          (bytes[at + 2]! | 0x20) === 0x64 &&
          third !== undefined &&
          /[89abAB]/.test(String.fromCharCode(third));
        at += bytes[at + 1] === 0x75 ? 6 : 2;
      }
    }
    take();
    this.#at = at + 1;
    return text;
  }

  *#skipText(): Generator<void, void> {
    const bytes = this.#bytes;
    let stop = this.#at + Pace.EVERY;
    for (let at = this.#at + 1; ; at++) {
      const byte = bytes[at];
      if (byte === undefined) throw new PushRefusal("body is not JSON: it ends inside a string");
      if (byte === QUOTE) {
        this.#at = at + 1;
        return;
      }
      if (byte < 0x20) throw this.#control(at);
      if (byte === BACKSLASH) at += this.#escapeWidth(at) - 1;
      if (at < stop) continue;
      stop = at + Pace.EVERY;
      yield;
    }
  }

  #escapeWidth(at: number): number {
    const kind = this.#bytes[at + 1] ?? 0;
    if (SIMPLE_ESCAPES.includes(kind)) return 2;
    for (let i = 2; i < 6; i++)
      if (kind !== 0x75 || !isHexDigit(this.#bytes[at + i]))
        throw new PushRefusal(`body is not JSON: at byte ${at} is an invalid escape`);
    return 6;
  }

  /** Passes over a value of any type, which must be well-formed. */
  *skip(): Generator<void, void> {
    const open: number[] = [];
    let first = true;
    for (;;) {
      if (this.due()) yield;
      const within = open.at(-1);
      if (within !== undefined) {
        const close = within === LIST ? LIST_END : OBJECT_END;
        if (!this.more(close, first)) {
          open.pop();
          first = false;
          if (open.length === 0) return;
          continue;
        }
        if (within === OBJECT) {
          if (this.peek() !== QUOTE) throw this.#unexpected("a quoted name");
          yield* this.#skipText();
          this.#expect(COLON, ":");
        }
      }
      const byte = this.peek();
      first = false;
      if (byte === LIST || byte === OBJECT) {
        if (open.length >= MAX_DEPTH) throw new PushRefusal(`body has more than ${MAX_DEPTH} levels`);
        this.#at++;
        open.push(byte);
        first = true;
      } else if (byte === QUOTE) yield* this.#skipText();
      else if (LITERALS[byte] !== undefined) this.#literal();
      else this.#number();
      if (open.length === 0) return;
    }
  }

  #literal(): void {
    const word = LITERALS[this.#bytes[this.#at]!]!;
    for (let i = 0; i < word.length; i++)
      if (this.#bytes[this.#at + i] !== word.charCodeAt(i)) throw this.#unexpected(word);
    this.#at += word.length;
  }

  #number(): void {
    let text = "";
    for (let at = this.#at; text.length <= MAX_NUMBER; at++) {
      const char = String.fromCharCode(this.#bytes[at] ?? 0);
      if (!/[-+.0-9eE]/.test(char)) break;
      text += char;
    }
    if (text.length > MAX_NUMBER || !NUMBER.test(text)) throw this.#unexpected("a value");
    this.#at += text.length;
  }

  #unexpected(wanted: string): PushRefusal {
    const at = this.#at;
    if (at >= this.#bytes.length) return new PushRefusal(`body is not JSON: expected ${wanted} at the end`);
    const found = JSON.stringify(this.#decode(at, Math.min(at + 20, this.#bytes.length)));
    return new PushRefusal(`body is not JSON: expected ${wanted} at byte ${at}, found ${found}`);
  }

  #control(at: number): PushRefusal {
    return new PushRefusal(`body is not JSON: a control character inside a string at byte ${at}`);
  }
}

/** The quoted text, with its escapes decoded. */
function readEscapes(text: string): string {
  let read: string;
  try {
    read = JSON.parse(`"${text}"`);
  } catch {
    throw new PushRefusal("body is not JSON: a string has an invalid escape");
  }
  return whole(read);
}

/** The same in a value's own text, quotes included. */
const readEscapesWithin = (text: string) => whole(text.replace(ESCAPE, (piece) => JSON.parse(`"${piece}"`)));

function whole(text: string): string {
  if (LONE_SURROGATE.test(text)) throw new PushRefusal("body has half a surrogate pair in a string");
  return text;
}

const isHexDigit = (byte: number | undefined) =>
  byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66));
