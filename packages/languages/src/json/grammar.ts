/** What the readers of JSON share: blanks, the depth limit, and objects that survive a key `__proto__`. */
import type { JsonValue } from "../govalue/value.ts";

/** Arrays and objects may nest this deep, as in Go; beyond it the text is malformed. */
export const MAX_JSON_DEPTH = 10_000;

/** An object of JSON. Keys are own properties, `__proto__` included: read them with {@link getField}. */
export type JsonObject = { [key: string]: JsonValue };

/**
 * What the text `null` is as an object: one without fields, which is written as `null` and equals itself alone, as Go's
 * nil map does. Compare by identity.
 */
export const NULL_OBJECT: JsonObject = Object.freeze({});

/** Space, tab, newline, carriage return: the only blanks of JSON. */
export function isJsonSpace(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 13 || unit === 9;
}

/** The value of an own field, or undefined. */
export function getField(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets an own field, whatever the key is called. */
export function setField<T>(object: { [key: string]: T }, key: string, value: T): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else object[key] = value;
}

/** The platform's parser; undefined when it refuses. */
export function parseNative(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Whether a valid text nests beyond the limit. */
export function nestsTooDeeply(text: string): boolean {
  if (text.length <= MAX_JSON_DEPTH) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 34) {
      while (++i < text.length && text.charCodeAt(i) !== 34) if (text.charCodeAt(i) === 92) i++;
    } else if (unit === 91 || unit === 123) {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (unit === 93 || unit === 125) depth--;
  }
  return false;
}
