/**
 * Places of function names in a template's text, and where one may begin, for editors: from items alone, since an unfinished
 * text seldom parses.
 */
import type { Item, ItemType } from "./items.ts";
import { KEYWORDS } from "./items.ts";
import { Lexer } from "./lex.ts";

/** A name in a template's text, in UTF-16 offsets. */
export interface FunctionName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Names of functions in a template, as far as it can be read. */
export function functionNames(text: string): FunctionName[] {
  return itemsOf(text)
    .filter(({ type }) => type === "identifier")
    .map(({ val, pos, end }) => ({ name: val, start: pos, end }));
}

/** Items after which a name may begin. */
const BEFORE_NAMES: ReadonlySet<ItemType> = new Set(["leftDelim", "leftParen", "space", "pipe", "assign", "declare"]);

/** The beginning of a name at the end of `text`, perhaps empty; undefined where no function is allowed. */
export function typedFunctionName(text: string): string | undefined {
  const items = itemsOf(text);
  const end = items.pop();
  const last = items.at(-1);
  // An open string or comment ends in another error, text outside of actions in none.
  if (end?.type !== "error" || !end.val.startsWith("unclosed action") || last === undefined) return undefined;
  if (BEFORE_NAMES.has(last.type)) return "";
  const isWord = last.type === "identifier" || last.type === "bool" || KEYWORDS.has(last.type);
  return isWord && last.end === text.length ? last.val : undefined;
}

/** All items, up to and with the end or the error that ends them. */
function itemsOf(text: string): Item[] {
  const lexer = new Lexer(text);
  const items: Item[] = [];
  for (;;) {
    const item = lexer.nextItem();
    items.push(item);
    if (item.type === "eof" || item.type === "error") return items;
  }
}
