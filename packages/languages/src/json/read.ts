/**
 * JSON as the original's `stage.json` reads it (json-iterator). The platform's parser does the work wherever it
 * provably gives the same; what it refuses is read again by the rules below, since the original takes a few texts
 * that are not JSON: `null` as a key, control characters after an escape, anything after a NUL, `-+5`. Numbers out
 * of range and nesting beyond 10,000 are malformed there, lone surrogates become U+FFFD.
 */

import { isJsonSpace, type JsonObject, NULL_OBJECT, nestsTooDeeply, parseNative } from "./grammar.ts";
import { readLenient } from "./lenient.ts";

export type JsonObjectResult = { readonly ok: true; readonly value: JsonObject } | { readonly ok: false };

const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;
/** Forms that can exceed a float's range: three digits of exponent, or so many digits that an exponent of two suffices. */
const HUGE_EXPONENT = /\d[eE]\+?\d\d\d/;
const HUGE_DIGITS = 210;

/**
 * Reads an object (or `null`, which gives `NULL_OBJECT`), as `stage.json` does. Not ok: malformed, or
 * another kind of value.
 */
export function parseJsonObject(text: string): JsonObjectResult {
  let at = 0;
  while (isJsonSpace(text.charCodeAt(at))) at++;
  const first = text.charCodeAt(at);
  if (first !== 123 && first !== 110) return { ok: false };
  if (!(text.includes("\\u") && SURROGATE_ESCAPE.test(text)) && !nestsTooDeeply(text)) {
    const value = parseNative(text);
    if (value !== undefined && !(mayOverflow(text) && holdsOverflow(text))) {
      return value === null ? { ok: true, value: NULL_OBJECT } : { ok: true, value: value as JsonObject };
    }
  }
  const value = readLenient(text, at);
  return value === undefined ? { ok: false } : { ok: true, value };
}

function mayOverflow(text: string): boolean {
  return holdsLongNumber(text) || HUGE_EXPONENT.test(text);
}

/** Whether that many digits are in a row: then one of every that many characters is among them. */
export function holdsLongNumber(text: string): boolean {
  for (let probe = HUGE_DIGITS - 1; probe < text.length; probe += HUGE_DIGITS) {
    let start = probe;
    while (isDigit(text.charCodeAt(start))) start--;
    let end = probe;
    while (isDigit(text.charCodeAt(end))) end++;
    if (end - start > HUGE_DIGITS) return true;
  }
  return false;
}

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

const NUMBER = /\d[\d.eE+-]*/y;

/** Whether a number in this valid JSON is out of range: searched for in the text, since a later key may hide the value. */
function holdsOverflow(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at);
    else if (isDigit(unit)) {
      NUMBER.lastIndex = at;
      const literal = NUMBER.exec(text)![0];
      if (!Number.isFinite(Number(literal))) return true;
      at += literal.length - 1;
    }
  }
  return false;
}

const QUOTE = 34;
const BACKSLASH = 92;

/** The place of the quote that ends the string whose first quote is at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text.charCodeAt(escapes - 1) === BACKSLASH) escapes--;
    if ((end - escapes) % 2 === 0) return end;
  }
}
