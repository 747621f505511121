/**
 * The items that the scanner makes and the parser reads: types, keywords, their look in error messages, and the
 * reader with the lookahead that Go's parser has.
 */

import { byteLength } from "./go-string.ts";
import type { Lexer } from "./lex.ts";
import { quote } from "./quote.ts";

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

const NO_ITEM: Item = { type: "eof", pos: 0, end: 0, val: "", line: 0 };

/** Items with three of lookahead. */
export class ItemReader {
  readonly #lexer: Lexer;
  readonly #items: [Item, Item, Item] = [NO_ITEM, NO_ITEM, NO_ITEM];
  #peekCount = 0;

  constructor(lexer: Lexer) {
    this.#lexer = lexer;
  }

  /** The latest item read from the scanner, looked at or not: error messages name its line. */
  get latest(): Item {
    return this.#items[0];
  }

  next(): Item {
    if (this.#peekCount > 0) this.#peekCount--;
    else this.#items[0] = this.#lexer.nextItem();
    return this.#items[this.#peekCount]!;
  }

  backup(): void {
    this.#peekCount++;
  }

  backup2(item: Item): void {
    this.#items[1] = item;
    this.#peekCount = 2;
  }

  backup3(second: Item, first: Item): void {
    this.#items[1] = first;
    this.#items[2] = second;
    this.#peekCount = 3;
  }

  peek(): Item {
    if (this.#peekCount > 0) return this.#items[this.#peekCount - 1]!;
    this.#peekCount = 1;
    this.#items[0] = this.#lexer.nextItem();
    return this.#items[0];
  }

  nextNonSpace(): Item {
    let item = this.next();
    while (item.type === "space") item = this.next();
    return item;
  }

  peekNonSpace(): Item {
    const item = this.nextNonSpace();
    this.backup();
    return item;
  }
}
