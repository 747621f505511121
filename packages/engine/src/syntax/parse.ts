/**
 * Parsing of whole files and of single expressions. A text that does not parse still gives a tree of what could be
 * understood, so that an editor has something to show.
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import type { Expression, SourceFile } from "./ast.ts";
import { Parser } from "./parser.ts";

/** A tree, and every error found in one run. `file` is partial where there are errors. */
export interface ParseResult {
  readonly file: SourceFile;
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Whether every error is within one statement, which is marked as broken, and the others and the blocks that hold them are
   * as they are written: then they can be understood in spite of it.
   */
  readonly structured: boolean;
  /** The statement that each error is in, as a number of its own; in the order of `diagnostics`. */
  readonly statements: readonly number[];
}

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
