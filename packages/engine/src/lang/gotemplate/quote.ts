/**
 * Go's quoting of strings and runes (strconv.Quote and relatives) and its inverse, for strings whose raw bytes stand
 * as lone surrogates (go-string.ts): those are written `\xNN`.
 */

import { isPrintable } from "../gonumber/index.ts";
import { fromBytes, toBytes } from "./go-string.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

/** Printable ASCII without quotes and backslash: quoting leaves it as it is. */
const PLAIN = /^[ !#-&(-[\]-~]*$/;

/** `strconv.Quote`, or `QuoteToASCII` with `ascii`. */
export function quote(text: string, ascii = false): string {
  if (PLAIN.test(text)) return `"${text}"`;
  let out = '"';
  for (const char of text) out += escapeChar(char, '"', ascii);
  return `${out}"`;
}

/** `strconv.QuoteRune`, or `QuoteRuneToASCII` with `ascii`. An invalid rune is quoted as U+FFFD. */
export function quoteRune(codePoint: number, ascii = false): string {
  const valid = codePoint >= 0 && codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff);
  return `'${escapeChar(valid ? String.fromCodePoint(codePoint) : "\ufffd", "'", ascii)}'`;
}

function escapeChar(char: string, mark: string, ascii: boolean): string {
  if (char === mark || char === "\\") return `\\${char}`;
  const code = char.codePointAt(0) ?? 0;
  if (code >= 0xdc80 && code <= 0xdcff) return `\\x${(code - 0xdc00).toString(16)}`;
  if (code < 0x80 ? code >= 0x20 && code < 0x7f : !ascii && isPrintable(code)) return char;
  const short = ESCAPES[char];
  if (short) return short;
  const hex = code.toString(16);
  if (code < 0x20 || code === 0x7f) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

/** `strconv.CanBackquote`: whether the text can stand in a raw string literal on one line. */
export function canBackquote(text: string): boolean {
  return !/[\0-\x08\n-\x1f\x7f`\ufeff]|(?<![\ud800-\udbff])[\udc80-\udcff]/.test(text);
}

const SIMPLE: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** `strconv.Unquote` of a string literal, double-quoted or raw; undefined for `invalid syntax`. */
export function unquote(literal: string): string | undefined {
  const mark = literal[0];
  if (literal.length < 2 || mark !== literal.at(-1)) return undefined;
  const body = literal.slice(1, -1);
  if (mark === "`") return body.includes("`") ? undefined : body.replaceAll("\r", "");
  if (mark !== '"' || body.includes("\n")) return undefined;
  if (!body.includes("\\")) return body.includes('"') ? undefined : body;
  let out = "";
  let raw = false;
  for (let i = 0; i < body.length; ) {
    const char = unquoteChar(body, i, '"');
    if (!char) return undefined;
    out += char.isByte && char.value >= 0x80 ? String.fromCharCode(0xdc00 + char.value) : toChar(char.value);
    raw ||= char.isByte;
    i = char.next;
  }
  // Bytes written one by one (`\xc3\xa9`) may make a character together.
  return raw ? fromBytes(toBytes(out)) : out;
}

const toChar = (value: number): string => String.fromCodePoint(value);

/** One character, escaped or not, of a quoted literal. `isByte`: written `\x` or octal, so a byte in a string. */
export interface UnquotedChar {
  readonly value: number;
  readonly isByte: boolean;
  readonly next: number;
}

/** `strconv.UnquoteChar` at offset `i`; undefined for `invalid syntax`. */
export function unquoteChar(text: string, i: number, mark: '"' | "'"): UnquotedChar | undefined {
  const code = text.codePointAt(i);
  if (code === undefined || text[i] === mark) return undefined;
  if (text[i] !== "\\") return { value: code, isByte: false, next: i + (code > 0xffff ? 2 : 1) };
  const kind = text[i + 1];
  if (kind === undefined) return undefined;
  const simple = SIMPLE[kind];
  if (simple !== undefined) return { value: simple, isByte: false, next: i + 2 };
  if (kind === "\\" || kind === mark) return { value: kind.charCodeAt(0), isByte: false, next: i + 2 };
  const width = kind === "x" ? 2 : kind === "u" ? 4 : kind === "U" ? 8 : 0;
  if (width > 0) {
    const digits = text.slice(i + 2, i + 2 + width);
    if (digits.length !== width || !/^[0-9a-fA-F]+$/.test(digits)) return undefined;
    const value = Number.parseInt(digits, 16);
    const next = i + 2 + width;
    if (kind === "x") return { value, isByte: true, next };
    const valid = value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
    return valid ? { value, isByte: false, next } : undefined;
  }
  const octal = text.slice(i + 1, i + 4);
  if (!/^[0-7]{3}$/.test(octal)) return undefined;
  const value = Number.parseInt(octal, 8);
  return value > 255 ? undefined : { value, isByte: true, next: i + 4 };
}
