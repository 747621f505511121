/**
 * Go strings are bytes, ours are JavaScript's: a byte that is part of no valid UTF-8 is a raw byte (base/text.ts), so that
 * cutting by bytes loses nothing; like Go's U+FFFD it counts as one rune.
 */
import { compareBytes, decodeRaw, encodeUtf8, utf8Length } from "../base/text.ts";

/** Matches also the low half of a valid pair: a cheap first look only. */
const MAYBE_RAW = /[\udc80-\udcff]/;

/** The bytes of a Go string. */
export const toBytes: (text: string) => Uint8Array<ArrayBuffer> = encodeUtf8;

/** Bytes as a Go string. */
export const fromBytes: (bytes: Uint8Array) => string = decodeRaw;

/** Width in bytes of the valid UTF-8 sequence at `i`, or 0 where there is none. */
export function runeWidth(bytes: Uint8Array, i: number): number {
  const b0 = bytes[i]!;
  if (b0 < 0x80) return 1;
  if (b0 < 0xc2 || b0 > 0xf4) return 0;
  const b1 = bytes[i + 1] ?? 0;
  if (b0 < 0xe0) return (b1 & 0xc0) === 0x80 ? 2 : 0;
  const low1 = b0 === 0xe0 ? 0xa0 : b0 === 0xf0 ? 0x90 : 0x80;
  const high1 = b0 === 0xed ? 0x9f : b0 === 0xf4 ? 0x8f : 0xbf;
  if (b1 < low1 || b1 > high1 || ((bytes[i + 2] ?? 0) & 0xc0) !== 0x80) return 0;
  if (b0 < 0xf0) return 3;
  return ((bytes[i + 3] ?? 0) & 0xc0) === 0x80 ? 4 : 0;
}

/** `len(text)`: the number of bytes. */
export const byteLength: (text: string) => number = utf8Length;

/** Go's order of strings, by bytes. */
export function compareStrings(a: string, b: string): number {
  if (!MAYBE_RAW.test(a) && !MAYBE_RAW.test(b)) return compareBytes(a, b);
  const x = toBytes(a);
  const y = toBytes(b);
  const n = Math.min(x.length, y.length);
  for (let i = 0; i < n; i++) if (x[i] !== y[i]) return x[i]! < y[i]! ? -1 : 1;
  return Math.sign(x.length - y.length);
}

/** The text as it leaves the template: bytes that came together become their character. */
export function joinBytes(text: string): string {
  return text.isWellFormed() ? text : fromBytes(toBytes(text));
}
