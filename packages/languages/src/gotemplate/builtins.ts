/**
 * The functions of the template language itself (text/template/funcs.go). `and`, `or` and `call` are only declared
 * here: they evaluate their arguments themselves (calls.ts).
 */

import { isPrintable } from "../gonumber/index.ts";
import { escapeQuery } from "../gourl/index.ts";
import { defineFunction, type FunctionRegistry, fail, registry, type TemplateFunction } from "./functions.ts";
import { anyParam, reflectParam, stringParam } from "./parameters.ts";
import { sprint, sprintf, sprintln } from "./print.ts";
import { BOOL, INT, REFLECT_VALUE, STRING, UINT8 } from "./types.ts";
import { GoBytes, GoInt, GoList, GoMap, type GoValue, int, type Maybe, makeInt, nilList, typeOf } from "./value.ts";
import { byteLength, fromBytes, toBytes } from "./values/go-string.ts";
import type { FunctionExample } from "./values/model.ts";
import { equal, isTrue, less, lessOrEqual } from "./values/truth.ts";

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

const index = defineFunction({
  name: "index",
  params: [reflectParam("collection")],
  rest: reflectParam("keys"),
  result: REFLECT_VALUE,
  doc: "The element of a list, map or text at a key, and of that element at the next key, and so on.",
  example: { call: 'index (list "a" "b") 1', gives: "b" },
  call: ([collection, ...keys]) => {
    if (collection === null || collection === undefined) fail("index of untyped nil");
    let item: GoValue = collection;
    for (const key of keys) {
      if (item === null) fail("index of nil pointer");
      item = indexOne(item, key);
    }
    return item;
  },
});

/** The language's `slice`, which the library's list function shadows wherever that is registered. */
const slice = defineFunction({
  name: "slice",
  params: [reflectParam("item")],
  rest: reflectParam("indexes"),
  result: REFLECT_VALUE,
  doc: "The part of a text or list from one index up to, but not including, another.",
  example: { call: 'slice "abcdef" 1 3', gives: "bc" },
  call: ([item, ...indexes]) => {
    if (item === null || item === undefined) fail("slice of untyped nil");
    const count = indexes.length;
    if (count > 3) fail(`too many slice indexes: ${count}`);
    const isText = typeof item === "string";
    if (isText && count === 3) fail("cannot 3-index slice a string");
    if (!isText && !(item instanceof GoList) && !(item instanceof GoBytes))
      fail(`can't slice item of type ${typeName(item)}`);
    const bytes = isText ? toBytes(item) : item instanceof GoBytes ? item.bytes : undefined;
    const length = bytes?.length ?? (item as GoList).items.length;
    const at = [0, length, length];
    for (let i = 0; i < count; i++) at[i] = indexArg(indexes[i], length);
    const [from, to, cap] = at as [number, number, number];
    if (from > to) fail(`invalid slice index: ${from} > ${to}`);
    if (count === 3 && to > cap) fail(`invalid slice index: ${to} > ${cap}`);
    if (bytes) return isText ? fromBytes(bytes.subarray(from, to)) : new GoBytes(bytes.slice(from, to));
    const list = item as GoList;
    return new GoList(list.type, list.items.slice(from, to));
  },
});

const len = defineFunction({
  name: "len",
  params: [reflectParam("item")],
  result: INT,
  doc: "The number of bytes of a text, or of elements of a list or map.",
  example: { call: 'len "héé"', gives: "5" },
  call: ([item]) => {
    if (typeof item === "string") return int(byteLength(item));
    if (item === undefined) fail("reflect: call of reflect.Value.Type on zero Value");
    if (item === null) fail("len of nil pointer");
    if (item instanceof GoList) return int(item.items.length);
    if (item instanceof GoMap) return int(item.size);
    if (item instanceof GoBytes) return int(item.bytes.length);
    return fail(`len of type ${typeName(item)}`);
  },
});

/** A comparison of two values. */
const comparison = (
  name: string,
  doc: string,
  example: FunctionExample,
  test: (a: Maybe, b: Maybe) => boolean,
): TemplateFunction =>
  defineFunction({
    name,
    params: [reflectParam("a"), reflectParam("b")],
    result: BOOL,
    doc,
    example,
    call: ([a, b]) => test(a, b),
  });

const comparisons = [
  defineFunction({
    name: "eq",
    params: [reflectParam("value")],
    rest: reflectParam("others"),
    result: BOOL,
    doc: "Whether the value equals any of the others; values of different kinds cannot be compared.",
    example: { call: 'eq "b" "a" "b"', gives: "true" },
    call: ([value, ...others]) => {
      if (others.length === 0) fail("missing argument for comparison");
      for (const other of others) if (equal(value, other)) return true;
      return false;
    },
  }),
  comparison("ne", "Whether two values differ.", { call: 'ne "a" "b"', gives: "true" }, (a, b) => !equal(a, b)),
  comparison("lt", "Whether the first value is less.", { call: "lt 1 2", gives: "true" }, less),
  comparison("le", "Whether the first value is less or equal.", { call: "le 2 2", gives: "true" }, lessOrEqual),
  comparison(
    "gt",
    "Whether the first value is greater.",
    { call: "gt 1 2", gives: "false" },
    (a, b) => !lessOrEqual(a, b),
  ),
  comparison(
    "ge",
    "Whether the first value is greater or equal.",
    { call: "ge 2 2", gives: "true" },
    (a, b) => !less(a, b),
  ),
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
const special = (
  name: "and" | "or" | "call",
  first: string,
  rest: string,
  doc: string,
  example: FunctionExample,
): TemplateFunction => ({
  ...defineFunction({
    name,
    params: [reflectParam(first)],
    rest: reflectParam(rest),
    result: REFLECT_VALUE,
    doc,
    example,
    call: () => null,
  }),
  special: name,
});

/** A function that writes all its arguments as one text. */
const writing = (
  name: string,
  doc: string,
  example: FunctionExample,
  write: (args: readonly GoValue[]) => string,
): TemplateFunction =>
  defineFunction({ name, params: [], rest: anyParam("values"), result: STRING, doc, example, call: write });

/** The language's own functions. */
export const BUILTIN_FUNCTIONS: readonly TemplateFunction[] = [
  special(
    "and",
    "value",
    "others",
    "The first empty value, or the last one; what follows an empty value is not evaluated.",
    { call: 'and "a" "" "b" | quote', gives: '""' },
  ),
  special(
    "or",
    "value",
    "others",
    "The first value that is not empty, or the last one; what follows it is not evaluated.",
    { call: 'or "" "b" "c"', gives: "b" },
  ),
  special("call", "function", "arguments", "Calls a function value; pipeline data has none.", {
    call: 'call "x"',
    fails: 'non-function "x" of type string',
  }),
  index,
  slice,
  len,
  ...comparisons,
  defineFunction({
    name: "not",
    params: [reflectParam("value")],
    result: BOOL,
    doc: "Whether the value is empty: false, 0, nil, or a text, list or map with nothing in it.",
    example: { call: 'not ""', gives: "true" },
    call: ([value]) => !isTrue(value),
  }),
  writing(
    "print",
    "The values as a text, with a space between two when neither is a text.",
    { call: 'print "a" 1 2', gives: "a1 2" },
    sprint,
  ),
  defineFunction({
    name: "printf",
    params: [stringParam("format")],
    rest: anyParam("values"),
    result: STRING,
    doc: "The values in the given format, with Go's verbs.",
    example: { call: 'printf "%05.1f %q %v" 3.14159 "a" true', gives: '003.1 "a" true' },
    call: ([format, ...values]) => sprintf(format, values),
  }),
  writing(
    "println",
    "The values with spaces between them and a newline at the end.",
    { call: 'println "a" 1 | quote', gives: '"a 1\\n"' },
    sprintln,
  ),
  writing(
    "html",
    "The values as a text that is safe inside HTML.",
    { call: 'html "<a>"', gives: "&lt;a&gt;" },
    (args) => escaperText(args).replace(/[\0"'&<>]/g, (char) => HTML[char]!),
  ),
  writing(
    "js",
    "The values as a text that is safe inside a JavaScript string.",
    { call: "js `it's`", gives: "it\\'s" },
    (args) => escaperText(args).replace(/[\\'"<>&=\0-\x1f]|[^\0-\x7f]/gu, escapeJs),
  ),
  writing(
    "urlquery",
    "The values as a text that is safe in the query of a URL.",
    { call: 'urlquery "a b&c"', gives: "a+b%26c" },
    (args) => escapeQuery(toBytes(escaperText(args))),
  ),
];

/** The language's own functions by name. */
export const BUILTINS: FunctionRegistry = registry(BUILTIN_FUNCTIONS);
