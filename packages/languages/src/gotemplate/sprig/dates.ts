/**
 * Dates: `now`, `date`, `dateModify`, `ago`, `toDate` and relatives. A date is a time.Time or whole seconds since 1970
 * (`int`, `int64`); most functions take anything else for now. `Local` is UTC wherever the engine runs.
 */
import { floorDiv, HOUR, MINUTE, SECOND } from "../../base/time.ts";
import { formatDuration, parseDuration } from "../../goduration/index.ts";
import { parseInt64 } from "../../gonumber/index.ts";
import { compileLayout, formatTime, loadZone, parseTime, subtractTime, UTC, unixSeconds } from "../../gotime/index.ts";
import { alias, type CallContext, defineFunction, fail, type TemplateFunction } from "../functions.ts";
import { anyParam, param, stringParam } from "../parameters.ts";
import { INT, INT32, INT64, STRING } from "../types.ts";
import { GoInt, type GoValue } from "../value.ts";
import { GoTime, LOCAL, TIME, ZERO_TIME } from "../values/time-value.ts";

const currentTime = (ctx: CallContext): GoTime => new GoTime(ctx.now(), LOCAL);

/** The time of a value. */
function timeOf(value: GoValue, ctx: CallContext, takesInt32: boolean): GoTime {
  if (value instanceof GoTime) return value;
  if (value instanceof GoInt) {
    const { type } = value;
    if (type === INT64 || type === INT || (takesInt32 && type === INT32))
      return new GoTime(value.value * SECOND, LOCAL);
  }
  return currentTime(ctx);
}

function format(layout: string, value: GoValue, zone: string, ctx: CallContext): string {
  const { nanos } = timeOf(value, ctx, true);
  return formatTime(compileLayout(layout), { nanos, zone: zone === "Local" ? LOCAL : (loadZone(zone) ?? UTC) });
}

/** The time a duration later; unchanged, or an error, if the text is not a duration. */
function modify(text: string, time: GoTime, must: boolean): GoTime {
  const parsed = parseDuration(text);
  if (parsed.ok) return new GoTime(time.nanos + parsed.nanos, time.zone);
  return must ? fail(parsed.message) : time;
}

/** The time of a text, or the error's text. */
function readDate(layout: string, text: string): GoTime | string {
  const parsed = parseTime(compileLayout(layout), text, LOCAL);
  return parsed.ok ? new GoTime(parsed.time.nanos, parsed.time.zone) : parsed.message;
}

/** The time since, rounded to seconds: half a second away from zero. */
function ago(value: GoValue, ctx: CallContext): string {
  const since = subtractTime(currentTime(ctx), timeOf(value, ctx, false));
  const size = since < 0n ? -since : since;
  const rounded = floorDiv(size + SECOND / 2n, SECOND) * SECOND;
  return formatDuration(clampToInt64(since < 0n ? -rounded : rounded));
}

const MAX_INT64 = (1n << 63n) - 1n;
const clampToInt64 = (value: bigint): bigint =>
  value > MAX_INT64 ? MAX_INT64 : value < -MAX_INT64 - 1n ? -MAX_INT64 - 1n : value;

/** Seconds, as a text or an int64, as a duration; 0 for anything else. */
function duration(value: GoValue): string {
  let seconds = 0n;
  if (typeof value === "string") seconds = parseInt64(value, 10).value;
  else if (value instanceof GoInt && value.type === INT64) seconds = value.value;
  return formatDuration(BigInt.asIntN(64, seconds * SECOND));
}

const UNITS: readonly (readonly [bigint, string])[] = [
  [HOUR * 24n * 365n, "y"],
  [HOUR * 24n * 30n, "mo"],
  [HOUR * 24n, "d"],
  [HOUR, "h"],
  [MINUTE, "m"],
  [SECOND, "s"],
];

/** The largest unit that occurs more than once: a second is `0s`, an hour `60m`. The sign is lost. */
function durationRound(value: GoValue, ctx: CallContext): string {
  let nanos = 0n;
  if (typeof value === "string") {
    const parsed = parseDuration(value);
    if (parsed.ok) nanos = parsed.nanos;
  } else if (value instanceof GoTime) nanos = subtractTime(currentTime(ctx), value);
  else if (value instanceof GoInt && value.type === INT64) nanos = value.value;
  const size = nanos < 0n ? -nanos : nanos;
  const unit = UNITS.find(([length]) => size > length);
  return unit ? `${size / unit[0]}${unit[1]}` : "0s";
}

const DATE = anyParam("date");
const LAYOUT = stringParam("layout");
const ZONE = stringParam("zone");

const dateInZone = defineFunction({
  name: "dateInZone",
  params: [LAYOUT, DATE, ZONE],
  result: STRING,
  doc: "A date in a time zone, formatted by the layout.",
  example: { call: 'dateInZone "2006-01-02 15:04 MST" 1768464000 "Europe/Berlin"', gives: "2026-01-15 09:00 CET" },
  call: ([layout, date, zone], ctx) => format(layout, date, zone, ctx),
});

const dateModify = defineFunction({
  name: "dateModify",
  params: [stringParam("duration"), param("date", TIME)],
  result: TIME,
  doc: "A date plus a duration; unchanged where the text is not a duration.",
  example: { call: 'dateModify "-1h" now | date "15:04"', gives: "07:00" },
  call: ([duration, date]) => modify(duration, date, false),
});

const mustDateModify = defineFunction({
  name: "mustDateModify",
  params: [stringParam("duration"), param("date", TIME)],
  result: TIME,
  doc: "A date plus a duration; an error where the text is not a duration.",
  example: { call: 'mustDateModify "1d" now', fails: 'time: unknown unit "d" in duration "1d"' },
  call: ([duration, date]) => modify(duration, date, true),
});

export const DATE_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction({
    name: "now",
    params: [],
    result: TIME,
    doc: "The current time.",
    example: { call: "now", gives: "2026-01-15 08:00:00 +0000 UTC" },
    call: (_, ctx) => currentTime(ctx),
  }),
  defineFunction({
    name: "date",
    params: [LAYOUT, DATE],
    result: STRING,
    doc: "A date in UTC, formatted by the layout.",
    example: { call: 'date "2006-01-02" 1768464000', gives: "2026-01-15" },
    call: ([layout, date], ctx) => format(layout, date, "Local", ctx),
  }),
  dateInZone,
  alias(dateInZone, "date_in_zone"),
  defineFunction({
    name: "htmlDate",
    params: [DATE],
    result: STRING,
    doc: "A date in UTC in the format of an HTML date field.",
    example: { call: "htmlDate 1768464000", gives: "2026-01-15" },
    call: ([date], ctx) => format("2006-01-02", date, "Local", ctx),
  }),
  defineFunction({
    name: "htmlDateInZone",
    params: [DATE, ZONE],
    result: STRING,
    doc: "A date in a time zone in the format of an HTML date field.",
    example: { call: 'htmlDateInZone 1768431600 "Asia/Tokyo"', gives: "2026-01-15" },
    call: ([date, zone], ctx) => format("2006-01-02", date, zone, ctx),
  }),
  dateModify,
  alias(dateModify, "date_modify"),
  mustDateModify,
  alias(mustDateModify, "must_date_modify"),
  defineFunction({
    name: "toDate",
    params: [LAYOUT, stringParam("text")],
    result: TIME,
    doc: "The date parsed from a text by the layout; the zero time where it does not match.",
    example: { call: 'toDate "2006-01-02" "2026-01-15"', gives: "2026-01-15 00:00:00 +0000 UTC" },
    call: ([layout, text]) => {
      const time = readDate(layout, text);
      return typeof time === "string" ? ZERO_TIME : time;
    },
  }),
  defineFunction({
    name: "mustToDate",
    params: [LAYOUT, stringParam("text")],
    result: TIME,
    doc: "The date parsed from a text by the layout; an error where it does not match.",
    example: {
      call: 'mustToDate "2006-01-02" "15 Jan"',
      fails: 'parsing time "15 Jan" as "2006-01-02": cannot parse "15 Jan" as "2006"',
    },
    call: ([layout, text]) => {
      const time = readDate(layout, text);
      return typeof time === "string" ? fail(time) : time;
    },
  }),
  defineFunction({
    name: "ago",
    params: [DATE],
    result: STRING,
    doc: "The time since a date, in whole seconds.",
    example: { call: "ago 1768463910", gives: "1m30s" },
    call: ([date], ctx) => ago(date, ctx),
  }),
  defineFunction({
    name: "duration",
    params: [anyParam("seconds")],
    result: STRING,
    doc: "Seconds, given as a text or an int64, as a duration.",
    example: { call: 'duration "95"', gives: "1m35s" },
    call: ([seconds]) => duration(seconds),
  }),
  defineFunction({
    name: "durationRound",
    params: [anyParam("duration")],
    result: STRING,
    doc: "A duration, or the time since a date, rounded down to its largest unit.",
    example: { call: 'durationRound "2h10m5s"', gives: "2h" },
    call: ([value], ctx) => durationRound(value, ctx),
  }),
  defineFunction({
    name: "unixEpoch",
    params: [param("date", TIME)],
    result: STRING,
    doc: "The seconds of a date since 1970.",
    example: { call: "unixEpoch now", gives: "1768464000" },
    call: ([date]) => unixSeconds(date).toString(),
  }),
];
