/**
 * Text: trimming, case, searching, cutting, quoting. The value comes last, so that it can be piped in; positions and
 * lengths are bytes, as in Go, and a cut may leave part of a character.
 */

import { isAscii } from "../../base/text.ts";
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
import { byteLength } from "../go-string.ts";
import { MAX_ELEMENTS, MAX_OUTPUT } from "../limits.ts";
import { printValue, sprintf } from "../print.ts";
import { quote } from "../quote.ts";
import { toLower, toUpper } from "../runes.ts";
import { replaceText, trim, trimSpace } from "../string-functions.ts";
import { ANY, BOOL, INT, STRING, STRING_MAP, STRING_SLICE } from "../types.ts";
import { GoMap, type GoValue, stringList } from "../value.ts";
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
  if (count === 0) return [];
  const pieces = splitText(text, separator);
  if (count < 0 || pieces.length <= count) return pieces;
  return [...pieces.slice(0, count - 1), pieces.slice(count - 1).join(separator)];
}

/** Pieces by place: `_0`, `_1`, … */
function byPlace(pieces: readonly string[]): GoMap {
  return new GoMap(
    STRING_MAP,
    pieces.map((piece, i) => [`_${i}`, piece]),
  );
}

function cat(args: readonly GoValue[]): string {
  const values = args.filter((value) => value !== null);
  return sprintf(trimSpace("%v ".repeat(values.length)), values);
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

const trimAll: FunctionBody = (args) => trim(stringArg(args, 1), stringArg(args, 0));

export const STRING_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction("trim", [STRING], STRING, (args) => trimSpace(stringArg(args, 0))),
  defineFunction("trimAll", [STRING, STRING], STRING, trimAll),
  defineFunction("trimall", [STRING, STRING], STRING, trimAll),
  defineFunction("trimPrefix", [STRING, STRING], STRING, (args) => {
    const [prefix, text] = [stringArg(args, 0), stringArg(args, 1)];
    return text.startsWith(prefix) ? text.slice(prefix.length) : text;
  }),
  defineFunction("trimSuffix", [STRING, STRING], STRING, (args) => {
    const [suffix, text] = [stringArg(args, 0), stringArg(args, 1)];
    return suffix !== "" && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
  }),
  defineFunction("upper", [STRING], STRING, (args) => toUpper(withoutRawBytes(stringArg(args, 0)))),
  defineFunction("lower", [STRING], STRING, (args) => toLower(withoutRawBytes(stringArg(args, 0)))),
  defineFunction("contains", [STRING, STRING], BOOL, (args) => stringArg(args, 1).includes(stringArg(args, 0))),
  defineFunction("hasPrefix", [STRING, STRING], BOOL, (args) => stringArg(args, 1).startsWith(stringArg(args, 0))),
  defineFunction("hasSuffix", [STRING, STRING], BOOL, (args) => stringArg(args, 1).endsWith(stringArg(args, 0))),
  defineFunction("replace", [STRING, STRING, STRING], STRING, (args, ctx) =>
    replaceText(stringArg(args, 2), stringArg(args, 0), stringArg(args, 1), -1, ctx),
  ),
  defineFunction("repeat", [INT, STRING], STRING, (args, ctx) =>
    repeatText(stringArg(args, 1), integerArg(args, 0), ctx),
  ),
  defineFunction("substr", [INT, INT, STRING], STRING, (args) =>
    substr(integerArg(args, 0), integerArg(args, 1), stringArg(args, 2)),
  ),
  defineFunction("trunc", [INT, STRING], STRING, (args) => trunc(integerArg(args, 0), stringArg(args, 1))),
  defineFunction("indent", [INT, STRING], STRING, (args, ctx) => indent(integerArg(args, 0), stringArg(args, 1), ctx)),
  defineFunction(
    "nindent",
    [INT, STRING],
    STRING,
    (args, ctx) => `\n${indent(integerArg(args, 0), stringArg(args, 1), ctx)}`,
  ),
  defineFunction("plural", [STRING, STRING, INT], STRING, (args) =>
    integerArg(args, 2) === 1 ? stringArg(args, 0) : stringArg(args, 1),
  ),
  defineFunction("splitList", [STRING, STRING], STRING_SLICE, (args) =>
    stringList(splitText(stringArg(args, 1), stringArg(args, 0))),
  ),
  defineFunction("split", [STRING, STRING], STRING_MAP, (args) =>
    byPlace(splitText(stringArg(args, 1), stringArg(args, 0))),
  ),
  defineFunction("splitn", [STRING, INT, STRING], STRING_MAP, (args) =>
    byPlace(splitTextN(stringArg(args, 2), stringArg(args, 0), integerArg(args, 1))),
  ),
  defineVariadic("quote", [ANY], STRING, (args, ctx) => joinQuoted(args, (value) => quote(stringOf(value)), ctx)),
  defineVariadic("squote", [ANY], STRING, (args, ctx) => joinQuoted(args, (value) => `'${printValue(value)}'`, ctx)),
  defineVariadic("cat", [ANY], STRING, (args) => cat(args)),
  defineFunction("toString", [ANY], STRING, ([value]) => stringOf(value!)),
];
