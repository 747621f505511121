/** Go's `url.QueryEscape` and `QueryUnescape`, on the bytes of a text. */
import { decodeGo } from "../base/text.ts";
import { quote } from "../gonumber/index.ts";

/** The escaped text: blanks become `+`; letters, digits and `-_.~` stay. */
export function escapeQuery(bytes: Uint8Array): string {
  let out = "";
  for (const byte of bytes) {
    const char = String.fromCharCode(byte);
    if (/[A-Za-z0-9_.~-]/.test(char)) out += char;
    else out += byte === 0x20 ? "+" : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return out;
}

export type QueryResult =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | {
      readonly ok: false;
      /** Go's text: `invalid URL escape "%zz"`. */
      readonly message: string;
    };

/** The bytes of an escaped text. */
export function unescapeQuery(bytes: Uint8Array): QueryResult {
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte !== PERCENT) {
      out[length++] = byte === PLUS ? BLANK : byte;
      continue;
    }
    const value = digitOf(bytes[i + 1]) * 16 + digitOf(bytes[i + 2]);
    if (Number.isNaN(value)) {
      const sequence = decodeGo(bytes.subarray(i, i + 3));
      return { ok: false, message: `invalid URL escape ${quote(sequence)}` };
    }
    out[length++] = value;
    i += 2;
  }
  return { ok: true, bytes: out.subarray(0, length) };
}

const PERCENT = 0x25;
const PLUS = 0x2b;
const BLANK = 0x20;

/** Value of a hexadecimal digit; NaN for any other byte. */
function digitOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const small = byte | 0x20;
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : Number.NaN;
}
