/**
 * Go's quoting for strings whose raw bytes are lone surrogates (go-string.ts): those are written as `\xNN`, and read back.
 * Everything else is as for other strings (gonumber/quote.ts).
 */
import {
  canBackquote as canBackquoteText,
  escapeRune,
  quote as quoteText,
  quoteToAscii,
  unquote as unquoteText,
} from "../../gonumber/index.ts";
import { fromBytes } from "./go-string.ts";

export { quoteRune, unquoteChar } from "../../gonumber/index.ts";

const RAW = /(?<![\ud800-\udbff])[\udc80-\udcff]/;

/** `strconv.Quote`, or `QuoteToASCII` with `ascii`. */
export function quote(text: string, ascii = false): string {
  if (!RAW.test(text)) return ascii ? quoteToAscii(text) : quoteText(text);
  let out = '"';
  for (const char of text) {
    const code = char.codePointAt(0)!;
    out += code >= 0xdc80 && code <= 0xdcff ? `\\x${(code - 0xdc00).toString(16)}` : escapeRune(code, '"', ascii);
  }
  return `${out}"`;
}

/** `strconv.CanBackquote`: whether the text fits in a raw string literal on one line. */
export function canBackquote(text: string): boolean {
  return canBackquoteText(text) && !RAW.test(text);
}

/** `strconv.Unquote`; undefined for `invalid syntax`. */
export function unquote(literal: string): string | undefined {
  return unquoteText(literal, fromBytes);
}
