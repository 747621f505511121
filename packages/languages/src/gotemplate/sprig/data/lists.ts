/**
 * Lists: `list`, `first`, `append`, `uniq`, `slice` and relatives, and `until`'s cousins that make text of lists.
 * Every function takes slices of any element type and most give `[]interface {}`. Their names come in two forms; in Go
 * `mustX` returns the error that `X` panics with, which a template reports alike.
 */

import { alias, type CallContext, defineFunction, fail, type TemplateFunction, withMust } from "../../functions.ts";
import { MAX_OUTPUT } from "../../limits.ts";
import { anyParam, intParam, stringParam } from "../../parameters.ts";
import { ANY, ANY_SLICE, BOOL, STRING, STRING_SLICE, sliceOf, UINT8 } from "../../types.ts";
import { GoBytes, GoList, type GoValue, kindOf, list, makeInt, nilList, stringList } from "../../value.ts";
import { compareStrings } from "../../values/go-string.ts";
import { toInt64 } from "../numbers/cast.ts";
import { checkElements, NIL_POINTER, stringOf } from "../text/value-text.ts";
import { deepEqual } from "./deep-equal.ts";
import { isEmpty } from "./defaults.ts";

/** The elements of a slice of any type, or undefined for anything else. */
function elements(value: GoValue): readonly GoValue[] | undefined {
  if (value instanceof GoList) return value.items;
  if (value instanceof GoBytes) return Array.from(value.bytes, (byte) => makeInt(UINT8, BigInt(byte)));
  return undefined;
}

/** The elements of a slice; fails with `message` and the value's kind for anything else. */
function elementsOrFail(value: GoValue, message: string): readonly GoValue[] {
  const items = elements(value);
  if (items) return items;
  return fail(value === null ? NIL_POINTER : `${message} ${kindOf(value)}`);
}

/** Characters of printed values that cost one unit of limits.ts; in a list they are not charged for by themselves. */
const PRINTED = 16;

/** The text of a value, charged for. */
function printed(value: GoValue, ctx: CallContext): string {
  const text = stringOf(value);
  ctx.charge(Math.floor(text.length / (typeof value === "string" ? 64 : PRINTED)));
  return text;
}

/** The library's `toStrings`: nils are left out, a single value is a list of one. */
function stringsOf(value: GoValue, ctx: CallContext): readonly string[] {
  const items = elements(value);
  if (!items) return value === null ? [] : [printed(value, ctx)];
  const out: string[] = [];
  let length = 0;
  for (const item of items) {
    if (item === null) continue;
    const text = printed(item, ctx);
    length += text.length;
    if (typeof item !== "string" && length > MAX_OUTPUT) ctx.reserve(length);
    out.push(text);
  }
  return out;
}

/** Whether `needle` is among `items`, by deep equality. */
function includes(items: readonly GoValue[], needle: GoValue, ctx: CallContext): boolean {
  for (const item of items) if (deepEqual(needle, item, ctx)) return true;
  return false;
}

function chunk(size: number, value: GoValue): GoList {
  const items = elementsOrFail(value, "Cannot chunk type");
  const length = items.length;
  // Go computes the number of chunks in floating point; a size of zero or less gives an impossible one.
  const count = Math.floor((length - 1) / size) + 1;
  if (!Number.isFinite(count) || count < 0) fail("runtime error: makeslice: len out of range");
  const chunks: GoList[] = [];
  for (let i = 0; i < count; i++) {
    let end = size;
    if (i === count - 1) {
      end = Math.floor(length % size);
      if (end === 0) end = size;
    }
    if (end < 0) fail("runtime error: makeslice: len out of range");
    const from = i * size;
    if (from + end > length || from < 0) fail("reflect: slice index out of range");
    chunks.push(list(items.slice(from, from + end)));
  }
  return new GoList(sliceOf(ANY_SLICE), chunks);
}

function slice(value: GoValue, from: GoValue | undefined, to: GoValue | undefined): GoValue {
  const items = elementsOrFail(value, "list should be type of slice or array but");
  if (items.length === 0) return null;
  const start = from === undefined ? 0n : toInt64(from);
  const end = to === undefined ? BigInt(items.length) : toInt64(to);
  if (start < 0n || end < start || end > BigInt(items.length)) fail("reflect.Value.Slice: slice index out of bounds");
  if (value instanceof GoBytes) return new GoBytes(value.bytes.slice(Number(start), Number(end)));
  return new GoList((value as GoList).type, items.slice(Number(start), Number(end)));
}

function uniq(value: GoValue, ctx: CallContext): GoList {
  const seen: GoValue[] = [];
  const strings = new Set<string>();
  for (const item of elementsOrFail(value, "Cannot find uniq on type")) {
    if (typeof item === "string") {
      if (strings.has(item)) continue;
      strings.add(item);
    } else {
      ctx.charge(1 + (seen.length - strings.size));
      if (includes(seen, item, ctx)) continue;
    }
    seen.push(item);
  }
  return list(seen);
}

function without(value: GoValue, omitted: readonly GoValue[], ctx: CallContext): GoList {
  const items = elementsOrFail(value, "Cannot find without on type");
  ctx.charge(Math.ceil((items.length * omitted.length) / 8));
  return list(items.filter((item) => !includes(omitted, item, ctx)));
}

function has(needle: GoValue, haystack: GoValue, ctx: CallContext): boolean {
  return haystack !== null && includes(elementsOrFail(haystack, "Cannot find has on type"), needle, ctx);
}

function concat(args: readonly GoValue[]): GoValue {
  const out: GoValue[] = [];
  for (const value of args) {
    const items = elements(value);
    if (!items) fail(value === null ? NIL_POINTER : `Cannot concat type ${kindOf(value)} as list`);
    checkElements(out.length + items.length);
    for (const item of items) out.push(item);
  }
  return out.length === 0 ? nilList(ANY_SLICE) : list(out);
}

function sortAlpha(value: GoValue, ctx: CallContext): GoList {
  return stringList(elements(value) ? stringsOf(value, ctx).toSorted(compareStrings) : [printed(value, ctx)]);
}

const LIST = anyParam("list");
const ITEM = anyParam("item");

const makeList = defineFunction({
  name: "list",
  params: [],
  rest: anyParam("items"),
  result: ANY_SLICE,
  doc: "A list of the items.",
  example: { call: 'list "a" 1 true', gives: "[a 1 true]" },
  call: list,
});

const append = defineFunction({
  name: "append",
  params: [LIST, ITEM],
  result: ANY_SLICE,
  doc: "A new list with the item at its end.",
  example: { call: "append (list 1 2) 3", gives: "[1 2 3]" },
  call: ([value, item]) => list([...elementsOrFail(value, "Cannot push on type"), item]),
});

export const LIST_FUNCTIONS: readonly TemplateFunction[] = [
  makeList,
  alias(makeList, "tuple"),
  ...withMust(append),
  ...withMust(alias(append, "push")),
  ...withMust(
    defineFunction({
      name: "prepend",
      params: [LIST, ITEM],
      result: ANY_SLICE,
      doc: "A new list with the item at its start.",
      example: { call: "prepend (list 1 2) 0", gives: "[0 1 2]" },
      call: ([value, item]) => list([item, ...elementsOrFail(value, "Cannot prepend on type")]),
    }),
  ),
  ...withMust(
    defineFunction({
      name: "first",
      params: [LIST],
      result: ANY,
      doc: "The first item; nothing for an empty list.",
      example: { call: "first (list 1 2 3)", gives: "1" },
      call: ([value]) => elementsOrFail(value, "Cannot find first on type")[0] ?? null,
    }),
  ),
  ...withMust(
    defineFunction({
      name: "last",
      params: [LIST],
      result: ANY,
      doc: "The last item; nothing for an empty list.",
      example: { call: "last (list 1 2 3)", gives: "3" },
      call: ([value]) => elementsOrFail(value, "Cannot find last on type").at(-1) ?? null,
    }),
  ),
  ...withMust(
    defineFunction({
      name: "rest",
      params: [LIST],
      result: ANY_SLICE,
      doc: "All items but the first.",
      example: { call: "rest (list 1 2 3)", gives: "[2 3]" },
      call: ([value]) => {
        const items = elementsOrFail(value, "Cannot find rest on type");
        return items.length === 0 ? nilList(ANY_SLICE) : list(items.slice(1));
      },
    }),
  ),
  ...withMust(
    defineFunction({
      name: "initial",
      params: [LIST],
      result: ANY_SLICE,
      doc: "All items but the last.",
      example: { call: "initial (list 1 2 3)", gives: "[1 2]" },
      call: ([value]) => {
        const items = elementsOrFail(value, "Cannot find initial on type");
        return items.length === 0 ? nilList(ANY_SLICE) : list(items.slice(0, -1));
      },
    }),
  ),
  ...withMust(
    defineFunction({
      name: "reverse",
      params: [LIST],
      result: ANY_SLICE,
      doc: "The items from the last to the first.",
      example: { call: "reverse (list 1 2 3)", gives: "[3 2 1]" },
      call: ([value]) => list(elementsOrFail(value, "Cannot find reverse on type").toReversed()),
    }),
  ),
  ...withMust(
    defineFunction({
      name: "compact",
      params: [LIST],
      result: ANY_SLICE,
      doc: "The items that are not empty.",
      example: { call: 'compact (list 1 "" 0 "a")', gives: "[1 a]" },
      call: ([value]) => list(elementsOrFail(value, "Cannot compact on type").filter((item) => !isEmpty(item))),
    }),
  ),
  ...withMust(
    defineFunction({
      name: "uniq",
      params: [LIST],
      result: ANY_SLICE,
      doc: "The items without duplicates.",
      example: { call: 'uniq (list "b" "a" "b")', gives: "[b a]" },
      call: ([value], ctx) => uniq(value, ctx),
    }),
  ),
  ...withMust(
    defineFunction({
      name: "without",
      params: [LIST],
      rest: anyParam("omitted"),
      result: ANY_SLICE,
      doc: "The items without those equal to one of the others.",
      example: { call: "without (list 1 2 3 2) 2", gives: "[1 3]" },
      call: ([value, ...omitted], ctx) => without(value, omitted, ctx),
    }),
  ),
  ...withMust(
    defineFunction({
      name: "has",
      params: [ITEM, LIST],
      result: BOOL,
      doc: "Whether the item is in the list.",
      example: { call: "has 2 (list 1 2 3)", gives: "true" },
      call: ([needle, haystack], ctx) => has(needle, haystack, ctx),
    }),
  ),
  ...withMust(
    defineFunction({
      name: "slice",
      params: [LIST],
      rest: anyParam("start_and_end"),
      result: ANY,
      doc: "The items from a start up to, but not including, an end.",
      example: { call: "slice (list 1 2 3 4) 1 3", gives: "[2 3]" },
      call: ([value, start, end]) => slice(value, start, end),
    }),
  ),
  ...withMust(
    defineFunction({
      name: "chunk",
      params: [intParam("size"), LIST],
      result: sliceOf(ANY_SLICE),
      doc: "The items in lists of that many.",
      example: { call: "chunk 2 (list 1 2 3)", gives: "[[1 2] [3]]" },
      call: ([size, value]) => chunk(size, value),
    }),
  ),
  defineFunction({
    name: "concat",
    params: [],
    rest: anyParam("lists"),
    result: ANY,
    doc: "The items of all lists in one list.",
    example: { call: "concat (list 1 2) (list 3)", gives: "[1 2 3]" },
    call: concat,
  }),
  defineFunction({
    name: "sortAlpha",
    params: [LIST],
    result: STRING_SLICE,
    doc: "The items as texts, in order.",
    example: { call: 'sortAlpha (list "b" "c" "a")', gives: "[a b c]" },
    call: ([value], ctx) => sortAlpha(value, ctx),
  }),
  defineFunction({
    name: "toStrings",
    params: [LIST],
    result: STRING_SLICE,
    doc: "The items as texts.",
    example: { call: "toStrings (list 1 true)", gives: "[1 true]" },
    call: ([value], ctx) => stringList(stringsOf(value, ctx)),
  }),
  defineFunction({
    name: "join",
    params: [stringParam("separator"), LIST],
    result: STRING,
    doc: "The items joined into one text with the separator.",
    example: { call: 'join ", " (list "a" 1 "b")', gives: "a, 1, b" },
    call: ([separator, value], ctx) => {
      const parts = stringsOf(value, ctx);
      ctx.reserve(separator.length * parts.length + parts.reduce((sum, part) => sum + part.length, 0));
      return parts.join(separator);
    },
  }),
];
