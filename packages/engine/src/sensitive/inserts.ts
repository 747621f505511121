/** Values of an SQL statement whose names stand in its list of columns: `INSERT INTO users (name, password) VALUES ('bob', '…')`. */
import { contentOf, firstFrom, type NestedText } from "../base/secrets/nested-texts.ts";
import { isDoubtfulName, isSecretName } from "../base/secrets/secret-names.ts";
import type { Phrase } from "./phrase.ts";
import type { PhraseFound } from "./phrases.ts";

const HEAD = /\binto\s{1,4}[^\s(]{1,200}\s{0,4}\(([^()]{1,4000})\)\s{0,4}values?\s{0,4}(?=\()/gi;
/** Columns and rows that are told apart by their place. */
const MAX_COLUMNS = 60;
const MAX_ROWS = 10;

const TEXT = String.raw`'(?:[^'\\]|''|\\.)*'`;
const ITEM = String.raw`(?:[^,'()]|${TEXT}|\([^()]*\))*`;

export function findInserted({ reading, quoted, masked }: NestedText): readonly PhraseFound[] {
  const found: PhraseFound[] = [];
  if (!/\bvalues?\b/i.test(masked)) return found;
  const heads = new RegExp(HEAD);
  for (let match = heads.exec(masked); match !== null; match = heads.exec(masked)) {
    const { 0: head, 1: list = "", index } = match;
    const from = index + head.indexOf("(") + 1;
    const columns = reading.text
      .slice(from, from + list.length)
      .split(",", MAX_COLUMNS)
      .map((one) => one.replace(/[\s"'`[\]\\]/g, ""));
    const wanted = columns.map((name) => isSecretName(name) || isDoubtfulName(name));
    if (!wanted.includes(true)) continue;
    const { items, end } = rowsAt(masked, index + head.length);
    heads.lastIndex = end;
    for (const { row, column, start } of items) {
      if (wanted[column] !== true) continue;
      const one = quoted[firstFrom(quoted, start, ({ outer }) => outer.start)];
      if (one === undefined || one.outer.start !== start || one.quote !== "'") continue;
      const value = contentOf(reading.text, one).text;
      found.push({
        ...one.inner,
        value,
        quoted: true,
        word: columns[column]!,
        phrase: phraseOf(columns[column]!, column, row),
      });
    }
  }
  return found;
}

interface Item {
  readonly row: number;
  readonly column: number;
  readonly start: number;
}

/** Where the values of the rows begin, and where the rows end. */
function rowsAt(masked: string, from: number): { readonly items: readonly Item[]; readonly end: number } {
  const items: Item[] = [];
  let [row, column, depth] = [0, 0, 0];
  let begins = false;
  let at = from;
  for (; at < masked.length && row < MAX_ROWS; at++) {
    const c = masked[at]!;
    if (begins && !/\s/.test(c)) {
      items.push({ row, column, start: at });
      begins = false;
    }
    if (c === "(") {
      depth++;
      if (depth === 1) begins = true;
    } else if (c === ")") {
      depth--;
      if (depth > 0) continue;
      const next = /^\s{0,20},\s{0,20}(?=\()/.exec(masked.slice(at + 1, at + 42));
      if (depth < 0 || next === null) break;
      at += next[0].length;
      row++;
      column = 0;
    } else if (c === "," && depth === 1) {
      column++;
      begins = true;
    }
  }
  return { items, end: at };
}

const phraseOf = (name: string, column: number, row: number): Phrase => ({
  words: name,
  before: (word) =>
    String.raw`\binto\s+[^\s(]+\s*\((?:[^,()]*,){${column}}[^\w,()]*${word}[^\w,()]*(?:,[^()]*)?\)\s*values?\s*(?:\((?:[^'()]|${TEXT}|\([^()]*\))*\)\s*,\s*){${row}}\((?:${ITEM},){${column}}\s*`,
  value: "any",
  quoted: true,
  caseless: true,
  name,
});
