/** What an element of a pattern would have matched, for people; literal texts are in backticks. */

import { inWords } from "../base/in-words.ts";
import type { PatternElement } from "./elements.ts";
import { DIGIT, negateRanges, type Ranges, SPACE, WORD } from "./syntax/classes.ts";

/** Kinds of characters that have a name. */
const NAMED: readonly (readonly [Ranges, string])[] = [
  [DIGIT, "a digit"],
  [negateRanges(DIGIT), "a character that is not a digit"],
  [SPACE, "white space"],
  [negateRanges(SPACE), "a character that is not white space"],
  [WORD, "a letter, digit or underscore"],
  [negateRanges(WORD), "a character other than a letter, digit or underscore"],
  [[0x41, 0x5a, 0x61, 0x7a], "a letter"],
  [[0x61, 0x7a], "a lower-case letter"],
  [[0x41, 0x5a], "a capital letter"],
  [[0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a], "a letter or digit"],
  [[0x30, 0x39, 0x61, 0x66], "a hexadecimal digit"],
  [[0x30, 0x39, 0x41, 0x46, 0x61, 0x66], "a hexadecimal digit"],
];

const ASSERTIONS = {
  "^": "the beginning of the text",
  "\\A": "the beginning of the text",
  $: "the end of the text",
  "\\z": "the end of the text",
  "\\b": "the edge of a word",
  "\\B": "a place that is not the edge of a word",
} as const;

const MAX_LISTED = 5;
const MAX_LITERAL = 40;

/** Beginning of `elements`: a whole run of literal characters, or the meaning of the first element. */
export function expectedBy(elements: readonly PatternElement[]): string {
  const [first] = elements;
  if (first === undefined) return "nothing more";
  const { what } = first;
  switch (what.kind) {
    case "literal":
      return inWords(literalRun(elements));
    case "any":
      return "any character";
    case "class":
      return expectedOfClass(what.set, what.text);
    case "assertion":
      if (what.lines) return what.text === "^" ? "the beginning of a line" : "the end of a line";
      return ASSERTIONS[what.text];
    case "group": {
      const all = [...new Set(what.alternatives.map(expectedBy))];
      return listed(all.slice(0, MAX_LISTED), all.length > MAX_LISTED);
    }
  }
}

/** Characters in a row; a repeated one ends the run. */
function literalRun(elements: readonly PatternElement[]): string {
  let run = "";
  for (const { what, min, quantifier } of elements) {
    if (what.kind !== "literal" || (min === 0 && quantifier !== "") || run.length >= MAX_LITERAL) break;
    run += what.text;
    if (quantifier !== "") break;
  }
  return run;
}

function expectedOfClass(set: Ranges, written: string): string {
  const named = NAMED.find(([ranges]) => sameRanges(ranges, set));
  if (named !== undefined) return named[1];
  const few = singles(set);
  if (few !== undefined) return few.length === 0 ? "a character that does not exist" : listed(few.map(inWords), false);
  const butFew = singles(negateRanges(set));
  if (butFew !== undefined) return `any character but ${listed(butFew.map(inWords), false)}`;
  return `a character of ${inWords(written)}`;
}

const sameRanges = (a: Ranges, b: Ranges): boolean => a.length === b.length && a.every((bound, i) => bound === b[i]);

/** The characters of a small set. */
function singles(set: Ranges): string[] | undefined {
  const found: string[] = [];
  for (let i = 0; i < set.length; i += 2) {
    for (let c = set[i]!; c <= set[i + 1]!; c++) {
      if (found.length === MAX_LISTED) return undefined;
      found.push(String.fromCodePoint(c));
    }
  }
  return found;
}

/** `a, b or c` */
function listed(words: readonly string[], more: boolean): string {
  if (more) return `${words.join(", ")} or others`;
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
