/**
 * Parsing of whole files and of single expressions. A text that does not parse still gives a tree of what could be
 * understood, so that an editor has something to show.
 */

import { decodeGo } from "@sluice/languages/base";
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Expression, SourceFile } from "./ast.ts";
import { Parser } from "./parser.ts";

/** A tree, and every error found in one run. `file` is partial where there are errors. */
export interface ParseResult {
  readonly file: SourceFile;
  readonly diagnostics: Diagnostic[];
}

/** Parses a configuration file. Never throws; messages and positions are Alloy's. */
export function parseFile(text: string): ParseResult {
  return new Parser(text).parseFile();
}

/** Parses one expression that takes up the whole text. */
export function parseExpression(text: string): { expression: Expression; diagnostics: Diagnostic[] } {
  return new Parser(text).parseExpressionAlone();
}

/**
 * Parses a file as it lies on disk. Bytes that are not UTF-8 are errors, as in Alloy; in the tree's text each of them is
 * U+FFFD.
 */
export function parseBytes(bytes: Uint8Array): ParseResult {
  const text = decodeGo(bytes);
  if (!text.includes("\ufffd")) return parseFile(text);
  // A lone surrogate cannot come out of a decoder: it marks the places where a byte was replaced.
  const marked = markInvalidBytes(text, bytes);
  const { file, diagnostics } = parseFile(marked);
  return { file: marked === text ? file : parseFile(text).file, diagnostics };
}

/** `text` with a lone surrogate for each U+FFFD that is not in `bytes` as such. */
function markInvalidBytes(text: string, bytes: Uint8Array): string {
  let out = "";
  let at = 0;
  for (const char of text) {
    const ch = char.codePointAt(0)!;
    const real = ch !== 0xfffd || (bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd);
    out += real ? char : "\udc00";
    at += !real ? 1 : ch < 0x80 ? 1 : ch < 0x800 ? 2 : ch < 0x10000 ? 3 : 4;
  }
  return out;
}
