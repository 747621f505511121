/** The methods of time.Time and time.Duration that templates can call. Those about binary encodings are left out. */
import { formatDuration } from "../goduration/index.ts";
import {
  addDate,
  addDuration,
  clockParts,
  formatRfc3339Nano,
  formatTime,
  roundTime,
  subtractTime,
  timeString,
  truncateTime,
  UTC,
  unixSeconds,
} from "../gotime/index.ts";
import { fail, type Method, type MethodTable } from "./functions.ts";
import { fromBytes, toBytes } from "./go-string.ts";
import {
  DURATION,
  duration,
  GoLocation,
  GoTime,
  LOCAL,
  LOCATION,
  MONTH,
  TIME,
  WEEKDAY,
  ZERO_TIME,
} from "./time-value.ts";
import { BOOL, BYTES, FLOAT64, type GoType, INT, INT64, STRING } from "./types.ts";
import { GoBytes, GoInt, type GoValue, int, int64, typeOf } from "./value.ts";

type Body<T> = (receiver: T, args: readonly GoValue[]) => GoValue;

function method<T extends GoValue>(params: readonly GoType[], result: GoType, body: Body<T>): Method {
  return { params, variadic: false, result, call: (receiver, args) => body(receiver as T, args) };
}

/** A method that gives several values: Go refuses to call it from a template. */
function unusable(invalid: string): Method {
  return { params: [], variadic: false, result: INT, invalid, call: () => null };
}

const severalValues = (name: string, count: number): Method =>
  unusable(`function ${name} has ${count} return values; should be 1 or 2`);

const secondValue = (name: string, type: string): Method =>
  unusable(`invalid function signature for ${name}: second return value should be error; is ${type}`);

const bytesArg = (value: GoValue | undefined): string => (value instanceof GoBytes ? fromBytes(value.bytes) : "");
const numberArg = (args: readonly GoValue[], i: number): number => Number((args[i] as GoInt).value);
const nanosArg = (args: readonly GoValue[]): bigint => (args[0] as GoInt).value;
const timeArg = (args: readonly GoValue[]): GoTime => args[0] as GoTime;

const shown = (time: { readonly nanos: bigint; readonly zone: GoTime["zone"] }): GoTime =>
  new GoTime(time.nanos, time.zone);

/** RFC 3339 as MarshalText and MarshalJSON write it. */
function strictText(time: GoTime): string {
  const { year } = clockParts(time);
  if (year < 0 || year > 9999) fail("Time.MarshalText: year outside of range [0,9999]");
  return formatRfc3339Nano(time);
}

let times: MethodTable | undefined;

/** The methods of time.Time by name. */
export function timeMethods(): MethodTable {
  times ??= makeTimeMethods();
  return times;
}

function makeTimeMethods(): MethodTable {
  const time = (params: readonly GoType[], result: GoType, body: Body<GoTime>): Method => method(params, result, body);
  const part = (name: "year" | "day" | "hour" | "minute" | "second" | "nanosecond" | "yearDay"): Method =>
    time([], INT, (t) => int(clockParts(t)[name]));
  return new Map<string, Method>([
    ["Add", time([DURATION], TIME, (t, args) => shown(addDuration(t, nanosArg(args))))],
    [
      "AddDate",
      time([INT, INT, INT], TIME, (t, args) =>
        shown(addDate(t, numberArg(args, 0), numberArg(args, 1), numberArg(args, 2))),
      ),
    ],
    ["After", time([TIME], BOOL, (t, args) => t.nanos > timeArg(args).nanos)],
    [
      "AppendFormat",
      time([BYTES, STRING], BYTES, (t, args) => bytes(bytesArg(args[0]) + formatTime(args[1] as string, t))),
    ],
    ["AppendText", time([BYTES], BYTES, (t, args) => bytes(bytesArg(args[0]) + strictText(t)))],
    ["Before", time([TIME], BOOL, (t, args) => t.nanos < timeArg(args).nanos)],
    ["Clock", severalValues("Clock", 3)],
    [
      "Compare",
      time([TIME], INT, (t, args) =>
        int(Number(t.nanos > timeArg(args).nanos) - Number(t.nanos < timeArg(args).nanos)),
      ),
    ],
    ["Date", severalValues("Date", 3)],
    ["Day", part("day")],
    ["Equal", time([TIME], BOOL, (t, args) => t.nanos === timeArg(args).nanos)],
    ["Format", time([STRING], STRING, (t, args) => formatTime(args[0] as string, t))],
    ["GoString", time([], STRING, (t) => TIME.goText?.(t) ?? "")],
    ["Hour", part("hour")],
    ["ISOWeek", secondValue("ISOWeek", "int")],
    [
      "In",
      time([LOCATION], TIME, (t, args) =>
        args[0] instanceof GoLocation
          ? new GoTime(t.nanos, args[0].zone)
          : fail("time: missing Location in call to Time.In"),
      ),
    ],
    ["IsDST", time([], BOOL, (t) => t.zone.lookup(Number(unixSeconds(t))).isDst)],
    ["IsZero", time([], BOOL, (t) => t.nanos === ZERO_TIME.nanos)],
    ["Local", time([], TIME, (t) => new GoTime(t.nanos, LOCAL))],
    ["Location", time([], LOCATION, (t) => new GoLocation(t.zone))],
    ["MarshalJSON", time([], BYTES, (t) => bytes(`"${strictText(t)}"`))],
    ["MarshalText", time([], BYTES, (t) => bytes(strictText(t)))],
    ["Minute", part("minute")],
    ["Month", time([], MONTH, (t) => new GoInt(MONTH, BigInt(clockParts(t).month)))],
    ["Nanosecond", part("nanosecond")],
    ["Round", time([DURATION], TIME, (t, args) => shown(roundTime(t, nanosArg(args))))],
    ["Second", part("second")],
    ["String", time([], STRING, (t) => timeString(t))],
    ["Sub", time([TIME], DURATION, (t, args) => duration(subtractTime(t, timeArg(args))))],
    ["Truncate", time([DURATION], TIME, (t, args) => shown(truncateTime(t, nanosArg(args))))],
    ["UTC", time([], TIME, (t) => new GoTime(t.nanos, UTC))],
    ["Unix", time([], INT64, (t) => int64(unixSeconds(t)))],
    ["UnixMicro", time([], INT64, (t) => int64(floorTo(t.nanos, 1_000n)))],
    ["UnixMilli", time([], INT64, (t) => int64(floorTo(t.nanos, 1_000_000n)))],
    ["UnixNano", time([], INT64, (t) => int64(t.nanos))],
    ["Weekday", time([], WEEKDAY, (t) => new GoInt(WEEKDAY, BigInt(clockParts(t).weekday)))],
    ["Year", part("year")],
    ["YearDay", part("yearDay")],
    ["Zone", secondValue("Zone", "int")],
    ["ZoneBounds", secondValue("ZoneBounds", "time.Time")],
  ]);
}

const bytes = (text: string): GoBytes => new GoBytes(toBytes(text));

const floorTo = (nanos: bigint, unit: bigint): bigint => (nanos - (((nanos % unit) + unit) % unit)) / unit;

let durations: MethodTable | undefined;

/** The methods of time.Duration by name. */
export function durationMethods(): MethodTable {
  durations ??= makeDurationMethods();
  return durations;
}

const MAX_INT64 = (1n << 63n) - 1n;

function makeDurationMethods(): MethodTable {
  const span = (
    params: readonly GoType[],
    result: GoType,
    body: (nanos: bigint, args: readonly GoValue[]) => GoValue,
  ) => method<GoInt>(params, result, (receiver, args) => body(receiver.value, args));
  /** Go divides whole units and the rest apart, which decides the last bit of the float. */
  const floatUnits = (unit: bigint): Method =>
    span([], FLOAT64, (d) => Number(d / unit) + Number(d % unit) / Number(unit));
  return new Map<string, Method>([
    ["Abs", span([], DURATION, (d) => duration(d >= 0n ? d : d === -MAX_INT64 - 1n ? MAX_INT64 : -d))],
    ["Hours", floatUnits(3_600_000_000_000n)],
    ["Microseconds", span([], INT64, (d) => int64(d / 1_000n))],
    ["Milliseconds", span([], INT64, (d) => int64(d / 1_000_000n))],
    ["Minutes", floatUnits(60_000_000_000n)],
    ["Nanoseconds", span([], INT64, (d) => int64(d))],
    ["Round", span([DURATION], DURATION, (d, args) => duration(roundDuration(d, nanosArg(args))))],
    ["Seconds", floatUnits(1_000_000_000n)],
    ["String", span([], STRING, (d) => formatDuration(d))],
    [
      "Truncate",
      span([DURATION], DURATION, (d, args) => duration(nanosArg(args) <= 0n ? d : d - (d % nanosArg(args)))),
    ],
  ]);
}

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

let names: MethodTable | undefined;

/** `String()`, the only method of months, weekdays and locations. */
export function textMethods(): MethodTable {
  names ??= new Map([["String", method([], STRING, (receiver) => typeOf(receiver)?.text?.(receiver) ?? "")]]);
  return names;
}
