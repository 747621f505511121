/**
 * Conversions between types, where a function or an argument wants another one than it got: numbers and numeric texts
 * turn into each other, bytes into text, optional secrets that hold none into text; null is the zero value of everything.
 * Booleans never convert.
 */
import { decodeGo } from "@sluice/languages/base";
import { parseFloat64, parseInt64, parseUint } from "@sluice/languages/gonumber";
import { formatNumber } from "./go-number.ts";
import { float, int, type NumberValue, secretOf, uint, type Value, type ValueError, type ValueType } from "./value.ts";

export type Conversion<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ValueError };

const succeed = <T>(value: T): Conversion<T> => ({ ok: true, value });
const wrongType = (value: Value, expected: ValueType): Conversion<never> => ({
  ok: false,
  error: { kind: "type", value, expected },
});

/** As text; null is the empty one. */
export function convertToText(value: Value): Conversion<string> {
  switch (value.type) {
    case "null":
      return succeed("");
    case "string":
      return succeed(value.value);
    case "number":
      return succeed(formatNumber(value));
    case "array":
      return value.bytes ? succeed(decodeGo(value.bytes)) : wrongType(value, "string");
    case "capsule": {
      const secret = secretOf(value);
      if (!secret) return wrongType(value, "string");
      if (!secret.isSecret) return succeed(secret.text);
      return { ok: false, error: { kind: "value", value, message: "secrets may not be converted into strings" } };
    }
    default:
      return wrongType(value, "string");
  }
}

/**
 * As a number; null is zero. A text with a minus must be a signed integer, one with `.`, `e` or `E` is floating point,
 * any other one an unsigned integer; none has blanks or a base prefix.
 */
export function convertToNumber(value: Value): Conversion<NumberValue> {
  if (value.type === "null") return succeed(int(0));
  if (value.type === "number") return succeed(value);
  const secret = secretOf(value);
  const text = value.type === "string" ? value.value : secret && !secret.isSecret ? secret.text : "";
  const number = parseNumber(text);
  return number ? succeed(number) : wrongType(value, "number");
}

function parseNumber(text: string): NumberValue | undefined {
  if (text.startsWith("-")) {
    const signed = parseInt64(text);
    return signed.ok ? int(signed.value) : undefined;
  }
  if (/[.eE]/.test(text)) {
    const number = parseFloat64(text);
    return number.ok ? float(number.value) : undefined;
  }
  const unsigned = parseUint(text);
  return unsigned.ok ? uint(unsigned.value) : undefined;
}

const MAX_INT64 = 2n ** 63n - 1n;

/**
 * The kind that a number shows where any value is taken: an unsigned integer that fits into a signed one is one. In
 * arithmetic it stays unsigned, so that the difference of two of `base64_decode`'s elements never is negative.
 */
export function shownKind(value: NumberValue): NumberValue["kind"] {
  return value.kind === "uint" && value.value <= MAX_INT64 ? "int" : value.kind;
}

/** As a list of texts; null is the empty one. */
export function convertToTexts(value: Value): Conversion<string[]> {
  if (value.type === "null") return succeed([]);
  if (value.type !== "array") return wrongType(value, "array");
  const texts: string[] = [];
  for (const [index, item] of value.items.entries()) {
    const text = convertToText(item);
    if (!text.ok) return { ok: false, error: { kind: "element", value, index, inner: text.error } };
    texts.push(text.value);
  }
  return succeed(texts);
}

/** The text of a secret of either kind, or of a plain text in its place; null is the empty one. */
export function convertToSecretText(value: Value): Conversion<string> {
  if (value.type === "null") return succeed("");
  if (value.type === "string") return succeed(value.value);
  const secret = secretOf(value);
  return secret ? succeed(secret.text) : wrongType(value, "capsule");
}
