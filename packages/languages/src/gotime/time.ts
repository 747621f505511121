/**
 * A point in time with the zone it is shown in, as Go's `time.Time`, and what Go's methods do with it.
 */
import { floorDiv, type Nanos, SECOND } from "../base/time.ts";
import {
  type CivilDate,
  civilFromDays,
  daysFromCivil,
  nanosecondOf,
  SECONDS_PER_DAY,
  secondsOf,
  toNanos,
  weekdayOfDays,
  yearDay,
} from "./civil.ts";
import { UTC, type Zone, type ZonePeriod } from "./zone.ts";

export interface GoTime {
  /** Nanoseconds since 1970-01-01T00:00:00Z. */
  readonly nanos: Nanos;
  readonly zone: Zone;
}

/** Date and clock in the time's zone. */
export interface ClockParts extends CivilDate {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nanosecond: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** From 1. */
  readonly yearDay: number;
  /** Zone abbreviation; empty for a fixed zone without a name. */
  readonly abbreviation: string;
  /** Seconds east of UTC. */
  readonly offset: number;
}

/** Go's zero time, 0001-01-01T00:00:00Z. */
export const ZERO_TIME: GoTime = { nanos: toNanos(-62_135_596_800, 0), zone: UTC };

export function isZeroTime(time: GoTime): boolean {
  return time.nanos === ZERO_TIME.nanos;
}

/** The first second that Go's calendar counts from, 1 March of the year -292277022400, in seconds since 1970. */
const FIRST_SECOND = -((292_277_022_400n / 400n) * 146_097n + 306n) * 86_400n - 62_135_596_800n;

/** What a clock and a calendar in the time's zone show. */
export function clockParts(time: GoTime): ClockParts {
  let at = secondsOf(time.nanos);
  let days: number;
  let ofDay: number;
  let period: ZonePeriod;
  if (Number.isSafeInteger(at)) {
    period = time.zone.lookup(at);
    days = Math.floor((at + period.offset) / SECONDS_PER_DAY);
    ofDay = at + period.offset - days * SECONDS_PER_DAY;
  } else {
    // Hundreds of millions of years away: as in Go, 64 bits of seconds, which wrap.
    at = Number(BigInt.asIntN(64, unixSeconds(time)));
    period = time.zone.lookup(at);
    const sinceFirst = BigInt.asUintN(64, unixSeconds(time) + BigInt(period.offset) - FIRST_SECOND);
    const local = sinceFirst + FIRST_SECOND;
    days = Number(floorDiv(local, 86_400n));
    ofDay = Number(local - BigInt(days) * 86_400n);
  }
  const date = civilFromDays(days);
  // Written out: spreading the date would make this several times slower.
  return {
    year: date.year,
    month: date.month,
    day: date.day,
    hour: Math.floor(ofDay / 3600),
    minute: Math.floor(ofDay / 60) % 60,
    second: ofDay % 60,
    nanosecond: nanosecondOf(time.nanos),
    weekday: weekdayOfDays(days),
    yearDay: yearDay(date),
    abbreviation: period.name,
    offset: period.offset,
  };
}

/**
 * Go's `time.Date`: parts may be out of their usual range (October 32 is November 1). In a gap or an overlap of
 * daylight saving it gives one of the two times that Go gives.
 */
export function dateTime(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  nanosecond: number,
  zone: Zone,
): GoTime {
  const carry = Math.floor(nanosecond / 1e9);
  const months = month - 1;
  const years = Math.floor(months / 12);
  const days = daysFromCivil(year + years, months - years * 12 + 1, 1) + (day - 1);
  const local = days * SECONDS_PER_DAY + hour * 3600 + minute * 60 + second + carry;
  return { nanos: toNanos(zone.toUtc(local), nanosecond - carry * 1e9), zone };
}

/** Go's `AddDate`: adds to the calendar and normalises, so one month after October 31 is December 1. */
export function addDate(time: GoTime, years: number, months: number, days: number): GoTime {
  const p = clockParts(time);
  return dateTime(p.year + years, p.month + months, p.day + days, p.hour, p.minute, p.second, p.nanosecond, time.zone);
}

/** The time `by` nanoseconds later. */
export function addDuration(time: GoTime, by: Nanos): GoTime {
  return { nanos: time.nanos + by, zone: time.zone };
}

/** Go's `a.Sub(b)`: what does not fit 64 bits saturates. */
export function subtractTime(a: GoTime, b: GoTime): Nanos {
  const difference = a.nanos - b.nanos;
  const max = (1n << 63n) - 1n;
  return difference > max ? max : difference < -max - 1n ? -max - 1n : difference;
}

/** Whole seconds since the epoch, rounded down (`Unix()`). */
export function unixSeconds(time: GoTime): bigint {
  return floorDiv(time.nanos, SECOND);
}

/** Go's `Truncate`: down to a multiple of `to` since the zero time (not since midnight in the zone). */
export function truncateTime(time: GoTime, to: Nanos): GoTime {
  if (to <= 0n) return time;
  return { nanos: time.nanos - sinceMultiple(time, to), zone: time.zone };
}

/** Go's `Round`: to the nearest multiple of `to` since the zero time, half upwards. */
export function roundTime(time: GoTime, to: Nanos): GoTime {
  if (to <= 0n) return time;
  const rest = sinceMultiple(time, to);
  return { nanos: rest * 2n < to ? time.nanos - rest : time.nanos + to - rest, zone: time.zone };
}

function sinceMultiple(time: GoTime, to: Nanos): Nanos {
  const since = time.nanos - ZERO_TIME.nanos;
  return since - floorDiv(since, to) * to;
}
