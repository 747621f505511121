/**
 * Extracted values as text, the way the original's `getString` does: floats are the shortest decimal that reads back
 * the same, never with an exponent; null, lists and objects have no text.
 */

import { formatGoFloat } from "../gonumber/index.ts";
import type { JsonValue } from "./value.ts";

/** The text of `value`, or undefined when it does not convert (null, a list, an object, nothing at all). */
export function goString(value: JsonValue | bigint | undefined): string | undefined {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return formatGoFloat(value);
    case "bigint":
      return String(value);
    case "boolean":
      return value ? "true" : "false";
    default:
      return undefined;
  }
}

/** Whether `text` is exactly what the number it denotes prints as: `200`, `-1.5`; not `007`, `1.10`, `1e3`, `-0`. */
export function isCanonicalNumber(text: string): boolean {
  const length = text.length;
  let at = text.charCodeAt(0) === 45 ? 1 : 0;
  const first = text.charCodeAt(at);
  if (at >= length) return false;
  if (first === 48 && at + 1 < length && text.charCodeAt(at + 1) !== 46) return false;
  let point = false;
  for (const from = at; at < length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 48 && unit <= 57) continue;
    if (unit !== 46 || point || at === from) return false;
    point = true;
  }
  if (!point && length <= 15) return text !== "-0";
  const value = Number(text);
  return value !== 0 || text === "0" ? formatGoFloat(value) === text : false;
}
