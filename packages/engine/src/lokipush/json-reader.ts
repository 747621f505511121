/**
 * Reads a push body in JSON from its bytes, a bit at a time: the platform's `JSON.parse` takes a body whole, which can
 * hold everything else up for seconds, builds what nobody asked for, and cannot count while it reads. What is accepted
 * is what Alloy accepts (recorded in the tests): a label's value may be of any type and is then its text; what has no
 * `stream` or no `values` is empty; the key `streams` may be in any case; what stands behind the body is not looked at.
 */

import type { Nanos } from "@sluice/languages/base";
import { type Metadata, type MetadataPair, NO_METADATA } from "../base/entry.ts";
import { labelsOfPairs } from "./labels.ts";
import {
  MAX_LABELS_BYTES,
  MAX_METADATA_BYTES,
  NO_TIME,
  type PushEntry,
  PushExcess,
  type PushLimits,
  type PushReading,
  PushRefusal,
  type PushStream,
  PushTally,
} from "./push.ts";

/** The text of the bytes `[from, to)`. */
export type Decode = (from: number, to: number) => string;

/** Bytes of work between two stops; an entry, a label and the like count as some bytes more. */
const STOP_EVERY = 64 * 1024;
const ITEM_WORK = 64;
/** A text up to this length is read at once, a longer one in pieces of this length. Bytes. */
const PIECE = 64 * 1024;
/** What is only passed over: blanks in a row, bytes of a number, levels of nesting. */
const MAX_BLANKS = 64 * 1024;
const MAX_NUMBER = 4096;
const MAX_DEPTH = 10_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const NANOS = /^-?(?:0|[1-9][0-9]{0,18})$/;
const LITERALS: Readonly<Record<number, string>> = { 116: "true", 102: "false", 110: "null" };
const LONE_SURROGATE = /[\ud800-\udfff]/u;
const SIMPLE_ESCAPES = [...'"\\/bfnrt'].map((char) => char.charCodeAt(0));
const ESCAPE = /\\u[0-9a-fA-F]{4}|\\./g;

/** Told of a key that is passed over; `path` is that of the object it stands in, empty for the body. */
export type OnUnknownKey = (key: string, path: string) => void;

export function* readPushJson(
  bytes: Uint8Array,
  decode: Decode,
  limits: PushLimits,
  onUnknown?: OnUnknownKey,
): PushReading {
  const reader = new Reader(bytes, decode, new PushTally(limits), onUnknown);
  try {
    const streams = yield* reader.request();
    return { ok: true, streams, refused: reader.refused };
  } catch (error) {
    if (!(error instanceof PushRefusal)) throw error;
    return { ok: false, message: error.message, tooMuch: error instanceof PushExcess };
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #decode: Decode;
  readonly #tally: PushTally;
  readonly #onUnknown: OnUnknownKey | undefined;
  #at = 0;
  #items = 0;
  #stop = STOP_EVERY;
  #stream = -1;
  #entry = -1;
  /** Why a stream was left out. */
  refused: string | undefined;

  constructor(bytes: Uint8Array, decode: Decode, tally: PushTally, onUnknown: OnUnknownKey | undefined) {
    this.#onUnknown = onUnknown;
    this.#bytes = bytes;
    this.#decode = decode;
    this.#tally = tally;
  }

  *request(): Generator<void, PushStream[]> {
    let streams: PushStream[] = [];
    if (this.#peek() === 0x6e) {
      this.#literal();
      return streams;
    }
    this.#expect(OBJECT, "{");
    for (let first = true; this.#more(OBJECT_END, first); first = false) {
      const key = yield* this.#key();
      if (key.toLowerCase() !== "streams") {
        this.#onUnknown?.(key, "");
        yield* this.#skip();
      } else if (this.#peek() === 0x6e) {
        this.#literal();
        streams = [];
      } else streams = yield* this.#streams();
    }
    return streams;
  }

  *#streams(): Generator<void, PushStream[]> {
    const streams: PushStream[] = [];
    if (this.#peek() !== LIST) throw new PushRefusal('"streams" must be a list');
    this.#at++;
    this.#stream = -1;
    for (let first = true; this.#more(LIST_END, first); first = false) {
      this.#stream++;
      this.#tally.stream();
      const stream = yield* this.#readStream();
      if (stream !== undefined) streams.push(stream);
    }
    return streams;
  }

  *#readStream(): Generator<void, PushStream | undefined> {
    if (this.#peek() !== OBJECT) throw new PushRefusal(`${this.#path} must be an object`);
    this.#at++;
    let pairs: ReadonlyMap<string, string> = new Map();
    let entries: PushEntry[] = [];
    for (let first = true; this.#more(OBJECT_END, first); first = false) {
      const key = yield* this.#key();
      if (key === "stream") pairs = yield* this.#labels();
      else if (key !== "values") {
        this.#onUnknown?.(key, this.#path);
        yield* this.#skip();
      } else if (this.#peek() === 0x6e) this.#literal();
      else entries = yield* this.#values();
    }
    const read = labelsOfPairs(pairs);
    if (read.ok) return { labels: read.labels, entries };
    this.refused = `${this.#path}.stream: ${read.message}`;
    return undefined;
  }

  *#labels(): Generator<void, Map<string, string>> {
    if (this.#peek() !== OBJECT) throw new PushRefusal(`${this.#path}.stream must be an object`);
    this.#at++;
    const start = this.#at;
    const pairs = new Map<string, string>();
    for (let first = true; this.#more(OBJECT_END, first); first = false) {
      if (this.#due()) yield;
      this.#tally.pairs(1);
      const name = yield* this.#key();
      this.#peek();
      const from = this.#at;
      let value: string;
      if (this.#bytes[from] === QUOTE) value = this.#shortText() ?? (yield* this.#longText());
      else {
        yield* this.#skip();
        // The value's own text, whose escapes are read as those of a string.
        value = this.#at - start > MAX_LABELS_BYTES ? "" : readEscapesWithin(this.#decode(from, this.#at));
      }
      if (this.#at - start > MAX_LABELS_BYTES)
        throw new PushExcess(`${this.#path}.stream is longer than ${MAX_LABELS_BYTES} bytes`);
      pairs.set(name, value);
    }
    return pairs;
  }

  *#values(): Generator<void, PushEntry[]> {
    if (this.#peek() !== LIST) throw new PushRefusal(`${this.#path}.values must be a list`);
    this.#at++;
    this.#entry = -1;
    const entries: PushEntry[] = [];
    for (let first = true; this.#more(LIST_END, first); first = false) {
      if (this.#due()) yield;
      this.#entry++;
      const byte = this.#peek();
      if (byte === 0x6e) {
        this.#literal();
        continue;
      }
      if (byte !== LIST)
        throw new PushRefusal(`${this.#path} must be [timestamp, line] or [timestamp, line, metadata]`);
      this.#at++;
      this.#tally.entry();
      let timestamp = NO_TIME;
      let line = "";
      let metadata: Metadata = NO_METADATA;
      for (let i = 0; this.#more(LIST_END, i === 0); i++) {
        if (i === 0) timestamp = this.#timestamp();
        else if (i === 1) {
          if (this.#peek() !== QUOTE) throw new PushRefusal(`${this.#path}[1] must be a string`);
          line = this.#shortText() ?? (yield* this.#longText());
        } else if (i === 2) metadata = yield* this.#metadata();
        else {
          if (this.#due()) yield;
          yield* this.#skip();
        }
      }
      entries.push({ timestamp, line, metadata });
    }
    this.#entry = -1;
    return entries;
  }

  #timestamp(): Nanos {
    const text = this.#peek() === QUOTE ? this.#shortText() : undefined;
    // A sign alone is zero, and escapes are not read here.
    if (text === "-") return 0n;
    const plain = text !== undefined && NANOS.test(text) && this.#bytes[this.#at - 2 - text.length] === QUOTE;
    if (!plain) throw new PushRefusal(`${this.#path}[0] must be a string of nanoseconds since 1970`);
    const at = BigInt(text);
    if (BigInt.asIntN(64, at) !== at) throw new PushRefusal(`${this.#path}[0] is out of range`);
    return at;
  }

  *#metadata(): Generator<void, Metadata> {
    if (this.#peek() !== OBJECT) throw new PushRefusal(`${this.#path}[2] must be an object of strings`);
    this.#at++;
    const pairs: MetadataPair[] = [];
    for (let first = true; this.#more(OBJECT_END, first); first = false) {
      if (this.#due()) yield;
      this.#tally.pairs(1);
      const from = this.#at;
      const name = yield* this.#key();
      if (this.#peek() !== QUOTE)
        throw new PushRefusal(`${this.#path}[2]: ${JSON.stringify(name.slice(0, 100))} must be a string`);
      const value = this.#shortText() ?? (yield* this.#longText());
      if (this.#at - from > MAX_METADATA_BYTES)
        throw new PushExcess(`${this.#path}[2]: a name with its value is longer than ${MAX_METADATA_BYTES} bytes`);
      pairs.push([name, value]);
    }
    return pairs.length === 0 ? NO_METADATA : pairs;
  }

  /** Where it is. */
  get #path(): string {
    return this.#entry < 0 ? `streams[${this.#stream}]` : `streams[${this.#stream}].values[${this.#entry}]`;
  }

  /** One item more was read; whether it is time to stop. */
  #due(): boolean {
    this.#items++;
    const work = this.#at + this.#items * ITEM_WORK;
    if (work < this.#stop) return false;
    this.#stop = work + STOP_EVERY;
    return true;
  }

  /** The first byte that is no blank. */
  #peek(): number {
    const bytes = this.#bytes;
    const from = this.#at;
    for (;;) {
      const byte = bytes[this.#at];
      if (byte === undefined) throw new PushRefusal("body is not JSON: it ends too early");
      if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) return byte;
      if (++this.#at - from > MAX_BLANKS) throw new PushRefusal(`body has more than ${MAX_BLANKS} blanks in a row`);
    }
  }

  #expect(byte: number, shown: string): void {
    if (this.#peek() !== byte) throw this.#unexpected(`"${shown}"`);
    this.#at++;
  }

  /** Whether another element follows in the list or object that `close` ends. */
  #more(close: number, first: boolean): boolean {
    const byte = this.#peek();
    if (byte === close) {
      this.#at++;
      return false;
    }
    if (first) return true;
    if (byte !== COMMA) throw this.#unexpected(`"," or "${String.fromCharCode(close)}"`);
    this.#at++;
    return true;
  }

  *#key(): Generator<void, string> {
    if (this.#peek() !== QUOTE) throw this.#unexpected("a name in quotes");
    const key = this.#shortText() ?? (yield* this.#longText());
    this.#expect(COLON, ":");
    return key;
  }

  /** The text that starts here, or nothing when it is long. */
  #shortText(): string | undefined {
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
    if (limit === bytes.length) throw new PushRefusal("body is not JSON: it ends within a text");
    return undefined;
  }

  /** The same in pieces, cut where neither a character nor a pair of escapes is cut. */
  *#longText(): Generator<void, string> {
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
      if (byte === undefined) throw new PushRefusal("body is not JSON: it ends within a text");
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
    let stop = this.#at + STOP_EVERY;
    for (let at = this.#at + 1; ; at++) {
      const byte = bytes[at];
      if (byte === undefined) throw new PushRefusal("body is not JSON: it ends within a text");
      if (byte === QUOTE) {
        this.#at = at + 1;
        return;
      }
      if (byte < 0x20) throw this.#control(at);
      if (byte === BACKSLASH) at += this.#escapeWidth(at) - 1;
      if (at < stop) continue;
      stop = at + STOP_EVERY;
      yield;
    }
  }

  #escapeWidth(at: number): number {
    const kind = this.#bytes[at + 1] ?? 0;
    if (SIMPLE_ESCAPES.includes(kind)) return 2;
    for (let i = 2; i < 6; i++)
      if (kind !== 0x75 || !isHexDigit(this.#bytes[at + i]))
        throw new PushRefusal(`body is not JSON: at byte ${at} is an escape that is none`);
    return 6;
  }

  /** Passes over a value of any type, which must be well-formed. */
  *#skip(): Generator<void, void> {
    const open: number[] = [];
    let first = true;
    for (;;) {
      if (this.#due()) yield;
      const within = open.at(-1);
      if (within !== undefined) {
        const close = within === LIST ? LIST_END : OBJECT_END;
        if (!this.#more(close, first)) {
          open.pop();
          first = false;
          if (open.length === 0) return;
          continue;
        }
        if (within === OBJECT) {
          if (this.#peek() !== QUOTE) throw this.#unexpected("a name in quotes");
          yield* this.#skipText();
          this.#expect(COLON, ":");
        }
      }
      const byte = this.#peek();
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
    return new PushRefusal(`body is not JSON: a control character within a text at byte ${at}`);
  }
}

/** What stands between quotes, with its escapes read. */
function readEscapes(text: string): string {
  let read: string;
  try {
    read = JSON.parse(`"${text}"`);
  } catch {
    throw new PushRefusal("body is not JSON: a text has an escape that is none");
  }
  return whole(read);
}

/** The same in a value's own text, where quotes stand too. */
const readEscapesWithin = (text: string) => whole(text.replace(ESCAPE, (piece) => JSON.parse(`"${piece}"`)));

function whole(text: string): string {
  if (LONE_SURROGATE.test(text)) throw new PushRefusal("body has half a pair of UTF-16 in a text");
  return text;
}

const isHexDigit = (byte: number | undefined) =>
  byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66));
