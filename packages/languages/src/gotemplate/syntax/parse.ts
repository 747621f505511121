/** Templates from texts: the trees of the main template and of those that it defines, or the mistakes. */
import { MAX_TEMPLATE_LENGTH } from "../limits.ts";
import { Lexer } from "./lex.ts";
import { ParseFailure } from "./parse-failure.ts";
import { type Shared, TreeParser, type TreeSet } from "./tree-parser.ts";

export type ParseResult =
  | { readonly ok: true; readonly trees: TreeSet }
  | (Mistake & { readonly ok: false; readonly others?: readonly Mistake[] | undefined });

/** `unknown` is the function of which there is none, if that is the mistake. */
export type Mistake = Pick<ParseFailure, "message" | "start" | "end"> & { readonly unknown?: string | undefined };

/**
 * Parses a template. `hasFunction` says which function names are known; others are refused here. The first message is Go's
 * whole text (`template: NAME:LINE: …`); `start` and `end` are UTF-16 offsets.
 */
export function parseTemplate(name: string, text: string, hasFunction: (name: string) => boolean): ParseResult {
  if (text.length > MAX_TEMPLATE_LENGTH) {
    const message = `template: ${name}:1: template is longer than ${MAX_TEMPLATE_LENGTH} characters`;
    return { ok: false, message, start: 0, end: 0 };
  }
  const shared: Shared = {
    lexer: new Lexer(text),
    parseName: name,
    hasFunction,
    trees: new Map(),
    blockDepth: 0,
    unknown: [],
  };
  const mistakes = shared.unknown;
  try {
    new TreeParser(name, shared).parse();
  } catch (error) {
    if (!(error instanceof ParseFailure)) throw error;
    mistakes.push(error);
  }
  const [first, ...others] = mistakes.map(({ message, start, end, unknown }) => ({ message, start, end, unknown }));
  if (first === undefined) return { ok: true, trees: shared.trees };
  return { ok: false, ...first, ...(others.length === 0 ? {} : { others }) };
}
