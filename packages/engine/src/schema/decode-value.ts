/**
 * One evaluated value as an argument's type. What does not fit is a `ValueError`, whose place the caller finds; the
 * texts are Alloy's. Null is the type's empty value; numbers and numeric texts convert into each other, booleans do not.
 */
import { parseByteSize, parseDuration } from "@sluice/languages/goduration";
import { floatToInt64, wrapInt64 } from "@sluice/languages/gonumber";
import { convertToNumber, convertToSecretText, convertToText } from "../syntax/convert.ts";
import { secretOf, type Value, type ValueError } from "../syntax/value.ts";
import type { CapsuleKind, CapsuleReference, ValueType } from "./field.ts";

export type Decoded =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ValueError };

/** The names that Alloy gives what components hand to each other. */
export const CAPSULE_NAMES: Readonly<Record<CapsuleKind, string>> = {
  "logs-receiver": "loki.LogsReceiver",
  "profiles-receiver": "pyroscope.Appendable",
};

const good = (value: unknown): Decoded => ({ ok: true, value });
const wrongType = (value: Value, expected: "string" | "number" | "bool" | "array" | "object" | "capsule"): Decoded => ({
  ok: false,
  error: { kind: "type", value, expected },
});
const bad = (value: Value, message: string): Decoded => ({ ok: false, error: { kind: "value", value, message } });

export function decodeValue(value: Value, type: ValueType): Decoded {
  switch (type.kind) {
    case "string":
    case "language":
      return convertToText(value);
    case "secret":
      return secretOf(value) === undefined ? convertToText(value) : convertToSecretText(value);
    case "bool":
      if (value.type === "null") return good(false);
      return value.type === "bool" ? good(value.value) : wrongType(value, "bool");
    case "int":
    case "float":
      return decodeNumber(value, type.kind);
    case "duration":
      return viaText(value, 0n, (text) => {
        const parsed = parseDuration(text);
        return parsed.ok ? { ok: true, value: parsed.nanos } : parsed;
      });
    case "bytes":
      return viaText(value, 0, (text) => {
        const parsed = parseByteSize(text);
        return parsed.ok ? { ok: true, value: Number(parsed.bytes) } : parsed;
      });
    case "enum":
      return viaText(value, "", (text) =>
        type.values.some((one) => one.value === text)
          ? { ok: true, value: text }
          : { ok: false, message: `must be one of ${type.values.map((one) => JSON.stringify(one.value)).join(", ")}` },
      );
    case "list":
      return decodeList(value, type.of);
    case "map":
      return decodeMap(value, type.of);
    case "capsule":
      return decodeCapsule(value, type.capsule);
  }
}

function decodeNumber(value: Value, kind: "int" | "float"): Decoded {
  const converted = convertToNumber(value);
  if (!converted.ok) return converted;
  const number = converted.value;
  if (kind === "float") return good(Number(number.value));
  // As Go converts into an int: fractions are cut, unsigned integers wrap.
  return good(Number(number.kind === "float" ? floatToInt64(number.value) : wrapInt64(number.value)));
}

function viaText(
  value: Value,
  empty: unknown,
  parse: (text: string) => { ok: true; value: unknown } | { ok: false; message: string },
): Decoded {
  if (value.type === "null") return good(empty);
  const text = convertToText(value);
  if (!text.ok) return text;
  const parsed = parse(text.value);
  return parsed.ok ? parsed : bad(value, parsed.message);
}

function decodeList(value: Value, of: ValueType): Decoded {
  if (value.type === "null") return good([]);
  if (value.type !== "array") return wrongType(value, "array");
  const items: unknown[] = [];
  for (const [index, item] of value.items.entries()) {
    const one = decodeValue(item, of);
    if (!one.ok) return { ok: false, error: { kind: "element", value, index, inner: one.error } };
    items.push(one.value);
  }
  return good(items);
}

function decodeMap(value: Value, of: ValueType): Decoded {
  const fields = value.type === "object" || value.type === "capsule" ? value.fields : undefined;
  if (value.type === "null") return good(new Map());
  if (fields === undefined) return wrongType(value, "object");
  const map = new Map<string, unknown>();
  for (const [field, item] of fields) {
    const one = decodeValue(item, of);
    if (!one.ok) return { ok: false, error: { kind: "field", value, field, inner: one.error } };
    map.set(field, one.value);
  }
  return good(map);
}

/** Null decodes as null: whoever builds something with it refuses it. */
function decodeCapsule(value: Value, kind: CapsuleKind): Decoded {
  if (value.type === "null") return good(null);
  if (value.type !== "capsule") return wrongType(value, "capsule");
  const wanted = CAPSULE_NAMES[kind];
  if (value.name !== wanted) {
    return bad(value, `expected capsule(${JSON.stringify(wanted)}), got capsule(${JSON.stringify(value.name)})`);
  }
  return good(value.capsule as CapsuleReference);
}
