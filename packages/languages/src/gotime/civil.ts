/**
 * Calendar arithmetic on plain numbers: days since 1970 from and to year, month, day in the proleptic Gregorian
 * calendar (with a year 0), and instants split into days, seconds and nanoseconds.
 */
import { floorDiv, type Nanos } from "../base/time.ts";

export const SECONDS_PER_DAY = 86_400;
const BILLION = 1_000_000_000n;

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const DAYS_BEFORE = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];
const DAYS_IN = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Days of a common year before `month` (1–13). */
export function daysBeforeMonth(month: number): number {
  return DAYS_BEFORE[month]!;
}

export function daysInMonth(month: number, year: number): number {
  return month === 2 && isLeapYear(year) ? 29 : DAYS_IN[month]!;
}

/** Days since 1970-01-01; `month` is 1–12, `day` may be any whole number. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = ((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) | 0;
  return era * 146_097 + yearOfEra * 365 + (yearOfEra >> 2) - ((yearOfEra / 100) | 0) + dayOfYear + day - 1 - 719_468;
}

export interface CivilDate {
  readonly year: number;
  /** 1–12. */
  readonly month: number;
  /** 1–31. */
  readonly day: number;
}

/** The date of a day counted from 1970-01-01. */
export function civilFromDays(days: number): CivilDate {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + (yearOfEra >> 2) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** Day of the year, from 1. */
export function yearDay(date: CivilDate): number {
  return daysBeforeMonth(date.month) + date.day + (date.month > 2 && isLeapYear(date.year) ? 1 : 0);
}

/** Day of the week of a day counted from 1970-01-01; 0 is Sunday. */
export function weekdayOfDays(days: number): number {
  return (((days + 4) % 7) + 7) % 7;
}

/** Whole seconds since the epoch, rounded down. Exact up to 2^53 seconds. */
export function secondsOf(nanos: Nanos): number {
  return Number(floorDiv(nanos, BILLION));
}

/** Nanoseconds within the second, 0–999,999,999. */
export function nanosecondOf(nanos: Nanos): number {
  const rest = nanos % BILLION;
  return Number(rest < 0n ? rest + BILLION : rest);
}

/** Seconds and nanoseconds as nanoseconds since the epoch. */
export function toNanos(seconds: number, nanosecond: number): Nanos {
  return BigInt(seconds) * BILLION + BigInt(nanosecond);
}
