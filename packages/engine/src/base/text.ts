/**
 * Text as the field counts it: lengths and limits are bytes of UTF-8, never JavaScript's UTF-16 units.
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Number of bytes of `text` in UTF-8. A lone surrogate counts as U+FFFD (3 bytes), which is what it is encoded as. */
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
    } else extra += 2;
  }
  return units + extra;
}

/** `text` as UTF-8. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
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

/**
 * The first `limit` bytes of `text`. A character cut in the middle becomes U+FFFD for each of its bytes that remain,
 * which is what a byte cut followed by replacement of invalid bytes gives.
 */
export function truncateUtf8(text: string, limit: number): string {
  if (text.length * 3 <= limit || utf8Length(text) <= limit) return text;
  // Every unit takes a byte or more, so no more units than bytes are needed.
  const bytes = Math.max(0, limit);
  return decodeGo(encoder.encode(text.slice(0, bytes + 1)).subarray(0, bytes));
}

/**
 * Bytes as text the way Go ranges over a string: each single invalid byte becomes one U+FFFD (the WHATWG decoder
 * merges the bytes of a truncated sequence into one).
 */
export function decodeGo(bytes: Uint8Array): string {
  let invalid = 0;
  for (let i = 0; i < bytes.length; ) {
    const width = sequenceWidth(bytes, i);
    if (width === 0) invalid++;
    i += width || 1;
  }
  if (invalid === 0) return decoder.decode(bytes);
  // Written out and decoded once: a text put together from a piece for each invalid byte takes memory many times over.
  const out = new Uint8Array(bytes.length + 2 * invalid);
  let at = 0;
  for (let i = 0; i < bytes.length; ) {
    const width = sequenceWidth(bytes, i);
    if (width === 0) {
      out.set(REPLACEMENT, at);
      at += REPLACEMENT.length;
      i++;
    } else for (const end = i + width; i < end; ) out[at++] = bytes[i++]!;
  }
  return decoder.decode(out);
}

/** U+FFFD in UTF-8. */
const REPLACEMENT = [0xef, 0xbf, 0xbd];

/** Width in bytes of the valid UTF-8 sequence at `i`, or 0 when there is none. */
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
