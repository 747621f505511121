/** Go's `Time.Format`. */
import type { Chunk } from "./chunk.ts";
import { compileLayout, LAYOUTS, type Layout, LONG_DAYS, LONG_MONTHS } from "./layout.ts";
import { type ClockParts, clockParts, type GoTime } from "./time.ts";

/** `time` written by `layout` (compiled, or as text). */
export function formatTime(layout: Layout | string, time: GoTime): string {
  const compiled = typeof layout === "string" ? compileLayout(layout) : layout;
  if (compiled.chunks.length === 0) return compiled.text;
  const parts = clockParts(time);
  let out = "";
  for (const chunk of compiled.chunks) out += chunk.prefix + formatChunk(chunk, parts);
  return out + compiled.tail;
}

/** Go's `Time.String()`: `2024-05-01 12:00:00.5 +0200 CEST`. */
export function timeString(time: GoTime): string {
  return formatTime("2006-01-02 15:04:05.999999999 -0700 MST", time);
}

/** RFC 3339 with as many digits of fraction as needed. */
export function formatRfc3339Nano(time: GoTime): string {
  return formatTime(LAYOUTS.RFC3339Nano, time);
}

const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, "0"));

const pad = (value: number, width: number): string => {
  if (width === 2 && value >= 0 && value < 100) return TWO_DIGITS[value]!;
  const digits = String(Math.abs(value)).padStart(width, "0");
  return value < 0 ? `-${digits}` : digits;
};

function formatChunk(chunk: Chunk, parts: ClockParts): string {
  switch (chunk.kind) {
    case "Year":
      return pad(Math.abs(parts.year) % 100, 2);
    case "LongYear":
      return pad(parts.year, 4);
    case "Month":
      return LONG_MONTHS[parts.month - 1]!.slice(0, 3);
    case "LongMonth":
      return LONG_MONTHS[parts.month - 1]!;
    case "NumMonth":
      return String(parts.month);
    case "ZeroMonth":
      return pad(parts.month, 2);
    case "WeekDay":
      return LONG_DAYS[parts.weekday]!.slice(0, 3);
    case "LongWeekDay":
      return LONG_DAYS[parts.weekday]!;
    case "Day":
      return String(parts.day);
    case "UnderDay":
      return String(parts.day).padStart(2);
    case "ZeroDay":
      return pad(parts.day, 2);
    case "UnderYearDay":
      return String(parts.yearDay).padStart(3);
    case "ZeroYearDay":
      return pad(parts.yearDay, 3);
    case "Hour":
      return pad(parts.hour, 2);
    case "Hour12":
      return String(parts.hour % 12 || 12);
    case "ZeroHour12":
      return pad(parts.hour % 12 || 12, 2);
    case "Minute":
      return String(parts.minute);
    case "ZeroMinute":
      return pad(parts.minute, 2);
    case "Second":
      return String(parts.second);
    case "ZeroSecond":
      return pad(parts.second, 2);
    case "PM":
      return parts.hour >= 12 ? "PM" : "AM";
    case "pm":
      return parts.hour >= 12 ? "pm" : "am";
    case "Offset":
      return formatOffset(chunk, parts.offset);
    case "TZ":
      return parts.abbreviation !== "" ? parts.abbreviation : offsetDigits(parts.offset, "");
    case "FracSecond0":
    case "FracSecond9":
      return formatFraction(chunk, parts.nanosecond);
  }
}

/** `+0130`; the sign is that of the whole minutes, as in Go. */
function offsetDigits(offset: number, colon: string): string {
  const minutes = Math.trunc(offset / 60);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${pad(Math.trunc(size / 60), 2)}${colon}${pad(size % 60, 2)}`;
}

function formatOffset(chunk: Chunk, offset: number): string {
  const style = chunk.offset!;
  if (style.iso && offset === 0) return "Z";
  const colon = style.colon ? ":" : "";
  const full = offsetDigits(offset, colon);
  if (!style.minutes) return full.slice(0, 3);
  if (!style.seconds) return full;
  // Offsets of less than a minute west print "+00:00:-1" in Go, whose sign comes from the minutes alone.
  const rest = Math.trunc(offset / 60) < 0 ? -offset : offset;
  return `${full}${colon}${pad(rest % 60, 2)}`;
}

function formatFraction(chunk: Chunk, nanosecond: number): string {
  const trimmed = chunk.kind === "FracSecond9";
  if (trimmed && (chunk.digits === 0 || nanosecond === 0)) return "";
  // Never more than nine digits, however many the layout shows.
  const digits = pad(nanosecond, 9).slice(0, chunk.digits);
  if (!trimmed) return chunk.separator + digits;
  const kept = digits.replace(/0+$/, "");
  return kept === "" ? "" : chunk.separator + kept;
}
