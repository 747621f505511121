/** Parts of a time as template values: time.Month, time.Weekday and *time.Location. */
import { LONG_DAYS, LONG_MONTHS, type Zone } from "../../gotime/index.ts";
import { defineMethod } from "../functions.ts";
import { ANY, STRING } from "../types.ts";
import { typeOf } from "../value.ts";
import { type GoInt, GoObject, type GoType, type GoValue, type IntType, type MethodTable } from "./model.ts";

const nameOf = (names: readonly string[], value: GoValue, offset: number, type: string): string => {
  const number = (value as GoInt).value;
  return names[Number(number) - offset] ?? `%!${type}(${BigInt.asUintN(64, number)})`;
};

/** `String()`, the only method of these types. */
const TEXT_METHODS: MethodTable = new Map([
  ["String", defineMethod(ANY, [], STRING, (receiver) => typeOf(receiver)?.text?.(receiver) ?? "")],
]);

/** `time.Month`, from 1. */
export const MONTH: IntType = {
  name: "time.Month",
  kind: "int",
  text: (value) => nameOf(LONG_MONTHS, value, 1, "Month"),
  methods: TEXT_METHODS,
};

/** `time.Weekday`, from 0 for Sunday. */
export const WEEKDAY: IntType = {
  name: "time.Weekday",
  kind: "int",
  text: (value) => nameOf(LONG_DAYS, value, 0, "Weekday"),
  methods: TEXT_METHODS,
};

/** `*time.Location`. */
export const LOCATION: GoType<GoLocation | null> = {
  name: "*time.Location",
  kind: "ptr",
  text: (value) => (value as GoLocation).zone.name,
  methods: TEXT_METHODS,
};

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
