/**
 * Dates: `now`, `date`, `dateModify`, `ago`, `toDate` and relatives. A date is a time.Time or whole seconds since 1970
 * (`int`, `int64`); most functions take anything else for now. `Local` is UTC wherever the engine runs.
 */
import { floorDiv, HOUR, MINUTE, SECOND } from "../../base/time.ts";
import { formatDuration, parseDuration } from "../../goduration/index.ts";
import { parseInt64 } from "../../gonumber/index.ts";
import { compileLayout, formatTime, loadZone, parseTime, subtractTime, UTC, unixSeconds } from "../../gotime/index.ts";
import {
  type CallContext,
  defineFunction,
  type FunctionBody,
  fail,
  stringArg,
  type TemplateFunction,
} from "../functions.ts";
import { GoTime, LOCAL, TIME, ZERO_TIME } from "../time-value.ts";
import { ANY, INT, INT32, INT64, STRING } from "../types.ts";
import { GoInt, type GoValue } from "../value.ts";

const currentTime = (ctx: CallContext): GoTime => new GoTime(ctx.now(), LOCAL);

/** The time that a value stands for. */
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

/** The time a duration later; as it was, or an error, where the text is no duration. */
function modify(text: string, time: GoTime, must: boolean): GoTime {
  const parsed = parseDuration(text);
  if (parsed.ok) return new GoTime(time.nanos + parsed.nanos, time.zone);
  return must ? fail(parsed.message) : time;
}

const dateFunction = (name: string): TemplateFunction =>
  defineFunction(name, [STRING, ANY, STRING], STRING, (args, ctx) =>
    format(stringArg(args, 0), args[1]!, stringArg(args, 2), ctx),
  );

const modifyFunction = (name: string, must: boolean): TemplateFunction =>
  defineFunction(name, [STRING, TIME], TIME, (args) => modify(stringArg(args, 0), args[1] as GoTime, must));

const toDate =
  (must: boolean): FunctionBody =>
  (args) => {
    const parsed = parseTime(compileLayout(stringArg(args, 0)), stringArg(args, 1), LOCAL);
    if (parsed.ok) return new GoTime(parsed.time.nanos, parsed.time.zone);
    return must ? fail(parsed.message) : ZERO_TIME;
  };

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

/** The largest unit of which there is more than one exactly: a second is `0s`, an hour `60m`. The sign is lost. */
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

export const DATE_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction("now", [], TIME, (_, ctx) => currentTime(ctx)),
  defineFunction("date", [STRING, ANY], STRING, (args, ctx) => format(stringArg(args, 0), args[1]!, "Local", ctx)),
  dateFunction("dateInZone"),
  dateFunction("date_in_zone"),
  defineFunction("htmlDate", [ANY], STRING, ([value], ctx) => format("2006-01-02", value!, "Local", ctx)),
  defineFunction("htmlDateInZone", [ANY, STRING], STRING, (args, ctx) =>
    format("2006-01-02", args[0]!, stringArg(args, 1), ctx),
  ),
  modifyFunction("dateModify", false),
  modifyFunction("date_modify", false),
  modifyFunction("mustDateModify", true),
  modifyFunction("must_date_modify", true),
  defineFunction("toDate", [STRING, STRING], TIME, toDate(false)),
  defineFunction("mustToDate", [STRING, STRING], TIME, toDate(true)),
  defineFunction("ago", [ANY], STRING, ([value], ctx) => ago(value!, ctx)),
  defineFunction("duration", [ANY], STRING, ([value]) => duration(value!)),
  defineFunction("durationRound", [ANY], STRING, ([value], ctx) => durationRound(value!, ctx)),
  defineFunction("unixEpoch", [TIME], STRING, ([time]) => unixSeconds(time as GoTime).toString()),
];
