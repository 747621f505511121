/**
 * Classes of characters and the quoting of text, as Go's `unicode` and `strconv` packages have them: identifiers,
 * error messages and printed strings depend on them to the letter.
 */

const LETTER = /^\p{L}$/u;
const DIGIT = /^\p{Nd}$/u;
const GRAPHIC = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u;
const IDENTIFIER = /^[\p{L}_][\p{L}\p{Nd}_]*$/u;

/** Whether an identifier may start with the code point `ch`. */
export function isLetter(ch: number): boolean {
  if (ch < 0x80) return (ch >= 0x61 && ch <= 0x7a) || (ch >= 0x41 && ch <= 0x5a) || ch === 0x5f;
  return LETTER.test(String.fromCodePoint(ch));
}

export function isDecimal(ch: number): boolean {
  return ch >= 0x30 && ch <= 0x39;
}

/** Whether the code point `ch` is a digit of any script, which an identifier may go on with. */
export function isDigit(ch: number): boolean {
  return ch < 0x80 ? isDecimal(ch) : DIGIT.test(String.fromCodePoint(ch));
}

/** Whether `text` can stand as an identifier: a name of an attribute or a block, a label. Keywords cannot. */
export function isValidIdentifier(text: string): boolean {
  return IDENTIFIER.test(text) && text !== "true" && text !== "false" && text !== "null";
}

/** Whether Go prints the code point as it is (`strconv.IsPrint`); of the blanks only the ASCII one. */
export function isPrintable(ch: number): boolean {
  if (ch < 0x7f) return ch >= 0x20;
  return GRAPHIC.test(String.fromCodePoint(ch));
}

const hex = (ch: number, width: number): string => ch.toString(16).padStart(width, "0");

const SHORT_ESCAPES = new Map([
  [0x07, "\\a"],
  [0x08, "\\b"],
  [0x0c, "\\f"],
  [0x0a, "\\n"],
  [0x0d, "\\r"],
  [0x09, "\\t"],
  [0x0b, "\\v"],
  [0x5c, "\\\\"],
]);

/**
 * `text` as a double-quoted string of the configuration language: Go's `%q`. What does not print is escaped; a lone
 * surrogate, which UTF-8 cannot carry, becomes U+FFFD.
 */
export function quoteString(text: string): string {
  return quoteWith(text, '"', false);
}

/** Go's quoting with `"` or `'`; with `ascii`, everything beyond ASCII is escaped too. */
export function quoteWith(text: string, quote: '"' | "'", ascii: boolean): string {
  let out = quote as string;
  for (const char of text) {
    const ch = char.codePointAt(0)!;
    const short = SHORT_ESCAPES.get(ch);
    if (short !== undefined) out += short;
    else if (ch >= 0xd800 && ch < 0xe000) out += ascii ? "\\ufffd" : "\ufffd";
    else if (char === quote) out += `\\${quote}`;
    else if (ch < 0x7f ? ch >= 0x20 : !ascii && isPrintable(ch)) out += char;
    else if (ch <= 0x7f) out += `\\x${hex(ch, 2)}`;
    else out += ch > 0xffff ? `\\U${hex(ch, 8)}` : `\\u${hex(ch, 4)}`;
  }
  return out + quote;
}

/** A code point as error messages show it: `U+0040 '@'`, without the second part where it does not print. */
export function describeCharacter(ch: number): string {
  const code = `U+${ch.toString(16).toUpperCase().padStart(4, "0")}`;
  return isPrintable(ch) ? `${code} '${String.fromCodePoint(ch)}'` : code;
}
