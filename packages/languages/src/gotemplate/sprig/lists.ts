/**
 * Lists: `list`, `first`, `append`, `uniq`, `slice` and relatives, and `until`'s cousins that make text of lists.
 * Every function takes slices of any element type and most give `[]interface {}`. Their names come in two forms; in Go
 * `mustX` returns the error that `X` panics with, which a template reports alike.
 */

import {
  type CallContext,
  defineFunction,
  defineVariadic,
  type FunctionBody,
  fail,
  integerArg,
  stringArg,
  type TemplateFunction,
} from "../functions.ts";
import { compareStrings } from "../go-string.ts";
import { MAX_OUTPUT } from "../limits.ts";
import { ANY, ANY_SLICE, BOOL, type GoType, INT, STRING, STRING_SLICE, sliceOf, UINT8 } from "../types.ts";
import { GoBytes, GoList, type GoValue, kindOf, list, makeInt, nilList, stringList } from "../value.ts";
import { toInt64 } from "./cast.ts";
import { deepEqual } from "./deep-equal.ts";
import { isEmpty } from "./defaults.ts";
import { checkElements, NIL_POINTER, stringOf } from "./value-text.ts";

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
export function stringsOf(value: GoValue, ctx: CallContext): readonly string[] {
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

function chunk(size: number, value: GoValue): GoValue {
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

function slice(args: readonly GoValue[]): GoValue {
  const value = args[0]!;
  const items = elementsOrFail(value, "list should be type of slice or array but");
  if (items.length === 0) return null;
  const start = args.length > 1 ? toInt64(args[1]!) : 0n;
  const end = args.length > 2 ? toInt64(args[2]!) : BigInt(items.length);
  if (start < 0n || end < start || end > BigInt(items.length)) fail("reflect.Value.Slice: slice index out of bounds");
  if (value instanceof GoBytes) return new GoBytes(value.bytes.slice(Number(start), Number(end)));
  return new GoList((value as GoList).type, items.slice(Number(start), Number(end)));
}

function uniq(value: GoValue, ctx: CallContext): GoValue {
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

function without(args: readonly GoValue[], ctx: CallContext): GoValue {
  const items = elementsOrFail(args[0]!, "Cannot find without on type");
  const omitted = args.slice(1);
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

function sortAlpha(value: GoValue, ctx: CallContext): GoValue {
  return stringList(elements(value) ? stringsOf(value, ctx).toSorted(compareStrings) : [printed(value, ctx)]);
}

/** A function under its plain and its `must` name. */
function both(name: string, params: readonly GoType[], result: GoType, body: FunctionBody): TemplateFunction[] {
  const must = `must${name[0]!.toUpperCase()}${name.slice(1)}`;
  return [defineFunction(name, params, result, body), defineFunction(must, params, result, body)];
}

/** The same for a function whose last parameter is repeated. */
function bothVariadic(name: string, params: readonly GoType[], result: GoType, body: FunctionBody): TemplateFunction[] {
  const must = `must${name[0]!.toUpperCase()}${name.slice(1)}`;
  return [defineVariadic(name, params, result, body), defineVariadic(must, params, result, body)];
}

const append: FunctionBody = ([value, item]) => list([...elementsOrFail(value!, "Cannot push on type"), item!]);
const makeList: FunctionBody = (args) => list(args);

export const LIST_FUNCTIONS: readonly TemplateFunction[] = [
  defineVariadic("list", [ANY], ANY_SLICE, makeList),
  defineVariadic("tuple", [ANY], ANY_SLICE, makeList),
  ...both("append", [ANY, ANY], ANY_SLICE, append),
  ...both("push", [ANY, ANY], ANY_SLICE, append),
  ...both("prepend", [ANY, ANY], ANY_SLICE, ([value, item]) =>
    list([item!, ...elementsOrFail(value!, "Cannot prepend on type")]),
  ),
  ...both("first", [ANY], ANY, ([value]) => elementsOrFail(value!, "Cannot find first on type")[0] ?? null),
  ...both("last", [ANY], ANY, ([value]) => elementsOrFail(value!, "Cannot find last on type").at(-1) ?? null),
  ...both("rest", [ANY], ANY_SLICE, ([value]) => {
    const items = elementsOrFail(value!, "Cannot find rest on type");
    return items.length === 0 ? nilList(ANY_SLICE) : list(items.slice(1));
  }),
  ...both("initial", [ANY], ANY_SLICE, ([value]) => {
    const items = elementsOrFail(value!, "Cannot find initial on type");
    return items.length === 0 ? nilList(ANY_SLICE) : list(items.slice(0, -1));
  }),
  ...both("reverse", [ANY], ANY_SLICE, ([value]) =>
    list(elementsOrFail(value!, "Cannot find reverse on type").toReversed()),
  ),
  ...both("compact", [ANY], ANY_SLICE, ([value]) =>
    list(elementsOrFail(value!, "Cannot compact on type").filter((item) => !isEmpty(item))),
  ),
  ...both("uniq", [ANY], ANY_SLICE, ([value], ctx) => uniq(value!, ctx)),
  ...bothVariadic("without", [ANY, ANY], ANY_SLICE, without),
  ...both("has", [ANY, ANY], BOOL, ([needle, haystack], ctx) => has(needle!, haystack!, ctx)),
  ...bothVariadic("slice", [ANY, ANY], ANY, slice),
  ...both("chunk", [INT, ANY], sliceOf(ANY_SLICE), (args) => chunk(integerArg(args, 0), args[1]!)),
  defineVariadic("concat", [ANY], ANY, concat),
  defineFunction("sortAlpha", [ANY], STRING_SLICE, ([value], ctx) => sortAlpha(value!, ctx)),
  defineFunction("toStrings", [ANY], STRING_SLICE, ([value], ctx) => stringList(stringsOf(value!, ctx))),
  defineFunction("join", [STRING, ANY], STRING, (args, ctx) => {
    const parts = stringsOf(args[1]!, ctx);
    const separator = stringArg(args, 0);
    ctx.reserve(separator.length * parts.length + parts.reduce((sum, part) => sum + part.length, 0));
    return parts.join(separator);
  }),
];
