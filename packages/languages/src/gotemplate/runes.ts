/**
 * Go's unicode package for single code points, where JavaScript's own functions differ or work on whole strings: classes for
 * the scanner and for quoting, and case mapping per code point (`ß` has no single upper case).
 */
import { isAscii } from "../base/text.ts";

const LETTER_OR_DIGIT = /^[\p{L}\p{Nd}_]$/u;

/** A letter, a decimal digit or an underscore: what identifiers consist of. */
export function isAlphaNumeric(codePoint: number): boolean {
  if (codePoint < 0x80)
    return (
      (codePoint >= 0x61 && codePoint <= 0x7a) ||
      (codePoint >= 0x41 && codePoint <= 0x5a) ||
      (codePoint >= 0x30 && codePoint <= 0x39) ||
      codePoint === 0x5f
    );
  return LETTER_OR_DIGIT.test(String.fromCodePoint(codePoint));
}

/** Case pairs that Unicode 16 and later added: Go 1.26 has Unicode 15 and leaves these alone. */
function isNewerPair(code: number): boolean {
  if (code === 0x19b || code === 0x264 || code === 0x1c89 || code === 0x1c8a) return true;
  if (code >= 0xa7cb && code <= 0xa7dc) return ![0xa7d0, 0xa7d1, 0xa7d6, 0xa7d7, 0xa7d8, 0xa7d9].includes(code);
  return (code >= 0x10d50 && code <= 0x10d85) || (code >= 0x16ea0 && code <= 0x16ed8);
}

/** The single code point that `mapped` is, or `char` where it is several (full mappings, which Go does not use). */
function single(char: string, mapped: string): string {
  return mapped.length === 1 || (mapped.codePointAt(0) ?? 0) > 0xffff ? mapped : char;
}

/** `unicode.ToUpper` of one code point given as a string. */
export function upperRune(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return char.toUpperCase();
  if (isNewerPair(code)) return char;
  // Greek with iota below: the single upper case is the title case form.
  if (code >= 0x1f80 && code <= 0x1faf && (code & 8) === 0) return String.fromCharCode(code + 8);
  if (code === 0x1fb3 || code === 0x1fc3 || code === 0x1ff3) return String.fromCharCode(code + 9);
  return single(char, char.toUpperCase());
}

/** `unicode.ToLower` of one code point given as a string. */
export function lowerRune(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return char.toLowerCase();
  if (code === 0x130) return "i";
  return isNewerPair(code) ? char : single(char, char.toLowerCase());
}

/** `unicode.ToTitle` of one code point given as a string. */
export function titleRune(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  // Digraphs (Ǆ, Ǉ, Ǌ, Ǳ) have a title case of their own; Georgian letters have none.
  if (code >= 0x1c4 && code <= 0x1cc) return String.fromCharCode(0x1c5 + 3 * Math.floor((code - 0x1c4) / 3));
  if (code >= 0x1f1 && code <= 0x1f3) return "\u01f2";
  if (code >= 0x10d0 && code <= 0x10ff) return char;
  return upperRune(char);
}

/** `strings.ToUpper`. */
export function toUpper(text: string): string {
  if (isAscii(text)) return text.toUpperCase();
  let out = "";
  for (const char of text) out += upperRune(char);
  return out;
}

/** `strings.ToLower`. */
export function toLower(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  let out = "";
  for (const char of text) out += lowerRune(char);
  return out;
}
