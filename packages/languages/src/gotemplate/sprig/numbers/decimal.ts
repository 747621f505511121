/**
 * Decimal arithmetic of `addf` and relatives (github.com/shopspring/decimal): floats count as their shortest decimal,
 * so 0.1 + 0.2 is 0.3; a quotient is rounded to 16 digits after the point.
 */
import { fail } from "../../functions.ts";

/** `value` times ten to the power of `exponent`. */
export interface Decimal {
  readonly value: bigint;
  readonly exponent: number;
}

const DIVISION_PRECISION = 16;

export function decimalOf(number: number): Decimal {
  if (!Number.isFinite(number))
    fail(`Cannot create a Decimal from ${Number.isNaN(number) ? "NaN" : number > 0 ? "+Inf" : "-Inf"}`);
  const [mantissa, exponent] = String(number).split("e") as [string, string | undefined];
  const point = mantissa.indexOf(".");
  const decimals = point < 0 ? 0 : mantissa.length - point - 1;
  return { value: BigInt(mantissa.replace(".", "")), exponent: Number(exponent ?? 0) - decimals };
}

/** The nearest float. */
export const numberOf = (d: Decimal): number => Number(`${d.value}e${d.exponent}`);

const power = (exponent: number): bigint => 10n ** BigInt(exponent);

/** `d` with a smaller or equal exponent. */
const scaled = (d: Decimal, exponent: number): bigint => d.value * power(d.exponent - exponent);

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  return { value: scaled(a, exponent) + scaled(b, exponent), exponent };
}

export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  return addDecimals(a, { value: -b.value, exponent: b.exponent });
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { value: a.value * b.value, exponent: a.exponent + b.exponent };
}

/** The quotient with 16 decimals, half away from zero. */
export function divideDecimals(a: Decimal, b: Decimal): Decimal {
  if (b.value === 0n) fail("decimal division by 0");
  const shift = a.exponent - b.exponent + DIVISION_PRECISION;
  const dividend = shift >= 0 ? a.value * power(shift) : a.value;
  const divisor = shift >= 0 ? b.value : b.value * power(-shift);
  const quotient = dividend / divisor;
  const rest = dividend % divisor;
  const size = (n: bigint): bigint => (n < 0n ? -n : n);
  const away = a.value < 0n !== b.value < 0n ? -1n : 1n;
  const value = size(rest) * 2n < size(divisor) ? quotient : quotient + away;
  return { value, exponent: -DIVISION_PRECISION };
}
