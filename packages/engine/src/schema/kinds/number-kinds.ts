/** Booleans, numbers, and quantities that are written as texts with a unit. */
import { HOUR, MICROSECOND, MILLISECOND, MINUTE, type Nanos, SECOND } from "@sluice/languages/base";
import { parseByteSize, parseDuration } from "@sluice/languages/goduration";
import { floatToInt64, wrapInt64 } from "@sluice/languages/gonumber";
import { quoteString } from "../../syntax/characters.ts";
import { convertToNumber, convertToText } from "../../syntax/convert.ts";
import type { Value } from "../../syntax/value.ts";
import { bad, type Decoded, good, QUOTED, SINGLE, type ValueKind, wrongType } from "../value-kind.ts";
import type { OfKind } from "../value-type.ts";

export const BOOL_KIND: ValueKind<OfKind<"bool">> = {
  ...SINGLE,
  decode(value) {
    if (value.type === "null") return good(false);
    return value.type === "bool" ? good(value.value) : wrongType(value, "bool");
  },
  describe: () => "bool",
  print: String,
  summarise: String,
  snippet: (_type, stop, usual) => `\${${stop}:${usual === true ? "false" : "true"}}`,
  complete: (_type, { inString }) =>
    inString ? [] : ["true", "false"].map((text) => ({ text, doc: "", isReference: false })),
  control: () => ({ kind: "switch" }),
  generate: (_type, chance) => chance.pick(["true", "false"]),
};

const NUMBER = {
  ...SINGLE,
  print: String,
  summarise: String,
  snippet: (_type: unknown, stop: number): string => `\${${stop}:0}`,
};

export const FLOAT_KIND: ValueKind<OfKind<"float">> = {
  ...NUMBER,
  decode(value) {
    const number = convertToNumber(value);
    return number.ok ? good(Number(number.value.value)) : number;
  },
  describe: () => "float",
  control: () => ({ kind: "number", whole: false }),
  generate: (_type, chance) => chance.pick(["0.5", "1", "3", "100", '"2.5"', "1e3"]),
};

export const INT_KIND: ValueKind<OfKind<"int">> = {
  ...NUMBER,
  /** As Go converts into an int: fractions are cut, unsigned integers wrap. */
  decode(value) {
    const converted = convertToNumber(value);
    if (!converted.ok) return converted;
    const number = converted.value;
    return good(Number(number.kind === "float" ? floatToInt64(number.value) : wrapInt64(number.value)));
  },
  describe: () => "int",
  control: () => ({ kind: "number", whole: true }),
  generate: (_type, chance) => String(chance.mistake() ? -1 : chance.below(20)),
};

export const DURATION_KIND: ValueKind<OfKind<"duration">> = {
  ...QUOTED,
  decode: (value) =>
    decodeQuantity(value, 0n, (text) => {
      const parsed = parseDuration(text);
      return parsed.ok ? { ok: true, value: parsed.nanos } : { ...parsed, meant: hoursOf(text) };
    }),
  describe: () => "duration",
  print: (value) => quoteString(printDuration(value)),
  summarise: printDuration,
  control: () => ({ kind: "quantity", example: "1m30s" }),
  generate: (_type, chance) => quoteString(chance.pick(["1s", "500ms", "3s", "10m", "1h", "0s"])),
};

export const BYTES_KIND: ValueKind<OfKind<"bytes">> = {
  ...QUOTED,
  decode: (value) =>
    decodeQuantity(value, 0, (text) => {
      const parsed = parseByteSize(text);
      return parsed.ok ? { ok: true, value: Number(parsed.bytes) } : parsed;
    }),
  describe: () => "size",
  print: (value) => quoteString(printSize(value)),
  summarise: printSize,
  control: () => ({ kind: "quantity", example: "8KiB" }),
  generate: (_type, chance) => quoteString(chance.pick(["1B", "10B", "1KiB", "8KB", "64B"])),
};

function decodeQuantity<V>(
  value: Value,
  empty: V,
  parse: (text: string) => { ok: true; value: V } | { ok: false; message: string; meant?: string | undefined },
): Decoded<V> {
  if (value.type === "null") return good(empty);
  const text = convertToText(value);
  if (!text.ok) return text;
  const parsed = parse(text.value);
  return parsed.ok ? parsed : bad(value, parsed.message, parsed.meant);
}

/** Days or weeks, which a duration has no units for. */
function hoursOf(text: string): string | undefined {
  const [, count, unit] = /^(\d{1,4}) ?(d|days?|w|weeks?)$/.exec(text) ?? [];
  return unit === undefined ? undefined : `${Number(count) * (unit.startsWith("d") ? 24 : 7 * 24)}h`;
}

const DURATION_UNITS: readonly (readonly [Nanos, string])[] = [
  [HOUR, "h"],
  [MINUTE, "m"],
  [SECOND, "s"],
  [MILLISECOND, "ms"],
  [MICROSECOND, "us"],
  [1n, "ns"],
];

/** `1m30s`; units that are zero are left out. */
function printDuration(nanos: Nanos): string {
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

const SIZE_UNITS = ["B", "KiB", "MiB", "GiB"];

function printSize(bytes: number): string {
  let unit = 0;
  let size = bytes;
  while (size >= 1024 && size % 1024 === 0 && unit < SIZE_UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${size}${SIZE_UNITS[unit]}`;
}
