/**
 * Tokens of a stream selector. The field's implementation reads selectors with Go's `text/scanner`, so Go's comments
 * are skipped, only double-quoted strings are strings, and whatever else is no operator (a number, a back-quoted or
 * single-quoted literal, a stray character) counts as an identifier. Those oddities are kept: a selector accepted
 * here must be accepted there, and the other way round.
 */
import { decodeGo, encodeUtf8 } from "../../base/text.ts";

export type TokenKind =
  | "IDENTIFIER"
  | "STRING"
  | "$end"
  | "{"
  | "}"
  | ","
  | "."
  | "="
  | "!="
  | "=~"
  | "!~"
  | "|="
  | "|~";

/** One token; `start` and `end` are UTF-16 offsets; `text` is the decoded value of a string, else the source text. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What the scanner cannot read. */
export interface ScanError {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** Where the token starts that holds the mistake: line and column of the message are counted there. */
  readonly token?: number;
}

const SINGLE = new Set(["{", "}", ",", ".", "="]);
const DOUBLE = new Set(["!=", "=~", "!~", "|=", "|~"]);
const IDENTIFIER = /[\p{L}_][\p{L}\p{Nd}_]*/uy;
const NUMBER_LIKE =
  /0[xX][\da-fA-F_]*(?:\.[\da-fA-F_]*)?(?:[pP][+-]?[\d_]*)?|(?:0[bBoO])?[\d_]*(?:\.[\d_]*)?(?:[eEpP][+-]?[\d_]*)?/y;
const NUMBER =
  /^(?:0[xX](?:_?[\da-fA-F])+|0[xX](?:(?:_?[\da-fA-F])+(?:\.(?:[\da-fA-F](?:_?[\da-fA-F])*)?)?|\.[\da-fA-F](?:_?[\da-fA-F])*)[pP][+-]?\d(?:_?\d)*|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0(?:_?[0-7])*|[1-9](?:_?\d)*|(?:\d(?:_?\d)*)?\.(?:\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?|\d(?:_?\d)*[eE][+-]?\d(?:_?\d)*)$/;

/** Reads all tokens of `text`, ending in one `$end`; stops at the first thing that is no token. */
export function scanSelector(text: string): { tokens: Token[]; error?: ScanError } {
  const tokens: Token[] = [];
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (;;) {
    const skipped = skipBlanks(text, at);
    if (typeof skipped !== "number") return { tokens, error: skipped };
    at = skipped;
    if (at >= text.length) {
      tokens.push({ kind: "$end", text: "", start: at, end: at });
      return { tokens };
    }
    const token = scanToken(text, at);
    if ("message" in token) return { tokens, error: token };
    tokens.push(token);
    at = token.end;
  }
}

function skipBlanks(text: string, from: number): number | ScanError {
  let at = from;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit === 32 || unit === 9 || unit === 10 || unit === 13) at++;
    else if (unit === 47 && text.charCodeAt(at + 1) === 47) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
    } else if (unit === 47 && text.charCodeAt(at + 1) === 42) {
      const end = text.indexOf("*/", at + 2);
      if (end < 0) return { message: "comment not terminated", start: at, end: text.length };
      at = end + 2;
    } else return at;
  }
}

function scanToken(text: string, at: number): Token | ScanError {
  const first = text[at]!;
  const unit = text.charCodeAt(at);
  if (unit === 0) return { message: "invalid character NUL", start: at, end: at + 1 };
  if (first === '"' || first === "'" || first === "`") return scanLiteral(text, at, first);
  if (isDigit(unit) || (first === "." && isDigit(text.charCodeAt(at + 1)))) return scanNumber(text, at);
  IDENTIFIER.lastIndex = at;
  const name = IDENTIFIER.exec(text);
  if (name) return { kind: "IDENTIFIER", text: name[0], start: at, end: at + name[0].length };
  const two = text.slice(at, at + 2);
  if (DOUBLE.has(two)) return { kind: two as TokenKind, text: two, start: at, end: at + 2 };
  if (SINGLE.has(first)) return { kind: first as TokenKind, text: first, start: at, end: at + 1 };
  const character = String.fromCodePoint(text.codePointAt(at)!);
  return { kind: "IDENTIFIER", text: character, start: at, end: at + character.length };
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function scanNumber(text: string, at: number): Token | ScanError {
  NUMBER_LIKE.lastIndex = at;
  const raw = NUMBER_LIKE.exec(text)?.[0] ?? text[at]!;
  const end = at + raw.length;
  if (!NUMBER.test(raw)) return { message: `invalid number literal ${raw}`, start: at, end };
  return { kind: "IDENTIFIER", text: raw, start: at, end };
}

/** A quoted literal. Only the double-quoted kind is a string; Go's back-quoted and character literals are not. */
function scanLiteral(text: string, start: number, quote: string): Token | ScanError {
  let at = start + 1;
  let characters = 0;
  for (;;) {
    if (at >= text.length || (quote !== "`" && text[at] === "\n")) {
      return { message: "literal not terminated", start, end: at };
    }
    const unit = text.charCodeAt(at);
    if (unit === 0) return { message: "invalid character NUL", start: at, end: at + 1, token: start };
    if (text[at] === quote) break;
    if (text[at] === "\\" && quote !== "`") {
      const width = escapeWidth(text, at, quote);
      if (width === 0)
        return { message: "invalid char escape", start: at, end: Math.min(at + 2, text.length), token: start };
      at += width;
    } else at += unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00 ? 2 : 1;
    characters++;
  }
  const end = at + 1;
  if (quote === "'" && characters !== 1) return { message: "invalid char literal", start, end };
  if (quote !== '"') return { kind: "IDENTIFIER", text: text.slice(start, end), start, end };
  const value = unquote(text.slice(start + 1, at));
  return value === undefined ? { message: "invalid syntax", start, end } : { kind: "STRING", text: value, start, end };
}

const SIMPLE: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
};
const CODED = /x[\da-fA-F]{2}|[0-7]{3}|u[\da-fA-F]{4}|U[\da-fA-F]{8}/y;

/** Width of the escape at `at` (which holds the backslash), or 0 when Go knows none such. */
function escapeWidth(text: string, at: number, quote: string): number {
  const next = text[at + 1];
  if (next === undefined) return 0;
  if (next === quote || Object.hasOwn(SIMPLE, next)) return 2;
  CODED.lastIndex = at + 1;
  return 1 + (CODED.exec(text)?.[0].length ?? -1);
}

/** The value of a literal's inside whose escapes are well formed; undefined for a code that is no character. */
function unquote(inside: string): string | undefined {
  if (!inside.includes("\\")) return inside;
  const bytes: number[] = [];
  const put = (piece: string) => {
    for (const byte of encodeUtf8(piece)) bytes.push(byte);
  };
  let at = 0;
  while (at < inside.length) {
    const backslash = inside.indexOf("\\", at);
    put(inside.slice(at, backslash < 0 ? inside.length : backslash));
    if (backslash < 0) break;
    const next = inside[backslash + 1]!;
    at = backslash + 2;
    if (next === '"') put('"');
    else if (Object.hasOwn(SIMPLE, next)) put(SIMPLE[next]!);
    else {
      const digits = next === "x" ? 2 : next === "u" ? 4 : next === "U" ? 8 : 3;
      const octal = digits === 3;
      const from = octal ? backslash + 1 : backslash + 2;
      const code = Number.parseInt(inside.slice(from, from + digits), octal ? 8 : 16);
      at = from + digits;
      if (octal || next === "x") {
        if (code > 255) return undefined;
        bytes.push(code);
      } else if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return undefined;
      else put(String.fromCodePoint(code));
    }
  }
  return decodeGo(Uint8Array.from(bytes));
}
