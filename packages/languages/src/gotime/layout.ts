/**
 * Go's time layouts: a layout is an example of the reference time, and each recognised piece of it (a chunk) is a component.
 * Compiled once into a list of chunks, which parsing and formatting walk.
 */
import { encodeUtf8, isAscii } from "../base/text.ts";
import type { Chunk, ChunkKind, OffsetStyle } from "./chunk.ts";
import { compileFastParser, type FastParser } from "./fast-parse.ts";

export interface Layout {
  readonly text: string;
  readonly textBytes: string;
  readonly chunks: readonly Chunk[];
  readonly tail: string;
  readonly tailBytes: string;
  /** Parses the usual shapes without allocating; gives up on anything irregular. */
  readonly fast: FastParser | undefined;
}

/** The named layouts of Go's package `time`. */
export const LAYOUTS = {
  Layout: "01/02 03:04:05PM '06 -0700",
  ANSIC: "Mon Jan _2 15:04:05 2006",
  UnixDate: "Mon Jan _2 15:04:05 MST 2006",
  RubyDate: "Mon Jan 02 15:04:05 -0700 2006",
  RFC822: "02 Jan 06 15:04 MST",
  RFC822Z: "02 Jan 06 15:04 -0700",
  RFC850: "Monday, 02-Jan-06 15:04:05 MST",
  RFC1123: "Mon, 02 Jan 2006 15:04:05 MST",
  RFC1123Z: "Mon, 02 Jan 2006 15:04:05 -0700",
  RFC3339: "2006-01-02T15:04:05Z07:00",
  RFC3339Nano: "2006-01-02T15:04:05.999999999Z07:00",
  Kitchen: "3:04PM",
  Stamp: "Jan _2 15:04:05",
  StampMilli: "Jan _2 15:04:05.000",
  StampMicro: "Jan _2 15:04:05.000000",
  StampNano: "Jan _2 15:04:05.000000000",
  DateTime: "2006-01-02 15:04:05",
  DateOnly: "2006-01-02",
  TimeOnly: "15:04:05",
} as const;

export const LONG_MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;
export const SHORT_MONTHS = LONG_MONTHS.map((name) => name.slice(0, 3));
export const LONG_DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
export const SHORT_DAYS = LONG_DAYS.map((name) => name.slice(0, 3));

/** `text` with one character (U+0000–U+00FF) per byte of its UTF-8: Go's parser counts and cuts bytes. */
export function toByteString(text: string): string {
  if (isAscii(text)) return text;
  let out = "";
  for (const byte of encodeUtf8(text)) out += String.fromCharCode(byte);
  return out;
}

interface Found {
  readonly kind: ChunkKind;
  readonly length: number;
  /** Characters at the start that are literal after all (`_2006` is `_` and `2006`). */
  readonly literal?: number;
}

const ZERO_KINDS = ["ZeroMonth", "ZeroDay", "ZeroHour12", "ZeroMinute", "ZeroSecond", "Year"] as const;
const OFFSETS = ["070000", "07:00:00", "0700", "07:00", "07"] as const;
const OFFSET_STYLES: Readonly<Record<string, Omit<OffsetStyle, "iso">>> = {
  "070000": { colon: false, minutes: true, seconds: true },
  "07:00:00": { colon: true, minutes: true, seconds: true },
  "0700": { colon: false, minutes: true, seconds: false },
  "07:00": { colon: true, minutes: true, seconds: false },
  "07": { colon: false, minutes: false, seconds: false },
};

const isDigitAt = (text: string, i: number): boolean => {
  const unit = text.charCodeAt(i);
  return unit >= 0x30 && unit <= 0x39;
};
const isLowerAt = (text: string, i: number): boolean => {
  const unit = text.charCodeAt(i);
  return unit >= 0x61 && unit <= 0x7a;
};

/** The chunk that starts exactly at `i`, if one does. */
function chunkAt(layout: string, i: number): Found | undefined {
  switch (layout[i]) {
    case "J":
      if (layout.startsWith("January", i)) return { kind: "LongMonth", length: 7 };
      // "Jane" is a word, not a month.
      if (layout.startsWith("Jan", i) && !isLowerAt(layout, i + 3)) return { kind: "Month", length: 3 };
      return undefined;
    case "M":
      if (layout.startsWith("Monday", i)) return { kind: "LongWeekDay", length: 6 };
      if (layout.startsWith("Mon", i) && !isLowerAt(layout, i + 3)) return { kind: "WeekDay", length: 3 };
      return layout.startsWith("MST", i) ? { kind: "TZ", length: 3 } : undefined;
    case "0": {
      const zero = ZERO_KINDS[layout.charCodeAt(i + 1) - 0x31];
      if (zero !== undefined) return { kind: zero, length: 2 };
      return layout.startsWith("002", i) ? { kind: "ZeroYearDay", length: 3 } : undefined;
    }
    case "1":
      return layout[i + 1] === "5" ? { kind: "Hour", length: 2 } : { kind: "NumMonth", length: 1 };
    case "2":
      return layout.startsWith("2006", i) ? { kind: "LongYear", length: 4 } : { kind: "Day", length: 1 };
    case "_":
      if (layout.startsWith("_2006", i)) return { kind: "LongYear", length: 5, literal: 1 };
      if (layout[i + 1] === "2") return { kind: "UnderDay", length: 2 };
      return layout.startsWith("__2", i) ? { kind: "UnderYearDay", length: 3 } : undefined;
    case "3":
      return { kind: "Hour12", length: 1 };
    case "4":
      return { kind: "Minute", length: 1 };
    case "5":
      return { kind: "Second", length: 1 };
    case "P":
      return layout[i + 1] === "M" ? { kind: "PM", length: 2 } : undefined;
    case "p":
      return layout[i + 1] === "m" ? { kind: "pm", length: 2 } : undefined;
    case "-":
    case "Z": {
      const offset = OFFSETS.find((text) => layout.startsWith(text, i + 1));
      return offset === undefined ? undefined : { kind: "Offset", length: offset.length + 1 };
    }
    case ".":
    case ",": {
      const digit = layout[i + 1];
      if (digit !== "0" && digit !== "9") return undefined;
      let end = i + 1;
      while (layout[end] === digit) end++;
      // Digits of another kind after it: then it is not a fraction.
      if (isDigitAt(layout, end)) return undefined;
      return { kind: digit === "0" ? "FracSecond0" : "FracSecond9", length: end - i };
    }
    default:
      return undefined;
  }
}

const MAX_CACHED = 256;
const MAX_CACHED_LENGTH = 256;
const cache = new Map<string, Layout>();

/** Compiles a layout. Any text is a layout; one without chunks matches only itself. */
export function compileLayout(text: string): Layout {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const chunks: Chunk[] = [];
  let literal = 0;
  for (let i = 0; i < text.length; ) {
    const found = chunkAt(text, i);
    if (found === undefined) {
      i++;
      continue;
    }
    const start = i + (found.literal ?? 0);
    const prefix = text.slice(literal, start);
    i += found.length;
    const own = text.slice(start, i);
    const style = found.kind === "Offset" ? OFFSET_STYLES[own.slice(1)] : undefined;
    chunks.push({
      prefix,
      prefixBytes: toByteString(prefix),
      kind: found.kind,
      text: own,
      // Go keeps the number of digits in twelve bits.
      digits: found.kind.startsWith("Frac") ? (own.length - 1) & 0xfff : 0,
      separator: own[0]!,
      offset: style && { ...style, iso: own[0] === "Z" },
    });
    literal = i;
  }
  const tail = text.slice(literal);
  const layout: Layout = {
    text,
    textBytes: toByteString(text),
    chunks,
    tail,
    tailBytes: toByteString(tail),
    fast: compileFastParser(chunks, tail),
  };
  if (text.length <= MAX_CACHED_LENGTH) {
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(text, layout);
  }
  return layout;
}
