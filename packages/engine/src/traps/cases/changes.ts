/** Changes that come to nothing, and blocks that lose lines. */
import type { TrapCase } from "../trap-case.ts";

const MASK = `stage.json {
  expressions = { msg = "" }
}

stage.replace {
  source     = "msg"
  expression = "password=(\\\\S+)"
  replace    = "***"
}
`;
const OUTPUT = `
stage.output {
  source = "msg"
}
`;
const block = (expression: string): string => `stage.multiline {
  firstline = "^\\\\d{4}-"
}

stage.regex {
  expression = "${expression}"
}
${OUTPUT}`;
const LINES = ["2031-07-21 boom", "  at a.b.c", "2031-07-22 next"];
const CUT = "^(?P<ts>\\\\S+) (?P<msg>.*)";

const labelled = (end: string, flag = ""): string => `stage.multiline {
  firstline = "^\\\\d{4}-"
}

stage.regex {
  expression = "${flag}^(?P<level>[A-Z]+) ${end}"
}

stage.labels {
  values = { level = "" }
}
`;

export const CHANGES: readonly TrapCase[] = [
  {
    name: "a secret is masked in an extracted value alone",
    config: MASK,
    input: ['{"msg":"login password=hunter2"}'],
    expect: {
      out: [{ line: '{"msg":"login password=hunter2"}' }],
      reports: [{ code: "change-unused", message: "the line keeps its text" }],
    },
  },
  {
    name: "the masked value becomes the line",
    config: MASK + OUTPUT,
    input: ['{"msg":"login password=hunter2"}'],
    expect: { out: [{ line: "login password=***" }], silent: true },
  },
  {
    name: "a template reads the masked value",
    config: `${MASK}\nstage.template {\n  source   = "line"\n  template = "m {{ .msg }}"\n}\n\nstage.output {\n  source = "line"\n}\n`,
    input: ['{"msg":"login password=hunter2"}'],
    expect: { out: [{ line: "m login password=***" }], silent: true },
  },
  {
    name: "a block is cut to its first line",
    config: block(CUT),
    input: LINES,
    expect: {
      out: [{ line: "boom" }, { line: "next" }],
      reports: [{ code: "block-cut", message: "cuts a block to its first line", fixed: block(`(?s)${CUT}`) }],
    },
  },
  {
    name: "a pattern to the end matches no block",
    config: block(`${CUT}$`),
    input: LINES,
    expect: {
      reports: [{ code: "block-cut", message: "matches no block of several lines", fixed: block(`(?s)${CUT}$`) }],
    },
  },
  {
    name: "a pattern reads all lines of a block",
    config: block("^(?P<ts>\\\\S+) (?P<msg>(?s:.*))$"),
    input: LINES,
    expect: { out: [{ line: "boom\n  at a.b.c" }, { line: "next" }], silent: true },
  },
  {
    name: "a block keeps its text, and a label has the first line's level",
    config: `stage.multiline {
  firstline = "^\\\\d{4}-"
}

stage.regex {
  expression = "^\\\\S+ (?P<word>.*)"
}

stage.structured_metadata {
  values = { word = "" }
}
`,
    input: LINES,
    expect: { out: [{ line: "2031-07-21 boom\n  at a.b.c" }, { line: "2031-07-22 next" }], silent: true },
  },
  {
    name: "values are extracted, and nothing uses them",
    config: `logs.process "a" {
  forward_to = [logs.echo.out.receiver]

  stage.regex {
    expression = "^(?P<client>\\\\S+) (?P<code>\\\\d+)$"
  }

  stage.template {
    source   = "code"
    template = "{{ .Value }}!"
  }
}

logs.echo "out" { }
`,
    expect: { reports: [{ code: "pipeline-without-effect" }] },
  },
  {
    name: "values are extracted, and lines without them are dropped",
    config: `logs.process "a" {
  forward_to = [logs.echo.out.receiver]

  stage.json {
    expressions    = { level = "" }
    drop_malformed = true
  }
}

logs.echo "out" { }
`,
    expect: { silent: true },
  },
  {
    name: "one stage, to be continued",
    config: 'stage.json {\n  expressions = { level = "" }\n}\n',
    expect: { silent: true },
  },
  {
    name: "a pattern to the end of the line gives labels of blocks",
    config: labelled("(?P<msg>.*)$"),
    expect: {
      reports: [
        { code: "block-cut", message: "matches no block of several lines", fixed: labelled("(?P<msg>.*)$", "(?s)") },
      ],
    },
  },
  { name: "a pattern for the beginning of a block", config: labelled("(?P<msg>.*)"), expect: { silent: true } },
];
