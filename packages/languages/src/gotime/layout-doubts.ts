/**
 * Layouts that are allowed and hardly mean what they say: formats of other languages, samples of a time, mistyped names, and
 * layouts that leave out the day. Every text is a layout, so none of them is an error; what they have in common is that they read
 * no text, or another time than it has.
 */
import { nearest } from "../base/nearest.ts";
import type { ChunkKind } from "./chunk.ts";
import { dayBeforeMonth } from "./day-order.ts";
import { guessTimeFormats } from "./guess.ts";
import { compileLayout, LAYOUTS, type Layout } from "./layout.ts";
import { readLetterFormat } from "./letter-format.ts";
import { isFixedFormat, NAMED_LAYOUTS } from "./loki-timestamp.ts";
import { readStrftime } from "./strftime.ts";

export interface LayoutDoubt {
  /** What is wrong, as a clause. */
  readonly message: string;
  /** The format that is meant, where that is certain. */
  readonly layout: string | undefined;
}

const REFERENCE = "a layout shows how the time Mon Jan 2 15:04:05 2006 is written";

/** Longer texts are no layouts that people write. */
const MAX_LENGTH = 200;

/** For `doubt-layout.ts`, which asks for this part only where a format is not plain. */
export function doubtLayout(format: string): LayoutDoubt | undefined {
  const found = findDoubt(format);
  if (found === undefined) return undefined;
  const { message, isForeign, layout: meant } = found;
  const layout = meant === undefined || findDoubt(meant) !== undefined ? undefined : meant;
  if (!isForeign) return { message, layout };
  const shown =
    layout === undefined ? "" : `${isFixedFormat(layout) ? "; for this one write" : ":"} ${JSON.stringify(layout)}`;
  return { message: `${message}, and ${REFERENCE}${shown}`, layout };
}

interface Found extends LayoutDoubt {
  /** Written by the rules of others: the message goes on with ours. */
  readonly isForeign?: true;
}

function findDoubt(format: string): Found | undefined {
  if (format === "" || format.length > MAX_LENGTH || isFixedFormat(format)) return undefined;
  const strftime = readStrftime(format);
  if (strftime !== undefined) return foreign("this is a strftime format", strftime.layout);
  const layout = compileLayout(format);
  return doubtName(format, layout) ?? doubtLetters(format, layout) ?? doubtSample(format, layout) ?? doubtParts(layout);
}

const foreign = (message: string, layout: string | undefined): Found => ({ message, layout, isForeign: true });

/** Names that people know from elsewhere, without capitals and marks, with the formats that read the same texts. */
const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(LAYOUTS).map(([name, layout]) => [name.toLowerCase(), layout])),
  ...Object.fromEntries(NAMED_LAYOUTS.map((name) => [name.toLowerCase(), name])),
  rfc3339milli: "RFC3339Nano",
  rfc3339micro: "RFC3339Nano",
  iso8601: "RFC3339Nano",
  rfc5424: "RFC3339Nano",
  rfc2822: "RFC1123Z",
  rfc5322: "RFC1123Z",
  rfc3164: LAYOUTS.Stamp,
  ...unixNames("Unix", ["", "s", "sec", "second", "timestamp", "time"]),
  ...unixNames("UnixMs", ["ms", "milli", "millisecond", "msec"]),
  ...unixNames("UnixUs", ["us", "micro", "microsecond", "usec"]),
  ...unixNames("UnixNs", ["ns", "nano", "nanosecond", "nsec"]),
};

function unixNames(format: string, units: readonly string[]): Record<string, string> {
  const names = units.flatMap((unit) => [unit, `${unit}s`]).filter((unit) => unit !== "s" || format === "Unix");
  return Object.fromEntries(
    names.flatMap((unit) => [
      [`unix${unit}`, format],
      [`epoch${unit}`, format],
    ]),
  );
}

/** Has no part of a time, and reads like a name. */
function doubtName(format: string, { chunks }: Layout): Found | undefined {
  const name = format.replace(/^time\./, "");
  if (!/^[A-Za-z][\w -]*$/.test(name)) return undefined;
  const folded = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const known =
    NAMES[folded] ?? (/\d{2}:|[-/]\d/.test(name) ? undefined : NAMES[nearest(folded, Object.keys(NAMES)) ?? ""]);
  const isNamed = NAMES[folded] !== undefined || /^(?:RFC|ISO|Unix|time\.)/i.test(format);
  if (known === undefined || (!isNamed && chunks.length > 0)) return undefined;
  return {
    message: `${JSON.stringify(format)} is not the name of a layout, so it matches nothing but itself; did you mean ${JSON.stringify(known)}?`,
    layout: known,
  };
}

/** Letters with digits, which a layout reads as parts of its own. */
const SQL_HOURS = /HH(?:24|12)/;

function doubtLetters(format: string, layout: Layout): Found | undefined {
  // Letters beside parts of a layout: only those are translated.
  if (!SQL_HOURS.test(format) && layout.chunks.some(({ kind }) => CLASSES[kind] !== "zone"))
    return doubtMixed(format, layout);
  const letters = readLetterFormat(format);
  return letters && foreign("this is a format of letters as in Java", letters.layout);
}

function doubtMixed(format: string, { chunks, tail }: Layout): Found | undefined {
  const literals = [...chunks.map(({ prefix }) => prefix), tail];
  if (!literals.some((text) => /(?<![A-Za-z])(?:T?(?:HH|hh)|mm|ss|SSS|[yY]{4}|dd|DD)(?![a-z])/.test(text)))
    return undefined;
  let mixed = "";
  let at = 0;
  for (const { prefix, text } of chunks) {
    mixed += (readLetterFormat(prefix)?.layout ?? prefix) + text;
    at += prefix.length + text.length;
  }
  mixed += readLetterFormat(tail)?.layout ?? tail;
  const layout = at + tail.length === format.length ? mixed : undefined;
  return foreign("this mixes a layout with letters as in Java", layout === format ? undefined : layout);
}

/** What a chunk says of a time; a layout says each once. */
const CLASSES: Readonly<Record<ChunkKind, string>> = {
  LongMonth: "month",
  Month: "month",
  NumMonth: "month",
  ZeroMonth: "month",
  LongWeekDay: "day of the week",
  WeekDay: "day of the week",
  Day: "day",
  UnderDay: "day",
  ZeroDay: "day",
  UnderYearDay: "day of the year",
  ZeroYearDay: "day of the year",
  Hour: "hour",
  Hour12: "hour",
  ZeroHour12: "hour",
  Minute: "minute",
  ZeroMinute: "minute",
  Second: "second",
  ZeroSecond: "second",
  LongYear: "year",
  Year: "year",
  PM: "half of the day",
  pm: "half of the day",
  TZ: "abbreviation of a zone",
  Offset: "zone",
  FracSecond0: "fraction",
  FracSecond9: "fraction",
};

/** A zone that a layout has as text: that of all its times. */
const FIXED_ZONE = /(?:[+-]00:?00)$/;

const classesOf = ({ chunks }: Layout): string[] => chunks.map(({ kind }) => CLASSES[kind]);

/** The first that a layout has twice. */
function repeatedOf(layout: Layout): string | undefined {
  const classes = classesOf(layout);
  return classes.find((one, i) => classes.indexOf(one) < i);
}

/** Digits that are no part of a time. */
const strayDigits = ({ chunks, tail }: Layout): string | undefined =>
  [...chunks.map(({ prefix }) => prefix), tail.replace(FIXED_ZONE, "")]
    .map((text) => /\d+/.exec(text)?.[0])
    .find(Boolean);

const isSound = (layout: Layout): boolean => repeatedOf(layout) === undefined && strayDigits(layout) === undefined;

/** Says which day it is, within a year. */
function isComplete(layout: Layout): boolean {
  const classes = new Set(classesOf(layout));
  return classes.has("day of the year") || (classes.has("month") && classes.has("day"));
}

function doubtSample(format: string, layout: Layout): Found | undefined {
  if (isSound(layout) && isComplete(layout)) return undefined;
  const [guess] = guessTimeFormats([format]);
  if (guess === undefined || guess.format === format) return undefined;
  const guessed = compileLayout(guess.format);
  if (!isFixedFormat(guess.format) && !isComplete(guessed)) return undefined;
  return foreign("this is a sample of a time", guess.format);
}

function doubtParts(layout: Layout): Found | undefined {
  const classes = new Set(classesOf(layout));
  const say = (message: string): Found => ({ message, layout: undefined });
  if (["year", "month", "day", "day of the year", "hour", "minute", "second"].every((one) => !classes.has(one)))
    return say(`this layout has no part of a time, so it matches nothing but itself; ${REFERENCE}`);
  const repeated = repeatedOf(layout);
  if (repeated !== undefined) return say(`this layout has the ${repeated} twice; ${REFERENCE}`);
  const stray = strayDigits(layout);
  if (stray !== undefined)
    return say(
      `the digits ${stray} are no part of the time Mon Jan 2 15:04:05 2006, so they match nothing but themselves`,
    );
  if (!isComplete(layout)) {
    const missing = classes.has("month") || !classes.has("day") ? "day" : "month";
    return say(
      missing === "day"
        ? `this layout has no day, so every time is on the first day of ${classes.has("month") ? "its month" : "the year"}`
        : "this layout has no month, so every time is in January",
    );
  }
  const swapped = doubtOrder(layout);
  if (swapped !== undefined) return swapped;
  return classes.has("half of the day") ? undefined : doubtHour(layout);
}

/** Where a chunk's own text begins. */
const startOf = ({ chunks }: Layout, index: number): number =>
  chunks.slice(0, index + 1).reduce((at, one) => at + one.prefix.length + one.text.length, -chunks[index]!.text.length);

/** The day before the month, after the year. */
function doubtOrder(layout: Layout): Found | undefined {
  const index = dayBeforeMonth(layout.chunks);
  if (index === undefined) return undefined;
  const [day, month] = [layout.chunks[index]!, layout.chunks[index + 1]!];
  const start = startOf(layout, index);
  const end = start + day.text.length + month.prefix.length + month.text.length;
  return {
    message: `${day.text} is the day and ${month.text} the month, so a date such as 2006-01-15 is not read, and others are read as another day`,
    layout: `${layout.text.slice(0, start)}${month.text}${month.prefix}${day.text}${layout.text.slice(end)}`,
  };
}

/** An hour of 12 that does not say which half of the day it is in. */
function doubtHour(layout: Layout): Found | undefined {
  const { text: format, chunks } = layout;
  const index = chunks.findIndex(({ kind }) => kind === "Hour12" || kind === "ZeroHour12");
  if (index < 0) return undefined;
  if (/\bAM\b/i.test(format))
    return {
      message: "AM is no part of a layout, so it matches nothing but itself: the half of the day is PM",
      layout: format.replace(/\bAM\b/, "PM").replace(/\bam\b/, "pm"),
    };
  const { text } = chunks[index]!;
  const start = startOf(layout, index);
  return {
    message: `${text} is an hour of 12 without PM, so the hours from 13 to 23 are not read: an hour of 24 is 15`,
    layout: `${format.slice(0, start)}15${format.slice(start + text.length)}`,
  };
}
