/**
 * Go string literals: `strconv.Quote`, `QuoteToASCII`, `QuoteRune`, `Unquote` and `UnquoteChar`, with Go's idea of what is
 * printable (a table, so that the answer does not depend on the platform's Unicode version).
 */
import { decodeGo, encodeUtf8 } from "../base/text.ts";
import { PRINTABLE_BOUNDS } from "./printable-data.ts";

let bounds: Int32Array | undefined;

/** Whether Go prints this code point unescaped: letters, marks, numbers, punctuation, symbols and the ASCII space. */
export function isPrintable(codePoint: number): boolean {
  if (codePoint <= 0xff) return (codePoint >= 0x20 && codePoint <= 0x7e) || (codePoint >= 0xa1 && codePoint !== 0xad);
  if (bounds === undefined) {
    let at = 0;
    bounds = Int32Array.from(PRINTABLE_BOUNDS.split(" "), (step) => {
      at += Number.parseInt(step, 36);
      return at;
    });
  }
  // The bounds alternate: printable from here, not printable from here.
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bounds[middle]! <= codePoint) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}

const SHORT_ESCAPES: ReadonlyMap<number, string> = new Map([
  [7, "\\a"],
  [8, "\\b"],
  [12, "\\f"],
  [10, "\\n"],
  [13, "\\r"],
  [9, "\\t"],
  [11, "\\v"],
]);

/** Printable ASCII without quotes and backslash: quoting leaves it unchanged. */
const PLAIN = /^[ !#-&(-[\]-~]*$/;

/**
 * One code point between two of `mark`; an invalid one becomes U+FFFD. With `asciiOnly` everything outside ASCII is escaped.
 */
export function escapeRune(codePoint: number, mark: '"' | "'", asciiOnly = false): string {
  const valid = codePoint >= 0 && codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
  const code = valid ? codePoint : 0xfffd;
  const char = String.fromCodePoint(code);
  if (char === mark || char === "\\") return `\\${char}`;
  if (code < 0x80 ? code >= 0x20 && code < 0x7f : !asciiOnly && isPrintable(code)) return char;
  const short = SHORT_ESCAPES.get(code);
  if (short !== undefined) return short;
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

function quoteText(text: string, asciiOnly: boolean): string {
  if (PLAIN.test(text)) return `"${text}"`;
  let out = '"';
  for (const char of text) out += escapeRune(char.codePointAt(0)!, '"', asciiOnly);
  return `${out}"`;
}

/** `text` as a double-quoted Go literal (`strconv.Quote`, `%q`). */
export function quote(text: string): string {
  return quoteText(text, false);
}

/** The same with everything outside ASCII escaped (`strconv.QuoteToASCII`, `%+q`). */
export function quoteToAscii(text: string): string {
  return quoteText(text, true);
}

/** A code point as a single-quoted Go literal (`strconv.QuoteRune`); what is not a code point becomes U+FFFD. */
export function quoteRune(codePoint: number, asciiOnly = false): string {
  return `'${escapeRune(codePoint, "'", asciiOnly)}'`;
}

/** Whether `text` can be put between backquotes unchanged (`strconv.CanBackquote`). */
export function canBackquote(text: string): boolean {
  return !/[\u0000-\u0008\u000a-\u001f`\u007f\ufeff]/.test(text);
}

/**
 * The value of a Go string or character literal in any of its three quotes, or `undefined` when it is not one
 * (`strconv.Unquote`). Escapes may spell single bytes (`\xc3\xa9` is é): where they do, `decode` makes a text of all bytes.
 * By default, bytes of invalid UTF-8 become U+FFFD each.
 */
export function unquote(literal: string, decode: (bytes: Uint8Array) => string = decodeGo): string | undefined {
  const mark = literal[0];
  if (literal.length < 2 || literal[literal.length - 1] !== mark) return undefined;
  const body = literal.slice(1, -1);
  if (mark === "`") return body.includes("`") ? undefined : body.replaceAll("\r", "");
  if ((mark !== '"' && mark !== "'") || body.includes("\n")) return undefined;
  const pieces = body.includes("\\") ? readEscapes(body, mark) : body.includes(mark) ? undefined : [body];
  if (pieces === undefined) return undefined;
  if (mark === "'") {
    const count = pieces.reduce((n: number, piece) => n + (typeof piece === "number" ? 1 : [...piece].length), 0);
    if (count > 1) return undefined;
  }
  if (pieces.every((piece) => typeof piece === "string")) return pieces.join("");
  const bytes: number[] = [];
  for (const piece of pieces) {
    if (typeof piece === "number") bytes.push(piece);
    else for (const byte of encodeUtf8(piece)) bytes.push(byte);
  }
  return decode(Uint8Array.from(bytes));
}

/** The pieces of a literal's body: texts, and single bytes from `\x` and octal escapes. */
function readEscapes(body: string, mark: '"' | "'"): (string | number)[] | undefined {
  const pieces: (string | number)[] = [];
  for (let i = 0; i < body.length; ) {
    const slash = body.indexOf("\\", i);
    const plain = slash < 0 ? body.slice(i) : body.slice(i, slash);
    if (plain.includes(mark)) return undefined;
    if (plain !== "") pieces.push(plain);
    if (slash < 0) break;
    const char = unquoteChar(body, slash, mark);
    if (!char) return undefined;
    pieces.push(char.isByte && char.value >= 0x80 ? char.value : String.fromCodePoint(char.value));
    i = char.next;
  }
  return pieces;
}

const SIMPLE: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };

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
  const simple = Object.hasOwn(SIMPLE, kind) ? SIMPLE[kind] : undefined;
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
