/**
 * Numbers as Go reads, converts and prints them (`strconv`, conversions between number types, `math`).
 */
import { float, int, type NumberValue, uint, type Value } from "./value.ts";

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
const MAX_UINT64 = 2n ** 64n - 1n;

/** More digits than any integer of 64 bits has, octal ones included. */
const MAX_DIGITS = 22;

/** A number literal: leading zeros mean octal; what does not fit is unsigned, then floating point. */
export function parseNumberLiteral(text: string): Value | undefined {
  const octal = text.length > 1 && text.startsWith("0");
  const digits = text.replace(/^0+(?=.)/, "");
  if (digits.length <= MAX_DIGITS && (!octal || /^[0-7]+$/.test(digits))) {
    const value = BigInt(octal ? `0o${digits}` : digits);
    if (value <= MAX_INT64) return int(value);
    if (value <= MAX_UINT64) return uint(value);
  }
  return parseFloatLiteral(text);
}

/** A floating-point literal; undefined when it is out of range. */
export function parseFloatLiteral(text: string): Value | undefined {
  const value = Number(text);
  return Number.isFinite(value) ? float(value) : undefined;
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const HEXADECIMAL = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?\d+)$/;
/** Go's `strconv.ParseFloat`; undefined for a text that is no number or out of range. */
export function parseFloatText(text: string): number | undefined {
  const special = /^([+-]?)(inf|infinity)$/i.exec(text);
  if (special) return special[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (/^nan$/i.test(text)) return Number.NaN;
  if (text.includes("_") && !underscoresSeparateDigits(text)) return undefined;
  const plain = text.replaceAll("_", "");
  const value = DECIMAL.test(plain) ? Number(plain) : parseHexadecimal(plain);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

/** Whether each underscore stands between two digits, or between a base prefix and a digit. */
function underscoresSeparateDigits(text: string): boolean {
  const m = /^[+-]?(0[xX])?(.*)$/s.exec(text)!;
  const digit = m[1] ? "[0-9a-fA-F]" : "[0-9]";
  const body = m[1] ? `0${m[2]}` : m[2]!;
  return !new RegExp(`(?<!${digit})_|_(?!${digit})`).test(body);
}

function parseHexadecimal(text: string): number | undefined {
  const m = HEXADECIMAL.exec(text);
  if (!m || m[2]! + m[3]! === "" || m[4]!.length > 6) return undefined;
  return scaleByPowerOfTwo(BigInt(`0x${m[2]}${m[3]}`), Number(m[4]) - 4 * m[3]!.length) * (m[1] === "-" ? -1 : 1);
}

/** `mantissa` times two to the power of `exponent`, rounded once, half to even. */
function scaleByPowerOfTwo(mantissa: bigint, exponent: number): number {
  if (mantissa === 0n) return 0;
  const bits = mantissa.toString(2).length;
  // 53 bits of precision, fewer below the smallest normal number.
  const keep = Math.min(53, bits + exponent + 1074);
  if (keep < 0) return 0;
  const drop = bits - keep;
  if (drop <= 0) return Number(mantissa) * 2 ** Math.max(exponent, -1074) * 2 ** Math.min(0, exponent + 1074);
  const half = 1n << BigInt(drop - 1);
  const rest = mantissa & ((1n << BigInt(drop)) - 1n);
  let kept = mantissa >> BigInt(drop);
  if (rest > half || (rest === half && (kept & 1n) === 1n)) kept++;
  const power = exponent + drop;
  return power > 971 ? Number.POSITIVE_INFINITY : Number(kept) * 2 ** power;
}

/** Go's `strconv.ParseInt(text, 10, 64)`. */
export function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?0*\d{1,19}$/.test(text)) return undefined;
  const value = BigInt(text.startsWith("+") ? text.slice(1) : text);
  return value >= MIN_INT64 && value <= MAX_INT64 ? value : undefined;
}

/** Go's `strconv.ParseUint(text, 10, 64)`. */
export function parseUint64(text: string): bigint | undefined {
  if (!/^0*\d{1,20}$/.test(text)) return undefined;
  const value = BigInt(text);
  return value <= MAX_UINT64 ? value : undefined;
}

/** A floating-point number without an exponent, as short as possible: Go's `FormatFloat(x, 'f', -1, 64)`. */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (Object.is(value, -0)) return "-0";
  const text = String(value);
  const m = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!m) return text;
  const digits = m[2]! + (m[3] ?? "");
  const exponent = Number(m[4]);
  if (exponent < 0) return `${m[1]}0.${"0".repeat(-exponent - 1)}${digits}`;
  return m[1]! + digits.padEnd(exponent + 1, "0");
}

/** A number as text: how it converts into a string. */
export function formatNumber(value: NumberValue): string {
  return value.kind === "float" ? formatFloat(value.value) : value.value.toString();
}

/** As a signed 64-bit integer. What does not fit gives what amd64 gives: the smallest integer. */
export function toInt64(value: NumberValue): bigint {
  if (value.kind !== "float") return BigInt.asIntN(64, value.value);
  const whole = Math.trunc(value.value);
  return whole >= -(2 ** 63) && whole < 2 ** 63 ? BigInt(whole) : MIN_INT64;
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
