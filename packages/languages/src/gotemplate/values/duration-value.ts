/** time.Duration as a template value, with its methods. */
import { formatDuration } from "../../goduration/index.ts";
import { defineMethod } from "../functions.ts";
import { bigintParam } from "../parameters.ts";
import { FLOAT64, INT64, STRING } from "../types.ts";
import { int64 } from "../value.ts";
import { GoInt, type IntType, type Method, type MethodTable } from "./model.ts";

/** `time.Duration`: an int64 of nanoseconds. */
export const DURATION: IntType = {
  name: "time.Duration",
  kind: "int64",
  text: (value) => formatDuration((value as GoInt).value),
  get methods(): MethodTable {
    return METHODS;
  },
};

/** A time.Duration of that many nanoseconds. */
export const duration = (nanos: bigint): GoInt => new GoInt(DURATION, BigInt.asIntN(64, nanos));

/** Go divides whole units and the rest apart, which decides the last bit of the float. */
const floatUnits = (unit: bigint): Method =>
  defineMethod(DURATION, [], FLOAT64, ({ value }) => Number(value / unit) + Number(value % unit) / Number(unit));

const intUnits = (unit: bigint): Method => defineMethod(DURATION, [], INT64, ({ value }) => int64(value / unit));

const MAX_INT64 = (1n << 63n) - 1n;

const unit = bigintParam("unit", DURATION);

const METHODS: MethodTable = new Map<string, Method>([
  [
    "Abs",
    defineMethod(DURATION, [], DURATION, ({ value }) =>
      duration(value >= 0n ? value : value === -MAX_INT64 - 1n ? MAX_INT64 : -value),
    ),
  ],
  ["Hours", floatUnits(3_600_000_000_000n)],
  ["Microseconds", intUnits(1_000n)],
  ["Milliseconds", intUnits(1_000_000n)],
  ["Minutes", floatUnits(60_000_000_000n)],
  ["Nanoseconds", intUnits(1n)],
  ["Round", defineMethod(DURATION, [unit], DURATION, ({ value }, [to]) => duration(roundDuration(value, to)))],
  ["Seconds", floatUnits(1_000_000_000n)],
  ["String", defineMethod(DURATION, [], STRING, ({ value }) => formatDuration(value))],
  [
    "Truncate",
    defineMethod(DURATION, [unit], DURATION, ({ value }, [to]) => duration(to <= 0n ? value : value - (value % to))),
  ],
]);

/** Half away from zero; what does not fit 64 bits saturates. */
function roundDuration(d: bigint, to: bigint): bigint {
  if (to <= 0n) return d;
  const size = d < 0n ? -d : d;
  const rest = size % to;
  const rounded = rest * 2n < to ? size - rest : size - rest + to;
  const limit = d < 0n ? MAX_INT64 + 1n : MAX_INT64;
  const bounded = rounded > limit ? limit : rounded;
  return d < 0n ? -bounded : bounded;
}
