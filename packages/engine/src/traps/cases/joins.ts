/** Lines are joined too late, or after some of them are gone. */
import type { TrapCase } from "../trap-case.ts";

const MULTILINE = `stage.multiline {
  firstline = "^\\\\d{4}-\\\\d{2}-\\\\d{2} "
}
`;
const REGEX = `stage.regex {
  expression = "^(?P<time>\\\\S+ \\\\S+) (?P<level>[A-Z]+) (?P<msg>.*)$"
}
`;
const LABELS = `stage.labels {
  values = { level = "" }
}
`;
const OUTPUT = `stage.output {
  source = "msg"
}
`;
const TRACE = ["2031-02-03 10:00:00 ERROR boom", "  at shop.Cart.add", "2031-02-03 10:00:01 INFO next"];
const SAMPLING = `stage.sampling {
  rate = 0.1
}
`;

export const JOINS: readonly TrapCase[] = [
  {
    name: "only first lines get the label",
    config: `${REGEX}
${LABELS}
${MULTILINE}`,
    input: TRACE,
    expect: {
      out: [{ line: "  at shop.Cart.add" }, { line: TRACE[0]! }, { line: TRACE[2]! }],
      reports: [
        {
          code: "multiline-too-late",
          message: 'only first lines get the label "level"',
          fixed: `${MULTILINE}${REGEX}
${LABELS}
`,
        },
      ],
    },
  },
  {
    name: "labels of a block",
    config: MULTILINE + REGEX.replace("^", "(?s)^") + LABELS,
    input: TRACE,
    expect: {
      out: [
        { line: `${TRACE[0]}\n${TRACE[1]}`, labels: { level: "ERROR" } },
        { line: TRACE[2]!, labels: { level: "INFO" } },
      ],
      silent: true,
    },
  },
  {
    name: "only first lines get the tenant",
    config: `stage.regex {
  expression = "^\\\\d{4}-\\\\d{2}-\\\\d{2} \\\\S+ (?P<team>\\\\w+): "
}
stage.tenant {
  source = "team"
}
${MULTILINE}`,
    expect: { reports: [{ code: "multiline-too-late", message: "only first lines get the tenant" }] },
  },
  {
    name: "all lines begin with what the label is made of",
    config: `stage.regex {
  expression = "^(?P<pod>\\\\S+) "
}
stage.labels {
  values = { pod = "" }
}
stage.multiline {
  firstline = "^\\\\S+ \\\\d{4}-"
}
`,
    input: ["a 2031-1", "b 2031-2", "a   more"],
    expect: { out: [{ line: "b 2031-2" }, { line: "a 2031-1\na   more" }], silent: true },
  },
  {
    name: "all lines have a wrapper that is taken off first",
    config: `stage.json {
  expressions = { stream = "", log = "" }
}
stage.labels {
  values = { stream = "" }
}
stage.output {
  source = "log"
}
${MULTILINE}`,
    expect: { silent: true },
  },
  {
    name: "what firstline looks for is cut before",
    config: `${REGEX}${OUTPUT}${MULTILINE}`,
    input: TRACE,
    expect: { reports: [{ code: "multiline-too-late", message: "cuts the beginning of the line" }] },
  },
  {
    name: "the first line's message replaces the block",
    config: `${REGEX}${MULTILINE}${OUTPUT}`,
    input: TRACE,
    expect: {
      out: [{ line: "boom" }, { line: "next" }],
      reports: [
        { code: "multiline-too-late", message: "replaces the joined lines", fixed: `${MULTILINE}${REGEX}${OUTPUT}` },
      ],
    },
  },
  {
    name: "the time of the first line",
    config: `stage.regex {
  expression = "^(?P<time>\\\\S+ \\\\S+) "
}
stage.timestamp {
  source = "time"
  format = "2006-01-02 15:04:05"
}
${MULTILINE}`,
    input: TRACE,
    expect: { out: [{ line: `${TRACE[0]}\n${TRACE[1]}` }, { line: TRACE[2]! }], silent: true },
  },
  {
    name: "an object of several lines is parsed line by line",
    config: `stage.json {
  expressions = { level = "" }
}
${LABELS}stage.multiline {
  firstline = "^{"
}
`,
    expect: { reports: [{ code: "multiline-too-late", message: "parses single lines of an object" }] },
  },
  {
    name: "lines are packed before they are joined",
    config: `stage.pack {
  labels = ["app"]
}
${MULTILINE}`,
    expect: { reports: [{ code: "multiline-too-late", message: "makes a JSON object of each line" }] },
  },
  {
    name: "lines are sampled before they are joined",
    config: SAMPLING + MULTILINE,
    expect: { reports: [{ code: "lines-lost-before-join", fixed: `${MULTILINE}${SAMPLING}` }] },
  },
  { name: "entries are sampled", config: MULTILINE + SAMPLING, expect: { silent: true } },
  {
    name: "all lines of a stream are sampled out in a branch",
    config: `stage.match {
  selector = \`{app="noise"}\`
  stage.sampling {
    rate = 0.1
  }
}
${MULTILINE}`,
    expect: { silent: true },
  },
  {
    name: "lines beyond a rate go before fragments are joined",
    config: `stage.limit {
  rate  = 10
  burst = 10
  drop  = true
}
stage.cri { }
`,
    expect: { reports: [{ code: "lines-lost-before-join", message: "parts of long lines" }] },
  },
  {
    name: "a limit that waits loses nothing",
    config: `stage.limit {
  rate  = 10
  burst = 10
}
${MULTILINE}`,
    expect: { silent: true },
  },
  {
    name: "first lines of a level are dropped alone",
    config: `${REGEX}stage.drop {
  source = "level"
  value  = "DEBUG"
}
${MULTILINE}`,
    expect: { reports: [{ code: "lines-lost-before-join", message: "first lines alone" }] },
  },
  {
    name: "empty lines are dropped before the join",
    config: `stage.drop {
  expression = "^\\\\s*$"
}
${MULTILINE}`,
    expect: { silent: true },
  },
  {
    name: "every line is a first line",
    config: 'stage.multiline {\n  firstline = ""\n}\n'.replace('""', '"(?s).*"'),
    expect: { reports: [{ code: "firstline-matches-all" }] },
  },
  {
    name: "lines that are not indented are first lines",
    config: 'stage.multiline {\n  firstline = "^\\\\S"\n}\n',
    expect: { silent: true },
  },
  {
    name: "colours are removed after the join",
    config: `${MULTILINE}stage.decolorize { }\n`,
    input: ["\u001b[31m2031-02-03 ERROR boom\u001b[0m", "  at a"],
    expect: {
      out: [{ line: "2031-02-03 ERROR boom" }, { line: "  at a" }],
      reports: [
        { code: "decolorize-too-late", fixed: `stage.decolorize { }\n${MULTILINE}` },
        { note: "begins with an escape sequence; put stage.decolorize before" },
      ],
    },
  },
  {
    name: "colours inside the line do not matter",
    config: `stage.multiline {\n  firstline = "ERROR|INFO"\n}\nstage.decolorize { }\n`,
    input: ["\u001b[31mERROR\u001b[0m boom", "  at a"],
    expect: { out: [{ line: "ERROR boom\n  at a" }], silent: true },
  },
  {
    name: "lines are joined as the runtime wrote them",
    config: MULTILINE,
    input: ["2031-02-03T10:00:00Z stdout F 2031-02-03 10:00:00 ERROR boom", "2031-02-03T10:00:00Z stdout F   at a"],
    expect: {
      out: [{}, {}],
      reports: [{ note: "it is a line of a container runtime; put stage.cri before" }],
    },
  },
  {
    name: "the tenant of a stream is set before its lines are joined",
    config: `stage.tenant {
  value = "shop"
}

${MULTILINE}`,
    input: TRACE,
    expect: { silent: true },
  },
  {
    name: "indented lines are dropped before they are joined",
    config: `stage.drop {
  expression = "^\\\\s"
}

stage.multiline {
  firstline = "^\\\\d{4}-"
}
`,
    expect: {
      reports: [
        {
          code: "lines-lost-before-join",
          message: "drops the other lines",
          fix: "Move stage.multiline before stage.drop",
        },
      ],
    },
  },
  {
    name: "blank lines are dropped before others are joined",
    config: `stage.drop {
  expression = "^\\\\s*$"
}

stage.multiline {
  firstline = "^\\\\d{4}-"
}
`,
    expect: { silent: true },
  },
];
