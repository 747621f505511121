/**
 * Go's encoding/json, writing: keys sorted, `<`, `>` and `&` escaped unless told otherwise, bytes in base64, nil slices
 * and maps as null, times as RFC 3339. What cannot be written is an error with Go's text.
 */

import { formatFloat } from "../../gonumber/index.ts";
import { type CallContext, fail } from "../functions.ts";
import { fromBytes } from "../go-string.ts";
import { GoBytes, GoFloat32, GoInt, GoList, GoMap, GoObject, type GoValue, sortedKeys, typeOf } from "../value.ts";
import { encodeBase64 } from "./base64.ts";
import { checkDepth } from "./value-text.ts";

export interface JsonStyle {
  /** `<`, `>` and `&` as `\u003c` and so on. */
  readonly escapeHtml: boolean;
  /** One level's indentation; empty for everything on one line. */
  readonly indent: string;
}

/** The JSON text of a value; fails with Go's error for NaN, infinities, functions and complex numbers. */
export function encodeJson(value: GoValue, style: JsonStyle, ctx: CallContext): string {
  return write(value, style, "", 0, ctx);
}

function write(value: GoValue, style: JsonStyle, margin: string, depth: number, ctx: CallContext): string {
  if (value === null) return "null";
  switch (typeof value) {
    case "string":
      return quoteJson(value, style.escapeHtml);
    case "boolean":
      return String(value);
    case "number":
      return writeNumber(value, String(value));
  }
  checkDepth(depth);
  if (value instanceof GoInt) return value.value.toString();
  if (value instanceof GoList) {
    if (value.isNil) return "null";
    return writeAll("[", value.items, (item, inner) => write(item, style, inner, depth + 1, ctx), "]", style, margin);
  }
  if (value instanceof GoMap) {
    if (value.isNil) return "null";
    const writeEntry = (key: string, inner: string): string =>
      `${quoteJson(key, style.escapeHtml)}:${style.indent === "" ? "" : " "}${write(value.get(key) ?? null, style, inner, depth + 1, ctx)}`;
    return writeAll("{", sortedKeys(value), writeEntry, "}", style, margin);
  }
  if (value instanceof GoBytes) return `"${encodeBase64(value.bytes)}"`;
  if (value instanceof GoFloat32) return writeNumber(value.value, formatFloat32(value.value));
  if (value instanceof GoObject) {
    const marshaled = value.type.methods?.get("MarshalJSON")?.call(value, [], ctx);
    if (marshaled instanceof GoBytes) return fromBytes(marshaled.bytes);
    const fields = (value.type.fields ?? []).map((name) => [name, value.field(name) ?? null] as const);
    return write(new GoMap(undefined, fields), style, margin, depth + 1, ctx);
  }
  return fail(`json: unsupported type: ${typeOf(value)?.name ?? "nil"}`);
}

/** Elements between brackets, on lines of their own where the style indents and there are any. */
function writeAll<T>(
  open: string,
  items: readonly T[],
  each: (item: T, margin: string) => string,
  close: string,
  style: JsonStyle,
  margin: string,
): string {
  if (items.length === 0) return open + close;
  if (style.indent === "") return open + items.map((item) => each(item, "")).join(",") + close;
  const inner = margin + style.indent;
  const lines = items.map((item) => `${inner}${each(item, inner)}`).join(",\n");
  return `${open}\n${lines}\n${margin}${close}`;
}

/** JavaScript writes floats as Go's JSON does, but for the sign of zero. */
function writeNumber(value: number, text: string): string {
  if (!Number.isFinite(value)) fail(`json: unsupported value: ${formatFloat(value, "g")}`);
  return Object.is(value, -0) ? "-0" : text;
}

function formatFloat32(value: number): string {
  const size = Math.abs(value);
  const isPlain = value === 0 || (size >= Math.fround(1e-6) && size < Math.fround(1e21));
  return formatFloat(value, isPlain ? "f" : "e", -1, 32).replace(/e-0(\d)$/, "e-$1");
}

const PLAIN = /^[ !#-%'-;=?-[\]-~]*$/;
const SPECIAL = /["\\<>&\0-\x1f\u2028\u2029]|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/g;
const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** A JSON string; invalid bytes become `\ufffd`. */
function quoteJson(text: string, escapeHtml: boolean): string {
  if (PLAIN.test(text)) return `"${text}"`;
  const body = text.replace(SPECIAL, (char) => {
    const short = SHORT[char];
    if (short !== undefined) return short;
    if (!escapeHtml && (char === "<" || char === ">" || char === "&")) return char;
    const code = char.charCodeAt(0);
    return code >= 0xd800 ? "\\ufffd" : `\\u${code.toString(16).padStart(4, "0")}`;
  });
  return `"${body}"`;
}
