/**
 * The functions of the template language itself (text/template/funcs.go). `and`, `or` and `call` are only declared
 * here: they evaluate their arguments themselves (calls.ts).
 */

import { isPrintable } from "../gonumber/index.ts";
import { escapeQuery } from "../gourl/index.ts";
import {
  defineFunction,
  defineVariadic,
  type FunctionRegistry,
  fail,
  registry,
  type TemplateFunction,
} from "./functions.ts";
import { byteLength, fromBytes, toBytes } from "./go-string.ts";
import { sprint, sprintf, sprintln } from "./print.ts";
import { equal, isTrue, less, lessOrEqual } from "./truth.ts";
import { ANY, BOOL, INT, REFLECT_VALUE, STRING, UINT8 } from "./types.ts";
import { GoBytes, GoInt, GoList, GoMap, type GoValue, int, type Maybe, makeInt, nilList, typeOf } from "./value.ts";

const typeName = (value: Maybe): string => typeOf(value)?.name ?? "<nil>";

/** An index into a list or text of `cap` elements; `cap` itself is let through, as Go does. */
function indexArg(index: Maybe, cap: number): number {
  if (index === null || index === undefined) fail("cannot index slice/array with nil");
  if (!(index instanceof GoInt)) fail(`cannot index slice/array with type ${typeName(index)}`);
  const value = BigInt.asIntN(64, index.value);
  if (value < 0n || value > BigInt(cap)) fail(`index out of range: ${value}`);
  return Number(value);
}

/** The zero of a map's elements: nil for interfaces, the empty text for texts. */
function zeroElement(map: GoMap): GoValue {
  const elem = map.type.elem;
  if (elem?.kind === "string") return "";
  if (elem?.kind === "bool") return false;
  if (elem?.kind === "float64") return 0;
  return elem?.kind === "slice" ? nilList(elem) : null;
}

function indexOne(item: GoValue, index: Maybe): GoValue {
  if (typeof item === "string" || item instanceof GoBytes) {
    const bytes = typeof item === "string" ? toBytes(item) : item.bytes;
    const at = indexArg(index, bytes.length);
    const byte = bytes[at];
    if (byte === undefined) fail(`reflect: ${typeof item === "string" ? "string" : "slice"} index out of range`);
    return makeInt(UINT8, BigInt(byte));
  }
  if (item instanceof GoList) {
    const at = indexArg(index, item.items.length);
    return item.items[at] ?? (at < item.items.length ? null : fail("reflect: slice index out of range"));
  }
  if (item instanceof GoMap) {
    if (index === null || index === undefined) fail("value is nil; should be of type string");
    if (typeof index !== "string") fail(`value has type ${typeName(index)}; should be string`);
    const found = item.get(index);
    return found === undefined ? zeroElement(item) : found;
  }
  return fail(`can't index item of type ${typeName(item)}`);
}

const index = defineVariadic("index", [REFLECT_VALUE, REFLECT_VALUE], REFLECT_VALUE, (args) => {
  let item: Maybe = args[0];
  if (item === null || item === undefined) fail("index of untyped nil");
  for (let i = 1; i < args.length; i++) {
    if (item === null) fail("index of nil pointer");
    item = indexOne(item, args[i]);
  }
  return item;
});

/** The language's `slice`, which the library's list function shadows wherever that is registered. */
const slice = defineVariadic("slice", [REFLECT_VALUE, REFLECT_VALUE], REFLECT_VALUE, (args) => {
  const item: Maybe = args[0];
  if (item === null || item === undefined) fail("slice of untyped nil");
  const count = args.length - 1;
  if (count > 3) fail(`too many slice indexes: ${count}`);
  const isText = typeof item === "string";
  if (isText && count === 3) fail("cannot 3-index slice a string");
  if (!isText && !(item instanceof GoList) && !(item instanceof GoBytes))
    fail(`can't slice item of type ${typeName(item)}`);
  const bytes = isText ? toBytes(item) : item instanceof GoBytes ? item.bytes : undefined;
  const length = bytes?.length ?? (item as GoList).items.length;
  const at = [0, length, length];
  for (let i = 0; i < count; i++) at[i] = indexArg(args[i + 1], length);
  const [from, to, cap] = at as [number, number, number];
  if (from > to) fail(`invalid slice index: ${from} > ${to}`);
  if (count === 3 && to > cap) fail(`invalid slice index: ${to} > ${cap}`);
  if (bytes) return isText ? fromBytes(bytes.subarray(from, to)) : new GoBytes(bytes.slice(from, to));
  const list = item as GoList;
  return new GoList(list.type, list.items.slice(from, to));
});

const len = defineFunction("len", [REFLECT_VALUE], INT, (args) => {
  const item: Maybe = args[0];
  if (typeof item === "string") return int(byteLength(item));
  if (item === undefined) fail("reflect: call of reflect.Value.Type on zero Value");
  if (item === null) fail("len of nil pointer");
  if (item instanceof GoList) return int(item.items.length);
  if (item instanceof GoMap) return int(item.size);
  if (item instanceof GoBytes) return int(item.bytes.length);
  return fail(`len of type ${typeName(item)}`);
});

const COMPARE = [REFLECT_VALUE, REFLECT_VALUE];

const comparisons = [
  defineVariadic("eq", COMPARE, BOOL, (args) => {
    if (args.length < 2) fail("missing argument for comparison");
    for (let i = 1; i < args.length; i++) if (equal(args[0], args[i])) return true;
    return false;
  }),
  defineFunction("ne", COMPARE, BOOL, (args) => !equal(args[0], args[1])),
  defineFunction("lt", COMPARE, BOOL, (args) => less(args[0], args[1])),
  defineFunction("le", COMPARE, BOOL, (args) => lessOrEqual(args[0], args[1])),
  defineFunction("gt", COMPARE, BOOL, (args) => !lessOrEqual(args[0], args[1])),
  defineFunction("ge", COMPARE, BOOL, (args) => !less(args[0], args[1])),
];

/** The arguments of an escaper as one text: nil shows as an action shows it. */
function escaperText(args: readonly GoValue[]): string {
  return sprint(args.map((arg) => (arg === null ? "<no value>" : arg)));
}

const HTML: Readonly<Record<string, string>> = {
  "\0": "\ufffd",
  '"': "&#34;",
  "'": "&#39;",
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
};

const JS: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "'": "\\'",
  '"': '\\"',
  "<": "\\u003C",
  ">": "\\u003E",
  "&": "\\u0026",
  "=": "\\u003D",
};

function escapeJs(char: string): string {
  const known = JS[char];
  if (known) return known;
  const code = char.codePointAt(0) ?? 0;
  const rune = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
  if (rune >= 0x80 && isPrintable(rune)) return String.fromCodePoint(rune);
  return `\\u${rune.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** A function that the executor runs itself, because it need not evaluate all of its arguments. */
function special(name: "and" | "or" | "call"): TemplateFunction {
  const params = [REFLECT_VALUE, REFLECT_VALUE];
  return { name, params, variadic: true, result: REFLECT_VALUE, special: name, call: () => null };
}

/** The language's own functions. */
export const BUILTINS: FunctionRegistry = registry([
  special("and"),
  special("or"),
  special("call"),
  index,
  slice,
  len,
  ...comparisons,
  defineFunction("not", [REFLECT_VALUE], BOOL, (args) => !isTrue(args[0])),
  defineVariadic("print", [ANY], STRING, (args) => sprint(args)),
  defineVariadic("printf", [STRING, ANY], STRING, (args) => sprintf(args[0] as string, args.slice(1))),
  defineVariadic("println", [ANY], STRING, (args) => sprintln(args)),
  defineVariadic("html", [ANY], STRING, (args) => escaperText(args).replace(/[\0"'&<>]/g, (char) => HTML[char]!)),
  defineVariadic("js", [ANY], STRING, (args) => escaperText(args).replace(/[\\'"<>&=\0-\x1f]|[^\0-\x7f]/gu, escapeJs)),
  defineVariadic("urlquery", [ANY], STRING, (args) => escapeQuery(toBytes(escaperText(args)))),
]);
