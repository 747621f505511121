/** Evaluated values in the recorded form: type and JSON value. */
import { formatNumber, shownKind, type Value } from "../src/syntax/index.ts";

/** Numbers carry their kind as the type and their exact text beside the JSON number, or in its place where JSON has none. */
export function valueToJson(value: Value): { type: string; value: unknown; text?: string } {
  if (value.type === "number") return { type: shownKind(value), value: toJson(value), text: formatNumber(value) };
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
      return Number.isFinite(Number(value.value)) ? Number(value.value) : formatNumber(value);
    case "bool":
    case "string":
      return value.value;
    case "function":
      return { __function: true };
    case "capsule":
      return { __capsule: value.name };
  }
}
