/** Evaluated values in the recorded form: type and JSON value. */
import type { Value } from "../src/syntax/index.ts";

export function valueToJson(value: Value): { type: string; value: unknown } {
  return { type: value.type, value: toJson(value) };
}

function toJson(value: Value): unknown {
  switch (value.type) {
    case "null":
      return null;
    case "array":
      return value.items.map(toJson);
    case "object":
      return Object.fromEntries([...value.fields].map(([name, inner]) => [name, toJson(inner)]));
    case "number":
      return Number(value.value);
    case "bool":
    case "string":
      return value.value;
    case "function":
      return `function ${value.name}`;
    case "capsule":
      return `capsule ${value.name}`;
  }
}
