/**
 * Any value as a number, the way the function library reads it (github.com/spf13/cast): text with base prefixes,
 * decimals of a text cut off, true as 1, nil as 0, and 0 for whatever is not a number. Never an error.
 */
import { floatToInt64, parseFloat64, parseInt64 } from "../../../gonumber/index.ts";
import { GoFloat32, GoInt, type GoValue } from "../../value.ts";

const DECIMAL = /^([-+]?\d*)\.\d*$/;

/** Without the decimals, where the text is a plain decimal number: `3.9` is `3`, `-.5` is `-0`. */
function trimDecimals(text: string): string {
  const match = text.includes(".") ? DECIMAL.exec(text) : null;
  if (!match) return text;
  const whole = match[1]!;
  if (whole === "") return "0";
  return whole === "-" || whole === "+" ? `${whole}0` : whole;
}

/** `cast.ToInt64`; `cast.ToInt` gives the same on 64-bit machines. */
export function toInt64(value: GoValue): bigint {
  switch (typeof value) {
    case "string": {
      const parsed = parseInt64(trimDecimals(value), 0);
      return parsed.ok ? parsed.value : 0n;
    }
    case "number":
      return floatToInt64(value);
    case "boolean":
      return value ? 1n : 0n;
  }
  if (value instanceof GoInt) return BigInt.asIntN(64, value.value);
  return value instanceof GoFloat32 ? floatToInt64(value.value) : 0n;
}

/** `cast.ToFloat64`. */
export function toFloat64(value: GoValue): number {
  switch (typeof value) {
    case "string": {
      const parsed = parseFloat64(value);
      return parsed.ok ? parsed.value : 0;
    }
    case "number":
      return value;
    case "boolean":
      return value ? 1 : 0;
  }
  if (value instanceof GoInt) return Number(value.value);
  return value instanceof GoFloat32 ? value.value : 0;
}
