/** Go's package `time` for texts: layouts, zones, parsing, formatting, and the timestamp formats of `stage.timestamp`. */
export { doubtLayout } from "./doubt-layout.ts";
export { formatRfc3339Nano, formatTime, timeString } from "./format.ts";
export { differsInOrder, type GuessedFormat, guessTimeFormats } from "./guess.ts";
export type { Layout } from "./layout.ts";
export { compileLayout, LAYOUTS, LONG_DAYS, LONG_MONTHS, SHORT_MONTHS } from "./layout.ts";
export type { LayoutDoubt } from "./layout-doubts.ts";
export { loadZone, zoneErrorMessage, zoneNames } from "./load-zone.ts";
export type { TimestampFormat, TimestampFormatResult, TimestampLayout, TimestampParse } from "./loki-timestamp.ts";
export {
  compileTimestampFormat,
  compileTimestampFormats,
  compileTimestampLayout,
  dateWithoutYear,
  isFixedFormat,
  layoutOfFormat,
  placeTimestampLayouts,
} from "./loki-timestamp.ts";
export type { ParseResult } from "./parse.ts";
export { parseInstant, parseTime } from "./parse.ts";
export type { ParseFailure } from "./parse-failure.ts";
export { findFormatStop, findLayoutStop, type LayoutStop } from "./stop.ts";
export type { ClockParts, GoTime } from "./time.ts";
export {
  addDate,
  addDuration,
  clockParts,
  dateTime,
  isZeroTime,
  roundTime,
  subtractTime,
  truncateTime,
  unixSeconds,
  ZERO_TIME,
} from "./time.ts";
export type { ZonePeriod } from "./zone.ts";
export { fixedZone, UTC, Zone } from "./zone.ts";
export { describeZoneData } from "./zone-data.ts";
