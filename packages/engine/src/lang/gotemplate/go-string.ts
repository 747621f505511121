/**
 * Go strings are bytes, ours are JavaScript's. A byte that is part of no valid UTF-8 stands as the lone surrogate
 * U+DC80 + (byte − 0x80) inside a template, so that cutting by bytes loses nothing; like Go's U+FFFD it counts as one
 * rune. At the template's edge each becomes U+FFFD (`wellFormed`). Text from outside holds no lone surrogates.
 */
import { compareBytes, encodeUtf8, utf8Length } from "../../base/text.ts";

/** Matches also the low half of a valid pair: a cheap first look only. */
const MAYBE_RAW = /[\udc80-\udcff]/;
/** A surrogate that stands for a raw byte. */
const RAW = /(?<![\ud800-\udbff])[\udc80-\udcff]/g;

const hasRaw = (text: string): boolean => !text.isWellFormed() && text.search(RAW) >= 0;

/** The bytes of a Go string. */
export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  if (!hasRaw(text)) return encodeUtf8(text);
  const bytes = new Uint8Array(text.length * 3);
  let n = 0;
  let from = 0;
  for (const match of text.matchAll(RAW)) {
    const part = encodeUtf8(text.slice(from, match.index));
    bytes.set(part, n);
    n += part.length;
    bytes[n++] = match[0].charCodeAt(0) - 0xdc00;
    from = match.index + 1;
  }
  const rest = encodeUtf8(text.slice(from));
  bytes.set(rest, n);
  return bytes.slice(0, n + rest.length);
}

/** Bytes as a Go string. */
export function fromBytes(bytes: Uint8Array): string {
  let ascii = true;
  for (let i = 0; i < bytes.length; i++)
    if (bytes[i]! >= 0x80) {
      ascii = false;
      break;
    }
  if (ascii) return decoder.decode(bytes);
  let out = "";
  let from = 0;
  for (let i = 0; i < bytes.length; ) {
    const width = runeWidth(bytes, i);
    if (width > 0) {
      i += width;
      continue;
    }
    out += decoder.decode(bytes.subarray(from, i)) + String.fromCharCode(0xdc00 + bytes[i]!);
    i += 1;
    from = i;
  }
  return out + decoder.decode(bytes.subarray(from));
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

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
export function byteLength(text: string): number {
  const length = utf8Length(text);
  if (length === text.length || !MAYBE_RAW.test(text)) return length;
  return length - 2 * (text.match(RAW)?.length ?? 0);
}

/** Go's order of strings, by bytes. */
export function compareStrings(a: string, b: string): number {
  if (!MAYBE_RAW.test(a) && !MAYBE_RAW.test(b)) return compareBytes(a, b);
  const x = toBytes(a);
  const y = toBytes(b);
  const n = Math.min(x.length, y.length);
  for (let i = 0; i < n; i++) if (x[i] !== y[i]) return x[i]! < y[i]! ? -1 : 1;
  return Math.sign(x.length - y.length);
}

/** The text as it leaves the template: bytes that came together become their character, the rest U+FFFD each. */
export function wellFormed(text: string): string {
  if (!hasRaw(text)) return text;
  return fromBytes(toBytes(text)).replace(RAW, "\ufffd");
}
