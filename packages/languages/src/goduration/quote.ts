/**
 * The quoting that Go's package `time` uses in its error texts: everything outside printable ASCII is written byte by
 * byte as `\xNN`. It differs from `strconv.Quote`, which keeps printable Unicode and has short escapes.
 */
import { encodeUtf8 } from "../base/text.ts";

const HEX = "0123456789abcdef";

/** `text` as Go's `time` package quotes it. */
export function quoteTime(text: string): string {
  return quoteTimeBytes(encodeUtf8(text));
}

/** The same for bytes, which need not be valid UTF-8. */
export function quoteTimeBytes(bytes: Uint8Array): string {
  let out = '"';
  for (const byte of bytes) {
    if (byte < 0x20 || byte >= 0x80) out += `\\x${HEX[byte >> 4]}${HEX[byte & 15]}`;
    else {
      if (byte === 0x22 || byte === 0x5c) out += "\\";
      out += String.fromCharCode(byte);
    }
  }
  return `${out}"`;
}
