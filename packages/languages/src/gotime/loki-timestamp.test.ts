import { describe, expect, it } from "vitest";
import { parseRfc3339 } from "../base/time.ts";
import { compileTimestampFormat, compileTimestampFormats, type TimestampFormat } from "./index.ts";

const instant = (text: string): bigint => parseRfc3339(text) as bigint;
const NOW = instant("2024-03-10T12:00:00Z");

function compiled(formats: string | readonly string[], location?: string): TimestampFormat {
  const result = compileTimestampFormats(typeof formats === "string" ? [formats] : formats, location);
  if (!result.ok) throw new Error(result.message);
  return result;
}

/** Nanoseconds since 1970 when parsed, else the reason. */
const read = (format: TimestampFormat, text: string, now = NOW): bigint | string => {
  const result = format.parse(text, now);
  return typeof result === "bigint" ? result : result.message;
};

describe("Unix counts", () => {
  it.each<[string, string, bigint | string]>([
    ["Unix", "1700000000", 1_700_000_000_000_000_000n],
    ["Unix", "-1", -1_000_000_000n],
    ["Unix", "+5", 5_000_000_000n],
    ["Unix", "1700000000.000000001", 1_700_000_000_000_000_001n],
    ["Unix", "1700000000.1234567899", 1_700_000_000_123_456_789n],
    ["Unix", "-1.5", -500_000_000n],
    ["Unix", "-0.25", 250_000_000n],
    ["Unix", "100.-5", 99_950_000_000n],
    ["Unix", "100.+5", 100_050_000_000n],
    ["Unix", `1.${"0".repeat(400)}5`, 1_000_000_000n],
    ["Unix", "100.5e1", 'strconv.ParseInt: parsing "5e1": invalid syntax'],
    ["Unix", "1.2.3", 'strconv.ParseInt: parsing "1.2.3": invalid syntax'],
    ["Unix", "1700000000.", 'strconv.ParseInt: parsing "": invalid syntax'],
    ["Unix", "1_7", 'strconv.ParseInt: parsing "1_7": invalid syntax'],
    ["UnixMs", "1700000000123", 1_700_000_000_123_000_000n],
    ["UnixMs", "1700000000123.5", 'strconv.ParseInt: parsing "1700000000123.5": invalid syntax'],
    ["UnixMs", "9223372036854775807", -1_000_000n],
    ["UnixUs", "-1500000", -1_500_000_000n],
    ["UnixNs", "9223372036854775807", 9_223_372_036_854_775_807n],
    ["UnixNs", "9223372036854775808", 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
  ])("%s reads %j", (format, text, wanted) => {
    expect(read(compiled(format, "Asia/Tokyo"), text)).toBe(wanted);
  });
});

describe("layouts", () => {
  it.each<[string, string, string | undefined, string, string]>([
    [
      "a shorthand ignores the location",
      "ANSIC",
      "America/New_York",
      "Sat Feb  3 04:05:06 2024",
      "2024-02-03T04:05:06Z",
    ],
    ["even its zone names", "RFC1123", "America/New_York", "Wed, 01 May 2024 12:00:00 EDT", "2024-05-01T12:00:00Z"],
    ["a custom layout does not", "2006-01-02 15:04", "America/New_York", "2024-07-15 12:00", "2024-07-15T16:00:00Z"],
    [
      "an offset in the text wins",
      "2006-01-02 15:04 -0700",
      "America/New_York",
      "2024-07-15 12:00 +0200",
      "2024-07-15T10:00:00Z",
    ],
    [
      "the location knows its zone names",
      "2006-01-02 15:04 MST",
      "America/New_York",
      "2024-07-15 12:00 EST",
      "2024-07-15T17:00:00Z",
    ],
    ["others count as UTC", "2006-01-02 15:04 MST", "America/New_York", "2024-07-15 12:00 CET", "2024-07-15T12:00:00Z"],
    [
      "west of Greenwich a gap goes back",
      "2006-01-02 15:04",
      "America/New_York",
      "2024-03-10 02:30",
      "2024-03-10T06:30:00Z",
    ],
    ["east of it a gap continues", "2006-01-02 15:04", "Europe/Berlin", "2024-03-31 02:30", "2024-03-31T01:30:00Z"],
    [
      "New York's doubled hour is the first",
      "2006-01-02 15:04",
      "America/New_York",
      "2024-11-03 01:30",
      "2024-11-03T05:30:00Z",
    ],
    [
      "Berlin's doubled hour is the second",
      "2006-01-02 15:04",
      "Europe/Berlin",
      "2024-10-27 02:30",
      "2024-10-27T01:30:00Z",
    ],
    [
      "a comma in the text matches a point",
      "2006-01-02T15:04:05.000",
      undefined,
      "2024-01-02T10:07:08,250",
      "2024-01-02T10:07:08.25Z",
    ],
    ["15 takes one digit", "2006-01-02 15:04", undefined, "2024-01-02 9:30", "2024-01-02T09:30:00Z"],
    ["runs of blanks match", "2006-01-02 15:04", undefined, "2024-01-02     15:04", "2024-01-02T15:04:00Z"],
  ])("%s", (_name, format, location, text, wanted) => {
    expect(read(compiled(format, location), text)).toBe(instant(wanted));
  });

  it("knows shorthands by exact name only", () => {
    expect(read(compiled("rfc3339"), "2024-05-01T12:00:00Z")).toMatch(/^parsing time/);
  });
});

describe("layouts without a year", () => {
  it.each<[string, string, string, string]>([
    ["takes the current year", "2023-06-15T08:00:00Z", "Jul  4 00:00:00", "2023-07-04T00:00:00Z"],
    ["December seen in January is last year's", "2024-01-01T00:00:05Z", "Dec 31 23:59:59", "2023-12-31T23:59:59Z"],
    ["January seen in December is next year's", "2024-12-31T23:59:58Z", "Jan  1 00:00:00", "2025-01-01T00:00:00Z"],
    ["29 February of a common year is 1 March", "2023-05-05T00:00:00Z", "Feb 29 12:00:00", "2023-03-01T12:00:00Z"],
    ["29 February of a leap year stays", "2024-05-05T00:00:00Z", "Feb 29 12:00:00", "2024-02-29T12:00:00Z"],
  ])("%s", (_name, now, text, wanted) => {
    expect(read(compiled("Jan _2 15:04:05"), text, instant(now))).toBe(instant(wanted));
  });

  it("takes the year in UTC and the time in the location", () => {
    const format = compiled("Jan _2 15:04:05", "America/Los_Angeles");
    expect(read(format, "Mar  1 00:00:00", instant("2024-01-01T03:00:00Z"))).toBe(instant("2024-03-01T08:00:00Z"));
  });

  it("counts any layout whose text has 06 as one with a year", () => {
    const format = compiled("Jan _2 15:04:05 -07006");
    expect(read(format, "Jul  4 12:00:00 +00006")).toBe(instant("0000-07-04T12:00:00Z"));
  });
});

describe("fallbacks", () => {
  const format = compiled(["2006-01-02", "02/01/2006", "Unix"], "Asia/Tokyo");

  it.each<[string, bigint]>([
    ["2024-05-01", instant("2024-05-01T00:00:00+09:00")],
    ["01/05/2024", instant("2024-05-01T00:00:00+09:00")],
    ["1714521600", instant("2024-05-01T00:00:00Z")],
  ])("reads %s with the first that fits", (text, wanted) => {
    expect(read(format, text)).toBe(wanted);
  });

  it("reports the first format's reason", () => {
    expect(read(format, "none")).toBe('parsing time "none" as "2006-01-02": cannot parse "none" as "2006"');
  });
});

describe("a wrong location", () => {
  it("is refused in words, without the verb in Alloy's", () => {
    expect(compileTimestampFormat("2006", "Mars/Olympus")).toEqual({
      ok: false,
      message: "invalid location specified: unknown time zone Mars/Olympus",
    });
  });
});
