/**
 * Text as the field counts it: lengths and limits are bytes of UTF-8, never JavaScript's UTF-16 units.
 *
 * Lines may hold bytes that are not UTF-8, and these behave differently from a real U+FFFD. So inside the engine a *raw byte*
 * is the lone surrogate U+DC00 + byte (U+DC80 to U+DCFF): `decodeRaw` makes it where bytes come in. Outside the engine each
 * becomes U+FFFD: encoders write a lone surrogate as that, and `toWellFormed` converts texts.
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Number of bytes of `text` in UTF-8. A raw byte counts one, any other lone surrogate as U+FFFD (3 bytes). */
export function utf8Length(text: string): number {
  const units = text.length;
  let extra = 0;
  for (let i = 0; i < units; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) extra += 1;
    else if (unit >= 0xd800 && unit < 0xdc00 && i + 1 < units && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      extra += 2;
      i++;
    } else if (unit < RAW_FIRST || unit > RAW_LAST) extra += 2;
  }
  return units + extra;
}

const RAW_FIRST = 0xdc80;
const RAW_LAST = 0xdcff;
/** A surrogate for a raw byte. */
const RAW_BYTE = /(?<![\ud800-\udbff])[\udc80-\udcff]/g;

/** Whether `text` holds a raw byte (or another lone surrogate). */
export function hasRawBytes(text: string): boolean {
  return !text.isWellFormed();
}

/** `text` as UTF-8; raw bytes are themselves. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return text.isWellFormed() ? encoder.encode(text) : encodeRaw(text);
}

function encodeRaw(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 3);
  let n = 0;
  let from = 0;
  for (const match of text.matchAll(RAW_BYTE)) {
    n += encoder.encodeInto(text.slice(from, match.index), bytes.subarray(n)).written;
    bytes[n++] = match[0].charCodeAt(0) - 0xdc00;
    from = match.index + 1;
  }
  n += encoder.encodeInto(text.slice(from), bytes.subarray(n)).written;
  return bytes.slice(0, n);
}

/** Bytes as text; each invalid byte sequence becomes U+FFFD (as the WHATWG decoder does). A byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Whether every unit of `text` is ASCII, so that bytes, code points and UTF-16 units are the same positions. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** The first `limit` bytes of `text`. Of a character cut in the middle raw bytes remain. */
export function truncateUtf8(text: string, limit: number): string {
  if (text.length * 3 <= limit || utf8Length(text) <= limit) return text;
  // Every unit takes a byte or more, so no more units than bytes are needed.
  const bytes = Math.max(0, limit);
  return decodeRaw(encodeUtf8(text.slice(0, bytes + 1)).subarray(0, bytes));
}

/**
 * Bytes as text the way Go ranges over a string: each single invalid byte becomes one U+FFFD (the WHATWG decoder
 * merges the bytes of a truncated sequence into one).
 */
export function decodeGo(bytes: Uint8Array): string {
  return decode(bytes, () => 0xfffd);
}

/** Bytes as text in which each invalid byte stays a raw byte. */
export function decodeRaw(bytes: Uint8Array): string {
  return decode(bytes, (byte) => 0xdc00 + byte);
}

/** Units that are made into a text at once. */
const PIECE = 8192;

function decode(bytes: Uint8Array, replace: (byte: number) => number): string {
  let valid = 0;
  while (valid < bytes.length) {
    const width = sequenceWidth(bytes, valid);
    if (width === 0) break;
    valid += width;
  }
  if (valid === bytes.length) return decoder.decode(bytes);
  // By pieces of units: a text put together from a piece for each invalid byte takes memory many times over.
  const units = new Uint16Array(PIECE);
  let filled = 0;
  let out = decoder.decode(bytes.subarray(0, valid));
  for (let i = valid; i < bytes.length; ) {
    const width = sequenceWidth(bytes, i);
    if (width === 0) units[filled++] = replace(bytes[i++]!);
    else {
      filled = writeUnits(codePointAt(bytes, i, width), units, filled);
      i += width;
    }
    if (filled < PIECE - 1) continue;
    out += String.fromCharCode.apply(null, units.subarray(0, filled) as unknown as number[]);
    filled = 0;
  }
  return out + String.fromCharCode.apply(null, units.subarray(0, filled) as unknown as number[]);
}

/** The code point of the valid sequence of `width` bytes at `i`. */
function codePointAt(bytes: Uint8Array, i: number, width: number): number {
  let point = width === 1 ? bytes[i]! : bytes[i]! & (0xff >> (width + 1));
  for (let at = i + 1; at < i + width; at++) point = (point << 6) | (bytes[at]! & 0x3f);
  return point;
}

/** Writes a code point's one or two units at `at`; gives the place after them. */
function writeUnits(point: number, units: Uint16Array, at: number): number {
  if (point < 0x10000) {
    units[at] = point;
    return at + 1;
  }
  units[at] = 0xd7c0 + (point >> 10);
  units[at + 1] = 0xdc00 + (point & 0x3ff);
  return at + 2;
}

/** Width in bytes of the valid UTF-8 sequence at `i`, or 0 without one. */
function sequenceWidth(bytes: Uint8Array, i: number): number {
  const b0 = bytes[i]!;
  if (b0 < 0x80) return 1;
  if (b0 < 0xc2 || b0 > 0xf4) return 0;
  const b1 = bytes[i + 1] ?? 0;
  if (b0 < 0xe0) return (b1 & 0xc0) === 0x80 ? 2 : 0;
  const b2 = bytes[i + 2] ?? 0;
  if (b0 < 0xf0) {
    const low = b0 === 0xe0 ? 0xa0 : 0x80;
    const high = b0 === 0xed ? 0x9f : 0xbf;
    return b1 >= low && b1 <= high && (b2 & 0xc0) === 0x80 ? 3 : 0;
  }
  const b3 = bytes[i + 3] ?? 0;
  const low = b0 === 0xf0 ? 0x90 : 0x80;
  const high = b0 === 0xf4 ? 0x8f : 0xbf;
  return b1 >= low && b1 <= high && (b2 & 0xc0) === 0x80 && (b3 & 0xc0) === 0x80 ? 4 : 0;
}

/** Compares two texts by their UTF-8 bytes (equally: by code points), as Go's `<` on strings does. */
export function compareBytes(a: string, b: string): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x === y) continue;
    // Surrogates sort above the rest of the basic plane in UTF-8, below U+E000–U+FFFF in UTF-16.
    if (x >= 0xd800 && y >= 0xd800) {
      x = x >= 0xe000 ? x - 0x800 : x + 0x2000;
      y = y >= 0xe000 ? y - 0x800 : y + 0x2000;
    }
    return x < y ? -1 : 1;
  }
  return a.length === b.length ? 0 : a.length < b.length ? -1 : 1;
}

/**
 * `text` with memory of its own. A part of a longer text keeps the whole of it alive in today's engines, and a label
 * that was cut from a line stays long after the line has gone. Concatenating and cutting again copies; parts of up to
 * twelve units are copied anyway.
 */
export function detach(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}

/** Plain data with U+FFFD for each raw byte in its texts, for use outside the engine; the same data if there is none. */
export function toWellFormedData<T>(data: T): T {
  return isWellFormedData(data) ? data : (replaceInside(data) as T);
}

function isWellFormedData(data: unknown): boolean {
  if (typeof data === "string") return data.isWellFormed();
  if (typeof data !== "object" || data === null) return true;
  if (Array.isArray(data)) return data.every(isWellFormedData);
  for (const key of Object.keys(data)) {
    if (!key.isWellFormed() || !isWellFormedData((data as Record<string, unknown>)[key])) return false;
  }
  return true;
}

function replaceInside(data: unknown): unknown {
  if (typeof data === "string") return data.toWellFormed();
  if (typeof data !== "object" || data === null) return data;
  if (Array.isArray(data)) return data.map(replaceInside);
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key.toWellFormed(), replaceInside(value)]));
}
