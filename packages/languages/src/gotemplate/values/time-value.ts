/**
 * time.Time as a template value, with the methods that templates can call; those about binary encodings are left out. A
 * time has no monotonic part: `{{ now }}` prints without Go's ` m=+0.1`.
 */
import type { Nanos } from "../../base/time.ts";
import {
  addDate,
  addDuration,
  clockParts,
  formatRfc3339Nano,
  formatTime,
  LONG_MONTHS,
  roundTime,
  subtractTime,
  timeString,
  truncateTime,
  UTC,
  unixSeconds,
  Zone,
} from "../../gotime/index.ts";
import { defineMethod, fail } from "../functions.ts";
import { bigintParam, intParam, type Parameter, param, stringParam, type ValuesOf } from "../parameters.ts";
import { BOOL, BYTES, INT, INT64, STRING } from "../types.ts";
import { int, int64 } from "../value.ts";
import { DURATION, duration } from "./duration-value.ts";
import { fromBytes, toBytes } from "./go-string.ts";
import {
  GoBytes,
  GoInt,
  type GoList,
  GoObject,
  type GoType,
  type GoValue,
  type Method,
  type MethodTable,
} from "./model.ts";
import { quote } from "./quote.ts";
import { GoLocation, LOCATION, MONTH, WEEKDAY } from "./time-parts.ts";

/** `time.Time`. */
export const TIME: GoType<GoTime> = {
  name: "time.Time",
  kind: "struct",
  text: (value) => timeString(value as GoTime),
  goText: (value) => goSource(value as GoTime),
  // Methods have parameters of this very type, so their table is made after it.
  get methods(): MethodTable {
    return METHODS;
  },
};

/** A time.Time: an instant, in nanoseconds since 1970, and the zone it is shown in. */
export class GoTime extends GoObject {
  readonly nanos: Nanos;
  readonly zone: Zone;

  constructor(nanos: Nanos, zone: Zone) {
    super(TIME);
    this.nanos = nanos;
    this.zone = zone;
  }

  /** Go's `==` on times compares the location too, not only the instant. */
  override equals(other: GoObject): boolean {
    return other instanceof GoTime && other.nanos === this.nanos && other.zone === this.zone;
  }
}

/** The zone of the machine, which is UTC wherever the engine runs: what a pipeline does must not depend on the place. */
export const LOCAL = new Zone(
  "Local",
  [{ name: "UTC", offset: 0, isDst: false }],
  Float64Array.of(Number.NEGATIVE_INFINITY),
  Uint8Array.of(0),
);

/** The zero time.Time: 1 January of year 1, UTC. */
export const ZERO_TIME = new GoTime(-62135596800n * 1_000_000_000n, UTC);

/** `GoString()`: the time as Go source. */
function goSource(time: GoTime): string {
  const p = clockParts(time);
  const { name } = time.zone;
  const zone = name === "UTC" ? "time.UTC" : name === "Local" ? "time.Local" : `time.Location(${quote(name)})`;
  const date = `${p.year}, time.${LONG_MONTHS[p.month - 1]}, ${p.day}`;
  return `time.Date(${date}, ${p.hour}, ${p.minute}, ${p.second}, ${p.nanosecond}, ${zone})`;
}
/** A method that gives several values: Go refuses to call it from a template. */
function unusable(invalid: string): Method {
  return { params: [], variadic: false, result: INT, invalid, call: () => null };
}

const severalValues = (name: string, count: number): Method =>
  unusable(`function ${name} has ${count} return values; should be 1 or 2`);

const secondValue = (name: string, type: string): Method =>
  unusable(`invalid function signature for ${name}: second return value should be error; is ${type}`);

const shown = (time: { readonly nanos: bigint; readonly zone: Zone }): GoTime => new GoTime(time.nanos, time.zone);

/** RFC 3339 as MarshalText and MarshalJSON write it. */
function strictText(time: GoTime): string {
  const { year } = clockParts(time);
  if (year < 0 || year > 9999) fail("Time.MarshalText: year outside of range [0,9999]");
  return formatRfc3339Nano(time);
}

const bytes = (text: string): GoBytes => new GoBytes(toBytes(text));
/** Bytes, or a nil slice of them, as text. */
const textOf = (value: GoBytes | GoList): string => (value instanceof GoBytes ? fromBytes(value.bytes) : "");

const floorTo = (nanos: bigint, unit: bigint): bigint => (nanos - (((nanos % unit) + unit) % unit)) / unit;

const method = <const P extends readonly Parameter[], T extends GoValue>(
  params: P,
  result: GoType<T>,
  call: (time: GoTime, args: ValuesOf<P>) => T,
): Method => defineMethod(TIME, params, result, call);

const part = (name: "year" | "day" | "hour" | "minute" | "second" | "nanosecond" | "yearDay"): Method =>
  method([], INT, (time) => int(clockParts(time)[name]));

const other = param("time", TIME);
const amount = bigintParam("duration", DURATION);
const buffer = param<GoBytes | GoList>("buffer", BYTES as GoType<GoBytes | GoList>);

const METHODS: MethodTable = new Map<string, Method>([
  ["Add", method([amount], TIME, (time, [nanos]) => shown(addDuration(time, nanos)))],
  [
    "AddDate",
    method([intParam("years"), intParam("months"), intParam("days")], TIME, (time, [years, months, days]) =>
      shown(addDate(time, years, months, days)),
    ),
  ],
  ["After", method([other], BOOL, (a, [b]) => a.nanos > b.nanos)],
  [
    "AppendFormat",
    method([buffer, stringParam("layout")], BYTES, (time, [before, layout]) =>
      bytes(textOf(before) + formatTime(layout, time)),
    ),
  ],
  ["AppendText", method([buffer], BYTES, (time, [before]) => bytes(textOf(before) + strictText(time)))],
  ["Before", method([other], BOOL, (a, [b]) => a.nanos < b.nanos)],
  ["Clock", severalValues("Clock", 3)],
  ["Compare", method([other], INT, (a, [b]) => int(Number(a.nanos > b.nanos) - Number(a.nanos < b.nanos)))],
  ["Date", severalValues("Date", 3)],
  ["Day", part("day")],
  ["Equal", method([other], BOOL, (a, [b]) => a.nanos === b.nanos)],
  ["Format", method([stringParam("layout")], STRING, (time, [layout]) => formatTime(layout, time))],
  ["GoString", method([], STRING, goSource)],
  ["Hour", part("hour")],
  ["ISOWeek", secondValue("ISOWeek", "int")],
  [
    "In",
    method([param("location", LOCATION)], TIME, (time, [location]) =>
      location instanceof GoLocation
        ? new GoTime(time.nanos, location.zone)
        : fail("time: missing Location in call to Time.In"),
    ),
  ],
  ["IsDST", method([], BOOL, (time) => time.zone.lookup(Number(unixSeconds(time))).isDst)],
  ["IsZero", method([], BOOL, (time) => time.nanos === ZERO_TIME.nanos)],
  ["Local", method([], TIME, (time) => new GoTime(time.nanos, LOCAL))],
  ["Location", method([], LOCATION, (time) => new GoLocation(time.zone))],
  ["MarshalJSON", method([], BYTES, (time) => bytes(`"${strictText(time)}"`))],
  ["MarshalText", method([], BYTES, (time) => bytes(strictText(time)))],
  ["Minute", part("minute")],
  ["Month", method([], MONTH, (time) => new GoInt(MONTH, BigInt(clockParts(time).month)))],
  ["Nanosecond", part("nanosecond")],
  ["Round", method([amount], TIME, (time, [nanos]) => shown(roundTime(time, nanos)))],
  ["Second", part("second")],
  ["String", method([], STRING, (time) => timeString(time))],
  ["Sub", method([other], DURATION, (a, [b]) => duration(subtractTime(a, b)))],
  ["Truncate", method([amount], TIME, (time, [nanos]) => shown(truncateTime(time, nanos)))],
  ["UTC", method([], TIME, (time) => new GoTime(time.nanos, UTC))],
  ["Unix", method([], INT64, (time) => int64(unixSeconds(time)))],
  ["UnixMicro", method([], INT64, (time) => int64(floorTo(time.nanos, 1_000n)))],
  ["UnixMilli", method([], INT64, (time) => int64(floorTo(time.nanos, 1_000_000n)))],
  ["UnixNano", method([], INT64, (time) => int64(time.nanos))],
  ["Weekday", method([], WEEKDAY, (time) => new GoInt(WEEKDAY, BigInt(clockParts(time).weekday)))],
  ["Year", part("year")],
  ["YearDay", part("yearDay")],
  ["Zone", secondValue("Zone", "int")],
  ["ZoneBounds", secondValue("ZoneBounds", "time.Time")],
]);
