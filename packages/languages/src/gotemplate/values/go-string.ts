/**
 * Go strings are bytes, ours are JavaScript's: a byte that is part of no valid UTF-8 is a raw byte (base/text.ts), so that
 * cutting by bytes loses nothing; like Go's U+FFFD it counts as one rune.
 */
import { compareBytes, decodeRaw, encodeUtf8, utf8Length } from "../../base/text.ts";

/** Matches also the low half of a valid pair: a cheap first look only. */
const MAYBE_RAW = /[\udc80-\udcff]/;

/** The bytes of a Go string. */
export const toBytes: (text: string) => Uint8Array<ArrayBuffer> = encodeUtf8;

/** Bytes as a Go string. */
export const fromBytes: (bytes: Uint8Array) => string = decodeRaw;

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
