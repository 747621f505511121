/** Floating-point numbers: decimal arithmetic, rounding, extremes; arguments of any kind, read as `cast.ts` says. */

import { type CallContext, defineFunction, type TemplateFunction } from "../../functions.ts";
import { anyParam, floatParam, intParam } from "../../parameters.ts";
import { FLOAT64 } from "../../types.ts";
import type { GoValue } from "../../value.ts";
import type { FunctionExample } from "../../values/model.ts";
import { toFloat64 } from "./cast.ts";
import {
  addDecimals,
  type Decimal,
  decimalOf,
  divideDecimals,
  multiplyDecimals,
  numberOf,
  subtractDecimals,
} from "./decimal.ts";

type DecimalOperation = (a: Decimal, b: Decimal) => Decimal;

function fold(first: GoValue, rest: readonly GoValue[], operation: DecimalOperation, ctx: CallContext): number {
  let sum = decimalOf(toFloat64(first));
  for (const [i, value] of rest.entries()) {
    // Products get longer with each factor.
    ctx.charge(i >> 2);
    sum = operation(sum, decimalOf(toFloat64(value)));
  }
  return numberOf(sum);
}

/**
 * Go's `math.Ldexp`: `fraction * 2^exponent`, rounded once also where the result is subnormal.
 */
function scaleByPowerOfTwo(fraction: number, exponent: number): number {
  if (exponent > 1100) return fraction * Infinity;
  if (exponent < -1200) return 0;
  // The factors are exact, so only the last product rounds.
  if (exponent >= -1000) return fraction * 2 ** Math.floor(exponent / 2) * 2 ** Math.ceil(exponent / 2);
  return fraction * 2 ** -900 * 2 ** (exponent + 900);
}

/** Go's `math.Pow(10, y)` for whole `y`, bit for bit: JavaScript's own differs in the last digit. */
function powerOfTen(y: number): number {
  if (y === 0) return 1;
  if (y === 1) return 10;
  let result = 1;
  let resultExponent = 0;
  let factor = 0.625;
  let factorExponent = 4;
  for (let rest = Math.abs(y); rest >= 1; rest = Math.floor(rest / 2)) {
    if (Math.abs(factorExponent) > 4096) {
      resultExponent += factorExponent;
      break;
    }
    if (rest % 2 === 1) {
      result *= factor;
      resultExponent += factorExponent;
    }
    factor *= factor;
    factorExponent *= 2;
    if (factor < 0.5) {
      factor += factor;
      factorExponent--;
    }
  }
  return y < 0 ? scaleByPowerOfTwo(1 / result, -resultExponent) : scaleByPowerOfTwo(result, resultExponent);
}

/** To `places` decimals; up from `roundOn` of the last place. Negative numbers are rounded towards minus infinity. */
function round(value: number, places: number, roundOn: number): number {
  const power = powerOfTen(places);
  const shifted = power * value;
  const fraction = shifted - Math.trunc(shifted);
  return (fraction >= roundOn ? Math.ceil(shifted) : Math.floor(shifted)) / power;
}

/** Go's `math.Max`: infinity beats NaN. */
const maxFloat = (a: number, b: number): number => (a === Infinity || b === Infinity ? Infinity : Math.max(a, b));
const minFloat = (a: number, b: number): number => (a === -Infinity || b === -Infinity ? -Infinity : Math.min(a, b));

const NUMBER = anyParam("number");

const folding = (name: string, doc: string, example: FunctionExample, operation: DecimalOperation): TemplateFunction =>
  defineFunction({
    name,
    params: [NUMBER],
    rest: anyParam("others"),
    result: FLOAT64,
    doc,
    example,
    call: ([first, ...others], ctx) => fold(first, others, operation, ctx),
  });

const choosing = (
  name: string,
  doc: string,
  example: FunctionExample,
  choose: (a: number, b: number) => number,
): TemplateFunction =>
  defineFunction({
    name,
    params: [NUMBER],
    rest: anyParam("others"),
    result: FLOAT64,
    doc,
    example,
    call: (numbers) => numbers.map(toFloat64).reduce(choose),
  });

/** A function of one number. */
const ofNumber = (
  name: string,
  doc: string,
  example: FunctionExample,
  call: (value: number) => number,
): TemplateFunction =>
  defineFunction({ name, params: [NUMBER], result: FLOAT64, doc, example, call: ([value]) => call(toFloat64(value)) });

export const FLOAT_FUNCTIONS: readonly TemplateFunction[] = [
  ofNumber(
    "float64",
    "The value as a floating-point number; 0 for what is not a number.",
    { call: 'float64 "3.50"', gives: "3.5" },
    (value) => value,
  ),
  defineFunction({
    name: "add1f",
    params: [NUMBER],
    result: FLOAT64,
    doc: "The number plus one.",
    example: { call: "add1f 1.5", gives: "2.5" },
    call: ([value], ctx) => fold(value, [1], addDecimals, ctx),
  }),
  defineFunction({
    name: "addf",
    params: [],
    rest: anyParam("numbers"),
    result: FLOAT64,
    doc: "The sum of all numbers, in decimal arithmetic.",
    example: { call: "addf 0.1 0.2", gives: "0.3" },
    call: (numbers, ctx) => fold(0, numbers, addDecimals, ctx),
  }),
  folding(
    "subf",
    "The first number minus the others, in decimal arithmetic.",
    { call: "subf 1 0.9", gives: "0.1" },
    subtractDecimals,
  ),
  folding(
    "mulf",
    "The product of all numbers, in decimal arithmetic.",
    { call: "mulf 1.1 3", gives: "3.3" },
    multiplyDecimals,
  ),
  folding(
    "divf",
    "The first number divided by the others, in decimal arithmetic.",
    { call: "divf 10 4", gives: "2.5" },
    divideDecimals,
  ),
  choosing("maxf", "The largest number.", { call: "maxf 1.5 3 2.5", gives: "3" }, maxFloat),
  choosing("minf", "The smallest number.", { call: "minf 1.5 3 2.5", gives: "1.5" }, minFloat),
  ofNumber("ceil", "The number rounded up to a whole one.", { call: "ceil 1.2", gives: "2" }, Math.ceil),
  ofNumber("floor", "The number rounded down to a whole one.", { call: "floor 1.8", gives: "1" }, Math.floor),
  defineFunction({
    name: "round",
    params: [NUMBER, intParam("places")],
    rest: floatParam("round_on"),
    result: FLOAT64,
    doc: "The number rounded to that many decimals; from `round_on` (0.5) of the last place on it is rounded up.",
    example: { call: "round 123.5555 3", gives: "123.556" },
    call: ([value, places, roundOn]) => round(toFloat64(value), places, roundOn ?? 0.5),
  }),
];
