/** Where a text stops being a JSON object, for people who look for the mistake. */
import { type JsonBuilder, readJsonDocument } from "./document.ts";
import { isJsonSpace } from "./grammar.ts";

export interface JsonStop {
  /** UTF-16 offset of the first invalid character; the length of the text if it is incomplete. */
  readonly at: number;
  /** What would have been right there, in words; pieces of JSON in backticks. */
  readonly expected: string;
}

/** What Go's scanner was looking for, for people. */
const EXPECTED: readonly (readonly [context: string, expected: string])[] = [
  ["after object key:value pair", "`,` or `}`"],
  ["after object key", "`:`"],
  ["after array element", "`,` or `]`"],
  ["looking for beginning of object key string", "a key in double quotes"],
  ["looking for beginning of value", "a value"],
  ["after top-level value", "the end of the text"],
  ["in \\u hexadecimal", "four hexadecimal digits"],
  ["in string escape", 'one of `"`, `\\`, `/`, `b`, `f`, `n`, `r`, `t`, `u`'],
  ["in string literal", "a closing quote, or control characters as escapes"],
  ["in literal", "`true`, `false` or `null`"],
  ["decimal point", "a digit"],
  ["exponent", "a digit"],
  ["numeric literal", "a digit"],
];

const NOTHING: JsonBuilder<undefined> = {
  null: undefined,
  boolean: () => undefined,
  string: () => undefined,
  number: () => undefined,
  array: () => undefined,
  object: () => undefined,
  maxDepth: 500,
};

/** Where `text` stops being a JSON object; undefined where it is one, nests very deep, or only a number is out of range. */
export function findJsonStop(text: string): JsonStop | undefined {
  let start = 0;
  while (isJsonSpace(text.charCodeAt(start))) start++;
  if (text[start] !== "{") return { at: start, expected: "`{`" };
  let stop: JsonStop | undefined;
  const note = (at: number, context: string): string => {
    const expected = EXPECTED.find(([part]) => context.includes(part))?.[1];
    if (expected !== undefined) stop ??= { at, expected };
    return context;
  };
  readJsonDocument(text, NOTHING, {
    unexpected: (_, offset, context) => note(offset, context),
    ended: (_, context) => note(text.length, context),
  });
  return stop;
}
