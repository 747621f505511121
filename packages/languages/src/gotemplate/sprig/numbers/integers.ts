/**
 * Whole numbers: 64 bits, wrapping around; arguments of any kind, read as `cast.ts` says. `int`, `until` and `seq` give
 * Go's `int`, the rest `int64`.
 */
import { atoi, parseInt64 } from "../../../gonumber/index.ts";
import { alias, type CallContext, defineFunction, fail, type TemplateFunction } from "../../functions.ts";
import { anyParam, bigintParam, stringParam } from "../../parameters.ts";
import { sprint } from "../../print.ts";
import { INT, INT_SLICE, INT64, STRING } from "../../types.ts";
import { type GoInt, type GoValue, int, int64, intList } from "../../value.ts";
import type { FunctionExample } from "../../values/model.ts";
import { checkElements } from "../text/value-text.ts";
import { toInt64 } from "./cast.ts";

const DIVIDE_BY_ZERO = "runtime error: integer divide by zero";

function divisor(value: GoValue): bigint {
  const by = toInt64(value);
  return by === 0n ? fail(DIVIDE_BY_ZERO) : by;
}

/** `untilStep`: from `start` up to but not including `stop`; no numbers where the step leads away. */
function untilStep(start: bigint, stop: bigint, step: bigint, ctx: CallContext): GoInt[] {
  const down = stop < start;
  if (down ? step >= 0n : step <= 0n) return [];
  // A step past the smallest or largest int wraps around and continues for ever in Go.
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

const NUMBER = anyParam("number");

/** A function of at least one number that picks one. */
const picking = (
  name: string,
  doc: string,
  example: FunctionExample,
  isBetter: (a: bigint, b: bigint) => boolean,
): TemplateFunction =>
  defineFunction({
    name,
    params: [NUMBER],
    rest: anyParam("others"),
    result: INT64,
    doc,
    example,
    call: ([first, ...others]) => {
      let best = toInt64(first);
      for (const other of others) {
        const value = toInt64(other);
        if (isBetter(value, best)) best = value;
      }
      return int64(best);
    },
  });

/** A function of two numbers. */
const ofTwo = (
  name: string,
  doc: string,
  example: FunctionExample,
  call: (a: GoValue, b: GoValue) => bigint,
): TemplateFunction =>
  defineFunction({
    name,
    params: [anyParam("a"), anyParam("b")],
    result: INT64,
    doc,
    example,
    call: ([a, b]) => int64(call(a, b)),
  });

const max = picking("max", "The largest whole number.", { call: "max 1 3 2", gives: "3" }, (a, b) => a > b);

export const INTEGER_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction({
    name: "int",
    params: [anyParam("value")],
    result: INT,
    doc: "The value as an `int`; 0 for what is not a number.",
    example: { call: 'int "42.7"', gives: "42" },
    call: ([value]) => int(toInt64(value)),
  }),
  defineFunction({
    name: "int64",
    params: [anyParam("value")],
    result: INT64,
    doc: "The value as an `int64`; 0 for what is not a number.",
    example: { call: 'int64 "0x1f"', gives: "31" },
    call: ([value]) => int64(toInt64(value)),
  }),
  defineFunction({
    name: "atoi",
    params: [stringParam("text")],
    result: INT,
    doc: "The text as a whole decimal number; 0 where it is not one.",
    example: { call: 'atoi "042"', gives: "42" },
    call: ([text]) => int(atoi(text).value),
  }),
  defineFunction({
    name: "toDecimal",
    params: [anyParam("value")],
    result: INT64,
    doc: "The value's text read as an octal number, such as a file mode.",
    example: { call: 'toDecimal "0755"', gives: "493" },
    call: ([value]) => {
      const parsed = parseInt64(sprint([value]), 8);
      return int64(parsed.ok ? parsed.value : 0n);
    },
  }),
  defineFunction({
    name: "add1",
    params: [NUMBER],
    result: INT64,
    doc: "The whole number plus one.",
    example: { call: 'add1 "41"', gives: "42" },
    call: ([value]) => int64(toInt64(value) + 1n),
  }),
  defineFunction({
    name: "add",
    params: [],
    rest: anyParam("numbers"),
    result: INT64,
    doc: "The sum of whole numbers.",
    example: { call: 'add 1 "2" 3', gives: "6" },
    call: (numbers) => int64(numbers.reduce<bigint>((sum, value) => sum + toInt64(value), 0n)),
  }),
  ofTwo(
    "sub",
    "The first whole number minus the second.",
    { call: "sub 5 7", gives: "-2" },
    (a, b) => toInt64(a) - toInt64(b),
  ),
  ofTwo(
    "div",
    "The first whole number divided by the second, truncated.",
    { call: "div 7 2", gives: "3" },
    (a, b) => toInt64(a) / divisor(b),
  ),
  ofTwo(
    "mod",
    "The remainder of the first whole number divided by the second.",
    { call: "mod 7 4", gives: "3" },
    (a, b) => toInt64(a) % divisor(b),
  ),
  defineFunction({
    name: "mul",
    params: [NUMBER],
    rest: anyParam("others"),
    result: INT64,
    doc: "The product of whole numbers.",
    example: { call: "mul 6 7", gives: "42" },
    call: ([first, ...others]) =>
      int64(others.reduce<bigint>((product, value) => BigInt.asIntN(64, product * toInt64(value)), toInt64(first))),
  }),
  max,
  alias(max, "biggest"),
  picking("min", "The smallest whole number.", { call: "min 4 2 3", gives: "2" }, (a, b) => a < b),
  defineFunction({
    name: "until",
    params: [bigintParam("count")],
    result: INT_SLICE,
    doc: "The whole numbers from 0 up to, but not including, the count.",
    example: { call: "until 4", gives: "[0 1 2 3]" },
    call: ([count], ctx) => intList(untilStep(0n, count, count < 0n ? -1n : 1n, ctx)),
  }),
  defineFunction({
    name: "untilStep",
    params: [bigintParam("start"), bigintParam("stop"), bigintParam("step")],
    result: INT_SLICE,
    doc: "The whole numbers from the start up to, but not including, the stop, by the step.",
    example: { call: "untilStep 3 10 3", gives: "[3 6 9]" },
    call: ([start, stop, step], ctx) => intList(untilStep(start, stop, step, ctx)),
  }),
  defineFunction({
    name: "seq",
    params: [],
    rest: bigintParam("numbers"),
    result: STRING,
    doc: "A text of whole numbers up to an end, from a start to an end, or from a start by a step to an end.",
    example: { call: "seq 0 2 6", gives: "0 2 4 6" },
    call: (numbers, ctx) => seq(numbers, ctx),
  }),
];
