/**
 * Finds the place in the source of an offset inside a string literal's decoded text, so that errors of embedded
 * languages point into the configuration.
 */

import { decodeGo } from "@sluice/languages/base";
import type { Span } from "../base/span.ts";
import type { Expression } from "../syntax/ast.ts";

/**
 * The source span of `[start, end)` (UTF-16 offsets) of the decoded text of `expression`: whole characters and whole
 * escapes, at least one. The whole expression when it is not one literal.
 */
export function spanInside(expression: Expression, start: number, end: number): Span {
  if (expression.kind === "paren") return spanInside(expression.inner, start, end);
  if (expression.kind !== "literal" || expression.literal !== "string") return expression.span;
  const literal = expression.text;
  const last = literal.length - 1;
  let from = -1;
  let to = -1;
  let decoded = 0;
  let at = 1;
  while (at < last) {
    const piece = literal.startsWith("`") ? rawPiece(literal, at) : quotedPiece(literal, at);
    const next = decoded + piece.units;
    if (from < 0 && next > start) from = at;
    if (from >= 0 && piece.units > 0) to = Math.min(at + piece.width, last);
    decoded = next;
    at += piece.width;
    if (from >= 0 && decoded >= end) break;
  }
  // Behind the last character: the closing quote.
  if (from < 0) from = Math.max(0, last);
  if (to <= from) to = from + 1;
  const base = expression.span.start;
  return { start: Math.min(base + from, expression.span.end), end: Math.min(base + to, expression.span.end) };
}

/** A stretch of a literal, and how many UTF-16 units it decodes to. */
interface Piece {
  readonly width: number;
  readonly units: number;
}

const isHighSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLowSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

function plainPiece(literal: string, at: number): Piece {
  const pair = isHighSurrogate(literal.charCodeAt(at)) && isLowSurrogate(literal.charCodeAt(at + 1));
  return pair ? { width: 2, units: 2 } : { width: 1, units: 1 };
}

/** Raw strings lose their carriage returns. */
function rawPiece(literal: string, at: number): Piece {
  return literal[at] === "\r" ? { width: 1, units: 0 } : plainPiece(literal, at);
}

function quotedPiece(literal: string, at: number): Piece {
  if (literal[at] !== "\\") return plainPiece(literal, at);
  const kind = literal[at + 1] ?? "";
  if (kind === "u") return { width: 6, units: 1 };
  if (kind === "U") return { width: 10, units: Number.parseInt(literal.slice(at + 2, at + 10), 16) > 0xffff ? 2 : 1 };
  if (kind !== "x" && !/[0-7]/.test(kind)) return { width: 2, units: 1 };
  return bytePiece(literal, at);
}

/** Escapes that spell single bytes: up to four of them may be one character. */
function bytePiece(literal: string, at: number): Piece {
  const bytes: number[] = [];
  for (let i = at; bytes.length < 4 && literal[i] === "\\"; i += 4) {
    const digits = literal.slice(i + 2, i + 4);
    const byte = literal[i + 1] === "x" ? Number.parseInt(digits, 16) : Number.parseInt(literal[i + 1] + digits, 8);
    if (!(byte <= 0xff)) break;
    bytes.push(byte);
  }
  for (let count = bytes.length; count > 1; count--) {
    const text = decodeGo(Uint8Array.from(bytes.slice(0, count)));
    // One character made of all of them, and not one replacement for each.
    if (text.length === (count === 4 ? 2 : 1)) return { width: 4 * count, units: text.length };
  }
  return { width: 4, units: 1 };
}
