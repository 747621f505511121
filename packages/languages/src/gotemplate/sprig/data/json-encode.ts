/**
 * Go's encoding/json, writing: keys sorted, `<`, `>` and `&` escaped by default, bytes in base64, nil slices and maps as
 * null, times as RFC 3339. What cannot be written is an error with Go's text.
 */

import { encodeBase64 } from "../../../gobase64/index.ts";
import { formatFloat } from "../../../gonumber/index.ts";
import { encodeGoFloat, escapeJsonUnit } from "../../../json/index.ts";
import { type CallContext, fail } from "../../functions.ts";
import { MAX_OUTPUT } from "../../limits.ts";
import {
  dict,
  GoBytes,
  GoFloat32,
  GoInt,
  GoList,
  GoMap,
  GoObject,
  type GoValue,
  sortedKeys,
  typeOf,
} from "../../value.ts";
import { fromBytes } from "../../values/go-string.ts";
import { checkDepth } from "../text/value-text.ts";

export interface JsonStyle {
  /** `<`, `>` and `&` as `\u003c` and so on. */
  readonly escapeHtml: boolean;
  /** One level's indentation; empty for everything on one line. */
  readonly indent: string;
}

/** The JSON text of a value; fails with Go's error for NaN, infinities, functions and complex numbers. */
export function encodeJson(value: GoValue, style: JsonStyle, ctx: CallContext): string {
  return new Writer(style, ctx).write(value, "", 0);
}

/** Counts what it writes: a small value can have a long text, where it contains the same lists again and again. */
class Writer {
  readonly #style: JsonStyle;
  readonly #ctx: CallContext;
  #length = 0;

  constructor(style: JsonStyle, ctx: CallContext) {
    this.#style = style;
    this.#ctx = ctx;
  }

  #count(text: string): string {
    this.#length += text.length;
    if (this.#length > MAX_OUTPUT) this.#ctx.reserve(this.#length);
    return text;
  }

  write(value: GoValue, margin: string, depth: number): string {
    if (value === null) return this.#count("null");
    switch (typeof value) {
      case "string":
        return this.#count(quoteJson(value, this.#style.escapeHtml));
      case "boolean":
        return this.#count(String(value));
      case "number":
        return this.#count(writeNumber(value, encodeGoFloat(value, "standard")));
    }
    if (value instanceof GoInt) return this.#count(value.value.toString());
    checkDepth(depth);
    this.#ctx.charge(1);
    if (value instanceof GoList) {
      if (value.isNil) return this.#count("null");
      return this.#writeAll("[", value.items, (item, inner) => this.write(item, inner, depth + 1), "]", margin);
    }
    if (value instanceof GoMap) {
      if (value.isNil) return this.#count("null");
      // Lists are charged for where they are passed; the keys of a map are sorted and looked up here.
      this.#ctx.charge(value.size);
      const colon = this.#style.indent === "" ? ":" : ": ";
      const writeEntry = (key: string, inner: string): string =>
        this.#count(quoteJson(key, this.#style.escapeHtml) + colon) +
        this.write(value.get(key) ?? null, inner, depth + 1);
      return this.#writeAll("{", sortedKeys(value), writeEntry, "}", margin);
    }
    if (value instanceof GoBytes) return this.#count(`"${encodeBase64(value.bytes)}"`);
    if (value instanceof GoFloat32) return this.#count(writeNumber(value.value, formatFloat32(value.value)));
    if (value instanceof GoObject) {
      const marshaled = value.type.methods?.get("MarshalJSON")?.call(value, [], this.#ctx);
      if (marshaled instanceof GoBytes) return this.#count(fromBytes(marshaled.bytes));
      const fields = (value.type.fields ?? []).map((name) => [name, value.field(name) ?? null] as const);
      return this.write(dict(fields), margin, depth + 1);
    }
    return fail(`json: unsupported type: ${typeOf(value)?.name ?? "nil"}`);
  }

  /** Elements between brackets, on lines of their own where the style indents and there are any. */
  #writeAll<T>(
    open: string,
    items: readonly T[],
    each: (item: T, margin: string) => string,
    close: string,
    margin: string,
  ): string {
    if (items.length === 0) return this.#count(open + close);
    const inner = this.#style.indent === "" ? "" : `\n${margin.slice(1)}${this.#style.indent}`;
    const parts = items.map((item) => this.#count(inner) + each(item, inner));
    return open + parts.join(",") + this.#count(margin === "" && inner !== "" ? "\n" : margin) + close;
  }
}

function writeNumber(value: number, text: string): string {
  if (!Number.isFinite(value)) fail(`json: unsupported value: ${formatFloat(value, "g")}`);
  return text;
}

function formatFloat32(value: number): string {
  const size = Math.abs(value);
  const isPlain = value === 0 || (size >= Math.fround(1e-6) && size < Math.fround(1e21));
  return formatFloat(value, isPlain ? "f" : "e", -1, 32).replace(/e-0(\d)$/, "e-$1");
}

const PLAIN = /^[ !#-%'-;=?-[\]-~]*$/;
const SPECIAL = /["\\<>&\0-\x1f\u2028\u2029]|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/g;
/** A JSON string; invalid bytes become `\ufffd`. */
function quoteJson(text: string, escapeHtml: boolean): string {
  if (PLAIN.test(text)) return `"${text}"`;
  const body = text.replace(SPECIAL, (unit) => {
    if (!escapeHtml && (unit === "<" || unit === ">" || unit === "&")) return unit;
    return unit >= "\ud800" ? "\\ufffd" : escapeJsonUnit(unit);
  });
  return `"${body}"`;
}
