/**
 * Whole numbers: 64 bits, wrapping around; arguments of any kind, read as `cast.ts` says. `int`, `until` and `seq` give
 * Go's `int`, the rest `int64`.
 */
import { atoi, parseInt64 } from "../../gonumber/index.ts";
import {
  bigintArg,
  type CallContext,
  defineFunction,
  defineVariadic,
  fail,
  stringArg,
  type TemplateFunction,
} from "../functions.ts";
import { sprint } from "../print.ts";
import { ANY, INT, INT_SLICE, INT64, STRING } from "../types.ts";
import { type GoInt, type GoValue, int, int64, intList } from "../value.ts";
import { toInt64 } from "./cast.ts";
import { checkElements } from "./value-text.ts";

const DIVIDE_BY_ZERO = "runtime error: integer divide by zero";

function divisor(value: GoValue): bigint {
  const by = toInt64(value);
  return by === 0n ? fail(DIVIDE_BY_ZERO) : by;
}

/** A function of at least one number that picks one. */
function picking(name: string, isBetter: (a: bigint, b: bigint) => boolean): TemplateFunction {
  return defineVariadic(name, [ANY, ANY], INT64, (args) => {
    let best = toInt64(args[0]!);
    for (const arg of args.slice(1)) {
      const value = toInt64(arg);
      if (isBetter(value, best)) best = value;
    }
    return int64(best);
  });
}

/** `untilStep`: from `start` up to but not including `stop`; no numbers where the step leads away. */
function untilStep(start: bigint, stop: bigint, step: bigint, ctx: CallContext): GoInt[] {
  const down = stop < start;
  if (down ? step >= 0n : step <= 0n) return [];
  // A step past the smallest or largest int wraps around and goes on for ever in Go.
  const distance = down ? start - stop : stop - start;
  const size = step < 0n ? -step : step;
  const count = (distance + size - 1n) / size;
  checkElements(count > 0xffff_ffffn ? Infinity : Number(count));
  ctx.charge(Number(count >> 3n));
  const out: GoInt[] = [];
  for (let value = start, i = 0n; i < count; i++, value += step) out.push(int(value));
  return out;
}

function seq(params: readonly bigint[], ctx: CallContext): string {
  let start = 1n;
  let end: bigint;
  let step = 1n;
  let beyond = 1n;
  if (params.length === 1) {
    end = params[0]!;
    if (end < start) step = -1n;
    beyond = step;
  } else if (params.length === 2) {
    [start, end] = params as [bigint, bigint];
    if (end < start) step = -1n;
    beyond = step;
  } else if (params.length === 3) {
    [start, step, end] = params as [bigint, bigint, bigint];
    if (end < start) {
      if (step > 0n) return "";
      beyond = -1n;
    }
  } else return "";
  return untilStep(start, BigInt.asIntN(64, end + beyond), step, ctx)
    .map((number) => number.value.toString())
    .join(" ");
}

export const INTEGER_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction("int", [ANY], INT, ([value]) => int(toInt64(value!))),
  defineFunction("int64", [ANY], INT64, ([value]) => int64(toInt64(value!))),
  defineFunction("atoi", [STRING], INT, (args) => int(atoi(stringArg(args, 0)).value)),
  defineFunction("toDecimal", [ANY], INT64, ([value]) => {
    const parsed = parseInt64(sprint([value!]), 8);
    return int64(parsed.ok ? parsed.value : 0n);
  }),
  defineFunction("add1", [ANY], INT64, ([value]) => int64(toInt64(value!) + 1n)),
  defineVariadic("add", [ANY], INT64, (args) => int64(args.reduce((sum, value) => sum + toInt64(value), 0n))),
  defineFunction("sub", [ANY, ANY], INT64, ([a, b]) => int64(toInt64(a!) - toInt64(b!))),
  defineFunction("div", [ANY, ANY], INT64, ([a, b]) => int64(toInt64(a!) / divisor(b!))),
  defineFunction("mod", [ANY, ANY], INT64, ([a, b]) => int64(toInt64(a!) % divisor(b!))),
  defineVariadic("mul", [ANY, ANY], INT64, (args) =>
    int64(
      args.slice(1).reduce<bigint>((product, value) => BigInt.asIntN(64, product * toInt64(value)), toInt64(args[0]!)),
    ),
  ),
  picking("max", (a, b) => a > b),
  picking("biggest", (a, b) => a > b),
  picking("min", (a, b) => a < b),
  defineFunction("until", [INT], INT_SLICE, (args, ctx) => {
    const count = bigintArg(args, 0);
    return intList(untilStep(0n, count, count < 0n ? -1n : 1n, ctx));
  }),
  defineFunction("untilStep", [INT, INT, INT], INT_SLICE, (args, ctx) =>
    intList(untilStep(bigintArg(args, 0), bigintArg(args, 1), bigintArg(args, 2), ctx)),
  ),
  defineVariadic("seq", [INT], STRING, (args, ctx) =>
    seq(
      args.map((_, i) => bigintArg(args, i)),
      ctx,
    ),
  ),
];
