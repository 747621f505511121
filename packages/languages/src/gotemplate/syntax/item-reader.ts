/** The items of a text with the lookahead of Go's parser. */
import type { Item } from "./items.ts";
import type { Lexer } from "./lex.ts";

const NO_ITEM: Item = { type: "eof", pos: 0, end: 0, val: "", line: 0 };

/** Items with three of lookahead. */
export class ItemReader {
  readonly #lexer: Lexer;
  readonly #items: [Item, Item, Item] = [NO_ITEM, NO_ITEM, NO_ITEM];
  #peekCount = 0;

  constructor(lexer: Lexer) {
    this.#lexer = lexer;
  }

  /** The latest item read from the scanner, consumed or not: error messages name its line. */
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
