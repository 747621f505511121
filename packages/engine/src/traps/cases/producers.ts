/** Names that nothing sets, and labels that overwrite what was extracted. */
import type { TrapCase } from "../trap-case.ts";

/** A pipeline with one metric. */
const alone = (metric: string, before = ""): string => `logs.process "a" {
  forward_to = [logs.echo.out.receiver]

  ${before}stage.metrics {
    ${metric}
  }
}

logs.echo "out" { }
`;

const piped = (stages: string): string => `logs.process "a" {
  forward_to = [logs.echo.out.receiver]

  ${stages}
}

logs.echo "out" { }
`;
const lowered = (field: string): string => `stage.logfmt {
    mapping = { level = "" }
  }

  stage.template {
    source   = "level"
    template = "{{ if .level }}{{ ${field} | ToLower }}{{ end }}"
  }

  stage.labels {
    values = { level = "" }
  }`;

export const PRODUCERS: readonly TrapCase[] = [
  {
    name: "stages for the fields of lines that nothing reads",
    config: `loki.process "windows" {
  forward_to = []

  stage.eventlogmessage {
    source             = "message"
    overwrite_existing = true
  }

  stage.labels {
    values = { channel = "" }
  }

  stage.drop {
    source = "provider_name"
    value  = "Agent"
  }

  stage.timestamp {
    source = "createdAt"
    format = "2025-02-27T17:45:00.0000000Z"
  }
}
`,
    input: [{ line: '{"provider_name":"Agent","channel":"System"}', labels: { job: "win" } }],
    expect: {
      out: [{ labels: { job: "win" }, timestamp: "2024-03-10T12:00:00Z" }],
      told: [
        { code: "name-not-set", message: 'no stage extracts "message", and none before it reads the line' },
        { code: "name-not-set", message: 'no stage extracts "channel"' },
        { code: "name-not-set", message: 'no stage extracts "provider_name"' },
        { code: "name-not-set", message: 'no stage extracts "createdAt"' },
        { code: "doubtful-gotime", fix: "Change to RFC3339Nano" },
      ],
    },
  },
  {
    name: "a time that is not extracted",
    config: `stage.json {
  expressions = { level = "" }
}

stage.labels {
  values = { level = "" }
}

stage.timestamp {
  source = "when"
  format = "RFC3339"
}
`,
    expect: { told: [{ code: "name-not-set", message: 'no stage extracts "when"' }] },
  },
  {
    name: "a field under the name that it has in the line",
    config: `stage.json {
  expressions = { sev = "severity", msg = "" }
}

stage.labels {
  values = { severity = "" }
}

stage.output {
  source = "msg"
}
`,
    input: ['{"severity":"high","msg":"m"}'],
    expect: {
      out: [{ labels: {}, line: "m" }],
      told: [
        { code: "name-not-set", message: 'stage.json on line 1 extracts the field as "sev"', fix: "Change to sev" },
      ],
    },
  },
  {
    name: "a field of logfmt under the name that it has in the line",
    config: `stage.logfmt {
  mapping = { took = "duration" }
}

stage.metrics {
  metric.histogram {
    name    = "request_seconds"
    source  = "duration"
    buckets = [0.1, 1]
  }
}
`,
    expect: { told: [{ code: "name-not-set", fix: "Change to took" }] },
  },
  {
    name: "a line that is not extracted",
    config: `stage.logfmt {
  mapping = { level = "" }
}

stage.labels {
  values = { level = "" }
}

stage.output {
  source = "content"
}
`,
    expect: { told: [{ code: "name-not-set", message: 'no stage extracts "content"' }] },
  },
  {
    name: "a text where the name of a value belongs",
    config: `stage.json {
  expressions = { level = "" }
}

stage.labels {
  values = { level = "", job = "java-services" }
}
`,
    input: ['{"level":"info"}'],
    expect: {
      out: [{ labels: { level: "info" } }],
      told: [{ code: "name-not-set", message: 'no stage extracts "java-services"' }],
    },
  },
  {
    name: "a drop by a value that is not extracted, where others are",
    config: `stage.json {
  expressions = { msg = "" }
}

stage.drop {
  source = "verbosity"
  value  = "debug"
}

stage.output {
  source = "msg"
}
`,
    expect: { told: [{ code: "name-not-set", message: 'no stage extracts "verbosity"' }] },
  },
  {
    name: "a drop by a label of the source",
    config: `stage.json {
  expressions = { msg = "" }
}

stage.drop {
  source = "container"
  value  = "sidecar"
}

stage.output {
  source = "msg"
}
`,
    expect: { silent: true },
  },
  {
    name: "a label overwrites what was parsed",
    config: `stage.static_labels {
  values = { severity = "none" }
}

stage.json {
  expressions = { severity = "" }
}

stage.match {
  selector = \`{app="a"}\`

  stage.labels {
    values = { inner = "severity" }
  }
}

stage.labels {
  values = { outer = "severity" }
}
`,
    input: [
      { line: '{"severity":"high"}', labels: { app: "a" } },
      { line: '{"severity":"high"}', labels: { app: "b" } },
    ],
    expect: {
      out: [
        { labels: { app: "a", inner: "none", outer: "none", severity: "none" } },
        { labels: { app: "b", outer: "high", severity: "none" } },
      ],
      told: [
        { code: "value-overwritten", message: "the value that stage.json on line 5 extracts" },
        { note: "Extracted value `severity`: `high` → `none`" },
      ],
    },
  },
  {
    name: "a label of the source overwrites what was parsed",
    config: `stage.json {
  expressions = { severity = "" }
}

stage.match {
  selector = \`{app="a"}\`

  stage.labels {
    values = { inner = "severity" }
  }
}
`,
    input: [{ line: '{"severity":"high"}', labels: { app: "a", severity: "none" } }],
    expect: {
      out: [{ labels: { app: "a", inner: "none", severity: "none" } }],
      told: [{ note: "Extracted value `severity`: `high` → `none`, since the labels are copied" }],
    },
  },
  {
    name: "a template after the label, before a branch",
    config: `stage.logfmt {
  mapping = { mode = "" }
}

stage.labels {
  values = { mode = "" }
}

stage.template {
  source   = "mode"
  template = "{{ .Value | ToUpper }}"
}

stage.match {
  selector = \`{app="a"}\`

  stage.structured_metadata {
    values = { shown = "mode" }
  }
}
`,
    input: [{ line: "mode=slow", labels: { app: "a" } }],
    expect: { out: [{ structured_metadata: [["shown", "slow"]] }], told: [{ code: "value-overwritten" }] },
  },
  {
    name: "a value that became a label before the branch",
    config: `stage.static_labels {
  values = { severity = "none" }
}

stage.json {
  expressions = { severity = "" }
}

stage.labels {
  values = { severity = "" }
}

stage.match {
  selector = \`{app="a"}\`

  stage.labels {
    values = { inner = "severity" }
  }
}
`,
    input: [{ line: '{"severity":"high"}', labels: { app: "a" } }],
    expect: { out: [{ labels: { app: "a", inner: "high", severity: "high" } }], silent: true },
  },
  {
    name: "a label of the source in a template of its own name",
    config: `stage.template {
  source   = "pod"
  template = "{{ regexReplaceAll \\"-[a-z0-9]+$\\" .Value \\"\\" }}"
}

stage.labels {
  values = { workload = "pod" }
}
`,
    input: [{ line: "x", labels: { pod: "web-7f9" } }],
    expect: { out: [{ labels: { pod: "web-7f9", workload: "web" } }], silent: true },
  },
  {
    name: "a path of the source",
    config: `stage.regex {
  source     = "filename"
  expression = "/srv/(?P<site>[^/]+)/"
}

stage.labels {
  values = { site = "" }
}
`,
    input: [{ line: "x", labels: { filename: "/srv/shop/a.log" } }],
    expect: { out: [{ labels: { filename: "/srv/shop/a.log", site: "shop" } }], silent: true },
  },
  {
    name: "a label of the source under another name",
    config: `stage.json {
  expressions = { level = "" }
}

stage.labels {
  values = { level = "", workload = "deployment_name" }
}
`,
    expect: { silent: true },
  },
  {
    name: "a time of the journal",
    config: `stage.timestamp {
  source = "__journal__source_realtime_timestamp"
  format = "UnixUs"
}

stage.label_drop {
  values = ["boot_id"]
}
`,
    expect: { silent: true },
  },
  {
    name: "values that a pattern for names sets",
    config: `stage.json {
  regex = "."
}

stage.timestamp {
  source = "when"
  format = "RFC3339"
}
`,
    expect: { silent: true },
  },
  {
    name: "a value that one branch extracts",
    config: `stage.match {
  selector = \`{app="web"}\`

  stage.json {
    expressions = { when = "" }
  }
}

stage.timestamp {
  source = "when"
  format = "RFC3339"
}
`,
    expect: { silent: true },
  },
  {
    name: "a histogram alone, of a value that nothing extracts",
    config: alone(`metric.histogram {
      name    = "duration_seconds"
      source  = "duration"
      buckets = [0.1, 1]
    }`),
    expect: { told: [{ code: "name-not-set", message: 'no stage extracts "duration"' }] },
  },
  {
    name: "a gauge alone, of its own name",
    config: alone(`metric.gauge {
      name   = "queue_length"
      action = "set"
    }`),
    expect: { told: [{ code: "name-not-set", message: 'no stage extracts "queue_length"' }] },
  },
  {
    name: "a counter alone, of a value that may be a label",
    config: alone(`metric.counter {
      name   = "errors_total"
      source = "level"
      value  = "error"
      action = "inc"
    }`),
    expect: { silent: true },
  },
  {
    name: "a counter of all entries",
    config: alone(`metric.counter {
      name      = "lines_total"
      match_all = true
      action    = "inc"
    }`),
    expect: { silent: true },
  },
  {
    name: "a snippet of one metric",
    config: `stage.metrics {
  metric.histogram {
    name    = "duration_seconds"
    source  = "duration"
    buckets = [0.1, 1]
  }
}
`,
    expect: { silent: true },
  },
  {
    name: "a histogram of a value that is extracted",
    config: alone(
      `metric.histogram {
      name    = "duration_seconds"
      source  = "duration"
      buckets = [0.1, 1]
    }`,
      'stage.logfmt {\n    mapping = { duration = "" }\n  }\n\n  ',
    ),
    expect: { silent: true },
  },
  {
    name: "the path of a file under its internal name",
    config: piped(`stage.regex {
    source     = "__path__"
    expression = "^/var/log/(?P<app>[^/]+)/"
  }

  stage.labels {
    values = { app = "" }
  }`),
    expect: {
      told: [
        {
          code: "name-not-set",
          message: "the label filename has the path",
          fixed: piped(`stage.regex {
    source     = "filename"
    expression = "^/var/log/(?P<app>[^/]+)/"
  }

  stage.labels {
    values = { app = "" }
  }`),
        },
      ],
    },
  },
  {
    name: "the path of a file as a label",
    config: piped(`stage.regex {
    source     = "filename"
    expression = "^/var/log/(?P<app>[^/]+)/"
  }

  stage.labels {
    values = { app = "" }
  }`),
    input: [{ line: "x", labels: { filename: "/var/log/shop/a.log" } }],
    expect: { silent: true },
  },
  {
    name: "a template reads a value in another case",
    config: piped(lowered(".Level")),
    expect: { told: [{ code: "name-not-set", message: 'did you mean "level"?' }] },
  },
  {
    name: "a template reads the value",
    config: piped(lowered(".level")),
    input: ["level=INFO"],
    expect: { silent: true },
  },
  {
    name: "a template reads its own value",
    config: piped(lowered(".Value")),
    input: ["level=INFO"],
    expect: { silent: true },
  },
];
