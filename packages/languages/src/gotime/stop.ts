/**
 * Where a text stops being one of a layout: the stretch that was read, and what the layout has next. It reads by the
 * general parser's own steps, so the two cannot differ.
 */
import { inWords } from "../base/in-words.ts";
import { utf8Length } from "../base/text.ts";
import type { Chunk, ChunkKind } from "./chunk.ts";
import { compileLayout, type Layout, toByteString } from "./layout.ts";
import { layoutOfFormat } from "./loki-timestamp.ts";
import { createFields, readChunk, settleDate, skip } from "./parse.ts";

/** Offsets are UTF-16. */
export interface LayoutStop {
  /** The layout in full, where the format is a name such as `RFC3339`; empty for counts. */
  readonly layout: string;
  /** The piece of the layout that is not found in the text. */
  readonly nextStart: number;
  readonly nextEnd: number;
  /** The text is read up to here. */
  readonly at: number;
  /** In words, such as `a month name (Jan)`. */
  readonly expected: string;
}

/** What a text has to have where a layout has a chunk. */
const EXPECTED: Readonly<Record<ChunkKind, string>> = {
  LongMonth: "a month name in full (January)",
  Month: "a month name (Jan)",
  NumMonth: "a month from 1 to 12",
  ZeroMonth: "a month from 01 to 12",
  LongWeekDay: "a day of the week in full (Monday)",
  WeekDay: "a day of the week (Mon)",
  Day: "a day of the month",
  UnderDay: "a day of the month, two wide",
  ZeroDay: "a day of the month in two digits",
  UnderYearDay: "a day of the year, three wide",
  ZeroYearDay: "a day of the year in three digits",
  Hour: "an hour from 00 to 23",
  Hour12: "an hour from 1 to 12",
  ZeroHour12: "an hour from 01 to 12",
  Minute: "a minute from 0 to 59",
  ZeroMinute: "a minute from 00 to 59",
  Second: "a second from 0 to 59",
  ZeroSecond: "a second from 00 to 59",
  LongYear: "a year in four digits",
  Year: "a year in two digits",
  PM: "AM or PM",
  pm: "am or pm",
  TZ: "an abbreviation of a time zone (UTC, CEST)",
  Offset: "an offset of a time zone",
  FracSecond0: "a fraction of a second",
  FracSecond9: "a fraction of a second",
};

/** Maximum length of an examined text: no time is that long. */
const MAX_TEXT = 4096;

/** Where `text` stops being a time of `format`, a name or a layout; undefined if it does not, or if that is unknown. */
export function findFormatStop(format: string, text: string): LayoutStop | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const layout = layoutOfFormat(format);
  return layout === undefined ? findCountStop(format, text) : findLayoutStop(compileLayout(layout), text);
}

/** Where `text` stops being a time of `layout`. */
export function findLayoutStop(layout: Layout, text: string): LayoutStop | undefined {
  const fields = createFields(toByteString(text));
  let place = 0;
  const stop = (nextStart: number, nextEnd: number, at: number, expected: string): LayoutStop => ({
    layout: layout.text,
    nextStart,
    nextEnd,
    at: unitsOf(text, at),
    expected,
  });
  const literal = (written: string, bytes: string): LayoutStop | undefined => {
    const before = fields.at;
    if (skip(fields, bytes)) return undefined;
    return stop(
      place + readUnits(written, fields.value.slice(before, fields.at)),
      place + written.length,
      fields.at,
      "",
    );
  };
  for (const [i, chunk] of layout.chunks.entries()) {
    const failed = literal(chunk.prefix, chunk.prefixBytes);
    if (failed !== undefined) return withLiteral(failed);
    place += chunk.prefix.length;
    const before = fields.at;
    if (!readChunk(fields, chunk, layout.chunks[i + 1]) || fields.range !== "")
      return stop(place, place + chunk.text.length, before, expectedOf(chunk));
    place += chunk.text.length;
  }
  const failed = literal(layout.tail, layout.tailBytes);
  if (failed !== undefined) return withLiteral(failed);
  const { length } = layout.text;
  if (fields.at < fields.value.length) return stop(length, length, fields.at, "the end of the text");
  if (settleDate(fields) === "") return undefined;
  return stop(length, length, fields.at, "a day that the month has");
}

/** With the rest of the literal text as what was expected. */
function withLiteral(stop: LayoutStop): LayoutStop {
  return { ...stop, expected: inWords(stop.layout.slice(stop.nextStart, stop.nextEnd)) };
}

/** How much of literal text was found in what was read for it: runs of blanks count as one on both sides. */
function readUnits(written: string, read: string): number {
  let units = 0;
  for (let i = 0; i < read.length && units < written.length; i++) {
    if (read[i] !== " ") {
      const unit = written.charCodeAt(units);
      // One unit is one byte to four.
      if (unit > 0x7f) i += utf8Length(String.fromCodePoint(written.codePointAt(units)!)) - 1;
      units += unit >= 0xd800 && unit < 0xdc00 ? 2 : 1;
      continue;
    }
    while (read[i + 1] === " ") i++;
    while (written[units] === " ") units++;
  }
  return Math.min(units, Math.max(0, written.length - 1));
}

/** An offset in bytes as one in UTF-16. */
function unitsOf(text: string, bytes: number): number {
  let units = 0;
  let passed = 0;
  for (const point of text) {
    passed += utf8Length(point);
    if (passed > bytes) break;
    units += point.length;
  }
  return units;
}

function expectedOf({ kind, text, offset, digits, separator }: Chunk): string {
  if (offset !== undefined)
    return `${EXPECTED.Offset} such as \`${text.replace("Z", "+")}\`${offset.iso ? " or `Z`" : ""}`;
  if (kind === "FracSecond0") return `\`${separator}\` and ${digits} digits`;
  return EXPECTED[kind];
}

/** Counts since 1970: digits, and for seconds also a fraction. */
function findCountStop(format: string, text: string): LayoutStop | undefined {
  const at = /^[+-]?\d*/.exec(text)![0].length;
  const hasDigits = /\d/.test(text.slice(0, at));
  const stop = (place: number, expected: string): LayoutStop => ({
    layout: "",
    nextStart: 0,
    nextEnd: 0,
    at: place,
    expected,
  });
  if (!hasDigits) return stop(at, "a digit");
  if (at === text.length) return undefined;
  if (format !== "Unix" || text[at] !== ".") return stop(at, "the end of the digits");
  const rest = /^[+-]?\d*/.exec(text.slice(at + 1))![0].length;
  const end = at + 1 + rest;
  return end === text.length && rest > 0 ? undefined : stop(end, rest === 0 ? "a digit" : "the end of the digits");
}
