/**
 * The decoded readings of a text: percent-encoding, escapes between quotes, entities, base64 and hex undone, also nested.
 * Each unit knows its place in the text, so that a find in a reading has a place in the text. Decoding finds every way to
 * write a value; a list of the ways (upper-case or lower-case digits, which characters are escaped, which of three offsets
 * in base64) would not.
 */

import { atOnce } from "../at-once.ts";

export interface DecodedText {
  readonly text: string;
  /** Source of the units from `start` to `end` of the reading. */
  spanOf(start: number, end: number): { start: number; end: number };
}

/** Maximum depth of nested encodings. */
const MAX_DEPTH = 3;
/** Longer texts are not read as base64 and hex, since nearly all of a text may look like them. */
const MAX_DIGITS = 32 * 1024;
/** Maximum number of readings of one text, and of their units as a multiple of the text's. */
const MAX_READINGS = 64;

/** For each unit of a reading. A list is much faster where there are few, as in most nested texts. */
type Places = Int32Array | number[];
const FEW_UNITS = 100;
const placesFor = (units: number): Places => (units > FEW_UNITS ? new Int32Array(units) : []);

class Reading implements DecodedText {
  readonly text: string;
  readonly #starts: Places;
  readonly #ends: Places;

  constructor(text: string, starts: Places, ends: Places) {
    this.text = text;
    this.#starts = starts;
    this.#ends = ends;
  }

  spanOf(start: number, end: number) {
    return { start: this.#starts[start]!, end: this.#ends[end - 1]! };
  }
}

class Composed implements DecodedText {
  readonly text: string;
  readonly #outer: DecodedText;
  readonly #inner: DecodedText;

  constructor(outer: DecodedText, inner: DecodedText) {
    this.text = inner.text;
    this.#outer = outer;
    this.#inner = inner;
  }

  spanOf(start: number, end: number) {
    const inner = this.#inner.spanOf(start, end);
    return this.#outer.spanOf(inner.start, inner.end);
  }
}

/** The text itself. */
export const asItStands = (text: string): DecodedText => ({ text, spanOf: (start, end) => ({ start, end }) });

/** `inner` is a reading of `outer.text`. */
export const within = (outer: DecodedText, inner: DecodedText): DecodedText => new Composed(outer, inner);

/** A part of a text as a text of its own. */
export const partOf = (text: string, start: number, end: number): DecodedText => ({
  text: text.slice(start, end),
  spanOf: (from, to) => ({ start: start + from, end: start + to }),
});

/** Puts a reading together. It never has more units than what it is made from. */
class Builder {
  readonly #source: string;
  readonly #pieces: string[] = [];
  readonly #starts: Places;
  readonly #ends: Places;
  #length = 0;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
    this.#starts = placesFor(source.length);
    this.#ends = placesFor(source.length);
  }

  /** Copies what comes before `to` and was not read yet. */
  keepUntil(to: number): void {
    if (to <= this.#at) return;
    this.#pieces.push(this.#source.slice(this.#at, to));
    for (let i = this.#at; i < to; i++) this.#place(i, i + 1);
    this.#at = to;
  }

  /** `text` replaces what is between `start` and `end`. */
  put(text: string, start: number, end: number): void {
    this.#pieces.push(text);
    for (let i = 0; i < text.length; i++) this.#place(start, end);
    this.#at = end;
  }

  /** Bytes as UTF-8, invalid ones as Latin-1; `start(i)` and `end(i)`: where the byte stands. */
  putBytes(bytes: readonly number[], start: (i: number) => number, end: (i: number) => number): void {
    for (let i = 0; i < bytes.length; ) {
      const length = lengthOfUtf8(bytes, i);
      let point = length === 1 ? bytes[i]! : bytes[i]! & (0x7f >> length);
      for (let j = 1; j < length; j++) point = (point << 6) | (bytes[i + j]! & 0x3f);
      const text = String.fromCodePoint(Math.min(point, 0x10ffff));
      this.#pieces.push(text);
      for (let j = 0; j < text.length; j++) this.#place(start(i), end(i + length - 1));
      i += length;
    }
  }

  /** Continues at `to`. */
  skipTo(to: number): void {
    this.#at = to;
  }

  #place(start: number, end: number): void {
    this.#starts[this.#length] = start;
    this.#ends[this.#length++] = end;
  }

  build(): DecodedText {
    this.keepUntil(this.#source.length);
    return new Reading(this.#pieces.join(""), this.#starts, this.#ends);
  }
}

function lengthOfUtf8(bytes: readonly number[], at: number): number {
  const lead = bytes[at]!;
  const length = lead < 0xc2 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 1;
  for (let i = 1; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 1;
  return length;
}

/** Undefined where there is nothing to undo. */
type Decoder = (text: string) => DecodedText | undefined;

export const decodePercent: Decoder = (text) => (text.includes("%") ? undoPercent(text, false) : undefined);

/** As forms are encoded: a plus is a blank. */
export const decodeForm: Decoder = (text) => (text.includes("+") ? undoPercent(text, true) : undefined);

function undoPercent(text: string, plus: boolean): DecodedText {
  const out = new Builder(text);
  for (const { 0: run, index } of text.matchAll(plus ? /(?:%[0-9A-Fa-f]{2})+|\+/g : /(?:%[0-9A-Fa-f]{2})+/g)) {
    out.keepUntil(index);
    if (run === "+") out.put(" ", index, index + 1);
    else if (run.length === 3 && run < "%8") {
      // Most occur alone.
      out.put(String.fromCharCode(Number.parseInt(run.slice(1), 16)), index, index + 3);
    } else {
      const bytes = Array.from({ length: run.length / 3 }, (_, i) =>
        Number.parseInt(run.slice(3 * i + 1, 3 * i + 3), 16),
      );
      out.putBytes(
        bytes,
        (i) => index + 3 * i,
        (i) => index + 3 * i + 3,
      );
      out.skipTo(index + run.length);
    }
  }
  return out.build();
}

const ESCAPE =
  /((?:\\x[0-9A-Fa-f]{2}|\\[0-3][0-7]{2})+)|\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(["'`\\/bfnrtav])|(\r?\n))/g;
const ESCAPED: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  a: "\x07",
  v: "\v",
};

/** The escapes of JSON, Go, Python and shells between quotes; a line may continue on the next. */
export const decodeEscapes: Decoder = (text) => {
  if (!text.includes("\\")) return undefined;
  const out = new Builder(text);
  for (const match of text.matchAll(ESCAPE)) {
    const { 0: whole, 1: octets, index } = match;
    out.keepUntil(index);
    if (octets !== undefined) {
      const all = octets.match(/\\x..|\\.../g)!;
      const bytes = all.map((one) =>
        one[1] === "x" ? Number.parseInt(one.slice(2), 16) : Number.parseInt(one.slice(1), 8),
      );
      out.putBytes(
        bytes,
        (i) => index + 4 * i,
        (i) => index + 4 * i + 4,
      );
      out.skipTo(index + whole.length);
    } else {
      const code = match[2] ?? match[3] ?? match[4];
      const escaped = match[5] ?? "";
      const made = code === undefined ? (ESCAPED[escaped] ?? escaped) : unitOf(Number.parseInt(code, 16));
      out.put(made, index, index + whole.length);
    }
  }
  return out.build();
};

/** With YAML's continued lines: without the blanks at the start of the next. */
const decodeContinued: Decoder = (text) =>
  /\\\r?\n[ \t]/.test(text) ? replacedIn(text, /\\\r?\n[ \t]*/g, () => "") : undefined;

const unitOf = (point: number): string =>
  point <= 0xffff ? String.fromCharCode(point) : point <= 0x10ffff ? String.fromCodePoint(point) : "\ufffd";

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/g;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

export const decodeEntities: Decoder = (text) => {
  if (!text.includes("&")) return undefined;
  return replacedIn(text, ENTITY, ({ 1: decimal, 2: hex, 3: name }) =>
    name === undefined ? unitOf(Number.parseInt(decimal ?? hex!, hex === undefined ? 10 : 16)) : ENTITIES[name]!,
  );
};

/** Colours and styles of a terminal, also as escapes and as rsyslog writes control characters. */
export const COLOUR = String.raw`(?:\x1b|\\{1,4}(?:u001[bB]|x1[bB]|033|e)|#033|\^\[)\[[\d;:]{0,40}[mK]`;
const COLOURS = new RegExp(COLOUR, "g");
const COLOUR_HINT = /(?:\x1b|[bB3e[])\[/;

export const decodeColours: Decoder = (text) =>
  COLOUR_HINT.test(text) && text.search(COLOURS) >= 0 ? replacedIn(text, COLOURS, () => "") : undefined;

/** Replaces each match by the result of `made`, which is not longer. */
export function replacedIn(text: string, pattern: RegExp, made: (match: RegExpExecArray) => string): DecodedText {
  const out = new Builder(text);
  for (const match of text.matchAll(pattern)) {
    out.keepUntil(match.index);
    out.put(made(match), match.index, match.index + match[0].length);
  }
  return out.build();
}

/** Doubled quotes between quotes of the same kind, as in CSV and YAML. */
export const decodeDoubled = (text: string, quote: string): DecodedText =>
  replacedIn(text, new RegExp(quote + quote, "g"), () => quote);

const DIGITS_OF_64 = new Int8Array(128).fill(-1);
for (const [i, digit] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries())
  DIGITS_OF_64[digit.charCodeAt(0)] = i;
DIGITS_OF_64["-".charCodeAt(0)] = 62;
DIGITS_OF_64["_".charCodeAt(0)] = 63;

/** A notation of bytes by digits of that many bits. */
interface Digits {
  readonly bits: 4 | 6;
  readonly run: RegExp;
  digitOf(code: number): number;
}

const BASE64: Digits = { bits: 6, run: /[\w+/-]{3,}/g, digitOf: (code) => DIGITS_OF_64[code]! };
const HEX: Digits = { bits: 4, run: /[0-9A-Fa-f]{4,}/g, digitOf: (code) => (code & 15) + (code > 64 ? 9 : 0) };

/** Digits (of the web's base64 too) with the places of a run from which on they may encode something. */
const BYTES: readonly (readonly [Digits, offsets: readonly number[]])[] = [
  [BASE64, [0, 1, 2, 3]],
  [HEX, [0, 1]],
];

/** `offset` undefined: the offset at which a run decodes to a text; other runs are left alone. */
function undoDigits(text: string, digits: Digits, shortest: number, offset?: number): DecodedText | undefined {
  const { bits } = digits;
  const offsets = offset === undefined ? BYTES.find(([one]) => one === digits)![1] : [offset];
  let out: Builder | undefined;
  for (const { 0: run, index } of text.matchAll(digits.run)) {
    if (Math.floor((run.length * bits) / 8) < shortest) continue;
    for (const from of offsets) {
      const bytes = bytesOf(run, from, digits);
      if (bytes.length === 0 || (offset === undefined && !isText(bytes))) continue;
      out ??= new Builder(text);
      const first = index + from;
      const last = index + run.length + (bits === 6 ? paddingAt(text, index + run.length, run.length - from) : 0);
      out.keepUntil(first);
      out.putBytes(
        bytes,
        (i) => first + Math.floor((8 * i) / bits),
        (i) => (i === bytes.length - 1 ? last : first + Math.ceil((8 * (i + 1)) / bits)),
      );
      out.skipTo(last);
      break;
    }
  }
  return out?.build();
}

/** Length of the padding after this many base64 digits; 0 where it is not the right one. */
function paddingAt(text: string, at: number, digits: number): number {
  const needed = (4 - (digits % 4)) % 4;
  return needed < 3 && text.startsWith("=".repeat(needed), at) && text[at + needed] !== "=" ? needed : 0;
}

function bytesOf(run: string, from: number, { bits, digitOf }: Digits): number[] {
  const bytes: number[] = [];
  let held = 0;
  let holds = 0;
  for (let i = from; i < run.length; i++) {
    held = ((held << bits) | digitOf(run.charCodeAt(i))) & 0xffff;
    holds += bits;
    if (holds >= 8) {
      holds -= 8;
      bytes.push((held >> holds) & 0xff);
    }
  }
  return bytes;
}

/** Whether it is a text: no control characters except blanks, no bytes that are not UTF-8. */
function isText(bytes: readonly number[]): boolean {
  for (let i = 0; i < bytes.length; ) {
    const byte = bytes[i]!;
    const length = lengthOfUtf8(bytes, i);
    if (byte === 0x7f || (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13)) return false;
    if (length === 1 && byte > 0x7f) return false;
    i += length;
  }
  return true;
}

const TEXT_DECODERS: readonly Decoder[] = [decodePercent, decodeForm, decodeEscapes, decodeContinued, decodeEntities];

export interface Readings {
  /** Its first form. */
  readonly texts: readonly DecodedText[];
  /** Bytes at each place where base64 or hex digits may begin: mostly nonsense, in which only the wanted values can be found. */
  readonly bytes: readonly DecodedText[];
}

/** Runs that encode fewer bytes than `shortest` are skipped. */
export const readingsOf = (text: string, shortest: number): Readings => atOnce(readingsInSteps(text, shortest));

/** The same, which stops after each of them. */
export function* readingsInSteps(text: string, shortest: number): Generator<void, Readings> {
  const texts: DecodedText[] = [asItStands(text)];
  const seen = new Set([text]);
  let units = 0;
  const digits: Decoder[] = [(one) => undoDigits(one, BASE64, shortest), (one) => undoDigits(one, HEX, shortest)];
  const decoders = text.length > MAX_DIGITS ? TEXT_DECODERS : [...TEXT_DECODERS, ...digits];
  let last: readonly DecodedText[] = texts.slice();
  for (let depth = 0; depth < MAX_DEPTH && last.length > 0; depth++) {
    const next: DecodedText[] = [];
    for (const outer of last)
      for (const decoder of decoders) {
        yield;
        const inner = decoder(outer.text);
        if (inner === undefined || seen.has(inner.text) || texts.length + next.length >= MAX_READINGS) continue;
        units += inner.text.length;
        if (units > MAX_READINGS * text.length) continue;
        seen.add(inner.text);
        next.push(within(outer, inner));
      }
    texts.push(...next);
    last = next;
  }
  const bytes: DecodedText[] = [];
  if (text.length <= MAX_DIGITS)
    for (const outer of texts)
      for (const [digits, offsets] of BYTES)
        for (const offset of offsets) {
          yield;
          const inner = undoDigits(outer.text, digits, shortest, offset);
          if (inner !== undefined) bytes.push(within(outer, inner));
        }
  return { texts, bytes };
}
