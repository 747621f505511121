/** Names that nothing sets. */
import type { TrapCase } from "../trap-case.ts";

const counted = (source: string): string => `stage.logfmt {
  mapping = { action = "" }
}

stage.drop {
  source = "${source}"
  value  = "status"
}

stage.labels {
  values = { action = "" }
}
`;

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
      reports: [
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
    expect: { reports: [{ code: "name-not-set", message: 'no stage extracts "when"' }] },
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
      reports: [
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
    expect: { reports: [{ code: "name-not-set", fix: "Change to took" }] },
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
    expect: { reports: [{ code: "name-not-set", message: 'no stage extracts "content"' }] },
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
      reports: [{ code: "name-not-set", message: 'no stage extracts "java-services"' }],
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
    expect: { reports: [{ code: "name-not-set", message: 'no stage extracts "verbosity"' }] },
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
    name: "a name is like one that another stage reads",
    config: counted("acton"),
    expect: {
      reports: [
        {
          code: "name-not-set",
          message: 'no stage extracts "acton"; did you mean "action"?',
          fixed: counted("action"),
        },
      ],
    },
  },
  { name: "two stages read the same name", config: counted("action"), expect: { silent: true } },
];
