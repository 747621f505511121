/**
 * POSIX TZ rules (`CET-1CEST,M3.5.0,M10.5.0/3`), which continue a time zone after its last listed transition.
 * Read once per zone; evaluated as Go does, including the bounds it gives near the turn of the year, which decide how
 * local times in gaps and overlaps resolve.
 */
import { civilFromDays, daysBeforeMonth, daysInMonth, isLeapYear, SECONDS_PER_DAY, yearDay } from "./civil.ts";

/** A stretch of time with one offset. */
export interface ZonePeriod {
  /** Abbreviation, such as `CET`. */
  readonly name: string;
  /** Seconds east of UTC. */
  readonly offset: number;
  readonly isDst: boolean;
  /** From and (exclusive) to, in seconds since the epoch; near a transition exact, elsewhere possibly narrower. */
  readonly start: number;
  readonly end: number;
}

interface Change {
  readonly kind: "julian" | "day" | "month";
  readonly day: number;
  readonly week: number;
  readonly month: number;
  /** Seconds after local midnight. */
  readonly time: number;
}

export interface ZoneRule {
  readonly standard: { readonly name: string; readonly offset: number };
  readonly daylight?: {
    readonly name: string;
    readonly offset: number;
    readonly from: Change;
    readonly to: Change;
  };
}

const NAME = "(?:<([^>]+)>|([A-Za-z]{3,}))";
const OFFSET = "([+-]?\\d+(?::\\d+(?::\\d+)?)?)";
const RULE = new RegExp(`^${NAME}${OFFSET}(?:${NAME}${OFFSET}?,([^,]+),([^,]+))?$`);

const seconds = (text: string): number => {
  const [hours = 0, minutes = 0, rest = 0] = text.replace(/^[+-]/, "").split(":").map(Number);
  const size = hours * 3600 + minutes * 60 + rest;
  return text.startsWith("-") ? -size : size;
};

/** Reads a rule; `undefined` when it is not one. */
export function parseZoneRule(text: string): ZoneRule | undefined {
  const m = RULE.exec(text);
  if (!m) return undefined;
  // The text counts west of Greenwich.
  const standard = { name: m[1] ?? m[2]!, offset: 0 - seconds(m[3]!) };
  const name = m[4] ?? m[5];
  if (name === undefined) return { standard };
  const from = parseChange(m[7]!);
  const to = parseChange(m[8]!);
  if (from === undefined || to === undefined) return undefined;
  const offset = m[6] === undefined ? standard.offset + 3600 : 0 - seconds(m[6]);
  return { standard, daylight: { name, offset, from, to } };
}

function parseChange(text: string): Change | undefined {
  const m = /^(?:M(\d+)\.(\d)\.(\d)|J(\d+)|(\d+))(?:\/([+-]?\d+(?::\d+(?::\d+)?)?))?$/.exec(text);
  if (!m) return undefined;
  const time = m[6] === undefined ? 7200 : seconds(m[6]);
  if (m[1] !== undefined) return { kind: "month", month: Number(m[1]), week: Number(m[2]), day: Number(m[3]), time };
  const kind = m[4] !== undefined ? "julian" : "day";
  return { kind, day: Number(m[4] ?? m[5]), week: 0, month: 0, time };
}

/** The period that holds at `at` (seconds since the epoch), for a rule that begins at `ruleStart`. */
export function periodOfRule(rule: ZoneRule, ruleStart: number, at: number): ZonePeriod {
  const { standard, daylight } = rule;
  if (daylight === undefined) {
    return {
      name: standard.name,
      offset: standard.offset,
      isDst: false,
      start: ruleStart,
      end: Number.POSITIVE_INFINITY,
    };
  }
  const date = civilFromDays(Math.floor(at / SECONDS_PER_DAY));
  // Go's remainder, negative before 1970.
  const ofYear = (yearDay(date) - 1) * SECONDS_PER_DAY + (at % SECONDS_PER_DAY);
  const yearStart = at - ofYear;
  let first = changeTime(date.year, daylight.from, standard.offset);
  let second = changeTime(date.year, daylight.to, daylight.offset);
  // South of the equator the year begins and ends in daylight saving.
  const north = first <= second;
  if (!north) [first, second] = [second, first];
  const within = ofYear >= first && ofYear < second;
  const isDst = within === north;
  const { name, offset } = isDst ? daylight : standard;
  if (within) return { name, offset, isDst, start: first + yearStart, end: second + yearStart };
  if (ofYear < first) return { name, offset, isDst, start: yearStart, end: first + yearStart };
  return { name, offset, isDst, start: second + yearStart, end: yearStart + 365 * SECONDS_PER_DAY };
}

/** Seconds from the start of `year` to the change, where `offset` holds before it. */
function changeTime(year: number, change: Change, offset: number): number {
  let days = change.day;
  if (change.kind === "julian") {
    days = change.day - 1 + (isLeapYear(year) && change.day >= 60 ? 1 : 0);
  } else if (change.kind === "month") {
    // Zeller's congruence gives the weekday of the month's first day.
    const month = ((change.month + 9) % 12) + 1;
    const shifted = change.month <= 2 ? year - 1 : year;
    const century = Math.trunc(shifted / 100);
    const rest = shifted % 100;
    let weekday =
      (Math.trunc((26 * month - 2) / 10) + 1 + rest + Math.trunc(rest / 4) + Math.trunc(century / 4) - 2 * century) % 7;
    if (weekday < 0) weekday += 7;
    let day = change.day - weekday;
    if (day < 0) day += 7;
    for (let week = 1; week < change.week && day + 7 < daysInMonth(change.month, year); week++) day += 7;
    days = day + daysBeforeMonth(change.month) + (isLeapYear(year) && change.month > 2 ? 1 : 0);
  }
  return days * SECONDS_PER_DAY + change.time - offset;
}
