/**
 * Numbers of the configuration language: literals, conversions between the kinds, text. Parsing and printing are Go's
 * `strconv` (languages/gonumber).
 */
import { floatToInt64, formatGoFloat, parseFloat64, parseInt64, parseUint } from "@sluice/languages/gonumber";
import { float, int, type NumberValue, uint, type Value } from "./value.ts";

/** A number literal: leading zeros mean octal; what does not fit is unsigned, then floating point. */
export function parseNumberLiteral(text: string): Value | undefined {
  const signed = parseInt64(text, 0);
  if (signed.ok) return int(signed.value);
  const unsigned = parseUint(text, 0);
  return unsigned.ok ? uint(unsigned.value) : parseFloatLiteral(text);
}

/** A floating-point literal; undefined when it is out of range. */
export function parseFloatLiteral(text: string): Value | undefined {
  const result = parseFloat64(text);
  return result.ok ? float(result.value) : undefined;
}

/** A number as text: how it converts into a string. */
export function formatNumber(value: NumberValue): string {
  return value.kind === "float" ? formatGoFloat(value.value) : value.value.toString();
}

/** As a signed 64-bit integer. What does not fit gives what amd64 gives: the smallest integer. */
export function toInt64(value: NumberValue): bigint {
  if (value.kind !== "float") return BigInt.asIntN(64, value.value);
  return floatToInt64(value.value);
}

/** As an unsigned 64-bit integer; negative ones wrap. */
export function toUint64(value: NumberValue): bigint {
  if (value.kind !== "float") return BigInt.asUintN(64, value.value);
  const whole = Math.trunc(value.value);
  return Math.abs(whole) < 2 ** 64 ? BigInt.asUintN(64, BigInt(whole)) : 2n ** 63n;
}

/** As a floating-point number, rounded to the nearest. */
export function toFloat64(value: NumberValue): number {
  return Number(value.value);
}

/**
 * Go's integer power loop: the result wraps to 64 bits, and a negative exponent gives the base itself. Computed by
 * squaring, since the exponent may be anything.
 */
export function powerOfIntegers(base: bigint, exponent: bigint): bigint {
  if (exponent === 0n || base === 1n) return 1n;
  if (exponent < 0n) return base;
  let result = 1n;
  let square = BigInt.asUintN(64, base);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = BigInt.asUintN(64, result * square);
    square = BigInt.asUintN(64, square * square);
  }
  return result;
}
