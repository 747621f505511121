import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  addDate,
  addDuration,
  clockParts,
  dateTime,
  fixedZone,
  formatRfc3339Nano,
  formatTime,
  type GoTime,
  isZeroTime,
  loadZone,
  roundTime,
  subtractTime,
  timeString,
  truncateTime,
  UTC,
  unixSeconds,
  ZERO_TIME,
  type Zone,
} from "./index.ts";

/** Rows that a Go 1.26 program printed. */
const rows = <T>(name: string): T[] =>
  readFileSync(new URL(`./testdata/${name}.jsonl`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

/** `#-12630:XYZ` is a fixed zone. */
function zoneOf(name: string): Zone {
  if (!name.startsWith("#")) return loadZone(name) as Zone;
  const [offset = "", abbreviation = ""] = name.slice(1).split(":");
  return fixedZone(abbreviation, Number(offset));
}

function timeOf(text: string, zone: string): GoTime {
  const [seconds = "", nanos = ""] = text.split(".");
  return { nanos: BigInt(seconds) * 1_000_000_000n + BigInt(nanos), zone: zoneOf(zone) };
}

function describeTime(time: GoTime): string {
  const nanos = String(clockParts(time).nanosecond).padStart(9, "0");
  return `${unixSeconds(time)}.${nanos} ${formatTime("MST -07:00:00", time)}`;
}

describe("formatTime", () => {
  it("agrees with Go 1.26 for any layout, time and zone", () => {
    const all = rows<[layout: string, time: string, zone: string, text: string]>("format");
    for (const [layout, time, zone, text] of all)
      expect(formatTime(layout, timeOf(time, zone)), JSON.stringify([layout, time, zone])).toBe(text);
    expect(all.length).toBeGreaterThan(300);
  });

  it.each<[bigint, string, string]>([
    [9223372036854775807n, "UTC", "292277026596-12-04 15:30:07 +0000 UTC"],
    [-9223372036854775808n, "Europe/Berlin", "292277026596-12-04 16:23:36 +0053 LMT"],
    [-(1n << 60n), "UTC", "-36534626109-08-20 10:03:44 +0000 UTC"],
    [9007199254740993n, "Europe/Berlin", "285428751-11-12 08:36:33 +0100 CET"],
  ])("prints a time %d seconds from 1970", (seconds, zone, text) => {
    expect(timeString({ nanos: seconds * 1_000_000_000n, zone: zoneOf(zone) })).toBe(text);
  });

  it("prints RFC 3339 with the digits that are needed", () => {
    expect(formatRfc3339Nano({ nanos: 1_500_000_000n, zone: UTC })).toBe("1970-01-01T00:00:01.5Z");
  });
});

describe("arithmetic", () => {
  type Row = [
    time: string,
    zone: string,
    date: [number, number, number],
    added: string,
    unit: string,
    truncated: string,
    rounded: string,
    weekday: number,
    yearDay: number,
    text: string,
  ];

  it("agrees with Go 1.26 on AddDate, Truncate, Round, weekday, day of the year and String", () => {
    const all = rows<Row>("arithmetic");
    for (const [at, zone, date, added, unit, truncated, rounded, weekday, ofYear, text] of all) {
      const time = timeOf(at, zone);
      const parts = clockParts(time);
      expect(
        [
          describeTime(addDate(time, ...date)),
          describeTime(truncateTime(time, BigInt(unit))),
          describeTime(roundTime(time, BigInt(unit))),
          parts.weekday,
          parts.yearDay,
          timeString(time),
        ],
        JSON.stringify([at, zone, date, unit]),
      ).toEqual([added, truncated, rounded, weekday, ofYear, text]);
    }
    expect(all.length).toBeGreaterThan(100);
  });

  it("normalises what is out of range, as time.Date does", () => {
    expect(timeString(dateTime(2024, 14, 32, 25, 61, -1, -1, UTC))).toBe("2025-03-05 02:00:58.999999999 +0000 UTC");
  });

  it("adds and subtracts durations, saturating at 64 bits", () => {
    const epoch: GoTime = { nanos: 0n, zone: UTC };
    expect(subtractTime(addDuration(epoch, 5n), epoch)).toBe(5n);
    expect(subtractTime(epoch, ZERO_TIME)).toBe((1n << 63n) - 1n);
    expect(subtractTime(ZERO_TIME, epoch)).toBe(-(1n << 63n));
    expect([isZeroTime(ZERO_TIME), isZeroTime(epoch)]).toEqual([true, false]);
  });
});
