/**
 * A logfmt decoder with the rules of github.com/go-logfmt/logfmt: keys and values by spaces, values optionally in quotes with
 * JSON's escapes, newlines between records. It stops at the first error; earlier pairs count. One pass over character codes
 * without intermediate objects, since this is the inner loop of `stage.logfmt` for texts of unknown shape.
 */
import { utf8Length } from "../base/text.ts";
import { isCanonicalNumber } from "../govalue/text.ts";
import { ShapeMemory } from "../shape/index.ts";
import { learnRecordShape, pairValue } from "./shape.ts";
import { unquoteLogfmt } from "./unquote.ts";

export { unquoteLogfmt } from "./unquote.ts";

/** Why decoding stopped. `at` is a UTF-16 offset in the text; the message counts bytes within the line, as the original. */
export interface LogfmtError {
  readonly message: string;
  readonly at: number;
  /** What would have been right there, in words; characters in backticks. */
  readonly expected: string;
}

/** Takes a pair; a key without value has the empty text. */
export type OnPair = (key: string, value: string) => void;

/** Decodes `text`, reporting the pairs of the keys it was built for. */
export type LogfmtScanner = (text: string, onPair: OnPair) => LogfmtError | undefined;

/** The original reads records through a buffer of 64 KiB: a record (without its newline) must be shorter, in bytes. */
const RECORD_LIMIT = 65_536;

/** Reports every pair of `text` in order. Returns the error that stopped it, if any. */
export const parseLogfmt: LogfmtScanner = createLogfmtScanner();

/**
 * A scanner that reports only `keys` (all when left out); other pairs are checked but never built. Texts like earlier ones
 * are read by their shape.
 */
export function createLogfmtScanner(keys?: Iterable<string>): LogfmtScanner {
  if (keys === undefined) return createGeneralScanner(undefined);
  const wanted = new KeySet(keys);
  const memory = new ShapeMemory((text) => learnRecordShape(text, (key) => wanted.has(key)));
  const scan = createGeneralScanner(wanted);
  return (text, onPair) => {
    const shape = memory.find(text);
    if (shape === undefined) return scan(text, onPair);
    const { pairs } = shape;
    for (let i = 0; i < pairs.length; i++) onPair(pairs[i]!.key, pairValue(pairs[i]!, memory.groups!));
    return undefined;
  };
}

function createGeneralScanner(wanted: KeySet | undefined): LogfmtScanner {
  return (text, onPair) => {
    const hasEscapes = text.includes("\\");
    const small = text.length * 3 < RECORD_LIMIT;
    let start = 0;
    for (let line = 1; ; line++) {
      const newline = text.indexOf("\n", start);
      const end = newline < 0 ? text.length : newline;
      if (newline < 0 && start === end) return undefined;
      if (!small && utf8Length(text.slice(start, end)) >= RECORD_LIMIT) {
        return { message: "bufio.Scanner: token too long", at: start, expected: "a record of less than 64 KiB" };
      }
      const stop = end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
      const error = scanRecord(text, start, stop, line, hasEscapes, wanted, onPair);
      if (error !== undefined || newline < 0) return error;
      start = newline + 1;
    }
  };
}

const EQUALS = 61;
const QUOTE = 34;
const BACKSLASH = 92;

function scanRecord(
  text: string,
  from: number,
  stop: number,
  line: number,
  hasEscapes: boolean,
  wanted: KeySet | undefined,
  onPair: OnPair,
): LogfmtError | undefined {
  let at = from;
  for (;;) {
    while (at < stop && text.charCodeAt(at) <= 32) at++;
    if (at >= stop) return undefined;
    const keyStart = at;
    let any = 0;
    let unit = 0;
    while (at < stop) {
      unit = text.charCodeAt(at);
      // Nearly all characters are beyond the last of those that mean something.
      if (unit <= EQUALS && (unit <= 32 || unit === EQUALS || unit === QUOTE)) break;
      any |= unit;
      at++;
    }
    const hasEquals = at < stop && unit === EQUALS;
    if (at < stop && (unit === QUOTE || at === keyStart))
      return unexpected(text, from, at, line, at === keyStart ? "a key" : "`=`, or a space after the key");
    // An invalid byte in a key is an error, and so is U+FFFD, which is what it reads as.
    if (any > 127 && text.slice(keyStart, at).toWellFormed().includes("\ufffd"))
      return failure(text, from, at, line, "invalid key", "a key of valid UTF-8 before it");
    const key = wanted === undefined ? text.slice(keyStart, at) : wanted.find(text, keyStart, at);
    if (!hasEquals) {
      if (key !== undefined) onPair(key, "");
      continue;
    }
    at++;
    unit = at < stop ? text.charCodeAt(at) : 32;
    if (unit !== QUOTE) {
      const valueStart = at;
      while (at < stop) {
        unit = text.charCodeAt(at);
        if (unit <= EQUALS) {
          if (unit <= 32) break;
          if (unit === EQUALS || unit === QUOTE)
            return unexpected(text, from, at, line, "a space after the value, or the whole value in quotes");
        }
        at++;
      }
      if (key !== undefined) onPair(key, text.slice(valueStart, at));
      continue;
    }
    const valueStart = ++at;
    at = hasEscapes ? closingQuote(text, at, stop) : text.indexOf('"', at);
    if (at < 0 || at >= stop) return failure(text, from, stop, line, "unterminated quoted value", "a closing quote");
    let value: string | undefined;
    if (hasEscapes && text.slice(valueStart, at).includes("\\")) {
      value = unquoteLogfmt(text, valueStart, at);
      if (value === undefined)
        return failure(text, from, at + 1, line, "invalid quoted value", "escapes as in JSON before it");
    } else if (key !== undefined) value = text.slice(valueStart, at);
    at++;
    if (key !== undefined) onPair(key, value!);
  }
}

/** The quote that ends a value which may have escapes. */
function closingQuote(text: string, from: number, stop: number): number {
  let at = from;
  while (at < stop && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

function unexpected(text: string, from: number, at: number, line: number, expected: string): LogfmtError {
  return failure(text, from, at, line, `unexpected '${text[at]}'`, expected);
}

function failure(text: string, from: number, at: number, line: number, what: string, expected: string): LogfmtError {
  const position = utf8Length(text.slice(from, at)) + 1;
  return { message: `logfmt syntax error at pos ${position} on line ${line}: ${what}`, at, expected };
}

/** Finds requested keys in place: no text is cut out for other keys. */
class KeySet {
  readonly #byLength: string[][] = [];
  readonly #all = new Set<string>();

  constructor(keys: Iterable<string>) {
    for (const key of keys) {
      if (this.#all.has(key)) continue;
      this.#all.add(key);
      const group = this.#byLength[key.length];
      if (group) group.push(key);
      else this.#byLength[key.length] = [key];
    }
  }

  has(key: string): boolean {
    return this.#all.has(key);
  }

  find(text: string, start: number, end: number): string | undefined {
    const group = this.#byLength[end - start];
    if (group === undefined) return undefined;
    if (group.length > 8) {
      const key = text.slice(start, end);
      return this.#all.has(key) ? key : undefined;
    }
    for (let i = 0; i < group.length; i++) if (text.startsWith(group[i]!, start)) return group[i];
    return undefined;
  }
}

/**
 * The typed value of a logfmt text: a number or boolean where `text` is exactly what that value prints as (`200`,
 * `1.5`, `true`), so that turning it back into text loses nothing; else the text itself (`1.10`, `007`, `1e3`).
 */
export function typedValue(text: string): string | number | boolean {
  const first = text.charCodeAt(0);
  if ((first >= 48 && first <= 57) || first === 45) return isCanonicalNumber(text) ? Number(text) : text;
  if (first === 116) return text === "true" ? true : text;
  if (first === 102) return text === "false" ? false : text;
  return text;
}
