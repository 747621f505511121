/** A name is read where it is not: moved, removed, only extracted, or made later. */
import type { TrapCase } from "../trap-case.ts";

const SELECTED = `stage.static_labels {
    values = { fast = "yes" }
  }`;

/** A pipeline of one file. */
const fromFile = (labels: string, stages: string): string => `logs.source.file "a" {
  targets    = [{ __path__ = "/var/log/a.log"${labels} }]
  forward_to = [logs.process.a.receiver]
}

logs.process "a" {
  forward_to = [logs.write.a.receiver]

${stages}}

logs.write "a" {
  endpoint {
    url = "http://loki:3100/loki/api/v1/push"
  }
}
`;
const branchOn = (label: string): string => `  stage.match {
    selector = \`{${label}="x"}\`

    stage.static_labels {
      values = { seen = "yes" }
    }
  }
`;
const thenRules = (labels: string): string => `logs.process "a" {
  forward_to = [logs.relabel.a.receiver]

  stage.json {
    expressions = { level = "", tier = "" }
  }

  stage.labels {
    values = { ${labels} }
  }
}

logs.relabel "a" {
  forward_to = [logs.echo.a.receiver]

  rule {
    source_labels = ["tier"]
    regex         = "free"
    action        = "drop"
  }
}

logs.echo "a" { }
`;

const summary = (template: string): string => `stage.regex {
  expression = "^(?P<level>\\\\w+) (?P<duration>\\\\d+) (?P<msg>.*)$"
}

stage.template {
  source   = "summary"
  template = "${template}"
}

stage.output {
  source = "summary"
}
`;

export const NAMES: readonly TrapCase[] = [
  {
    name: "a selector asks for a label that is made after it",
    config: `stage.match {
  selector = \`{tier="gold"}\`

  ${SELECTED}
}

stage.logfmt {
  mapping = { tier = "" }
}

stage.labels {
  values = { tier = "" }
}
`,
    input: ["tier=gold user=7"],
    expect: {
      out: [{ labels: { tier: "gold" } }],
      told: [{ code: "read-before-set" }, { note: "the label `tier` is not set" }],
    },
  },
  {
    name: "a selector asks for a label that is made before it",
    config: `stage.logfmt {
  mapping = { tier = "" }
}

stage.labels {
  values = { tier = "" }
}

stage.match {
  selector = \`{tier="gold"}\`

  ${SELECTED}
}
`,
    input: ["tier=gold user=7"],
    expect: { out: [{ labels: { tier: "gold", fast: "yes" } }], silent: true },
  },
  {
    name: "a selector asks for a value that is extracted inside the block",
    config: `loki.process "orders" {
  forward_to = []

  stage.match {
    selector = \`{order_kind="refund"}\`

    stage.json {
      expressions = { at = "", order_kind = "" }
    }

    stage.timestamp {
      source = "at"
      format = "RFC3339"
    }
  }
}
`,
    input: [{ line: '{"at":"2031-01-13T08:00:00Z","order_kind":"refund"}', timestamp: "2024-03-10T12:00:00Z" }],
    expect: {
      out: [{ labels: {}, timestamp: "2024-03-10T12:00:00Z" }],
      told: [
        {
          code: "value-not-label",
          message: '"order_kind" is only an extracted value: stage.json on line 7 extracts it, inside the block',
          fix: "Extract order_kind and make it a label before",
          fixed: `loki.process "orders" {
  forward_to = []

  stage.json {
    expressions = { at = "", order_kind = "" }
  }

  stage.labels {
    values = { order_kind = "" }
  }

  stage.match {
    selector = \`{order_kind="refund"}\`


    stage.timestamp {
      source = "at"
      format = "RFC3339"
    }
  }
}
`,
        },
      ],
    },
  },
  {
    name: "a selector asks for a label that was moved to the structured metadata",
    config: `stage.structured_metadata {
  values = { pod = "" }
}

stage.match {
  selector = \`{pod=~"web-.*"}\`

  ${SELECTED}
}
`,
    input: [{ line: "x", labels: { pod: "web-1", app: "web" } }],
    expect: {
      out: [{ labels: { app: "web" }, structured_metadata: [["pod", "web-1"]] }],
      told: [
        {
          code: "read-after-removed",
          message: '"pod" is read here, and stage.structured_metadata on line 1 moved it to the structured metadata',
          fix: "Move stage.match before stage.structured_metadata",
        },
        { note: "it is structured metadata and an extracted value" },
      ],
    },
  },
  {
    name: "a selector asks for a label before it is moved",
    config: `stage.match {
  selector = \`{pod=~"web-.*"}\`

  ${SELECTED}
}

stage.structured_metadata {
  values = { pod = "" }
}
`,
    input: [{ line: "x", labels: { pod: "web-1" } }],
    expect: { out: [{ labels: { fast: "yes" } }], silent: true },
  },
  {
    name: "the tenant is a label that was dropped",
    config: `stage.label_drop {
  values = ["filename", "team"]
}

stage.decolorize { }

stage.tenant {
  label = "team"
}
`,
    input: [{ line: "x", labels: { team: "blue" } }],
    expect: {
      out: [{ labels: {} }],
      told: [
        { code: "read-after-removed", message: '"team"', fix: "Move stage.label_drop behind stage.tenant" },
        { note: "the label `team` is not set: it is an extracted value" },
      ],
    },
  },
  {
    name: "the tenant is a label that label_keep does not keep",
    config: `stage.label_keep {
  values = ["app", "level"]
}

stage.tenant {
  label = "namespace"
}
`,
    expect: { told: [{ code: "read-after-removed", message: "stage.label_keep on line 1 removed it" }] },
  },
  {
    name: "the tenant is a label that is kept, and dropped after it",
    config: `stage.label_keep {
  values = ["app", "namespace"]
}

stage.tenant {
  label = "namespace"
}

stage.label_drop {
  values = ["namespace"]
}
`,
    input: [{ line: "x", labels: { namespace: "blue", app: "a" } }],
    expect: { out: [{ labels: { __tenant_id__: "blue", app: "a" } }], silent: true },
  },
  {
    name: "the tenant is an extracted value and not a label",
    config: `stage.json {
  expressions = { customer = "client.id" }
}

stage.tenant {
  label = "customer"
}
`,
    input: ['{"client":{"id":"c7"}}'],
    expect: {
      out: [{ labels: {} }],
      told: [
        {
          code: "value-not-label",
          fix: "Read the extracted value",
          fixed: `stage.json {
  expressions = { customer = "client.id" }
}

stage.tenant {
  source = "customer"
}
`,
        },
        { note: "the label `customer` is not set: it is an extracted value" },
      ],
    },
  },
  {
    name: "the tenant is a label, and read as an extracted value",
    config: `stage.static_labels {
  values = { customer = "acme" }
}

stage.tenant {
  source = "customer"
}
`,
    input: ["x"],
    expect: {
      out: [{ labels: { customer: "acme" } }],
      told: [
        { code: "label-not-value", fix: "Read the label" },
        { note: "`customer` is not extracted: it is a label" },
      ],
    },
  },
  {
    name: "the tenant is an extracted value",
    config: `stage.json {
  expressions = { customer = "client.id" }
}

stage.tenant {
  source = "customer"
}
`,
    input: ['{"client":{"id":"c7"}}'],
    expect: { out: [{ labels: { __tenant_id__: "c7" } }], silent: true },
  },
  {
    name: "a limit by a label that is only extracted",
    config: `stage.logfmt {
  mapping = { caller = "" }
}

stage.limit {
  rate          = 5
  burst         = 10
  drop          = true
  by_label_name = "caller"
}
`,
    input: ["caller=a x=1"],
    expect: {
      told: [
        { code: "value-not-label", message: "stage.limit reads labels", fix: "Make caller a label before" },
        { note: "Not limited: the label `caller` is not set: it is an extracted value" },
      ],
    },
  },
  {
    name: "a limit by a label of the source",
    config: `stage.limit {
  rate          = 5
  burst         = 10
  drop          = true
  by_label_name = "namespace"
}
`,
    input: [{ line: "x", labels: { namespace: "a" } }],
    expect: { silent: true },
  },
  {
    name: "a selector on a level that another pipeline makes a label",
    config: `logs.process "first" {
  forward_to = [logs.process.second.receiver]

  stage.logfmt {
    mapping = { level = "" }
  }

  stage.labels {
    values = { level = "" }
  }
}

logs.process "second" {
  forward_to = []

  stage.logfmt {
    mapping = { level = "", took = "" }
  }

  stage.match {
    selector = \`{level="debug"}\`
    action   = "drop"
  }

  stage.structured_metadata {
    values = { took = "" }
  }
}
`,
    expect: { silent: true },
  },
  {
    name: "a selector on a label that relabelling makes, which is extracted as well",
    config: `discovery.relabel "units" {
  targets = []

  rule {
    source_labels = ["__journal_priority_keyword"]
    target_label  = "prio"
  }
}

loki.process "journal" {
  forward_to = []

  stage.json {
    expressions = { prio = "PRIORITY", unit = "UNIT" }
  }

  stage.match {
    selector = \`{prio="debug"}\`
    action   = "drop"
  }

  stage.structured_metadata {
    values = { unit = "" }
  }
}
`,
    expect: { silent: true },
  },
  {
    name: "a selector that takes entries without the label, too",
    config: `stage.label_drop {
  values = ["level"]
}

stage.match {
  selector = \`{app="web", level!="debug"}\`

  ${SELECTED}
}
`,
    expect: { silent: true },
  },
  {
    name: "a label that only a branch removes",
    config: `stage.match {
  selector = \`{app="web"}\`

  stage.label_drop {
    values = ["pod"]
  }
}

stage.match {
  selector = \`{pod=~"db-.*"}\`

  ${SELECTED}
}
`,
    expect: { silent: true },
  },
  {
    name: "structured metadata of a label that was set and dropped",
    config: `stage.static_labels {
  values = { origin = "eu" }
}

stage.label_drop {
  values = ["origin"]
}

stage.structured_metadata {
  values = { origin = "" }
}
`,
    input: ["x"],
    expect: {
      out: [{ structured_metadata: [] }],
      told: [{ code: "read-after-removed", message: '"origin"' }],
    },
  },
  {
    name: "structured metadata of a label of the source that was dropped, which is an extracted value still",
    config: `stage.label_drop {
  values = ["pod"]
}

stage.structured_metadata {
  values = { pod = "" }
}
`,
    input: [{ line: "x", labels: { pod: "p1" } }],
    expect: { out: [{ labels: {}, structured_metadata: [["pod", "p1"]] }], silent: true },
  },
  {
    name: "labels of structured metadata that is made later",
    config: `stage.json {
  expressions = { span_id = "" }
}

stage.labels {
  values      = { span_id = "" }
  source_type = "structured_metadata"
}

stage.structured_metadata {
  values = { span_id = "" }
}
`,
    input: ['{"span_id":"s1"}'],
    expect: {
      out: [{ labels: {}, structured_metadata: [["span_id", "s1"]] }],
      told: [
        { code: "read-before-set", message: 'the structured metadata "span_id" is read here' },
        { note: "the structured metadata has no `span_id`: it is an extracted value" },
      ],
    },
  },
  {
    name: "labels of structured metadata that came with the entry",
    config: `stage.labels {
  values      = { trace_flags = "" }
  source_type = "structured_metadata"
}
`,
    input: [{ line: "x", structured_metadata: [["trace_flags", "01"]] }],
    expect: { out: [{ labels: { trace_flags: "01" } }], silent: true },
  },
  {
    name: "a label is dropped before it is made",
    config: `stage.json {
  expressions = { session = "" }
}

stage.label_drop {
  values = ["session"]
}

stage.labels {
  values = { session = "" }
}
`,
    input: ['{"session":"s9"}'],
    expect: {
      out: [{ labels: { session: "s9" } }],
      told: [
        { code: "removed-before-set", message: "so that it stays" },
        { note: "the entry has no label `session`: it is an extracted value" },
      ],
    },
  },
  {
    name: "a label of the source is dropped to be made anew",
    config: `stage.label_drop {
  values = ["instance"]
}

stage.json {
  expressions = { host = "" }
}

stage.labels {
  values = { instance = "host" }
}
`,
    input: [{ line: '{"host":"h1"}', labels: { instance: "old" } }],
    expect: { out: [{ labels: { instance: "h1" } }], silent: true },
  },
  {
    name: "a selector on the text of a static label that comes later",
    config: `stage.match {
  selector = \`{origin="edge"}\`

  stage.decolorize { }
}

stage.static_labels {
  values = { origin = "edge" }
}
`,
    expect: { told: [{ code: "read-before-set", message: 'the label "origin"' }] },
  },
  {
    name: "a selector on another text than the static label that comes later",
    config: `stage.match {
  selector = \`{origin="core"}\`

  stage.decolorize { }
}

stage.static_labels {
  values = { origin = "edge" }
}
`,
    expect: { silent: true },
  },
  {
    name: "a branch on an unknown level that finds it in the line",
    config: `stage.match {
  selector = \`{level="unknown"}\`

  stage.logfmt {
    mapping = { level = "" }
  }

  stage.labels {
    values = { level = "" }
  }
}
`,
    input: [{ line: "level=warn", labels: { level: "unknown" } }],
    expect: { out: [{ labels: { level: "warn" } }], silent: true },
  },
  {
    name: "the advice for a selector that comes too early is not to extract less",
    config: `stage.json {
  expressions = { plan = "", user = "" }
}

stage.match {
  selector = \`{plan="trial"}\`
  action   = "drop"
}

stage.structured_metadata {
  values = { user = "" }
}
`,
    input: ['{"plan":"trial","user":"u"}'],
    expect: {
      out: [{ structured_metadata: [["user", "u"]] }],
      told: [{ code: "value-not-label", fix: "Make plan a label before" }],
    },
  },
  {
    name: "structured metadata of a value that is extracted later",
    config: `stage.structured_metadata {
  values = { order_id = "" }
}

stage.json {
  expressions = { order_id = "" }
}
`,
    input: ['{"order_id":"o1"}'],
    expect: { out: [{ structured_metadata: [] }], told: [{ code: "read-before-set", message: '"order_id"' }] },
  },
  {
    name: "structured metadata of a field under the name that it has in the line",
    config: `stage.json {
  expressions = { tid = "trace_id" }
}

stage.structured_metadata {
  values = { trace_id = "" }
}
`,
    expect: { told: [{ code: "name-not-set", message: 'extracts the field as "tid"', fix: "Change to tid" }] },
  },
  {
    name: "structured metadata of a label that nothing in the document names",
    config: `stage.json {
  expressions = { span_id = "" }
}

stage.structured_metadata {
  values = { span_id = "", uid = "k8s_pod_uid" }
}
`,
    expect: { silent: true },
  },
  {
    name: "a selector on a label that a pattern for names moved",
    config: `stage.structured_metadata {
  regex = "^k8s_"
}

stage.match {
  selector = \`{k8s_node="n1"}\`

  stage.decolorize { }
}
`,
    input: [{ line: "x", labels: { k8s_node: "n1" } }],
    expect: { told: [{ code: "read-after-removed", message: '"k8s_node"' }] },
  },
  {
    name: "a selector on a label that a pattern for names leaves",
    config: `stage.structured_metadata {
  regex = "^k8s_"
}

stage.match {
  selector = \`{app="web"}\`

  stage.decolorize { }
}
`,
    expect: { silent: true },
  },
  {
    name: "a label that a stage set is not packed",
    config: `stage.static_labels {
  values = { origin = "edge" }
}

stage.pack {
  labels = ["origin", "pod"]
}
`,
    input: ["x"],
    expect: {
      out: [{ line: '{"_entry":"x"}', labels: { origin: "edge" } }],
      told: [
        { code: "label-not-value", message: "stage.pack reads extracted values" },
        { note: "`origin` is not in the extracted map: it is a label" },
      ],
    },
  },
  {
    name: "a metric of a label that a stage made",
    config: `stage.json {
  expressions = { lvl = "" }
}

stage.labels {
  values = { verdict = "lvl" }
}

stage.metrics {
  metric.counter {
    name   = "verdicts_total"
    source = "verdict"
    action = "inc"
  }
}
`,
    input: ['{"lvl":"high"}'],
    expect: {
      told: [
        { code: "label-not-value", message: "stage.metrics reads extracted values" },
        { note: "`verdict` is not extracted: it is a label" },
      ],
    },
  },
  {
    name: "a metric of a label that a stage made, inside a branch",
    config: `stage.json {
  expressions = { lvl = "" }
}

stage.labels {
  values = { verdict = "lvl" }
}

stage.match {
  selector = \`{verdict=~".+"}\`

  stage.metrics {
    metric.counter {
      name   = "verdicts_total"
      source = "verdict"
      action = "inc"
    }
  }
}
`,
    input: ['{"lvl":"high"}'],
    expect: { silent: true },
  },
  {
    name: "a selector on what a branch before it extracts and makes a label",
    config: `stage.match {
  selector = \`{app="shop"}\`

  stage.json {
    expressions = { tier = "" }
  }

  stage.labels {
    values = { tier = "" }
  }
}

stage.match {
  selector = \`{tier="free"}\`

  stage.sampling {
    rate = 0.1
  }
}
`,
    expect: { silent: true },
  },
  {
    name: "a selector on a label that the targets of the source lack",
    config: fromFile("", branchOn("app")),
    expect: { told: [{ code: "name-not-set", message: 'entries have no label "app" here' }] },
  },
  {
    name: "a selector on a label of the writer",
    config: fromFile("", branchOn("cluster")).replace(
      "endpoint {",
      'external_labels = { cluster = "a" }\n\n  endpoint {',
    ),
    expect: { told: [{ code: "name-not-set", message: 'entries have no label "cluster" here' }] },
  },
  {
    name: "a selector on a label of the targets",
    config: fromFile(', app = "x"', branchOn("app")),
    expect: { silent: true },
  },
  {
    name: "a selector on a label of targets that are discovered",
    config: fromFile("", branchOn("app"))
      .replace(/targets {4}= .*/, "targets    = discovery.file.a.targets")
      .concat('discovery.file "a" {\n  files = ["a.yaml"]\n}\n'),
    expect: { silent: true },
  },
  {
    name: "a rule on a value that a pipeline before it only extracts",
    config: thenRules('level = ""'),
    expect: { told: [{ code: "value-not-label", message: '"tier" is only an extracted value of stage.json' }] },
  },
  {
    name: "a rule on a label that a pipeline before it makes",
    config: thenRules('level = "", tier = ""'),
    expect: { silent: true },
  },
  {
    name: "a template names the text otherwise than the stage that extracts it",
    config: summary("{{ .level }}:{{ .message }}"),
    expect: { told: [{ code: "name-not-set", message: 'nothing sets "message"; did you mean "msg"?' }] },
  },
  {
    name: "a template names a mistyped value",
    config: summary("{{ .msg }}:{{ .duraton }}"),
    expect: { told: [{ code: "name-not-set", message: 'nothing sets "duraton"; did you mean "duration"?' }] },
  },
  ...[
    "{{ .level }}:{{ .msg }}",
    "{{ .level }}:{{ .app }}",
    "{{ .level }}:{{ if .message }}{{ .message }}{{ else }}{{ .msg }}{{ end }}",
    "{{ .msg }}:{{ .Value }}",
  ].map((template) => ({
    name: `a template names what there is, or may be: ${template}`,
    config: summary(template),
    expect: { silent: true as const },
  })),
];
