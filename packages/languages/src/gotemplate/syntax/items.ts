/**
 * The items that the scanner makes and the parser reads: types, keywords, their look in error messages.
 */

import { byteLength } from "../values/go-string.ts";
import { quote } from "../values/quote.ts";

export type ItemType =
  | "error"
  | "bool"
  | "char"
  | "charConstant"
  | "complex"
  | "assign"
  | "declare"
  | "eof"
  | "field"
  | "identifier"
  | "leftDelim"
  | "leftParen"
  | "number"
  | "pipe"
  | "rawString"
  | "rightDelim"
  | "rightParen"
  | "space"
  | "string"
  | "text"
  | "variable"
  | "dot"
  | Keyword;

export type Keyword =
  | "block"
  | "break"
  | "continue"
  | "define"
  | "else"
  | "end"
  | "if"
  | "nil"
  | "range"
  | "template"
  | "with";

export const KEYWORDS: ReadonlySet<string> = new Set<Keyword>([
  "block",
  "break",
  "continue",
  "define",
  "else",
  "end",
  "if",
  "nil",
  "range",
  "template",
  "with",
]);

export interface Item {
  readonly type: ItemType;
  readonly pos: number;
  /** Offset after the item's text; for an error, where scanning stopped. */
  readonly end: number;
  /** The item's text; for an error, its message. */
  readonly val: string;
  readonly line: number;
}

/** Items as error messages show them. */
export function describe(item: Item): string {
  switch (item.type) {
    case "eof":
      return "EOF";
    case "error":
      return item.val;
    case "block":
    case "break":
    case "continue":
    case "dot":
    case "define":
    case "else":
    case "end":
    case "if":
    case "nil":
    case "range":
    case "template":
    case "with":
      return `<${item.val}>`;
  }
  const isLong = byteLength(item.val) > 10;
  return isLong ? `${quote([...item.val].slice(0, 10).join(""))}...` : quote(item.val);
}
