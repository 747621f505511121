/**
 * Tokens of a stream selector. The field's implementation reads selectors with Go's `text/scanner`, so Go's comments
 * are skipped, only double-quoted strings are strings, and whatever else is not an operator (a number, a back-quoted or
 * single-quoted literal, a stray character) counts as an identifier. Those oddities are kept: a selector accepted
 * here must be accepted there, and the other way round.
 */
import { unquote } from "../gonumber/index.ts";

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

/** Reads all tokens of `text`, ending in one `$end`; stops at the first thing that is not a token. */
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
  const value = unquote(text.slice(start, end));
  return value === undefined ? { message: "invalid syntax", start, end } : { kind: "STRING", text: value, start, end };
}

const CODED = /x[\da-fA-F]{2}|[0-7]{3}|u[\da-fA-F]{4}|U[\da-fA-F]{8}/y;

/** Width of the escape at `at` (which holds the backslash), or 0 when Go knows none such. */
function escapeWidth(text: string, at: number, quote: string): number {
  const next = text[at + 1];
  if (next === undefined) return 0;
  if (next === quote || "abfnrtv\\".includes(next)) return 2;
  CODED.lastIndex = at + 1;
  return 1 + (CODED.exec(text)?.[0].length ?? -1);
}
