/**
 * Words: abbreviations, wrapping, initials and capitals (github.com/Masterminds/goutils). Most of these look at single
 * bytes, and read each byte as the code point of that number: `nospace` and `initials` garble what is not ASCII, and
 * `wrap` and `abbrev` may cut inside a character. That is kept.
 */
import { isAscii } from "../../../base/text.ts";
import { isGoSpace } from "../../../govalue/space.ts";
import { defineFunction, type TemplateFunction } from "../../functions.ts";
import { intParam, stringParam } from "../../parameters.ts";
import { lowerRune, titleRune, upperRune } from "../../runes.ts";
import { STRING } from "../../types.ts";
import { byteLength, fromBytes, toBytes } from "../../values/go-string.ts";
import { defineByCharacter } from "./by-character.ts";
import { runesOf, sliceBytes, withoutRawBytes } from "./byte-text.ts";

/** `unicode.IsSpace` of a byte read as a code point. */
const isSpaceByte = (byte: number): boolean =>
  (byte >= 0x09 && byte <= 0x0d) || byte === 0x20 || byte === 0x85 || byte === 0xa0;

function abbreviate(text: string, offset: number, width: number): string {
  const length = byteLength(text);
  if (length <= width) return text;
  let from = Math.min(offset, length);
  if (length - from < width - 3) from = length - (width - 3);
  if (from <= 4) return `${sliceBytes(text, 0, width - 3)}...`;
  if (from + width - 3 < length) return `...${abbreviate(sliceBytes(text, from, length), 0, width - 3)}`;
  return `...${sliceBytes(text, length - (width - 3), length)}`;
}

function abbrev(width: number, text: string): string {
  return width < 4 || text === "" ? text : abbreviate(text, 0, width);
}

function abbrevBoth(left: number, right: number, text: string): string {
  if (right < 4 || (left > 0 && right < 7) || text === "") return text;
  // The original gives the empty text where its inner function refuses the width.
  const length = byteLength(text);
  if (length > right && right < 7) {
    const from = length - Math.min(left, length) < right - 3 ? length - (right - 3) : Math.min(left, length);
    if (from > 4) return "";
  }
  return abbreviate(text, left, right);
}

/** Bytes read as code points, those chosen by `keep` alone. */
function filterBytes(text: string, keep: (byte: number) => boolean): string {
  let out = "";
  for (const byte of toBytes(text)) if (keep(byte)) out += String.fromCharCode(byte);
  return out;
}

function withoutSpace(text: string): string {
  if (isAscii(text)) return text.replace(/[\t-\r ]+/g, "");
  return toBytes(text).some(isSpaceByte) ? filterBytes(text, (byte) => !isSpaceByte(byte)) : text;
}

function initials(text: string): string {
  let gap = true;
  return filterBytes(text, (byte) => {
    const space = isSpaceByte(byte);
    const first = gap && !space;
    gap = space;
    return first;
  });
}

/** Breaks one line at blanks; words longer than a line are broken too when `breakWords` says so. */
function wrap(text: string, length: number, newLine: string, breakWords: boolean): string {
  const width = Math.max(length, 1);
  const bytes = toBytes(text);
  const size = bytes.length;
  const pieces: string[] = [];
  let offset = 0;
  while (size - offset > width) {
    if (bytes[offset] === 0x20) {
      offset++;
      continue;
    }
    let space = offset + width;
    // No further back than the line: in a text without blanks each line would look through all those before it.
    while (space >= offset && bytes[space] !== 0x20) space--;
    let end: number;
    let next: number;
    if (space >= offset) {
      end = space;
      next = space + 1;
    } else if (breakWords) {
      end = offset + width;
      next = end;
    } else {
      const following = bytes.indexOf(0x20, offset + width);
      if (following < 0) break;
      end = following;
      next = following + 1;
    }
    pieces.push(fromBytes(bytes.subarray(offset, end)), newLine);
    offset = next;
  }
  // The halves of a cut character are joined again only if nothing is between them.
  return pieces.join("") + fromBytes(bytes.subarray(offset));
}

/** The first letter of each word made lower case. */
function untitle(text: string): string {
  let next = true;
  return runesOf(text)
    .map((char) => {
      if (isGoSpace(char.charCodeAt(0))) next = true;
      else if (next) {
        next = false;
        return lowerRune(char);
      }
      return char;
    })
    .join("");
}

const UPPER = /^\p{Lu}$/u;
const TITLE = /^\p{Lt}$/u;
const LOWER = /^\p{Ll}$/u;

function swapCase(text: string): string {
  let afterSpace = true;
  return runesOf(text)
    .map((char) => {
      const wasAfterSpace = afterSpace;
      afterSpace = false;
      if (UPPER.test(char) || TITLE.test(char)) return lowerRune(char);
      if (LOWER.test(char)) return wasAfterSpace ? titleRune(char) : upperRune(char);
      afterSpace = isGoSpace(char.charCodeAt(0));
      return char;
    })
    .join("");
}

const WORD = /^[\p{L}\p{Nd}_]$/u;

/** `strings.Title`: a letter after anything that ends a word. */
function title(text: string): string {
  let previous = " ";
  let out = "";
  for (const char of text) {
    out += endsWord(previous) ? titleRune(char) : char;
    previous = char;
  }
  return out;
}

/** Go's `isSeparator`: in ASCII all but letters, digits and underscores; beyond, only spaces. */
function endsWord(char: string): boolean {
  if (char <= "\x7f") return !WORD.test(char);
  return !WORD.test(char) && isGoSpace(char.charCodeAt(0));
}

const TEXT = stringParam("text");
const WIDTH = intParam("width");

export const WORD_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction({
    name: "abbrev",
    params: [WIDTH, TEXT],
    result: STRING,
    doc: "The text cut to a width, with an ellipsis where something was cut.",
    example: { call: 'abbrev 8 "hello world"', gives: "hello..." },
    call: ([width, text]) => abbrev(width, text),
  }),
  defineFunction({
    name: "abbrevboth",
    params: [intParam("left"), intParam("right"), TEXT],
    result: STRING,
    doc: "The text cut on both sides, with an ellipsis where something was cut.",
    example: { call: 'abbrevboth 5 10 "1234 5678 9123"', gives: "...5678..." },
    call: ([left, right, text]) => abbrevBoth(left, right, text),
  }),
  defineFunction({
    name: "nospace",
    params: [TEXT],
    result: STRING,
    doc: "The text without white space.",
    example: { call: 'nospace "a b  c"', gives: "abc" },
    call: ([text]) => withoutSpace(text),
  }),
  defineByCharacter({
    name: "initials",
    doc: "The first letters of all words.",
    example: { call: 'initials "Log Query Language"', gives: "LQL" },
    perUnit: 4,
    call: initials,
  }),
  defineFunction({
    name: "wrap",
    params: [WIDTH, TEXT],
    result: STRING,
    doc: "The text wrapped into lines of that many bytes, broken at spaces.",
    example: { call: 'wrap 5 "aa bb cc dd"', gives: "aa bb\ncc dd" },
    call: ([width, text]) => wrap(text, width, "\n", false),
  }),
  defineFunction({
    name: "wrapWith",
    params: [WIDTH, stringParam("line_end"), TEXT],
    result: STRING,
    doc: "The text wrapped into lines of that many bytes with the given line end, also inside long words.",
    example: { call: 'wrapWith 4 "|" "abcdefgh ij"', gives: "abcd|efgh|ij" },
    call: ([width, lineEnd, text], ctx) => {
      const newLine = lineEnd || "\n";
      ctx.reserve(text.length + Math.ceil(byteLength(text) / Math.max(width, 1)) * newLine.length);
      return wrap(text, width, newLine, true);
    },
  }),
  defineByCharacter({
    name: "untitle",
    doc: "The text with a lowercase letter at the start of each word.",
    example: { call: 'untitle "Hello World"', gives: "hello world" },
    perUnit: 4,
    call: untitle,
  }),
  defineByCharacter({
    name: "swapcase",
    doc: "The text with upper and lower case swapped.",
    example: { call: 'swapcase "Hello World"', gives: "hELLO wORLD" },
    perUnit: 2,
    call: swapCase,
  }),
  defineByCharacter({
    name: "title",
    doc: "The text with a capital at the start of each word.",
    example: { call: 'title "hello world"', gives: "Hello World" },
    perUnit: 4,
    call: (text) => title(withoutRawBytes(text)),
  }),
];
