/** Floating-point numbers: decimal arithmetic, rounding, extremes; arguments of any kind, read as `cast.ts` says. */

import {
  type CallContext,
  defineFunction,
  defineVariadic,
  floatArg,
  integerArg,
  type TemplateFunction,
} from "../functions.ts";
import { ANY, FLOAT64, INT } from "../types.ts";
import type { GoValue } from "../value.ts";
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

const folding = (name: string, operation: DecimalOperation): TemplateFunction =>
  defineVariadic(name, [ANY, ANY], FLOAT64, (args, ctx) => fold(args[0]!, args.slice(1), operation, ctx));

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
export function powerOfTen(y: number): number {
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

const choosing = (name: string, choose: (a: number, b: number) => number): TemplateFunction =>
  defineVariadic(name, [ANY, ANY], FLOAT64, (args) => args.map(toFloat64).reduce(choose));

export const FLOAT_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction("float64", [ANY], FLOAT64, ([value]) => toFloat64(value!)),
  defineFunction("add1f", [ANY], FLOAT64, ([value], ctx) => fold(value!, [1], addDecimals, ctx)),
  defineVariadic("addf", [ANY], FLOAT64, (args, ctx) => fold(0, args, addDecimals, ctx)),
  folding("subf", subtractDecimals),
  folding("mulf", multiplyDecimals),
  folding("divf", divideDecimals),
  choosing("maxf", maxFloat),
  choosing("minf", minFloat),
  defineFunction("ceil", [ANY], FLOAT64, ([value]) => Math.ceil(toFloat64(value!))),
  defineFunction("floor", [ANY], FLOAT64, ([value]) => Math.floor(toFloat64(value!))),
  defineVariadic("round", [ANY, INT, FLOAT64], FLOAT64, (args) =>
    round(toFloat64(args[0]!), integerArg(args, 1), args.length > 2 ? floatArg(args, 2) : 0.5),
  ),
];
