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

/** The bytes that an escaped text stands for. */
export function unescapeQuery(bytes: Uint8Array): QueryResult {
  const out: number[] = [];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte !== 0x25) {
      out.push(byte === 0x2b ? 0x20 : byte);
      continue;
    }
    const sequence = decodeGo(bytes.subarray(i, i + 3));
    if (!/^%[0-9a-fA-F]{2}$/.test(sequence)) return { ok: false, message: `invalid URL escape ${quote(sequence)}` };
    out.push(Number.parseInt(sequence.slice(1), 16));
    i += 2;
  }
  return { ok: true, bytes: Uint8Array.from(out) };
}
