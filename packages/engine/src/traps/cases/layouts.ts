/** A layout reads no time, or another one than the text has. */
import type { TrapCase } from "../trap-case.ts";

const config = (format: string, more = "") => `stage.regex {
  expression = "^(?P<at>\\\\S+(?: [\\\\d:.,]+)?(?: [+-]\\\\d{4})?) "
}

stage.timestamp {
  source = "at"
  format = "${format}"${more}
}
`;

const OWN = "2024-03-10T12:00:00Z";
const FOREIGN = "a layout shows how the time Mon Jan 2 15:04:05 2006 is written";

/** A wrong format, the right one, and a line that is read by the right one alone. */
const wrong = (name: string, format: string, right: string, line: string): TrapCase => ({
  name,
  config: config(format),
  input: [{ line, timestamp: OWN }],
  expect: {
    out: [{ timestamp: OWN }],
    reports: [{ code: "doubtful-gotime", fix: `Change to ${right}`, fixed: config(right) }, { note: "Not parsed" }],
  },
});

const right = (name: string, format: string, line: string, timestamp: string): TrapCase => ({
  name,
  config: config(format),
  input: [{ line, timestamp: OWN }],
  expect: { out: [{ timestamp }], silent: true },
});

export const LAYOUTS: readonly TrapCase[] = [
  wrong("letters of Java", "yyyy-MM-dd HH:mm:ss,SSS", "2006-01-02 15:04:05,000", "2031-05-27 21:33:00,883 WARN up"),
  wrong(
    "letters of Java with a quoted T",
    "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
    "2006-01-02T15:04:05.000Z07:00",
    "2031-05-27T21:33:00.883+02:00 x",
  ),
  wrong("letters of moment.js", "YYYY-MM-DD[T]HH:mm:ssZ", "2006-01-02T15:04:05Z07:00", "2031-05-27T21:33:00+02:00 x"),
  wrong("letters of .NET", "yyyy-MM-dd HH:mm:ss.fff", "2006-01-02 15:04:05.000", "2031-05-27 21:33:00.883 x"),
  wrong("letters of PHP", "Y-m-d H:i:s", "2006-01-02 15:04:05", "2031-05-27 21:33:00 x"),
  wrong("strftime", "%d/%b/%Y:%H:%M:%S %z", "02/Jan/2006:15:04:05 -0700", "27/May/2031:21:33:00 +0000 x"),
  wrong("a sample of a day", "2025-02-27", "2006-01-02", "2031-05-27 x"),
  wrong("a sample of a time", "2025-02-27T17:45:00.0000000Z", "RFC3339Nano", "2031-03-01T09:15:30.1234567Z x"),
  wrong("digits of a fraction", "2006-01-02 15:04:05.123", "2006-01-02 15:04:05.000", "2031-05-27 21:33:00.883 x"),
  wrong("a misspelt name", "RFC3339Nanos", "RFC3339Nano", "2031-03-01T09:15:30.1234567Z x"),
  wrong("a name in lower case", "unixms", "UnixMs", "1931000000123 x"),
  wrong("an hour of 12 without PM", "2006-01-02 03:04:05", "2006-01-02 15:04:05", "2031-05-27 21:33:00 x"),
  {
    name: "no day",
    config: config("15:04:05"),
    input: [{ line: "21:33:00 x", timestamp: OWN }],
    expect: {
      out: [{ timestamp: "2024-01-01T21:33:00Z" }],
      reports: [{ code: "doubtful-gotime", message: "no day, so every time is on the first day of the year" }],
    },
  },
  {
    name: "a format of letters beside a right one",
    config: config("RFC3339", '\n  fallback_formats = ["yyyy/MM/dd HH:mm"]'),
    expect: { reports: [{ code: "doubtful-gotime", message: FOREIGN, fix: "Change to 2006/01/02 15:04" }] },
  },
  {
    name: "a layout of another form than the samples",
    config: config("2006-01-02 15:04:05"),
    input: [{ line: "2031-05-27T21:33:00.5Z x", timestamp: OWN }],
    expect: {
      out: [{ timestamp: OWN }],
      reports: [{ note: "does not have the format `2006-01-02 15:04:05`; `RFC3339Nano` reads it" }],
    },
  },
  {
    name: "no year",
    config: config("01/02 15:04:05"),
    input: ["02/27 21:33:00 x"],
    expect: { out: [{ timestamp: "2024-02-27T21:33:00Z" }], reports: [{ note: "the year is that of the clock" }] },
  },
  {
    name: "a time zone beside a named layout",
    config: `stage.regex {
  expression = "^(?P<at>\\\\w{3} \\\\w{3} +\\\\d+ \\\\S+ \\\\d{4}) "
}

stage.timestamp {
  source   = "at"
  format   = "ANSIC"
  location = "Asia/Tokyo"
}
`,
    input: ["Mon Apr  7 10:15:00 2031 x"],
    expect: {
      out: [{ timestamp: "2031-04-07T10:15:00Z" }],
      reports: [
        {
          code: "location-ignored",
          message: 'ANSIC, which is read as UTC; write "Mon Jan _2 15:04:05 2006"',
          fix: "Change to Mon Jan _2 15:04:05 2006",
        },
      ],
    },
  },
  {
    name: "a time zone beside a count",
    config: config("UnixMs", '\n  location = "Asia/Tokyo"'),
    expect: { reports: [{ code: "location-ignored", message: "instants by themselves", fix: "Leave out location" }] },
  },
  {
    name: "formats of Promtail that are written in letters",
    from: "promtail",
    config: `pipeline_stages:
  - regex:
      expression: '^\\[(?P<at>\\S+)\\]\\[\\s*(?P<level>\\w+)\\s*\\]'
  - timestamp:
      source: at
      format: "yyyy-MM-dd'T'HH:mm:ss,SSS"
  - labels:
      level:
`,
    input: [{ line: "[2031-05-27T21:33:00,883][WARN ] up", timestamp: OWN }],
    expect: {
      out: [{ labels: { level: "WARN" }, timestamp: OWN }],
      reports: [{ code: "doubtful-gotime", fix: "Change to 2006-01-02T15:04:05,000" }],
    },
  },
  right("a layout with a comma", "2006-01-02 15:04:05,000", "2031-05-27 21:33:00,883 x", "2031-05-27T21:33:00.883Z"),
  right("a day alone", "2006-01-02", "2031-05-27 x", "2031-05-27T00:00:00Z"),
  right("digits without marks", "20060102150405", "20310527213300 x", "2031-05-27T21:33:00Z"),
  right("a literal Z", "2006-01-02T15:04:05.000Z", "2031-05-27T21:33:00.883Z x", "2031-05-27T21:33:00.883Z"),
  right("an offset", "02/Jan/2006:15:04:05 -0700", "27/May/2031:21:33:00 +0200 x", "2031-05-27T19:33:00Z"),
  right("a name", "RFC3339", "2031-05-27T21:33:00+02:00 x", "2031-05-27T19:33:00Z"),
  right("a count with a fraction", "Unix", "1931000000.25 x", "2031-03-11T12:53:20.25Z"),
  right("a year of two digits", "06/01/02 15:04", "31/05/27 21:33 x", "2031-05-27T21:33:00Z"),
  right("a day of the year", "2006-002T15:04:05", "2031-147T21:33:00 x", "2031-05-27T21:33:00Z"),
  {
    name: "a time zone beside a layout of one's own",
    config: config("2006-01-02 15:04:05", '\n  location = "Asia/Tokyo"'),
    input: ["2031-05-27 21:33:00 x"],
    expect: { out: [{ timestamp: "2031-05-27T12:33:00Z" }], silent: true },
  },
  {
    name: "UTC beside a named layout",
    config: config("RFC3339", '\n  location = "UTC"'),
    expect: { silent: true },
  },
  {
    name: "a time zone for the layout that is tried second",
    config: config("RFC3339", '\n  fallback_formats = ["2006-01-02 15:04:05"]\n  location = "Asia/Tokyo"'),
    expect: { silent: true },
  },
  right("slashes", "2006/01/02 15:04:05", "2031/05/27 21:33:00 x", "2031-05-27T21:33:00Z"),
  right("a day before a month", "02.01.2006 15:04", "27.05.2031 21:33 x", "2031-05-27T21:33:00Z"),
  right(
    "fractions that may be absent",
    "2006-01-02T15:04:05.999Z07:00",
    "2031-05-27T21:33:00Z x",
    "2031-05-27T21:33:00Z",
  ),
  right(
    "a fraction that the layout leaves out",
    "2006-01-02 15:04:05",
    "2031-05-27 21:33:00.25 x",
    "2031-05-27T21:33:00.25Z",
  ),
  right("nanoseconds since 1970", "UnixNs", "1931000000000000001 x", "2031-03-11T12:53:20.000000001Z"),
  right("microseconds since 1970", "UnixUs", "1931000000000001 x", "2031-03-11T12:53:20.000001Z"),
  right("a day without zeros", "2006-1-2", "2031-5-7 x", "2031-05-07T00:00:00Z"),
  right("a name with a fraction", "RFC3339Nano", "2031-05-27T21:33:00.000000001Z x", "2031-05-27T21:33:00.000000001Z"),
  right(
    "a zone as an offset without a colon",
    "2006-01-02T15:04:05-0700",
    "2031-05-27T21:33:00+0200 x",
    "2031-05-27T19:33:00Z",
  ),
  {
    name: "formats that are tried in turn",
    config: config("RFC3339", '\n  fallback_formats = ["2006-01-02 15:04:05", "UnixMs"]'),
    input: [{ line: "1931000000000 x", timestamp: OWN }],
    expect: { out: [{ timestamp: "2031-03-11T12:53:20Z" }], silent: true },
  },
  wrong("a day between the year and the month", "2006-02-01 15:04:05", "2006-01-02 15:04:05", "2031-05-27 21:33:00 x"),
  right("a day, a month and a year, in this order", "02/01/2006", "27/05/2031 x", "2031-05-27T00:00:00Z"),
];
