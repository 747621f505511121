/** Stages that come after what they need is gone: dropped entries, replaced lines, colours, times. */
import type { ConfigCase } from "../trap-case.ts";

const LOGFMT = `stage.logfmt {
  mapping = { level = "" }
}
`;
const LABELS = `stage.labels {
  values = { level = "" }
}
`;
const DROP = `stage.drop {
  source = "level"
  value  = "debug"
}
`;
const counter = (value: string, rest = ""): string => `stage.metrics {
  metric.counter {
    name   = "lines_total"
    source = "level"
    value  = "${value}"
    action = "inc"
  }
}
${rest}`;
const branch = (selector: string): string => `stage.match {
  selector = \`${selector}\`

  stage.static_labels {
    values = { seen = "yes" }
  }
}
`;
const dropBy = (selector: string): string => `stage.match {
  selector = \`${selector}\`
  action   = "drop"
}
`;
const HEALTH = `stage.drop {
  expression = "GET /healthz"
}
`;
const JSON_MSG = `stage.json {
  expressions = { msg = "" }
}
`;
const OUTPUT = `stage.output {
  source = "msg"
}
`;
const JSON_USER = `stage.json {
  expressions = { user = "user.id" }
}
`;
const USER = `stage.labels {
  values = { user = "" }
}
`;
const PARSED = `stage.regex {
  expression = "^(?P<time>\\\\S+) (?P<level>\\\\S+)"
}
${LABELS}`;
const TIME = `stage.timestamp {
  source = "time"
  format = "RFC3339"
}
`;
const OLD = `stage.drop {
  older_than = "24h"
}
`;
const reported = (name: string, config: string, code: string, fixed?: string): ConfigCase => ({
  name,
  config,
  expect: { reports: [{ code, fixed }] },
});
const silent = (name: string, config: string, input?: ConfigCase["input"]): ConfigCase => ({
  name,
  config,
  input,
  expect: { silent: true },
});

const fromDocker = (source: string, first: string): string => `${source} "a" {
  host       = "unix:///var/run/docker.sock"
  targets    = []
  labels     = { }
  forward_to = [logs.process.a.receiver]
}

logs.process "a" {
  forward_to = [logs.echo.out.receiver]

${first}  stage.decolorize { }
}

logs.echo "out" { }
`;

export const ORDER: readonly ConfigCase[] = [
  reported(
    "a metric counts what was dropped by its value",
    `${LOGFMT}${DROP}${counter("debug")}`,
    "dropped-before",
    `${LOGFMT}${counter("debug")}${DROP}`,
  ),
  silent("a metric counts before the drop", `${LOGFMT}${counter("debug")}${DROP}`),
  silent("a metric counts another value than the dropped one", `${LOGFMT}${DROP}${counter("error")}`),
  reported(
    "a metric counts what a pattern dropped",
    `${LOGFMT}${DROP.replace('value  = "debug"', 'expression = "^(debug|trace)$"')}${counter("trace")}`,
    "dropped-before",
  ),
  silent(
    "a drop has a second condition",
    `${LOGFMT}${DROP.replace('value  = "debug"', 'value = "debug"\n  longer_than = "1KB"')}${counter("debug")}`,
  ),
  silent(
    "the value is another one after the drop",
    `${LOGFMT}${DROP}stage.template {
  source   = "level"
  template = "{{ if eq .Value \\"dbg\\" }}debug{{ else }}{{ .Value }}{{ end }}"
}
${counter("debug")}`,
  ),
  reported(
    "a metric counts what a selector dropped",
    `${LOGFMT}${LABELS}${dropBy('{level="debug"}')}${counter("debug")}`,
    "dropped-before",
  ),
  silent(
    "a selector dropped the value of some lines",
    `${LOGFMT}${LABELS}${dropBy('{level="debug"} |= "poll"')}${counter("debug")}`,
  ),
  reported(
    "a branch selects what another one dropped",
    `${LOGFMT}${LABELS}${dropBy('{level="debug"}')}${branch('{level="debug"}')}`,
    "dropped-before",
  ),
  reported(
    "a branch selects lines that were dropped",
    `${HEALTH}${branch('{app="shop"} |= "GET /healthz"')}`,
    "dropped-before",
  ),
  silent("a branch selects a part of what was dropped", `${HEALTH}${branch('{app="shop"} |= "GET /"')}`),
  silent(
    "a branch drops, and the next one selects",
    `stage.match {
  selector = \`{app="shop"}\`

  ${HEALTH.trim().replaceAll("\n", "\n  ")}
}
${branch('{app="cart"} |= "GET /healthz"')}`,
  ),
  silent(
    "an anchored pattern does not drop what a filter finds",
    `${HEALTH.replace("GET /", "^GET /")}${branch('{app="shop"} |= "GET /healthz"')}`,
  ),
  {
    name: "the line was replaced before the rest of it is read",
    config: `${JSON_MSG}${OUTPUT}${JSON_USER}${USER}`,
    input: ['{"msg":"hi","user":{"id":"7"}}', '{"msg":"ho","user":{"id":"8"}}'],
    expect: {
      out: [
        { line: "hi", labels: {} },
        { line: "ho", labels: {} },
      ],
      reports: [
        {
          code: "line-replaced",
          message: "stage.output on line 4 replaces the line before, and this stage reads no JSON",
          fixed: `${JSON_MSG}${JSON_USER}${OUTPUT}${USER}`,
        },
      ],
    },
  },
  silent("the line is replaced after all of it was read", `${JSON_MSG}${JSON_USER}${OUTPUT}${USER}`, [
    '{"msg":"hi","user":{"id":"7"}}',
  ]),
  silent("the line is replaced by JSON that was inside it", `${JSON_MSG}${OUTPUT}${JSON_USER}${USER}`, [
    '{"msg":"{\\"user\\":{\\"id\\":\\"7\\"}}"}',
    '{"msg":"starting"}',
  ]),
  silent("no line was JSON", `${JSON_MSG}${OUTPUT}${JSON_USER}${USER}`, ["starting"]),
  reported(
    "an age is compared before the time is read",
    `${PARSED}${OLD}${TIME}`,
    "age-before-timestamp",
    `${PARSED}${TIME}${OLD}`,
  ),
  silent("an age is compared after the time is read", `${PARSED}${TIME}${OLD}`),
  silent("an age is compared where the source has the time", `${PARSED}${OLD}`),
  {
    name: "a label is moved to the structured metadata right after it was made",
    config: `${LOGFMT}${LABELS}stage.structured_metadata {
  values = { level = "" }
}
`,
    input: ["level=info msg=x"],
    expect: {
      out: [{ labels: {}, structured_metadata: [["level", "info"]] }],
      reports: [{ code: "label-unused", message: 'moves the label "level" to the structured metadata' }],
    },
  },
  silent(
    "a label is made after the structured metadata",
    `${LOGFMT}stage.structured_metadata {
  values = { level = "" }
}
${LABELS}`,
  ),
  silent(
    "a label selects before it is moved",
    `${LOGFMT}${LABELS}${branch('{level="error"}')}stage.structured_metadata {
  values = { level = "" }
}
`,
  ),
  silent(
    "a label is changed through its value before it is moved",
    `${LOGFMT}${LABELS}stage.template {
  source   = "level"
  template = "{{ ToUpper .Value }}"
}
stage.structured_metadata {
  values = { level = "" }
}
`,
  ),
  {
    name: "lines of Docker's API are unwrapped",
    config: fromDocker("logs.source.docker", "  stage.docker { }\n\n"),
    expect: { reports: [{ code: "unwraps-nothing", message: "logs.source.docker gives the program's own lines" }] },
  },
  {
    name: "lines of Docker's API are read at once",
    config: fromDocker("logs.source.docker", ""),
    expect: { silent: true },
  },
  silent(
    "lines of the files of Docker are unwrapped",
    `logs.source.file "a" {
  targets    = [{ __path__ = "/var/lib/docker/containers/*/*.log" }]
  forward_to = [logs.process.a.receiver]
}

logs.process "a" {
  forward_to = [logs.echo.out.receiver]

  stage.docker { }
}

logs.echo "out" { }
`,
  ),
];
