/**
 * `string.*`: Go's `strings` package. Case maps code point by code point (`ß` stays), blanks are Unicode's, and
 * splitting at nothing gives code points.
 */
import { array, string, type Value } from "../value.ts";
import { fixedFunction, MAX_RESULT, TOO_LONG, variadicFunction } from "./function.ts";
import { formatGo } from "./go-format.ts";

const SPACES = new Set(
  "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000",
);

/** Code points whose one-to-one mapping to upper case is not what JavaScript's full mapping begins with. */
function upperException(ch: number): number | undefined {
  if ((ch >= 0x1f80 && ch <= 0x1f87) || (ch >= 0x1f90 && ch <= 0x1f97) || (ch >= 0x1fa0 && ch <= 0x1fa7)) return ch + 8;
  return ch === 0x1fb3 || ch === 0x1fc3 || ch === 0x1ff3 ? ch + 9 : undefined;
}

function mapCodePoints(text: string, map: (char: string) => string): string {
  let out = "";
  for (const char of text) {
    const mapped = map(char);
    // Where several code points would come out, Go's mapping has none.
    out += mapped.length > 1 && [...mapped].length > 1 ? char : mapped;
  }
  return out;
}

/** Upper case, one code point to one. */
export function toUpper(text: string): string {
  return mapCodePoints(text, (char) => {
    const exception = upperException(char.codePointAt(0)!);
    return exception === undefined ? char.toUpperCase() : String.fromCodePoint(exception);
  });
}

/** Lower case, one code point to one. */
export function toLower(text: string): string {
  return mapCodePoints(text, (char) => (char === "\u0130" ? "i" : char.toLowerCase()));
}

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
  const out = formatGo(text, args, MAX_RESULT);
  return out === undefined ? TOO_LONG : string(out);
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
const trimSpace = fixedFunction("string.trim_space", ["string"], (text) => string(trimSet(text, SPACES)));

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
