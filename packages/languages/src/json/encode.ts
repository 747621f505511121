/**
 * JSON text as Go writes it: keys sorted by bytes, `<`, `>`, `&` and the line separators escaped, floats in Go's
 * spelling. Two libraries are imitated: json-iterator (`stage.json`'s nested values, `stage.pack`) and the standard
 * one (JMESPath's `to_string`, `encoding.to_json`); they differ in exponents and in two escapes.
 */
import { LimitError } from "../base/limit-error.ts";
import { compareBytes } from "../base/text.ts";
import { formatGoFloat } from "../gonumber/index.ts";
import { NULL_OBJECT } from "./grammar.ts";

/** `iterator`: `1e-07`, `\u0008`, `\u000c`. `standard`: `1e-7`, `\b`, `\f`. */
export type JsonFlavour = "iterator" | "standard";

const NEEDS_ESCAPE = /["\\<>&\u0000-\u001f\u2028\u2029]/;
/** With lone surrogates, which are raw bytes. */
const ESCAPED = /["\\<>&\u0000-\u001f\u2028\u2029\ud800-\udfff]/gu;

/**
 * `value` as JSON. Undefined where Go refuses: NaN, an infinity, or something that is not a JSON value (a function).
 */
export function encodeGoJson(value: unknown, flavour: JsonFlavour = "iterator"): string | undefined {
  let out = "";
  // What is left to write: raw text (boxed), or values. A stack, since values may nest as deep as JSON may.
  const waiting: (Raw | { value: unknown })[] = [{ value }];
  for (;;) {
    const next = waiting.pop();
    if (next === undefined) return out;
    if ("raw" in next) {
      out += next.raw;
      continue;
    }
    const item = next.value;
    if (item === NULL_OBJECT) out += "null";
    else if (item === null || typeof item === "boolean" || typeof item === "bigint") out += String(item);
    else if (typeof item === "string") out += encodeGoString(item, flavour);
    else if (typeof item === "number") {
      if (!Number.isFinite(item)) return undefined;
      out += encodeGoFloat(item, flavour);
    } else if (Array.isArray(item)) {
      out += "[";
      waiting.push({ raw: "]" });
      for (let i = item.length - 1; i >= 0; i--) {
        waiting.push({ value: item[i] });
        if (i > 0) waiting.push({ raw: "," });
      }
    } else if (typeof item === "object") {
      const fields = item as Record<string, unknown>;
      const keys = Object.keys(fields).sort(compareBytes);
      out += "{";
      waiting.push({ raw: "}" });
      for (let i = keys.length - 1; i >= 0; i--) {
        waiting.push({ value: fields[keys[i]!] }, { raw: `${encodeGoString(keys[i]!, flavour)}:` });
        if (i > 0) waiting.push({ raw: "," });
      }
    } else return undefined;
  }
}

interface Raw {
  readonly raw: string;
}

/** A text as a JSON literal. A raw byte is written as an escape, `\ufffd`; a real U+FFFD is not escaped. */
export function encodeGoString(text: string, flavour: JsonFlavour = "iterator"): string {
  if (!NEEDS_ESCAPE.test(text) && text.isWellFormed()) return `"${text}"`;
  if (text.length > LONG) return encodeLong(text, flavour);
  return `"${text.replace(ESCAPED, (unit) => escapeJsonUnit(unit, flavour))}"`;
}

/** Maximum length of a text with escapes, in characters; an escape is up to six times as long as its character. */
export const MAX_ENCODED = 16 * 1024 * 1024;
const LONGEST_ESCAPE = 6;

/** From here on a call for each escape, and a string for each, are more than a text may cost. Characters. */
const LONG = 8192;
/** Characters of a long text that are encoded at once. */
const PIECE = 4096;

/** The escapes of characters below 128; undefined for those that need none. */
const lowEscapes = (flavour: JsonFlavour) =>
  Array.from({ length: 128 }, (_, code) => {
    const unit = String.fromCharCode(code);
    return NEEDS_ESCAPE.test(unit) ? escapeJsonUnit(unit, flavour) : undefined;
  });
let low: Readonly<Record<JsonFlavour, readonly (string | undefined)[]>> | undefined;

/** The escape of the character at `at`, or undefined; half a pair needs none beside its other half. */
function escapeAt(text: string, at: number, flavour: JsonFlavour): string | undefined {
  const code = text.charCodeAt(at);
  const lone =
    code >= 0xd800 &&
    code <= 0xdfff &&
    !(code < 0xdc00 ? isTrail(text.charCodeAt(at + 1)) : isLead(text.charCodeAt(at - 1)));
  return lone || code === 0x2028 || code === 0x2029 ? escapeJsonUnit(text[at]!, flavour) : undefined;
}
const isLead = (code: number) => code >= 0xd800 && code <= 0xdbff;
const isTrail = (code: number) => code >= 0xdc00 && code <= 0xdfff;

/** The same in pieces. Throws `LimitError` if it becomes too long. */
function encodeLong(text: string, flavour: JsonFlavour): string {
  low ??= { iterator: lowEscapes("iterator"), standard: lowEscapes("standard") };
  const escapes = low[flavour];
  if (text.length > MAX_ENCODED / LONGEST_ESCAPE) checkLength(text, escapes, flavour);
  let out = '"';
  for (let start = 0; start < text.length; start += PIECE) {
    const end = Math.min(start + PIECE, text.length);
    const parts: string[] = [];
    let plain = start;
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at);
      const escaped = code < 128 ? escapes[code] : escapeAt(text, at, flavour);
      if (escaped === undefined) continue;
      if (plain < at) parts.push(text.slice(plain, at));
      parts.push(escaped);
      plain = at + 1;
    }
    if (plain < end) parts.push(text.slice(plain, end));
    out += parts.join("");
  }
  return `${out}"`;
}

/** Refuses a text that would become too long before it is built. */
function checkLength(text: string, escapes: readonly (string | undefined)[], flavour: JsonFlavour): void {
  const lengths = Uint8Array.from(escapes, (escaped) => escaped?.length ?? 1);
  let length = 2;
  for (let at = 0; at < text.length && length <= MAX_ENCODED; at++) {
    const code = text.charCodeAt(at);
    length += code < 128 ? lengths[code]! : (escapeAt(text, at, flavour)?.length ?? 1);
  }
  if (length > MAX_ENCODED)
    throw new LimitError("json-text", `the text is longer than ${MAX_ENCODED} characters as JSON`);
}

/** The escape of one UTF-16 unit that a JSON string cannot hold, or that Go does not let it hold. */
export function escapeJsonUnit(unit: string, flavour: JsonFlavour = "standard"): string {
  switch (unit) {
    case '"':
    case "\\":
      return `\\${unit}`;
    case "\n":
      return "\\n";
    case "\r":
      return "\\r";
    case "\t":
      return "\\t";
    case "\b":
      if (flavour === "standard") return "\\b";
      break;
    case "\f":
      if (flavour === "standard") return "\\f";
      break;
  }
  if (unit >= "\ud800" && unit <= "\udfff") return "\\ufffd";
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** A finite float: without exponent from 1e-6 up to 1e21, else with one. */
export function encodeGoFloat(value: number, flavour: JsonFlavour): string {
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-6 && size < 1e21)) return formatGoFloat(value);
  const text = String(value);
  return flavour === "iterator" ? text.replace(/e([+-])(\d)$/, "e$10$2") : text;
}
