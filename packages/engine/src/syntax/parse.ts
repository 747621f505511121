/**
 * Parsing of whole files and of single expressions. A text that does not parse still gives a tree of what could be
 * understood, so that an editor has something to show.
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import type { Expression, ParseResult } from "./ast.ts";
import { Parser } from "./parser.ts";

/**
 * Parses a configuration file. Never throws; messages and positions are Alloy's. Bytes that are not UTF-8 are errors:
 * `decodeRaw` keeps them apart in `text`.
 */
export function parseFile(text: string): ParseResult {
  return new Parser(text).parseFile();
}

/** Parses one expression that takes up the whole text. */
export function parseExpression(text: string): { expression: Expression; diagnostics: Diagnostic[] } {
  return new Parser(text).parseExpressionAlone();
}
