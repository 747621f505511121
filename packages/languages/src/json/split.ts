/**
 * Reading the outermost level of a JSON text only: the elements of a list in their own spelling (`stage.split_json`),
 * and a few text fields of an object by Go's rules for structures (`stage.docker`). Validity is the platform parser's
 * verdict, which is Go's `encoding/json`'s but for the depth; positions come from a scan of the valid text.
 */
import { LimitError } from "../base/limit-error.ts";
import { isJsonSpace, nestsTooDeeply, parseNative } from "./grammar.ts";

/** Elements that a list is split into. */
export const MAX_SPLIT_ELEMENTS = 100_000;
/** Values in all of such a list, those inside of its elements included: the parser makes each of them. */
export const MAX_SPLIT_VALUES = 1_000_000;

/**
 * The elements of a top-level list, each as written; undefined if `text` is anything else. Throws `LimitError` if there are
 * too many.
 */
export function splitTopLevelArray(text: string): string[] | undefined {
  let at = skipSpace(text, 0);
  if (text.charCodeAt(at) !== 91) return undefined;
  checkSize(text, at);
  if (!isValid(text)) return undefined;
  const elements: string[] = [];
  at = skipSpace(text, at + 1);
  while (text.charCodeAt(at) !== 93) {
    const end = skipValue(text, at);
    elements.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === 44) at = skipSpace(text, at + 1);
  }
  return elements;
}

/** Counts by the commas, which is right for valid text and ends for any. `start`: of the list. */
function checkSize(text: string, start: number): void {
  // Each element but the last takes two characters, so that most texts are too short for too many.
  if ((text.length - start) / 2 < MAX_SPLIT_ELEMENTS) return;
  let elements = 1;
  let values = 1;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 34) {
      at = plainStringEnd(text, at) - 1;
      if (at < 0) return;
    } else if (unit === 91 || unit === 123) {
      depth++;
      values++;
    } else if (unit === 93 || unit === 125) depth--;
    else if (unit === 44) {
      if (depth === 1 && ++elements > MAX_SPLIT_ELEMENTS)
        throw new LimitError("split-json-elements", `the array has more than ${MAX_SPLIT_ELEMENTS} elements`);
      values++;
    }
    if (values > MAX_SPLIT_VALUES)
      throw new LimitError("split-json-values", `the array holds more than ${MAX_SPLIT_VALUES} values`);
  }
}

/** Values of the wanted fields, index by index; undefined for one that is missing or null. */
export type FoldedFields =
  | { readonly ok: true; readonly values: readonly (string | undefined)[] }
  | { readonly ok: false };

/**
 * Reads the text fields `keys` (given in lower case, ASCII) of an object as Go decodes a structure: names match
 * without case, the last one wins, null changes nothing, other fields are ignored. Not ok: invalid JSON, something
 * else than an object or null, or a wanted field that is neither a text nor null.
 */
export function parseObjectFold(text: string, keys: readonly string[]): FoldedFields {
  const values: (string | undefined)[] = new Array(keys.length).fill(undefined);
  let at = skipSpace(text, 0);
  const first = text.charCodeAt(at);
  if (first === 123 && readPlainObject(text, at, keys, values)) return { ok: true, values };
  values.fill(undefined);
  if ((first !== 123 && first !== 110) || !isValid(text)) return { ok: false };
  if (first === 110) return { ok: true, values };
  at = skipSpace(text, at + 1);
  while (text.charCodeAt(at) !== 125) {
    const keyEnd = skipValue(text, at);
    const index = findKey(keys, text, at, keyEnd);
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = skipValue(text, start);
    if (index >= 0) {
      const unit = text.charCodeAt(start);
      if (unit === 34) values[index] = decodeString(text, start, end);
      else if (unit !== 110) return { ok: false };
    }
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === 44) at = skipSpace(text, at + 1);
  }
  return { ok: true, values };
}

/**
 * `parseObjectFold` for two or more fixed keys (lower-case letters), quick where the object holds exactly these fields in
 * this order, without blanks, and only the first value has escapes, as the writer of such objects makes them: then the
 * other values are found from the end, and the platform's parser says whether what is left is one literal.
 */
export function createFoldReader(keys: readonly string[]): (text: string) => FoldedFields {
  const head = `{"${keys[0]}":"`;
  const next = `","${keys[1]}":"`;
  const others = keys.slice(1).map((key) => `,"${key}":"([^"\\\\\\u0000-\\u001f]*)"`);
  const tail = new RegExp(`"${others.join("")}\\}$`, "y");
  return (text) => {
    const end = text.startsWith(head) ? text.lastIndexOf(next) : -1;
    if (end < head.length) return parseObjectFold(text, keys);
    tail.lastIndex = end;
    const found = tail.exec(text);
    const first = found === null ? undefined : decodeEscaped(text.slice(head.length - 1, end + 1));
    if (found === null || first === undefined) return parseObjectFold(text, keys);
    const values = [first];
    for (let i = 1; i < found.length; i++) values.push(found[i]!.toWellFormed());
    return { ok: true, values };
  };
}

/**
 * The usual case in one pass: a whole text that is one object of texts and nulls. False for anything unusual, valid
 * or not; `values` may then hold some.
 */
function readPlainObject(
  text: string,
  start: number,
  keys: readonly string[],
  values: (string | undefined)[],
): boolean {
  let at = skipSpace(text, start + 1);
  for (;;) {
    const keyEnd = plainStringEnd(text, at);
    if (keyEnd < 0 || decodePlain(text, at, keyEnd) === undefined) return false;
    const index = findKey(keys, text, at, keyEnd);
    at = skipSpace(text, keyEnd);
    if (text.charCodeAt(at) !== 58) return false;
    at = skipSpace(text, at + 1);
    if (text.startsWith("null", at)) at += 4;
    else {
      const end = plainStringEnd(text, at);
      const value = end < 0 ? undefined : decodePlain(text, at, end);
      if (value === undefined) return false;
      if (index >= 0) values[index] = value;
      at = end;
    }
    at = skipSpace(text, at);
    const separator = text.charCodeAt(at);
    at = skipSpace(text, at + 1);
    if (separator === 125) return at === text.length;
    if (separator !== 44) return false;
  }
}

/** The offset after the literal at `at`, whose escapes are not checked; -1 when there is none. */
function plainStringEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== 34) return -1;
  let end = at;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return -1;
    let slash = end - 1;
    while (text.charCodeAt(slash) === 92) slash--;
    if ((end - slash) % 2 === 1) return end + 1;
  }
}

const CONTROL = /[\u0000-\u001f]/;

/** The value of a literal; undefined when it is malformed. */
function decodePlain(text: string, start: number, end: number): string | undefined {
  const inside = text.slice(start + 1, end - 1);
  if (!inside.includes("\\")) return CONTROL.test(inside) ? undefined : inside.toWellFormed();
  return decodeEscaped(text.slice(start, end));
}

/**
 * The value of a literal with escapes; lone surrogates become U+FFFD, as in Go. Undefined when it is malformed. Raw bytes
 * are replaced before, since half a pair as an escape would make a pair with one.
 */
function decodeEscaped(literal: string): string | undefined {
  const value = parseNative(literal.toWellFormed());
  return typeof value === "string" ? value.toWellFormed() : undefined;
}

function isValid(text: string): boolean {
  return parseNative(text) !== undefined && !nestsTooDeeply(text);
}

function skipSpace(text: string, at: number): number {
  while (isJsonSpace(text.charCodeAt(at))) at++;
  return at;
}

/** The offset after the value at `at` of a valid text. */
function skipValue(text: string, at: number): number {
  let depth = 0;
  do {
    const unit = text.charCodeAt(at);
    if (unit === 34) at = skipString(text, at);
    else if (unit === 91 || unit === 123) {
      depth++;
      at++;
    } else if (unit === 93 || unit === 125) {
      depth--;
      at++;
    } else if (unit === 44 || unit === 58 || isJsonSpace(unit)) at++;
    else at = skipWord(text, at);
  } while (depth > 0);
  return at;
}

/** A number, `true`, `false` or `null`. */
function skipWord(text: string, at: number): number {
  for (;;) {
    const unit = text.charCodeAt(++at);
    if (Number.isNaN(unit) || unit === 44 || unit === 93 || unit === 125 || isJsonSpace(unit)) return at;
  }
}

function skipString(text: string, at: number): number {
  for (;;) {
    const unit = text.charCodeAt(++at);
    if (unit === 34) return at + 1;
    if (unit === 92) at++;
  }
}

function findKey(keys: readonly string[], text: string, start: number, end: number): number {
  const plainLength = end - start - 2;
  for (let i = 0; i < keys.length; i++) {
    if (keys[i]!.length === plainLength && text.startsWith(keys[i]!, start + 1)) return i;
  }
  // Go folds by Unicode: the long s counts as an s, the Kelvin sign as a k.
  const name = decodeString(text, start, end)
    .replace(/\u017f/g, "s")
    .replace(/\u212a/g, "k");
  return keys.indexOf(name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
}

/** The value of a valid literal; lone surrogates become U+FFFD, as in Go. */
function decodeString(text: string, start: number, end: number): string {
  return decodePlain(text, start, end) ?? text.slice(start + 1, end - 1);
}
