import { describe, expect, it } from "vitest";
import { doubtLayout } from "./doubt-layout.ts";
import { doubtLayout as doubtLayoutInFull } from "./layout-doubts.ts";
import { compileTimestampFormat, isFixedFormat } from "./loki-timestamp.ts";

const NOW = 1_710_072_000_000_000_000n;

describe("a format that is no layout", () => {
  it.each([
    ["%Y-%m-%d %H:%M:%S", "2006-01-02 15:04:05", "2024-03-10 12:00:00"],
    ["yyyy-MM-dd HH:mm:ss,SSS", "2006-01-02 15:04:05,000", "2024-03-10 12:00:00,000"],
    ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2006-01-02T15:04:05.000Z07:00", "2024-03-10T12:00:00.000+00:00"],
    ["yyyy-MM-dd'T'HH:mm:ss.SSSZ", "2006-01-02T15:04:05.000Z0700", "2024-03-10T13:00:00.000+0100"],
    ["dd/MMM/yyyy:HH:mm:ss Z", "02/Jan/2006:15:04:05 -0700", "10/Mar/2024:12:00:00 +0000"],
    ["uuuu-MM-dd HH:mm:ss", "2006-01-02 15:04:05", "2024-03-10 12:00:00"],
    ["MMM d, yyyy h:mm:ss a", "Jan 2, 2006 3:04:05 PM", "Mar 10, 2024 12:00:00 PM"],
    ["EEE MMM dd HH:mm:ss zzz yyyy", "Mon Jan 02 15:04:05 MST 2006", "Sun Mar 10 12:00:00 UTC 2024"],
    ["yyyyMMdd'T'HHmmss", "20060102T150405", "20240310T120000"],
    ["d.M.yyyy H:mm", "2.1.2006 15:04", "10.3.2024 12:00"],
    ["YYYY-MM-DD HH:mm:ss.SSS", "2006-01-02 15:04:05.000", "2024-03-10 12:00:00.000"],
    ["YYYY-MM-DD[T]HH:mm:ssZ", "2006-01-02T15:04:05Z07:00", "2024-03-10T12:00:00Z"],
    ["YYYY-MM-DDTHH:mm:ssZZ", "2006-01-02T15:04:05Z0700", "2024-03-10T12:00:00+0000"],
    ["yyyy-MM-dd HH:mm:ss.fff zzz", "2006-01-02 15:04:05.000 -07:00", "2024-03-10 12:00:00.000 +00:00"],
    ["MM/dd/yyyy hh:mm:ss tt", "01/02/2006 03:04:05 PM", "03/10/2024 12:00:00 PM"],
    ["YYYY-MM-DD HH24:MI:SS", "2006-01-02 15:04:05", "2024-03-10 12:00:00"],
    ["2006-02-01T15:04:05", "2006-01-02T15:04:05", "2024-03-10T12:00:00"],
    ["2006/2/1", "2006/1/2", "2024/3/10"],
    ["20060201", "20060102", "20240310"],
    ["Y-m-d H:i:s", "2006-01-02 15:04:05", "2024-03-10 12:00:00"],
    ["Y-m-d\\TH:i:s.vP", "2006-01-02T15:04:05.000-07:00", "2024-03-10T12:00:00.000+00:00"],
    ["yyyy-mm-dd hh:mm:ss", "2006-01-02 15:04:05", "2024-03-10 12:00:00"],
    ["YYYY-MM-DD HH:MM:SS", "2006-01-02 15:04:05", "2024-03-10 12:00:00"],
    ["2006-01-02 HH:mm:ss", "2006-01-02 15:04:05", "2024-03-10 12:00:00"],
    ["2006-01-02 15:04:05.SSS", "2006-01-02 15:04:05.000", "2024-03-10 12:00:00.000"],
    ["2024-03-10", "2006-01-02", "2024-03-10"],
    ["2024-03-10T12:00:00.0000000Z", "RFC3339Nano", "2024-03-10T12:00:00Z"],
    ["27/Feb/2025:17:45:00 +0100", "02/Jan/2006:15:04:05 -0700", "10/Mar/2024:13:00:00 +0100"],
    ["Sep  2 15:04:05", "Jan _2 15:04:05", "Mar 10 12:00:00"],
    ["1740678300", "Unix", "1710072000"],
    ["2006-01-02 15:04:05.123", "2006-01-02 15:04:05.000", "2024-03-10 12:00:00.000"],
    ["2006-01-02 15:04:05 +0200", "2006-01-02 15:04:05 -0700", "2024-03-10 12:00:00 +0000"],
    ["RFC3339Nanos", "RFC3339Nano", "2024-03-10T12:00:00Z"],
    ["rfc3339", "RFC3339", "2024-03-10T12:00:00Z"],
    ["time.RFC1123", "RFC1123", "Sun, 10 Mar 2024 12:00:00 GMT"],
    ["ISO8601", "RFC3339Nano", "2024-03-10T12:00:00.000Z"],
    ["unix_ms", "UnixMs", "1710072000000"],
    ["UnixMillis", "UnixMs", "1710072000000"],
    ["EpochSeconds", "Unix", "1710072000"],
    ["DateTime", "2006-01-02 15:04:05", "2024-03-10 12:00:00"],
    ["2006-01-02 03:04:05", "2006-01-02 15:04:05", "2024-03-10 12:00:00"],
    ["2006-01-02 03:04:05 AM", "2006-01-02 03:04:05 PM", "2024-03-10 12:00:00 PM"],
  ])("%s means %s", (format, layout, text) => {
    expect(doubtLayout(format)?.layout).toBe(layout);
    const compiled = compileTimestampFormat(layout);
    const at = compiled.ok && compiled.parse(text, NOW);
    expect(typeof at === "bigint" && at <= NOW && at > NOW - 86_400_000_000_000n).toBe(true);
    expect(doubtLayout(layout)).toBeUndefined();
  });

  it.each([
    ["hello", "no part of a time"],
    ["Kitchen", "not the name of a layout"],
    ["HH:mm:ss", "format of letters"],
    ["yyyyMMddHHmmssSSS", "format of letters"],
    ["2006-01-02 15:04:05:000", "digits 000"],
    ["20060102150405000", "digits 000"],
    ["15:04:05", "no day, so every time is on the first day of the year"],
    ["3:04PM", "no day, so every time is on the first day of the year"],
    ["2006-01", "no day, so every time is on the first day of its month"],
    ["02 15:04:05", "no month"],
    ["2006-01-02 15:04:05 2006", "the year twice"],
  ])("%s is doubtful without a layout that is certain: %s", (format, message) => {
    expect(doubtLayout(format)).toMatchObject({ message: expect.stringContaining(message), layout: undefined });
  });
});

it.each([
  "",
  "RFC3339",
  "RFC3339Nano",
  "UnixMs",
  "2006-01-02",
  "060102",
  "20060102150405",
  "2006-01-02 15:04",
  "2006-01-02 15:04:05",
  "2006-01-02 15:04:05,000",
  "2006-01-02T15:04:05.999999Z",
  "2006-01-02T15:04:05+00:00",
  "2006-01-02T15:04:05-0700",
  "2006-01-02 15:04:05 CET",
  "2006-01-02 at 15:04:05",
  "2006-01-02 15h04m05s",
  "2006-1-2 15:4:5",
  "2006-002T15:04:05",
  "[02/Jan/2006:15:04:05 -0700]",
  "01/02/2006 3:04PM",
  "Jan 2, 2006 3:04:05 PM",
  "Jan _2 15:04:05",
  "Jan 2 15:04:05",
  "0102 15:04:05.000000",
  "Mon, 02 Jan 2006 15:04:05 MST",
  "2006-01-02 15:04:05.999999999 -0700 MST",
  "Monday, 02-Jan-06 15:04:05 MST",
  "15:04:05.000000 2006-01-02",
])("%j is a layout", (format) => {
  expect(doubtLayout(format)).toBeUndefined();
  expect(doubtLayoutInFull(format)).toBeUndefined();
});

it("what is offered is a name or a layout that it does not doubt", () => {
  const parts = [
    "yyyy",
    "MM",
    "dd",
    "HH",
    "mm",
    "ss",
    "SSS",
    "Y",
    "m",
    "d",
    "2006",
    "01",
    "02",
    "15",
    "04",
    "05",
    "RFC",
    "Z",
    "T",
    " ",
    "-",
    ":",
    ".",
    "'",
    "[",
    "2024",
    "12",
  ];
  let offered = 0;
  for (let i = 0; i < 20_000; i++) {
    // Spread over all combinations of seven, by a stride that is prime to their number.
    let n = i * 7_368_787;
    let format = "";
    for (let k = 0; k < 7; k++, n = Math.floor(n / parts.length)) format += parts[n % parts.length];
    const doubt = doubtLayout(format);
    if (doubt?.layout === undefined) continue;
    offered++;
    expect([format, doubt.layout, doubtLayout(doubt.layout)]).toEqual([format, doubt.layout, undefined]);
    expect(isFixedFormat(doubt.layout) || doubt.layout !== format).toBe(true);
  }
  expect(offered).toBeGreaterThan(20);
});
