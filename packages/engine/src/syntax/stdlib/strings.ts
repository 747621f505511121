/**
 * `string.*`: Go's `strings` package. Case maps code point by code point (`ß` stays), blanks are Unicode's, and
 * splitting at nothing gives code points.
 */
import { toLower, toUpper } from "@sluice/languages/gotemplate/runes";
import { trimGoSpace } from "@sluice/languages/govalue";
import { array, string, type Value } from "../value.ts";
import { formatValues } from "./format.ts";
import { fixedFunction, MAX_RESULT, TOO_LONG, variadicFunction } from "./function.ts";

function replaceAll(text: string, from: string, to: string): Value | typeof TOO_LONG {
  const parts = from === "" ? ["", ...text, ""] : text.split(from);
  if (text.length + (parts.length - 1) * to.length > MAX_RESULT) return TOO_LONG;
  return string(parts.join(to));
}

function trimSet(text: string, characters: ReadonlySet<string>): string {
  const all = [...text];
  let start = 0;
  let end = all.length;
  while (start < end && characters.has(all[start]!)) start++;
  while (end > start && characters.has(all[end - 1]!)) end--;
  return all.slice(start, end).join("");
}

const format = variadicFunction("string.format", ["string"], "any", ([text], args) => {
  const out = formatValues(text, args);
  return typeof out === "string" ? string(out) : out;
});

const join = fixedFunction("string.join", ["strings", "string"], (texts, separator) => {
  const length = texts.reduce((sum, text) => sum + text.length + separator.length, 0);
  return length > MAX_RESULT ? TOO_LONG : string(texts.join(separator));
});

const replace = fixedFunction("string.replace", ["string", "string", "string"], replaceAll);

const split = fixedFunction("string.split", ["string", "string"], (text, separator) =>
  array((separator === "" ? [...text] : text.split(separator)).map((value) => ({ type: "string", value }))),
);

const lower = fixedFunction("string.to_lower", ["string"], (text) => string(toLower(text)));
const upper = fixedFunction("string.to_upper", ["string"], (text) => string(toUpper(text)));
const trim = fixedFunction("string.trim", ["string", "string"], (text, set) => string(trimSet(text, new Set(set))));
const trimPrefix = fixedFunction("string.trim_prefix", ["string", "string"], (text, prefix) =>
  string(text.startsWith(prefix) ? text.slice(prefix.length) : text),
);
const trimSuffix = fixedFunction("string.trim_suffix", ["string", "string"], (text, suffix) =>
  string(text.endsWith(suffix) ? text.slice(0, text.length - suffix.length) : text),
);
const trimSpace = fixedFunction("string.trim_space", ["string"], (text) => string(trimGoSpace(text)));

/** The functions of the namespace, by name. */
export const STRING_FUNCTIONS = {
  format,
  join,
  replace,
  split,
  to_lower: lower,
  to_upper: upper,
  trim,
  trim_prefix: trimPrefix,
  trim_suffix: trimSuffix,
  trim_space: trimSpace,
} as const;
