/**
 * Go string literals: `strconv.Quote`, `QuoteToASCII`, `QuoteRune` and `Unquote`, with Go's idea of what is printable
 * (a table, so that the answer does not depend on the platform's Unicode version).
 */
import { decodeGo, encodeUtf8 } from "../../base/text.ts";
import { PRINTABLE_BOUNDS } from "./printable-data.ts";

let bounds: Int32Array | undefined;

/** Whether Go prints this code point as it is: letters, marks, numbers, punctuation, symbols and the ASCII space. */
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

function quoteWith(text: string, mark: '"' | "'", asciiOnly: boolean): string {
  let out: string = mark;
  for (const char of text) {
    let code = char.codePointAt(0)!;
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    if (char === mark || code === 0x5c) out += `\\${char}`;
    else if (asciiOnly ? code < 0x80 && isPrintable(code) : isPrintable(code)) out += String.fromCodePoint(code);
    else if (SHORT_ESCAPES.has(code)) out += SHORT_ESCAPES.get(code);
    else if (code < 0x20 || code === 0x7f) out += `\\x${code.toString(16).padStart(2, "0")}`;
    else if (code < 0x10000) out += `\\u${code.toString(16).padStart(4, "0")}`;
    else out += `\\U${code.toString(16).padStart(8, "0")}`;
  }
  return out + mark;
}

/** `text` as a double-quoted Go literal (`strconv.Quote`, `%q`). */
export function quote(text: string): string {
  return quoteWith(text, '"', false);
}

/** The same with everything outside ASCII escaped (`strconv.QuoteToASCII`, `%+q`). */
export function quoteToAscii(text: string): string {
  return quoteWith(text, '"', true);
}

/** A code point as a single-quoted Go literal (`strconv.QuoteRune`); what is no code point becomes U+FFFD. */
export function quoteRune(codePoint: number, asciiOnly = false): string {
  const valid = codePoint >= 0 && codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
  return quoteWith(String.fromCodePoint(valid ? codePoint : 0xfffd), "'", asciiOnly);
}

/** Whether `text` can stand between backquotes unchanged (`strconv.CanBackquote`). */
export function canBackquote(text: string): boolean {
  return !/[\u0000-\u0008\u000a-\u001f`\u007f\ufeff]/.test(text);
}

/**
 * The value of a Go string or character literal in any of its three quotes, or `undefined` when it is not one
 * (`strconv.Unquote`). Bytes that escapes put together to no valid UTF-8 become U+FFFD, one for each.
 */
export function unquote(literal: string): string | undefined {
  const mark = literal[0];
  if (literal.length < 2 || literal[literal.length - 1] !== mark) return undefined;
  const body = literal.slice(1, -1);
  if (mark === "`") return body.includes("`") ? undefined : body.replaceAll("\r", "");
  if (mark !== '"' && mark !== "'") return undefined;
  if (body.includes("\n")) return undefined;
  const value = body.includes("\\") ? readEscapes(body, mark) : body.includes(mark) ? undefined : [body];
  if (value === undefined) return undefined;
  if (mark === "'") {
    const count = value.reduce((n: number, piece) => n + (typeof piece === "number" ? 1 : [...piece].length), 0);
    if (count > 1) return undefined;
  }
  if (value.every((piece) => typeof piece === "string")) return value.join("");
  const bytes: number[] = [];
  for (const piece of value) {
    if (typeof piece === "number") bytes.push(piece);
    else for (const byte of encodeUtf8(piece)) bytes.push(byte);
  }
  return decodeGo(Uint8Array.from(bytes));
}

const SIMPLE: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
};

/** The pieces of a literal's body: texts, and single bytes from `\x` and octal escapes. */
function readEscapes(body: string, mark: string): (string | number)[] | undefined {
  const pieces: (string | number)[] = [];
  let i = 0;
  while (i < body.length) {
    const slash = body.indexOf("\\", i);
    const plain = slash < 0 ? body.slice(i) : body.slice(i, slash);
    if (plain.includes(mark)) return undefined;
    if (plain !== "") pieces.push(plain);
    if (slash < 0) break;
    const letter = body[slash + 1] ?? "";
    i = slash + 2;
    const simple = Object.hasOwn(SIMPLE, letter) ? SIMPLE[letter] : letter !== "" && letter === mark ? mark : undefined;
    if (simple !== undefined) {
      pieces.push(simple);
      continue;
    }
    const width = letter === "x" ? 2 : letter === "u" ? 4 : letter === "U" ? 8 : 0;
    if (width > 0) {
      const hex = body.slice(i, i + width);
      if (hex.length < width || !/^[0-9a-fA-F]+$/.test(hex)) return undefined;
      const code = Number.parseInt(hex, 16);
      if (letter !== "x" && (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))) return undefined;
      pieces.push(letter === "x" ? code : String.fromCodePoint(code));
      i += width;
    } else if (/^[0-7]$/.test(letter)) {
      const octal = body.slice(slash + 1, slash + 4);
      if (!/^[0-7]{3}$/.test(octal)) return undefined;
      const code = Number.parseInt(octal, 8);
      if (code > 255) return undefined;
      pieces.push(code);
      i += 2;
    } else return undefined;
  }
  return pieces;
}
