/**
 * What `stage.timestamp` reads: the named layouts (which ignore the location), the Unix counts, and custom layouts in
 * the given location. A custom layout whose text has no `06` takes its year from the clock: the current one in UTC,
 * except that December seen in January is last year's and January seen in December next year's.
 * Source of the rules: Grafana Alloy's `convertDateLayout` and `parseTimestampWithoutYear`.
 */
import type { Nanos } from "../base/time.ts";
import { parseInt64, wrapInt64 } from "../gonumber/index.ts";
import { compileLayout, LAYOUTS, type Layout } from "./layout.ts";
import { loadZone, zoneErrorMessage } from "./load-zone.ts";
import { parseInstant, parseTime } from "./parse.ts";
import { type ClockParts, clockParts, dateTime } from "./time.ts";
import { UTC, type Zone } from "./zone.ts";

/** A parsed instant in nanoseconds since the epoch, or the reason why there is none. */
export type TimestampParse = Nanos | { readonly message: string };

export interface TimestampFormat {
  /** Whether `now` is used: only by layouts without a year. */
  readonly usesClock: boolean;
  /** Parses one text. */
  parse(text: string, now: Nanos): TimestampParse;
}

export type TimestampFormatResult =
  | ({ readonly ok: true } & TimestampFormat)
  | { readonly ok: false; readonly message: string };

/** Names of layouts that `stage.timestamp` takes for them. */
export const NAMED_LAYOUTS = [
  "ANSIC",
  "UnixDate",
  "RubyDate",
  "RFC822",
  "RFC822Z",
  "RFC850",
  "RFC1123",
  "RFC1123Z",
  "RFC3339",
  "RFC3339Nano",
] as const;
const SHORTHANDS: ReadonlyMap<string, string> = new Map(NAMED_LAYOUTS.map((name) => [name, LAYOUTS[name]]));

const UNITS: ReadonlyMap<string, bigint> = new Map([
  ["UnixMs", 1_000_000n],
  ["UnixUs", 1_000n],
  ["UnixNs", 1n],
]);

type ParseFunction = (text: string, now: Nanos) => TimestampParse;

/** A format before its location is known. */
export interface TimestampLayout {
  /** Whether its texts have no year, which the clock then gives. */
  readonly usesClock: boolean;
  /** `zone` is that of texts without one; named layouts and counts pay no heed to it. */
  parserIn(zone: Zone): ParseFunction;
}

/** Compiles one format; every text is one. */
export function compileTimestampLayout(format: string): TimestampLayout {
  const fixed = fixedParser(format);
  if (fixed !== undefined) return { usesClock: false, parserIn: () => fixed };
  const layout = compileLayout(format);
  if (takesYearFromClock(format))
    return { usesClock: true, parserIn: (zone) => (text, now) => parseWithoutYear(layout, text, zone, now) };
  return { usesClock: false, parserIn: (zone) => (text) => parseInstant(layout, text, zone) };
}

/** Compiles one format. `location` is an IANA name; undefined, empty and `UTC` are UTC. Only a bad location fails. */
export function compileTimestampFormat(format: string, location?: string): TimestampFormatResult {
  return compileTimestampFormats([format], location);
}

/** Compiles `format` followed by its fallbacks: the first that reads a text wins, the first one's reason is reported. */
export function compileTimestampFormats(formats: readonly string[], location?: string): TimestampFormatResult {
  return placeTimestampLayouts(formats.map(compileTimestampLayout), location);
}

/** The same for compiled ones. */
export function placeTimestampLayouts(layouts: readonly TimestampLayout[], location?: string): TimestampFormatResult {
  const zone = loadZone(location ?? "");
  if (zone === undefined) {
    return { ok: false, message: `invalid location specified: ${zoneErrorMessage(location ?? "")}` };
  }
  const parsers = layouts.map((layout) => layout.parserIn(zone));
  const usesClock = layouts.some((layout) => layout.usesClock);
  const [first, ...rest] = parsers;
  if (first === undefined) return { ok: false, message: "timestamp format is required" };
  if (rest.length === 0) return { ok: true, usesClock, parse: first };
  return {
    ok: true,
    usesClock,
    parse(text, now) {
      const result = first(text, now);
      if (typeof result === "bigint") return result;
      for (const parser of rest) {
        const other = parser(text, now);
        if (typeof other === "bigint") return other;
      }
      return result;
    },
  };
}

/** Named layouts and counts, which know their place. */
function fixedParser(format: string): ParseFunction | undefined {
  const shorthand = SHORTHANDS.get(format);
  if (shorthand !== undefined) {
    const layout = compileLayout(shorthand);
    return (text) => parseInstant(layout, text, UTC);
  }
  if (format === "Unix") return parseUnixSeconds;
  const unit = UNITS.get(format);
  if (unit === undefined) return undefined;
  return (text) => {
    const count = parseInt64(text);
    return count.ok ? wrapInt64(count.value * unit) : count;
  };
}

/** Whether a format is a name: of a layout, or of a count. */
export const isFixedFormat = (format: string): boolean => layoutOfFormat(format) !== format;

/** The layout of a format, by name or literally; undefined for counts. */
export function layoutOfFormat(format: string): string | undefined {
  return format === "Unix" || UNITS.has(format) ? undefined : (SHORTHANDS.get(format) ?? format);
}

/** The text decides, as in Alloy, not the components (`-07006` is an offset and a 6, and counts as having a year). */
function takesYearFromClock(format: string): boolean {
  return !format.includes("06");
}

/**
 * Seconds, or `seconds.fraction`. The fraction is an integer of its own, scaled in floating point and then *added*,
 * so it counts upwards after a negative number too, may have a sign, and is exact to the nanosecond.
 */
function parseUnixSeconds(text: string): TimestampParse {
  const dot = text.indexOf(".");
  if (dot < 0 || text.indexOf(".", dot + 1) >= 0) {
    const seconds = parseInt64(text);
    return seconds.ok ? seconds.value * 1_000_000_000n : seconds;
  }
  const seconds = parseInt64(text.slice(0, dot));
  if (!seconds.ok) return seconds;
  const fraction = parseInt64(text.slice(dot + 1));
  if (!fraction.ok) return fraction;
  const digits = text.length - dot - 1;
  const nanos = Number(fraction.value) * Number(`1e${9 - digits}`);
  return seconds.value * 1_000_000_000n + BigInt(Math.trunc(nanos));
}

function parseWithoutYear(layout: Layout, text: string, zone: Zone, now: Nanos): TimestampParse {
  const result = parseTime(layout, text, zone);
  if (!result.ok) return result;
  const parsed = clockParts(result.time);
  if (parsed.year !== 0) {
    return { message: `timestamp '${text}' is expected to not contain the year date component` };
  }
  return dateWithoutYear(parsed, result.time.zone, now);
}

/** The instant of a date that does not say its year, which may be the other one around its turn. */
export function dateWithoutYear(
  {
    month,
    day,
    hour,
    minute,
    second,
    nanosecond,
  }: Pick<ClockParts, "month" | "day" | "hour" | "minute" | "second" | "nanosecond">,
  zone: Zone,
  now: Nanos,
): Nanos {
  const clock = clockParts({ nanos: now, zone: UTC });
  let year = clock.year;
  if (month === 12 && clock.month === 1) year -= 1;
  else if (month === 1 && clock.month === 12) year += 1;
  // Through the calendar, so that 29 February of a common year is 1 March.
  return dateTime(year, month, day, hour, minute, second, nanosecond, zone).nanos;
}
