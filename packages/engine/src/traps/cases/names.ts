/** A name is read where it is not: moved, removed, only extracted, or made later. */
import type { TrapCase } from "../trap-case.ts";

const AT = `stage.timestamp {
  source = "at"
  format = "RFC3339"
}
`;
const REGEX = `stage.regex {
  expression = "^(?P<at>\\\\S+) "
}
`;

export const NAMES: readonly TrapCase[] = [
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
      reports: [{ code: "read-after-removed", message: '"origin"' }],
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
      reports: [
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
      reports: [
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
    name: "structured metadata of a value that is extracted later",
    config: `stage.structured_metadata {
  values = { order_id = "" }
}

stage.json {
  expressions = { order_id = "" }
}
`,
    input: ['{"order_id":"o1"}'],
    expect: { out: [{ structured_metadata: [] }], reports: [{ code: "read-before-set", message: '"order_id"' }] },
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
    expect: { reports: [{ code: "name-not-set", message: 'extracts the field as "tid"', fix: "Change to tid" }] },
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
      reports: [
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
      reports: [
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
    name: "a time is read before it is extracted",
    config: AT + REGEX,
    expect: {
      reports: [
        {
          code: "read-before-set",
          message: '"at" is read here too early: only stage.regex on line 5 sets it',
          fix: "Move stage.regex before stage.timestamp",
          fixed: REGEX + AT,
        },
      ],
    },
  },
  { name: "a time is read after it is extracted", config: REGEX + AT, expect: { silent: true } },
  {
    name: "a stage between makes the line that the other one reads",
    config: `${AT}stage.docker { }\n${REGEX}`,
    expect: { reports: [{ code: "read-before-set", message: "on line 6 sets it" }] },
  },
];
