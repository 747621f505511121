/**
 * Times as template values: time.Time, time.Duration, time.Month, time.Weekday and *time.Location. What their methods
 * do stands in `time-methods.ts`. A time has no monotonic part: `{{ now }}` prints without Go's ` m=+0.1`.
 */
import type { Nanos } from "../base/time.ts";
import { formatDuration } from "../goduration/index.ts";
import { clockParts, LONG_DAYS, LONG_MONTHS, timeString, UTC, Zone } from "../gotime/index.ts";
import type { MethodTable } from "./functions.ts";
import { quote } from "./quote.ts";
import { durationMethods, textMethods, timeMethods } from "./time-methods.ts";
import type { GoType, IntType } from "./types.ts";
import { GoInt, GoObject, type GoValue } from "./value.ts";

const nameOf = (names: readonly string[], value: GoValue, offset: number, type: string): string => {
  const number = (value as GoInt).value;
  return names[Number(number) - offset] ?? `%!${type}(${BigInt.asUintN(64, number)})`;
};

/** `time.Time`. */
export const TIME: GoType = {
  name: "time.Time",
  kind: "struct",
  text: (value) => timeString(value as GoTime),
  goText: (value) => goSource(value as GoTime),
  // Methods have parameters of these very types, so their table is made when it is first asked for.
  get methods(): MethodTable {
    return timeMethods();
  },
};

/** `time.Duration`: an int64 of nanoseconds. */
export const DURATION: IntType = {
  name: "time.Duration",
  kind: "int64",
  text: (value) => formatDuration((value as GoInt).value),
  get methods(): MethodTable {
    return durationMethods();
  },
};

/** `time.Month`, from 1. */
export const MONTH: IntType = {
  name: "time.Month",
  kind: "int",
  text: (value) => nameOf(LONG_MONTHS, value, 1, "Month"),
  get methods(): MethodTable {
    return textMethods();
  },
};

/** `time.Weekday`, from 0 for Sunday. */
export const WEEKDAY: IntType = {
  name: "time.Weekday",
  kind: "int",
  text: (value) => nameOf(LONG_DAYS, value, 0, "Weekday"),
  get methods(): MethodTable {
    return textMethods();
  },
};

/** `*time.Location`. */
export const LOCATION: GoType = {
  name: "*time.Location",
  kind: "ptr",
  text: (value) => (value as GoLocation).zone.name,
  get methods(): MethodTable {
    return textMethods();
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

export class GoLocation extends GoObject {
  readonly zone: Zone;

  constructor(zone: Zone) {
    super(LOCATION);
    this.zone = zone;
  }

  override equals(other: GoObject): boolean {
    return other instanceof GoLocation && other.zone === this.zone;
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

/** A time.Duration of so many nanoseconds. */
export const duration = (nanos: bigint): GoInt => new GoInt(DURATION, BigInt.asIntN(64, nanos));

/** `GoString()`: the time as Go source. */
function goSource(time: GoTime): string {
  const p = clockParts(time);
  const { name } = time.zone;
  const zone = name === "UTC" ? "time.UTC" : name === "Local" ? "time.Local" : `time.Location(${quote(name)})`;
  const date = `${p.year}, time.${LONG_MONTHS[p.month - 1]}, ${p.day}`;
  return `time.Date(${date}, ${p.hour}, ${p.minute}, ${p.second}, ${p.nanosecond}, ${zone})`;
}
