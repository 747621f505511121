/**
 * Classes of characters and the quoting of text, as Go's `unicode` and `strconv` packages have them: identifiers,
 * error messages and printed strings depend on them to the letter.
 */
import { isPrintable } from "@sluice/languages/gonumber";

/**
 * A text as a double-quoted string of the configuration language: Go's `%q`. What does not print is escaped; a lone
 * surrogate, which UTF-8 cannot carry, becomes U+FFFD.
 */
export { quote as quoteString } from "@sluice/languages/gonumber";

const LETTER = /^\p{L}$/u;
const DIGIT = /^\p{Nd}$/u;
const IDENTIFIER = /^[\p{L}_][\p{L}\p{Nd}_]*$/u;

/** Whether an identifier may start with the code point `ch`. */
export function isLetter(ch: number): boolean {
  if (ch < 0x80) return (ch >= 0x61 && ch <= 0x7a) || (ch >= 0x41 && ch <= 0x5a) || ch === 0x5f;
  return LETTER.test(String.fromCodePoint(ch));
}

export function isDecimal(ch: number): boolean {
  return ch >= 0x30 && ch <= 0x39;
}

/** Whether the code point `ch` is a digit of any script, which an identifier may continue with. */
export function isDigit(ch: number): boolean {
  return ch < 0x80 ? isDecimal(ch) : DIGIT.test(String.fromCodePoint(ch));
}

/** Whether `text` can be an identifier: a name of an attribute or a block, a label. Keywords cannot. */
export function isValidIdentifier(text: string): boolean {
  return IDENTIFIER.test(text) && text !== "true" && text !== "false" && text !== "null";
}

/** A code point as error messages show it: `U+0040 '@'`, without the second part where it does not print. */
export function describeCharacter(ch: number): string {
  const code = `U+${ch.toString(16).toUpperCase().padStart(4, "0")}`;
  return isPrintable(ch) ? `${code} '${String.fromCodePoint(ch)}'` : code;
}
