/**
 * Go's `time.Parse` and `time.ParseInLocation` for any layout, rule for rule: case-blind names, runs of blanks,
 * fractions that the layout does not mention, day of the year, zone abbreviations, and Go's errors. Works on byte
 * strings, because Go's lengths and cuts are bytes. The usual shapes never get here: see `fast-parse.ts`.
 */
import type { Nanos } from "../base/time.ts";
import type { Chunk } from "./chunk.ts";
import { daysBeforeMonth, daysFromCivil, daysInMonth, isLeapYear, SECONDS_PER_DAY, toNanos } from "./civil.ts";
import { type Layout, LONG_DAYS, LONG_MONTHS, SHORT_DAYS, SHORT_MONTHS, toByteString } from "./layout.ts";
import { ParseFailure, quoteBytes } from "./parse-failure.ts";
import { type FieldReader, lookupName, readInteger, readNumber, timeZoneLength } from "./parse-fields.ts";
import type { GoTime } from "./time.ts";
import { fixedZone, UTC, type Zone } from "./zone.ts";

export type ParseResult = { readonly ok: true; readonly time: GoTime } | ParseFailure;

/** Year, month, … while a text is read; -1 means not seen, as in Go. */
export interface Fields extends FieldReader {
  year: number;
  month: number;
  day: number;
  yearDay: number;
  hour: number;
  minute: number;
  second: number;
  nanosecond: number;
  am: boolean;
  pm: boolean;
  utc: boolean;
  zoneOffset: number;
  zoneName: string;
}

/**
 * Parses `text` by `layout`. `location` is the zone of texts that name none, and the one whose abbreviations are known.
 */
export function parseTime(layout: Layout, text: string, location: Zone = UTC): ParseResult {
  const fast = layout.fast;
  if (fast?.parse(text)) {
    if (fast.zone === "none") {
      return { ok: true, time: { nanos: toNanos(location.toUtc(fast.seconds), fast.nanosecond), zone: location } };
    }
    const zone = fast.zone === "utc" ? UTC : zoneOfOffset(fast.seconds, fast.offset, "", location);
    return { ok: true, time: { nanos: toNanos(fast.seconds, fast.nanosecond), zone } };
  }
  return parseGeneral(layout, text, location);
}

/** Like `parseTime`, for callers that only want the instant: nanoseconds since the epoch, or why not. */
export function parseInstant(layout: Layout, text: string, location: Zone = UTC): Nanos | ParseFailure {
  const fast = layout.fast;
  if (fast?.parse(text)) {
    return toNanos(fast.zone === "none" ? location.toUtc(fast.seconds) : fast.seconds, fast.nanosecond);
  }
  const result = parseGeneral(layout, text, location);
  return result.ok ? result.time.nanos : result;
}

/** `location` when it has this offset (and name) at that instant, else a zone made up for the text. */
function zoneOfOffset(seconds: number, offset: number, name: string, location: Zone): Zone {
  const period = location.lookup(seconds);
  return period.offset === offset && (name === "" || period.name === name) ? location : fixedZone(name, offset);
}

/** Nothing read yet of the byte string `value`. */
export function createFields(value: string): Fields {
  return {
    value,
    at: 0,
    range: "",
    year: 0,
    month: -1,
    day: -1,
    yearDay: -1,
    hour: 0,
    minute: 0,
    second: 0,
    nanosecond: 0,
    am: false,
    pm: false,
    utc: false,
    zoneOffset: -1,
    zoneName: "",
  };
}

/** The general parser alone; `parseTime` calls it for what the fast one leaves. */
export function parseGeneral(layout: Layout, text: string, location: Zone): ParseResult {
  const value = toByteString(text);
  const fail = (layoutElement: string, at: number, reason = ""): ParseFailure =>
    new ParseFailure({ layout: layout.textBytes, value, layoutElement, valueElement: value.slice(at), reason });
  const fields = createFields(value);
  for (const [i, chunk] of layout.chunks.entries()) {
    if (!skip(fields, chunk.prefixBytes)) return fail(chunk.prefixBytes, fields.at);
    const before = fields.at;
    const ok = readChunk(fields, chunk, layout.chunks[i + 1]);
    if (fields.range !== "") return fail(chunk.text, fields.at, `: ${fields.range} out of range`);
    if (!ok) return fail(chunk.text, before);
  }
  if (!skip(fields, layout.tailBytes)) return fail(layout.tailBytes, fields.at);
  if (fields.at < value.length) return fail("", fields.at, `: extra text: ${quoteBytes(value.slice(fields.at))}`);
  const wrong = settleDate(fields);
  if (wrong !== "") return fail("", fields.at, wrong);
  return { ok: true, time: assemble(fields, location) };
}

/** Takes literal text, in which runs of blanks are one; where it does not match, `at` stays at the difference. */
export function skip(fields: Fields, prefix: string): boolean {
  const { value } = fields;
  for (let i = 0; i < prefix.length; ) {
    if (prefix[i] === " ") {
      if (fields.at < value.length && value[fields.at] !== " ") return false;
      while (prefix[i] === " ") i++;
      while (value[fields.at] === " ") fields.at++;
      continue;
    }
    if (value[fields.at] !== prefix[i]) return false;
    fields.at++;
    i++;
  }
  return true;
}

/** Reads one component; sets `range` where its number is out of range. */
export function readChunk(fields: Fields, chunk: Chunk, next: Chunk | undefined): boolean {
  switch (chunk.kind) {
    case "Year":
      return readYear(fields);
    case "LongYear":
      return readLongYear(fields);
    case "Month":
      fields.month = lookupName(fields, SHORT_MONTHS) + 1;
      return fields.month > 0;
    case "LongMonth":
      fields.month = lookupName(fields, LONG_MONTHS) + 1;
      return fields.month > 0;
    case "WeekDay":
      return lookupName(fields, SHORT_DAYS) >= 0;
    case "LongWeekDay":
      return lookupName(fields, LONG_DAYS) >= 0;
    case "NumMonth":
    case "ZeroMonth":
      fields.month = readNumber(fields, chunk.kind === "ZeroMonth" ? 2 : 1, 2);
      if (fields.month < 0) return false;
      if (fields.month < 1 || fields.month > 12) fields.range = "month";
      return true;
    case "Day":
    case "UnderDay":
    case "ZeroDay":
      if (chunk.kind === "UnderDay") skipBlanks(fields, 1);
      fields.day = readNumber(fields, chunk.kind === "ZeroDay" ? 2 : 1, 2);
      return fields.day >= 0;
    case "UnderYearDay":
    case "ZeroYearDay":
      if (chunk.kind === "UnderYearDay") skipBlanks(fields, 2);
      fields.yearDay = readNumber(fields, chunk.kind === "ZeroYearDay" ? 3 : 1, 3);
      return fields.yearDay >= 0;
    case "Hour":
      fields.hour = readNumber(fields, 1, 2);
      if (fields.hour >= 24) fields.range = "hour";
      return fields.hour >= 0;
    case "Hour12":
    case "ZeroHour12":
      fields.hour = readNumber(fields, chunk.kind === "ZeroHour12" ? 2 : 1, 2);
      if (fields.hour > 12) fields.range = "hour";
      return fields.hour >= 0;
    case "Minute":
    case "ZeroMinute":
      fields.minute = readNumber(fields, chunk.kind === "ZeroMinute" ? 2 : 1, 2);
      if (fields.minute >= 60) fields.range = "minute";
      return fields.minute >= 0;
    case "Second":
    case "ZeroSecond":
      return readSecond(fields, chunk.kind === "ZeroSecond" ? 2 : 1, next);
    case "PM":
    case "pm":
      return readHalf(fields, chunk.kind);
    case "Offset":
      return readOffset(fields, chunk);
    case "TZ":
      return readZoneName(fields);
    case "FracSecond0":
      return fields.value.length - fields.at > chunk.digits && readFraction(fields, chunk.digits + 1);
    case "FracSecond9":
      return readFractionIfAny(fields);
  }
}

function readYear(fields: Fields): boolean {
  if (fields.value.length - fields.at < 2) return false;
  const year = readInteger(fields.value.slice(fields.at, fields.at + 2));
  fields.at += 2;
  if (year === undefined) return false;
  fields.year = year >= 69 ? year + 1900 : year + 2000;
  return true;
}

function readLongYear(fields: Fields): boolean {
  const digits = fields.value.slice(fields.at, fields.at + 4);
  if (digits.length < 4 || !/^\d/.test(digits)) return false;
  const year = readInteger(digits);
  fields.at += 4;
  if (year === undefined) return false;
  fields.year = year;
  return true;
}

function skipBlanks(fields: Fields, most: number): void {
  for (let i = 0; i < most && fields.value[fields.at] === " "; i++) fields.at++;
}

/** Whether it is before noon or after. */
function readHalf(fields: Fields, written: "PM" | "pm"): boolean {
  if (fields.value.length - fields.at < 2) return false;
  const half = fields.value.slice(fields.at, fields.at + 2);
  fields.at += 2;
  if (half === written) fields.pm = true;
  else if (half === (written === "PM" ? "AM" : "am")) fields.am = true;
  else return false;
  return true;
}

function readZoneName(fields: Fields): boolean {
  const { value, at } = fields;
  if (value.startsWith("UTC", at)) {
    fields.utc = true;
    fields.at += 3;
    return true;
  }
  const length = timeZoneLength(value.slice(at));
  if (length === 0) return false;
  fields.zoneName = value.slice(at, at + length);
  fields.at += length;
  return true;
}

function readFractionIfAny(fields: Fields): boolean {
  const { value, at } = fields;
  return !/^[.,]\d/.test(value.slice(at, at + 2)) || readFraction(fields, 1 + countDigits(value, at + 1));
}

function readSecond(fields: Fields, least: number, next: Chunk | undefined): boolean {
  fields.second = readNumber(fields, least, 2);
  if (fields.second < 0) return false;
  if (fields.second >= 60) {
    fields.range = "second";
    return true;
  }
  // A fraction in the text may follow even where the layout names none.
  return next?.kind === "FracSecond0" || next?.kind === "FracSecond9" || readFractionIfAny(fields);
}

function countDigits(value: string, from: number): number {
  let end = from;
  while (value.charCodeAt(end) >= 0x30 && value.charCodeAt(end) <= 0x39) end++;
  return end - from;
}

/** A point or comma and digits, `length` characters in all; ten count. Go reads the digits with a sign. */
function readFraction(fields: Fields, length: number): boolean {
  const { value, at } = fields;
  fields.at += length;
  if (value[at] !== "." && value[at] !== ",") return false;
  const size = Math.min(length, 10);
  const digits = readInteger(value.slice(at + 1, at + size));
  if (digits === undefined) return false;
  if (digits < 0) fields.range = "fractional second";
  fields.nanosecond = digits * 10 ** (10 - size);
  return true;
}

function readOffset(fields: Fields, chunk: Chunk): boolean {
  const style = chunk.offset!;
  const { value, at } = fields;
  if (style.iso && value[at] === "Z") {
    fields.at++;
    fields.utc = true;
    return true;
  }
  const colon = style.colon ? 1 : 0;
  const length = 3 + (style.minutes ? 2 + colon : 0) + (style.seconds ? 2 + colon : 0);
  if (value.length - at < length) return false;
  if (colon === 1 && (value[at + 3] !== ":" || (style.seconds && value[at + 6] !== ":"))) return false;
  fields.at += length;
  const two = (from: number): number =>
    /^\d\d$/.test(value.slice(from, from + 2)) ? Number(value.slice(from, from + 2)) : -1;
  const hours = two(at + 1);
  const minutes = hours < 0 || !style.minutes ? Math.min(hours, 0) : two(at + 3 + colon);
  const seconds = minutes < 0 || !style.seconds ? Math.min(minutes, 0) : two(at + 5 + 2 * colon);
  // Some write offsets of 24 hours or 60 minutes: only more than that is refused.
  if (hours > 24) fields.range = "time zone offset hour";
  if (minutes > 60) fields.range = "time zone offset minute";
  if (seconds > 60) fields.range = "time zone offset second";
  const size = (Math.max(hours, 0) * 60 + Math.max(minutes, 0)) * 60 + Math.max(seconds, 0);
  if (value[at] !== "+" && value[at] !== "-") return false;
  fields.zoneOffset = value[at] === "-" ? 0 - size : size;
  return hours >= 0 && minutes >= 0 && seconds >= 0;
}

/** Settles hour, month and day; the reason when they do not go together, else empty. */
export function settleDate(fields: Fields): string {
  if (fields.pm && fields.hour < 12) fields.hour += 12;
  else if (fields.am && fields.hour === 12) fields.hour = 0;
  if (fields.yearDay >= 0) {
    let ofYear = fields.yearDay;
    let month = 0;
    let day = 0;
    if (isLeapYear(fields.year)) {
      if (ofYear === 60) {
        month = 2;
        day = 29;
      } else if (ofYear > 60) ofYear--;
    }
    if (ofYear < 1 || ofYear > 365) return ": day-of-year out of range";
    if (month === 0) {
      month = Math.floor((ofYear - 1) / 31) + 1;
      if (daysBeforeMonth(month + 1) < ofYear) month++;
      day = ofYear - daysBeforeMonth(month);
    }
    if (fields.month >= 0 && fields.month !== month) return ": day-of-year does not match month";
    fields.month = month;
    if (fields.day >= 0 && fields.day !== day) return ": day-of-year does not match day";
    fields.day = day;
  } else {
    if (fields.month < 0) fields.month = 1;
    if (fields.day < 0) fields.day = 1;
  }
  return fields.day < 1 || fields.day > daysInMonth(fields.month, fields.year) ? ": day out of range" : "";
}

function assemble(fields: Fields, location: Zone): GoTime {
  const local =
    daysFromCivil(fields.year, fields.month, fields.day) * SECONDS_PER_DAY +
    fields.hour * 3600 +
    fields.minute * 60 +
    fields.second;
  const at = (seconds: number, zone: Zone): GoTime => ({ nanos: toNanos(seconds, fields.nanosecond), zone });
  if (fields.utc) return at(local, UTC);
  // Go marks "no offset" with -1, so an offset of one second west counts as none.
  if (fields.zoneOffset !== -1) {
    const seconds = local - fields.zoneOffset;
    return at(seconds, zoneOfOffset(seconds, fields.zoneOffset, fields.zoneName, location));
  }
  const name = fields.zoneName;
  if (name !== "") {
    const known = location.offsetOfName(name, local);
    if (known !== undefined) return at(local - known, location);
    // The instant is the one in UTC: an unknown abbreviation only labels the time (and shows `GMT+3` three hours on).
    const hours = name.length > 3 && name.startsWith("GMT") ? (readInteger(name.slice(3)) ?? 0) : 0;
    return at(local, fixedZone(name, hours * 3600));
  }
  return at(location.toUtc(local), location);
}
