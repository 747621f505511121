/** Decoded values as they would be written in a configuration. */
import { HOUR, MICROSECOND, MILLISECOND, MINUTE, type Nanos, SECOND } from "@sluice/languages/base";
import type { CapsuleReference, ValueType } from "../schema/field.ts";
import { quoteString } from "../syntax/index.ts";

const DURATION_UNITS: readonly (readonly [Nanos, string])[] = [
  [HOUR, "h"],
  [MINUTE, "m"],
  [SECOND, "s"],
  [MILLISECOND, "ms"],
  [MICROSECOND, "us"],
  [1n, "ns"],
];

const SIZE_UNITS = ["B", "KiB", "MiB", "GiB"];

/** `value` of `type`, written out: `"1m30s"`, `["a", "b"]`, `{ a = "1" }`. */
export function printDefault(value: unknown, type: ValueType): string {
  switch (type.kind) {
    case "duration":
      return quoteString(printDuration(value as Nanos));
    case "bytes":
      return quoteString(printSize(value as number));
    case "int":
    case "float":
    case "bool":
      return String(value);
    case "list":
      return `[${(value as readonly unknown[]).map((item) => printDefault(item, type.of)).join(", ")}]`;
    case "map": {
      const fields = [...(value as ReadonlyMap<string, unknown>)].map(
        ([name, item]) => `${name} = ${printDefault(item, type.of)}`,
      );
      return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
    }
    case "capsule": {
      const reference = value as CapsuleReference;
      return `${reference.component}.${reference.exported}`;
    }
    case "secret":
      return value === "" ? '""' : "(secret)";
    default:
      return quoteString(String(value));
  }
}

/** `1m30s`; units that are zero are left out. */
export function printDuration(nanos: Nanos): string {
  if (nanos === 0n) return "0s";
  let rest = nanos < 0n ? -nanos : nanos;
  let text = nanos < 0n ? "-" : "";
  for (const [unit, name] of DURATION_UNITS) {
    const count = rest / unit;
    rest -= count * unit;
    if (count > 0n) text += `${count}${name}`;
  }
  return text;
}

function printSize(bytes: number): string {
  let unit = 0;
  let size = bytes;
  while (size >= 1024 && size % 1024 === 0 && unit < SIZE_UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${size}${SIZE_UNITS[unit]}`;
}
