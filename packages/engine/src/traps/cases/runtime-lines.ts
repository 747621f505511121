/** Lines that are read with what a container runtime writes around them. */
import type { TrapCase } from "../trap-case.ts";

const CRI = "stage.cri { }\n";
const JSON_LEVEL = `stage.json {
  expressions = { level = "" }
}

stage.labels {
  values = { level = "" }
}
`;
const JOINED = `stage.multiline {
  firstline = "^\\\\d{4}-\\\\d{2}-\\\\d{2}"
}
`;
const BLOCK = [
  "2031-04-07T10:00:00.1Z stdout F 2031-04-07 boom",
  "2031-04-07T10:00:00.2Z stdout F   at a.b",
  "2031-04-07T10:00:00.3Z stdout F 2031-04-07 next",
];
const RECORD = '{"log":"{\\"level\\":\\"info\\"}\\n","stream":"stdout","time":"2031-04-30T02:12:41.8443515Z"}';
const CODE = `stage.regex {
  expression = "^(?P<code>\\\\d{3}) "
}

stage.labels {
  values = { code = "" }
}
`;

export const RUNTIME_LINES: readonly TrapCase[] = [
  {
    name: "the JSON is inside a line of a container runtime",
    config: JSON_LEVEL,
    input: ['2031-04-07T10:00:00.1Z stdout F {"level":"info"}'],
    expect: {
      out: [{ labels: {} }],
      reports: [
        { note: "it is a line of a container runtime; put stage.cri before" },
        { code: "line-wrapped", fixed: `${CRI}\n${JSON_LEVEL}` },
      ],
    },
  },
  {
    name: "the runtime's line is unwrapped first",
    config: CRI + JSON_LEVEL,
    input: ['2031-04-07T10:00:00.1Z stdout F {"level":"info"}'],
    expect: { out: [{ labels: { stream: "stdout", level: "info" } }], silent: true },
  },
  {
    name: "the field is inside a record of Docker",
    config: JSON_LEVEL,
    input: [RECORD],
    expect: {
      out: [{ labels: {} }],
      reports: [{ code: "field-elsewhere", message: "put stage.docker before" }],
    },
  },
  {
    name: "the record of Docker is unwrapped first",
    config: `stage.docker { }\n${JSON_LEVEL}`,
    input: [RECORD],
    expect: { out: [{ labels: { stream: "stdout", level: "info" } }], silent: true },
  },
  {
    name: "every line begins with the runtime's time, so that none is joined",
    config: JOINED,
    input: BLOCK,
    expect: {
      out: BLOCK.map((line) => ({ line })),
      reports: [
        { note: "what matches is the time of a container runtime" },
        { code: "line-wrapped", fixed: `${CRI}\n${JOINED}` },
      ],
    },
  },
  {
    name: "lines are unwrapped and then joined",
    config: CRI + JOINED,
    input: BLOCK,
    expect: { out: [{ line: "2031-04-07 boom\n  at a.b" }, { line: "2031-04-07 next" }], silent: true },
  },
  {
    name: "a trace comes alone, since no line is a first one",
    config: JOINED,
    input: ["21.07.2031 boom", "  at a.b.c", "  at d"],
    expect: {
      reports: [{ code: "firstline-never", message: "2 samples show it" }],
    },
  },
  {
    name: "an anchored pattern sees the runtime's time",
    config: CODE,
    input: ["2031-04-07T10:00:00.1Z stdout F 200 ok"],
    expect: { reports: [{ code: "line-wrapped", fixed: `${CRI}\n${CODE}` }] },
  },
  {
    name: "some lines of a runtime's log match nothing",
    config: CRI + CODE,
    input: ["2031-04-07T10:00:00.1Z stdout F 200 ok", "2031-04-07T10:00:00.2Z stdout F started"],
    expect: { silent: true },
  },
  {
    name: "a pattern reads the runtime's own fields",
    config: `stage.regex {
  expression = "^(?P<at>\\\\S+) (?P<stream>stdout|stderr) "
}

stage.labels {
  values = { stream = "" }
}
`,
    input: ["2031-04-07T10:00:00.1Z stderr F 200 ok"],
    expect: { out: [{ labels: { stream: "stderr" } }], silent: true },
  },
  {
    name: "a message that only looks like a runtime's line",
    config: 'stage.regex {\n  expression = "(?P<code>\\\\d{3})$"\n}\n',
    input: ["2031-02-03T10:00:00Z stdout took 200", "stderr 404"],
    expect: { silent: true },
  },
];
