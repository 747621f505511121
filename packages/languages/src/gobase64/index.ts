/**
 * Go's encoding/base64 (standard and URL-safe) and encoding/base32 (standard), padded, with Go's notion of where an
 * input goes wrong.
 */
import { decodeUtf8, encodeUtf8 } from "../base/text.ts";

const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const BASE64 = `${ALPHANUMERIC}+/`;
const BASE64_URL = `${ALPHANUMERIC}-_`;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const PAD = 0x3d;
const INVALID = 0xff;

/** Bytes as digits of `bits` bits, in groups of `groupDigits`, padded with `=`. */
function encode(bytes: Uint8Array, alphabet: string, bits: number, groupDigits: number): string {
  const digits = new Uint8Array(Math.ceil(bytes.length / ((bits * groupDigits) / 8)) * groupDigits).fill(PAD);
  const codes = encodeUtf8(alphabet);
  const mask = 2 ** bits - 1;
  let buffer = 0;
  let held = 0;
  let n = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    buffer = ((buffer << 8) | byte) & 0xffff;
    held += 8;
    while (held >= bits) {
      held -= bits;
      digits[n++] = codes[(buffer >> held) & mask]!;
    }
  }
  if (held > 0) digits[n++] = codes[(buffer << (bits - held)) & mask]!;
  return decodeUtf8(digits);
}

function valuesOf(alphabet: string): Uint8Array {
  const values = new Uint8Array(256).fill(INVALID);
  for (let i = 0; i < alphabet.length; i++) values[alphabet.charCodeAt(i)] = i;
  return values;
}

const BASE64_VALUES = valuesOf(BASE64);
const BASE64_URL_VALUES = valuesOf(BASE64_URL);
const BASE32_VALUES = valuesOf(BASE32);

export type Base64Alphabet = "standard" | "url";

export const encodeBase64 = (bytes: Uint8Array, alphabet: Base64Alphabet = "standard"): string =>
  encode(bytes, alphabet === "url" ? BASE64_URL : BASE64, 6, 4);
export const encodeBase32 = (bytes: Uint8Array): string => encode(bytes, BASE32, 5, 8);

/** The bytes, or the offset at which Go calls the input corrupt. */
export type Decoded = Uint8Array | number;

const isLineBreak = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d;

/** Go's `base64.StdEncoding.Decode` or `URLEncoding.Decode`: line breaks are ignored anywhere, padding is required. */
export function decodeBase64(input: Uint8Array, alphabet: Base64Alphabet = "standard"): Decoded {
  const values = alphabet === "url" ? BASE64_URL_VALUES : BASE64_VALUES;
  const out: number[] = [];
  let at = 0;
  for (;;) {
    const digits: number[] = [];
    let padding = 0;
    while (digits.length < 4) {
      if (at === input.length) {
        if (digits.length === 0) return Uint8Array.from(out);
        return at - digits.length;
      }
      const byte = input[at++]!;
      const value = values[byte]!;
      if (value !== INVALID) {
        digits.push(value);
        continue;
      }
      if (isLineBreak(byte)) continue;
      if (byte !== PAD || digits.length < 2) return at - 1;
      padding = 4 - digits.length;
      if (padding === 2) {
        while (isLineBreak(input[at])) at++;
        if (at === input.length) return at;
        if (input[at] !== PAD) return at - 1;
        at++;
      }
      while (isLineBreak(input[at])) at++;
      if (at < input.length) return at;
      break;
    }
    const [a = 0, b = 0, c = 0, d = 0] = digits;
    out.push((a << 2) | (b >> 4));
    if (padding < 2) out.push(((b << 4) | (c >> 2)) & 0xff);
    if (padding < 1) out.push(((c << 6) | d) & 0xff);
    if (padding > 0) return Uint8Array.from(out);
  }
}

/** Go's `base32.StdEncoding.Decode`: line breaks are removed first and do not count in offsets. */
export function decodeBase32(text: Uint8Array): Decoded {
  const input = text.filter((byte) => !isLineBreak(byte));
  const size = input.length;
  const out: number[] = [];
  for (let at = 0; at < size; ) {
    const digits: number[] = [];
    let ended = false;
    while (digits.length < 8 && !ended) {
      if (at === size) return size - digits.length;
      const byte = input[at++]!;
      const have = digits.length;
      const left = size - at;
      if (byte === PAD && have >= 2 && left < 8) {
        if (left + have < 7) return size;
        for (let k = 0; k < 7 - have; k++) if (left > k && input[at + k] !== PAD) return at + k - 1;
        if (have === 3 || have === 6) return at - 1;
        ended = true;
        continue;
      }
      const value = BASE32_VALUES[byte]!;
      if (value === INVALID) return at - 1;
      digits.push(value);
    }
    pushBase32(out, digits);
    if (ended) break;
  }
  return Uint8Array.from(out);
}

/** The whole bytes that up to eight digits make. */
function pushBase32(out: number[], digits: readonly number[]): void {
  let buffer = 0;
  let held = 0;
  for (const digit of digits) {
    buffer = ((buffer << 5) | digit) & 0xfff;
    held += 5;
    if (held >= 8) {
      held -= 8;
      out.push((buffer >> held) & 0xff);
    }
  }
}
