/**
 * Text: trimming, case, searching, cutting, quoting. The value comes last, so that it can be piped in; positions and
 * lengths are bytes, as in Go, and a cut may leave part of a character.
 */

import { isAscii } from "../../../base/text.ts";
import { trimGoSpace } from "../../../govalue/space.ts";
import { alias, type CallContext, defineFunction, fail, type TemplateFunction } from "../../functions.ts";
import { MAX_ELEMENTS, MAX_OUTPUT } from "../../limits.ts";
import { anyParam, intParam, stringParam } from "../../parameters.ts";
import { printValue, sprintf } from "../../print.ts";
import { toLower, toUpper } from "../../runes.ts";
import { replaceText, trim } from "../../string-functions.ts";
import { BOOL, type GoType, STRING, STRING_MAP, STRING_SLICE } from "../../types.ts";
import { GoMap, type GoValue, stringList } from "../../value.ts";
import { byteLength } from "../../values/go-string.ts";
import type { FunctionExample } from "../../values/model.ts";
import { quote } from "../../values/quote.ts";
import { sliceBytes, withoutRawBytes } from "./byte-text.ts";
import { checkElements, stringOf } from "./value-text.ts";

/** `text[start:end]` as Go evaluates it; `end` undefined is `text[start:]`. */
function sliceOrPanic(text: string, start: number, end: number | undefined): string {
  const length = byteLength(text);
  if (end !== undefined && (end < 0 || end > length))
    fail(`runtime error: slice bounds out of range [:${end}]${end < 0 ? "" : ` with length ${length}`}`);
  const to = end ?? length;
  if (start < 0) fail(`runtime error: slice bounds out of range [${start}:]`);
  if (start > to) fail(`runtime error: slice bounds out of range [${start}:${to}]`);
  return sliceBytes(text, start, to);
}

function substr(start: number, end: number, text: string): string {
  if (start < 0) return sliceOrPanic(text, 0, end);
  if (end < 0 || end > byteLength(text)) return sliceOrPanic(text, start, undefined);
  return sliceOrPanic(text, start, end);
}

function trunc(count: number, text: string): string {
  if (count >= 0 && count < text.length) {
    const head = text.slice(0, count);
    if (isAscii(head)) return head;
  }
  const length = byteLength(text);
  if (count < 0 && length + count > 0) return sliceBytes(text, length + count, length);
  return count >= 0 && length > count ? sliceBytes(text, 0, count) : text;
}

/** `strings.Repeat`. */
function repeatText(text: string, count: number, ctx: CallContext): string {
  if (count < 0) fail("strings: negative Repeat count");
  ctx.reserve(text.length * count);
  return text.repeat(count);
}

function indent(spaces: number, text: string, ctx: CallContext): string {
  if (spaces < 0) fail("strings: negative Repeat count");
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  ctx.reserve(spaces * lines + text.length);
  const pad = " ".repeat(spaces);
  return pad + text.replaceAll("\n", () => `\n${pad}`);
}

/** `strings.Split`: without a separator, into characters. */
function splitText(text: string, separator: string): string[] {
  if (text.length >= MAX_ELEMENTS) checkPieces(text, separator);
  return separator === "" ? [...text] : text.split(separator);
}

/** Notices too many pieces before they are made. */
function checkPieces(text: string, separator: string): void {
  // No character has more than two units.
  let pieces = separator === "" ? text.length / 2 : 1;
  if (separator !== "")
    for (let at = text.indexOf(separator); at >= 0; pieces++) at = text.indexOf(separator, at + separator.length);
  checkElements(pieces);
}

/** `strings.SplitN`: at most `count` pieces, the last one unsplit; negative is all, 0 none. */
function splitTextN(text: string, separator: string, count: number): string[] {
  if (count < 0 || count > text.length) return splitText(text, separator);
  const pieces: string[] = [];
  let from = 0;
  while (pieces.length < count - 1) {
    const at = separator === "" ? from + (text.codePointAt(from)! > 0xffff ? 2 : 1) : text.indexOf(separator, from);
    // Without a separator, the last character is the rest.
    if (at < 0 || (separator === "" && at >= text.length)) break;
    checkElements(pieces.length + 1);
    pieces.push(text.slice(from, at));
    from = at + separator.length;
  }
  if (count > 0) pieces.push(text.slice(from));
  return pieces;
}

/** Pieces that cost one unit of limits.ts where each gets a key. */
const KEYS_PER_UNIT = 2;

/** Pieces by place: `_0`, `_1`, … */
function byPlace(pieces: readonly string[], ctx: CallContext): GoMap {
  ctx.charge(Math.ceil(pieces.length / KEYS_PER_UNIT));
  return new GoMap(
    STRING_MAP,
    pieces.map((piece, i) => [`_${i}`, piece]),
  );
}

function cat(args: readonly GoValue[]): string {
  const values = args.filter((value) => value !== null);
  return sprintf(trimGoSpace("%v ".repeat(values.length)), values);
}

/** The text of each argument that is not nil, joined by blanks. */
function joinQuoted(args: readonly GoValue[], each: (value: GoValue) => string, ctx: CallContext): string {
  let out = "";
  for (const value of args) {
    if (value === null) continue;
    const text = each(value);
    if (out.length + text.length > MAX_OUTPUT) ctx.reserve(out.length + text.length);
    out += out === "" ? text : ` ${text}`;
  }
  return out;
}

const TEXT = stringParam("text");
const SEPARATOR = stringParam("separator");

/** A function of one text, called for every line: by index, which costs less than taking a list apart. */
const ofText = (
  name: string,
  doc: string,
  example: FunctionExample,
  call: (text: string) => string,
): TemplateFunction =>
  defineFunction({ name, params: [TEXT], result: STRING, doc, example, call: (args) => call(args[0]) });

/** A function of a text and something that is searched for in it. */
const searching = <T extends GoValue>(
  name: string,
  part: string,
  result: GoType<T>,
  doc: string,
  example: FunctionExample,
  call: (part: string, text: string) => T,
): TemplateFunction =>
  defineFunction({
    name,
    params: [stringParam(part), TEXT],
    result,
    doc,
    example,
    call: ([what, text]) => call(what, text),
  });

const trimAll = searching(
  "trimAll",
  "cutset",
  STRING,
  "The text without characters of the cutset at its start and end.",
  { call: 'trimAll "[]" "[x]"', gives: "x" },
  (cutset, text) => trim(text, cutset),
);

const indenting = (name: string, doc: string, example: FunctionExample, before: string): TemplateFunction =>
  defineFunction({
    name,
    params: [intParam("spaces"), TEXT],
    result: STRING,
    doc,
    example,
    call: ([spaces, text], ctx) => before + indent(spaces, text, ctx),
  });

/** A function that quotes each argument. */
const quoting = (
  name: string,
  doc: string,
  example: FunctionExample,
  each: (value: GoValue) => string,
): TemplateFunction =>
  defineFunction({
    name,
    params: [],
    rest: anyParam("values"),
    result: STRING,
    doc,
    example,
    call: (values, ctx) => joinQuoted(values, each, ctx),
  });

export const STRING_FUNCTIONS: readonly TemplateFunction[] = [
  ofText(
    "trim",
    "The text without white space at its start and end.",
    { call: 'trim " a b " | quote', gives: '"a b"' },
    (text) => trimGoSpace(text),
  ),
  trimAll,
  alias(trimAll, "trimall"),
  searching(
    "trimPrefix",
    "prefix",
    STRING,
    "The text without the prefix, if it begins with it.",
    { call: 'trimPrefix "pod-" "pod-7"', gives: "7" },
    (prefix, text) => (text.startsWith(prefix) ? text.slice(prefix.length) : text),
  ),
  searching(
    "trimSuffix",
    "suffix",
    STRING,
    "The text without the suffix, if it ends with it.",
    { call: 'trimSuffix ".log" "app.log"', gives: "app" },
    (suffix, text) => (suffix !== "" && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text),
  ),
  ofText("upper", "The text in upper case.", { call: 'upper "warn"', gives: "WARN" }, (text) =>
    toUpper(withoutRawBytes(text)),
  ),
  ofText("lower", "The text in lower case.", { call: 'lower "WARN"', gives: "warn" }, (text) =>
    toLower(withoutRawBytes(text)),
  ),
  searching(
    "contains",
    "part",
    BOOL,
    "Whether the part is in the text.",
    { call: 'contains "err" "an error"', gives: "true" },
    (part, text) => text.includes(part),
  ),
  searching(
    "hasPrefix",
    "prefix",
    BOOL,
    "Whether the text begins with the prefix.",
    { call: 'hasPrefix "/api" "/api/v1"', gives: "true" },
    (prefix, text) => text.startsWith(prefix),
  ),
  searching(
    "hasSuffix",
    "suffix",
    BOOL,
    "Whether the text ends with the suffix.",
    { call: 'hasSuffix ".log" "app.log"', gives: "true" },
    (suffix, text) => text.endsWith(suffix),
  ),
  defineFunction({
    name: "replace",
    params: [stringParam("old"), stringParam("new"), TEXT],
    result: STRING,
    doc: "The text with all occurrences of `old` replaced.",
    example: { call: 'replace "-" "_" "a-b-c"', gives: "a_b_c" },
    call: ([old, by, text], ctx) => replaceText(text, old, by, -1, ctx),
  }),
  defineFunction({
    name: "repeat",
    params: [intParam("count"), TEXT],
    result: STRING,
    doc: "The text repeated that many times.",
    example: { call: 'repeat 3 "ab"', gives: "ababab" },
    call: ([count, text], ctx) => repeatText(text, count, ctx),
  }),
  defineFunction({
    name: "substr",
    params: [intParam("start"), intParam("end"), TEXT],
    result: STRING,
    doc: "The bytes of the text from a start up to, but not including, an end.",
    example: { call: 'substr 0 5 "hello world"', gives: "hello" },
    call: ([start, end, text]) => substr(start, end, text),
  }),
  defineFunction({
    name: "trunc",
    params: [intParam("count"), TEXT],
    result: STRING,
    doc: "The first bytes of the text, or where the count is negative the last.",
    example: { call: 'trunc -5 "hello world"', gives: "world" },
    call: ([count, text]) => trunc(count, text),
  }),
  indenting(
    "indent",
    "The text with each line indented by that many spaces.",
    { call: 'indent 2 "a\\nb"', gives: "  a\n  b" },
    "",
  ),
  indenting(
    "nindent",
    "A newline, and the text with each line indented by that many spaces.",
    { call: 'nindent 2 "a\\nb"', gives: "\n  a\n  b" },
    "\n",
  ),
  defineFunction({
    name: "plural",
    params: [stringParam("one"), stringParam("many"), intParam("count")],
    result: STRING,
    doc: "The first text where the count is 1, else the second.",
    example: { call: 'plural "line" "lines" 2', gives: "lines" },
    call: ([one, many, count]) => (count === 1 ? one : many),
  }),
  defineFunction({
    name: "splitList",
    params: [SEPARATOR, TEXT],
    result: STRING_SLICE,
    doc: "The pieces of the text between separators, as a list.",
    example: { call: 'splitList "," "a,b,c"', gives: "[a b c]" },
    call: ([separator, text]) => stringList(splitText(text, separator)),
  }),
  defineFunction({
    name: "split",
    params: [SEPARATOR, TEXT],
    result: STRING_MAP,
    doc: "The pieces of the text between separators, as a dictionary with the keys `_0`, `_1` and so on.",
    example: { call: '(split "," "a,b,c")._1', gives: "b" },
    call: ([separator, text], ctx) => byPlace(splitText(text, separator), ctx),
  }),
  defineFunction({
    name: "splitn",
    params: [SEPARATOR, intParam("count"), TEXT],
    result: STRING_MAP,
    doc: "As `split`, into at most that many pieces; the last one is the rest.",
    example: { call: '(splitn "," 2 "a,b,c")._1', gives: "b,c" },
    call: ([separator, count, text], ctx) => byPlace(splitTextN(text, separator, count), ctx),
  }),
  quoting(
    "quote",
    "The values in double quotes with escapes, with spaces between them.",
    { call: 'quote "a\\tb" 1', gives: '"a\\tb" "1"' },
    (value) => quote(stringOf(value)),
  ),
  quoting(
    "squote",
    "The values in single quotes, not escaped, with spaces between them.",
    { call: 'squote "a" 1', gives: "'a' '1'" },
    (value) => `'${printValue(value)}'`,
  ),
  defineFunction({
    name: "cat",
    params: [],
    rest: anyParam("values"),
    result: STRING,
    doc: "The values as one text with spaces between them.",
    example: { call: 'cat "a" 1 "b"', gives: "a 1 b" },
    call: (values) => cat(values),
  }),
  defineFunction({
    name: "toString",
    params: [anyParam("value")],
    result: STRING,
    doc: "The value as a text.",
    example: { call: "toString 42", gives: "42" },
    call: ([value]) => stringOf(value),
  }),
];
