/** Times that are read, and are others than they seem. */
import type { TrapCase } from "../trap-case.ts";

const stamp = (format: string, location = ""): string => `stage.regex {
  expression = "^(?P<ts>.*?)\\\\|"
}

stage.timestamp {
  source = "ts"
  format = "${format}"
${location}}
`;
const NAMED = "2006-01-02 15:04:05 MST";
const BERLIN = '  location = "Europe/Berlin"\n';

const aged = (duration: string): string => `stage.drop {
  older_than = "${duration}"
}
`;

export const TIMES: readonly TrapCase[] = [
  ...(
    [
      ["milliseconds as seconds", "Unix", "1931000000123", "UnixMs"],
      ["seconds as milliseconds", "UnixMs", "1931000000", "Unix"],
      ["nanoseconds as milliseconds", "UnixMs", "1931000000123456789", "UnixNs"],
    ] as const
  ).map(
    ([name, format, text, meant]): TrapCase => ({
      name,
      config: stamp(format),
      input: [`${text}|x`],
      expect: {
        reports: [{ note: `, which ${meant} reads` }, { code: "wrong-unit", fixed: stamp(meant) }],
      },
    }),
  ),
  {
    name: "a count in its own unit",
    config: stamp("UnixMs"),
    input: ["1931000000123|x", "946684800000|x"],
    expect: { silent: true },
  },
  {
    name: "a count that is of no unit",
    config: stamp("Unix"),
    input: ["7|x"],
    expect: { silent: true },
  },
  {
    name: "a zone's abbreviation without its location",
    config: stamp(NAMED),
    input: ["2031-07-01 12:00:00 CEST|x"],
    expect: { reports: [{ note: "`CEST` was read as UTC" }, { code: "zone-unknown" }] },
  },
  {
    name: "a zone's abbreviation of another location",
    config: stamp(NAMED, BERLIN),
    input: ["2031-07-01 12:00:00 PDT|x"],
    expect: { reports: [{ code: "zone-unknown" }] },
  },
  {
    name: "a zone's abbreviation of the location, and UTC",
    config: stamp(NAMED, BERLIN),
    input: ["2031-07-01 12:00:00 CEST|x", "2031-01-01 12:00:00 CET|x", "2031-01-01 12:00:00 UTC|x"],
    expect: { silent: true },
  },
  {
    name: "an abbreviation is no location",
    config: stamp("2006-01-02 15:04:05", '  location = "CEST"\n'),
    expect: { reports: [{ code: "unknown-time-zone", message: "such as Europe/Berlin" }] },
  },
  {
    name: "a layout ends in Z, and the times have an offset",
    config: `stage.logfmt {
  mapping = { ts = "" }
}

stage.timestamp {
  source = "ts"
  format = "2006-01-02T15:04:05Z"
}
`,
    input: ["ts=2031-02-27T13:45:00+02:00 msg=a", "ts=2031-02-27T13:45:01+02:00 msg=b"],
    expect: {
      reports: [
        {
          code: "layout-misses",
          message: "`RFC3339` reads it",
          fixed: `stage.logfmt {
  mapping = { ts = "" }
}

stage.timestamp {
  source = "ts"
  format = "RFC3339"
}
`,
        },
      ],
    },
  },
  {
    name: "a layout reads Z as well as an offset",
    config: `stage.logfmt {
  mapping = { ts = "" }
}

stage.timestamp {
  source = "ts"
  format = "2006-01-02T15:04:05Z07:00"
}
`,
    input: ["ts=2031-02-27T13:45:00Z msg=a", "ts=2031-02-27T13:45:01+02:00 msg=b"],
    expect: { silent: true },
  },
  {
    name: "an age is in days",
    config: aged("7d"),
    expect: { reports: [{ code: "eval-value", message: 'did you mean "168h"?', fixed: aged("168h") }] },
  },
  {
    name: "an age is in weeks",
    config: aged("2 weeks"),
    expect: { reports: [{ code: "eval-value", fixed: aged("336h") }] },
  },
  { name: "an age is in hours and minutes", config: aged("1h30m"), expect: { silent: true } },
  { name: "an age is in hours", config: aged("168h"), expect: { silent: true } },
];
