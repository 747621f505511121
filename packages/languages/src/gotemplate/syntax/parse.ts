/** Templates from texts: the trees of the main template and of those that it defines, or the first mistake. */
import { MAX_TEMPLATE_LENGTH } from "../limits.ts";
import { Lexer } from "./lex.ts";
import { ParseFailure } from "./parse-failure.ts";
import { type Shared, TreeParser, type TreeSet } from "./tree-parser.ts";

export type ParseResult =
  | { readonly ok: true; readonly trees: TreeSet }
  | { readonly ok: false; readonly message: string; readonly start: number; readonly end: number };

/**
 * Parses a template. `hasFunction` says which function names are known; others are refused here. The message is Go's
 * whole text (`template: NAME:LINE: …`); `start` and `end` are UTF-16 offsets.
 */
export function parseTemplate(name: string, text: string, hasFunction: (name: string) => boolean): ParseResult {
  if (text.length > MAX_TEMPLATE_LENGTH) {
    const message = `template: ${name}:1: template is longer than ${MAX_TEMPLATE_LENGTH} characters`;
    return { ok: false, message, start: 0, end: 0 };
  }
  const shared: Shared = { lexer: new Lexer(text), parseName: name, hasFunction, trees: new Map(), blockDepth: 0 };
  try {
    new TreeParser(name, shared).parse();
    return { ok: true, trees: shared.trees };
  } catch (error) {
    if (!(error instanceof ParseFailure)) throw error;
    return { ok: false, message: error.message, start: error.start, end: error.end };
  }
}
