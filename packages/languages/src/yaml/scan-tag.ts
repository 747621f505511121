/** Names, tags and directives of YAML: what follows `&`, `*`, `!` and `%`. */
import { decodeGo } from "../base/text.ts";
import { isBlank, isBlankOrEnd, isBreakOrEnd, isDigit, isHex, isWord, type Mark, type Source } from "./source.ts";
import { scanError, type Token, token } from "./token.ts";

const EXCLAMATION = 33;
const HASH = 35;
const PERCENT = 37;
const DOT = 46;
const LESS = 60;
const GREATER = 62;

const units = (characters: string): ReadonlySet<number> =>
  new Set([...characters].map((character) => character.charCodeAt(0)));
const AFTER_NAME = units("?:,]}%@`");
const URI = units(";/?:@&=+$,.!~*'()[]");

/** `&name` or `*name`. */
export function scanName(source: Source, kind: "anchor" | "alias"): Token {
  const start = source.mark;
  source.skip();
  const name = scanWord(source);
  const after = source.unit();
  if (name === "" || !(isBlankOrEnd(after) || AFTER_NAME.has(after)))
    throw scanError(source, start, "did not find expected alphabetic or numeric character");
  return token(kind, start, name);
}

/** `!`, `!suffix`, `!handle!suffix`, `!<uri>`; without a handle, the whole text is the suffix. */
export function scanTag(source: Source): Token {
  const start = source.mark;
  let handle = "";
  let suffix: string;
  if (source.unit(1) === LESS) {
    source.skip();
    source.skip();
    suffix = scanUri(source, start, undefined);
    if (source.unit() !== GREATER) throw scanError(source, start, "did not find the expected '>'");
    source.skip();
  } else {
    handle = scanHandle(source, start, false);
    if (handle.length > 1 && handle.endsWith("!")) suffix = scanUri(source, start, undefined);
    else {
      suffix = scanUri(source, start, handle.slice(1));
      handle = suffix === "" ? "" : "!";
      if (suffix === "") suffix = "!";
    }
  }
  if (!isBlankOrEnd(source.unit())) throw scanError(source, start, "did not find expected whitespace or line break");
  return token("tag", start, handle, suffix);
}

/** `%YAML 1.1` or `%TAG !handle! prefix`, with the rest of the line. */
export function scanDirective(source: Source): Token {
  const start = source.mark;
  source.skip();
  const name = scanWord(source);
  if (name === "") throw scanError(source, start, "could not find expected directive name");
  if (!isBlankOrEnd(source.unit())) throw scanError(source, start, "found unexpected non-alphabetical character");
  let directive: Token;
  if (name === "YAML") {
    skipBlanks(source);
    const major = scanVersionNumber(source, start);
    if (source.unit() !== DOT) throw scanError(source, start, "did not find expected digit or '.' character");
    source.skip();
    directive = token("version-directive", start, "", `${major}.${scanVersionNumber(source, start)}`);
  } else if (name === "TAG") {
    skipBlanks(source);
    const handle = scanHandle(source, start, true);
    if (!isBlank(source.unit())) throw scanError(source, start, "did not find expected whitespace");
    skipBlanks(source);
    const prefix = scanUri(source, start, undefined);
    if (!isBlankOrEnd(source.unit())) throw scanError(source, start, "did not find expected whitespace or line break");
    directive = token("tag-directive", start, handle, prefix);
  } else throw scanError(source, start, "found unknown directive name");
  skipBlanks(source);
  if (source.unit() === HASH) while (!isBreakOrEnd(source.unit())) source.skip();
  if (!isBreakOrEnd(source.unit())) throw scanError(source, start, "did not find expected comment or line break");
  source.takeBreak();
  return directive;
}

function skipBlanks(source: Source): void {
  while (isBlank(source.unit())) source.skip();
}

function scanWord(source: Source): string {
  let word = "";
  while (isWord(source.unit())) word += source.take();
  return word;
}

function scanVersionNumber(source: Source, start: Mark): number {
  let digits = "";
  while (isDigit(source.unit())) {
    if (digits.length === 2) throw scanError(source, start, "found extremely long version number");
    digits += source.take();
  }
  if (digits === "") throw scanError(source, start, "did not find expected version number");
  return Number(digits);
}

/** `!`, `!word!`, and for a tag also `!word`, which then is the start of its suffix. */
function scanHandle(source: Source, start: Mark, directive: boolean): string {
  if (source.unit() !== EXCLAMATION) throw scanError(source, start, "did not find expected '!'");
  const handle = source.take() + scanWord(source);
  if (source.unit() === EXCLAMATION) return handle + source.take();
  if (directive && handle !== "!") throw scanError(source, start, "did not find expected '!'");
  return handle;
}

/** The characters of a URI, escapes decoded, after a `head` that was read already; without one there must be some. */
function scanUri(source: Source, start: Mark, head: string | undefined): string {
  let uri = head ?? "";
  let found = head !== undefined;
  for (;;) {
    const unit = source.unit();
    if (unit === PERCENT) uri += scanUriEscape(source, start);
    else if (isWord(unit) || URI.has(unit)) uri += source.take();
    else break;
    found = true;
  }
  if (!found) throw scanError(source, start, "did not find expected tag URI");
  return uri;
}

/** One character as bytes of UTF-8, `%c3%a9`. */
function scanUriEscape(source: Source, start: Mark): string {
  const bytes: number[] = [];
  let left = 1;
  do {
    if (source.unit() !== PERCENT || !isHex(source.unit(1)) || !isHex(source.unit(2)))
      throw scanError(source, start, "did not find URI escaped octet");
    source.skip();
    const byte = Number.parseInt(source.take() + source.take(), 16);
    if (bytes.length === 0) {
      left = byte < 0x80 ? 1 : byte < 0xc0 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf8 ? 4 : 0;
      if (left === 0) throw scanError(source, start, "found an incorrect leading UTF-8 octet");
    } else if ((byte & 0xc0) !== 0x80) throw scanError(source, start, "found an incorrect trailing UTF-8 octet");
    bytes.push(byte);
  } while (--left > 0);
  return decodeGo(Uint8Array.from(bytes));
}
