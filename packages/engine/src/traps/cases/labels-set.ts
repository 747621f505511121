/** Labels that are set under another name, with another value, or not at all. */
import type { TrapCase } from "../trap-case.ts";

const level = (values: string, group = "(?P<level>\\\\w+)"): string => `stage.regex {
  expression = "level=${group}"
}

stage.labels {
  values = { ${values} }
}
`;
const one = (name: string, argument: string): string => `stage.${name} {
  ${argument}
}
`;

/** A line whose `source` is its time. */
const timed = (rest: string, source = "ts", format = "2006-01-02 15:04:05"): string =>
  `${one("regex", `expression = "^(?P<${source}>\\\\S+ \\\\S+) (?P<level>\\\\w+)"`)}${one("timestamp", `source = "${source}"\n  format = "${format}"`)}${rest}`;

export const LABELS_SET: readonly TrapCase[] = [
  {
    name: "a group has no name",
    config: level('level = ""', "(\\\\w+)"),
    input: ["level=info"],
    expect: { out: [{ labels: {} }], reports: [{ code: "group-without-name", fixed: level('level = ""') }] },
  },
  {
    name: "a group has a name, and another none",
    config: level('level = ""', "(?P<level>(in|wa)\\\\w+)"),
    input: ["level=info"],
    expect: { out: [{ labels: { level: "info" } }], silent: true },
  },
  {
    name: "the label and the value are the wrong way round",
    config: level('level = "log_level"'),
    input: ["level=info"],
    expect: { out: [{ labels: {} }], reports: [{ code: "name-not-set", fixed: level('log_level = "level"') }] },
  },
  {
    name: "the label comes first",
    config: level('log_level = "level"'),
    input: ["level=info"],
    expect: { out: [{ labels: { log_level: "info" } }], silent: true },
  },
  {
    name: "a name has a word more than what is extracted",
    config: one("json", 'expressions = { customer = "" }') + one("tenant", 'source = "customer_id"'),
    input: ['{"customer":"acme"}'],
    expect: {
      reports: [
        {
          code: "name-not-set",
          message: 'did you mean "customer"',
          fixed: one("json", 'expressions = { customer = "" }') + one("tenant", 'source = "customer"'),
        },
      ],
    },
  },
  {
    name: "Loki takes no hyphen in a label's name",
    config: level('"log-level" = "level"'),
    expect: { reports: [{ code: "label-name", fixed: level('log_level = "level"') }] },
  },
  {
    name: "a label's own name has a dot",
    config: one("json", 'expressions = { "k8s.pod" = "" }') + one("labels", 'values = { "k8s.pod" = "" }'),
    expect: {
      reports: [
        {
          code: "label-name",
          fixed: one("json", 'expressions = { "k8s.pod" = "" }') + one("labels", 'values = { k8s_pod = "k8s.pod" }'),
        },
      ],
    },
  },
  {
    name: "structured metadata has any name",
    config:
      one("logfmt", 'mapping = { level = "" }') + one("structured_metadata", 'values = { "log-level" = "level" }'),
    expect: { silent: true },
  },
  {
    name: "a static label is no template",
    config: one("static_labels", 'values = { app = "{{ .app }}" }'),
    expect: { reports: [{ code: "template-as-text" }] },
  },
  {
    name: "a tenant's value is no template",
    config: one("tenant", 'value = "{{ .customer }}"'),
    expect: { reports: [{ code: "template-as-text" }] },
  },
  {
    name: "a static label has braces",
    config: one("static_labels", 'values = { kind = "{a}" }'),
    expect: { silent: true },
  },
  {
    name: "a list of names takes no patterns",
    config: one("label_drop", 'values = ["kubernetes_.*"]'),
    input: [{ line: "x", labels: { kubernetes_pod: "a" } }],
    expect: { out: [{ labels: { kubernetes_pod: "a" } }], reports: [{ code: "pattern-as-name" }] },
  },
  {
    name: "a list of names has names",
    config: one("label_drop", 'values = ["kubernetes_pod"]') + one("structured_metadata_drop", 'values = ["k8s.pod"]'),
    expect: { silent: true },
  },
  {
    name: "a label of several words under its own name",
    config: level('log_level = "level", level = ""'),
    input: ["level=info"],
    expect: { out: [{ labels: { log_level: "info", level: "info" } }], silent: true },
  },
  {
    name: "a static label has the text of an environment",
    config: one("static_labels", 'values = { env = "prod", note = "50% {off}" }'),
    expect: { silent: true },
  },
  {
    name: "a template sets the tenant",
    config:
      one("json", 'expressions = { customer = "" }') +
      one("template", 'source = "org"\n  template = "org-{{ .customer }}"') +
      one("tenant", 'source = "org"'),
    input: ['{"customer":"acme"}'],
    expect: { silent: true },
  },
  {
    name: "names with underscores are kept",
    config: one("label_keep", 'values = ["app", "app_kubernetes_io_name"]'),
    expect: { silent: true },
  },
  {
    name: "a label's value is no template",
    config: level('level = "{{ .level }}"'),
    input: ["level=info"],
    expect: { out: [{ labels: {} }], reports: [{ code: "template-as-text", fixed: level('level = ""') }] },
  },
  {
    name: "a label's value is no template of another name",
    config: level('severity = "{{ .level }}"'),
    expect: { reports: [{ code: "template-as-text", fixed: level('severity = "level"') }] },
  },
  {
    name: "a label of a value under another name",
    config: level('severity = "level"'),
    input: ["level=info"],
    expect: { silent: true },
  },
  {
    name: "a label and structured metadata of one value",
    config: `${one("logfmt", 'mapping = { level = "" }')}${one("structured_metadata", 'values = { detected_level = "level" }')}${one("labels", 'values = { level = "" }')}`,
    input: ["level=info"],
    expect: { silent: true },
  },
  {
    name: "the time of the line becomes a label",
    config: timed(`${one("labels", 'values = { ts = "", level = "" }')}`),
    expect: {
      reports: [
        {
          code: "high-cardinality-label",
          message: 'the label "ts" is the time that stage.timestamp on line 4 reads',
          fixed: timed(
            `${one("labels", 'values = { level = "" }')}${one("structured_metadata", 'values = { ts = "" }')}`,
          ),
        },
      ],
    },
  },
  {
    name: "the time of the line stays an extracted value",
    config: timed(one("labels", 'values = { level = "" }')),
    expect: { silent: true },
  },
  {
    name: "the day of the line becomes a label",
    config: timed(
      `${one("template", 'source = "at"\n  template = "{{ slice .Value 0 10 }}"')}${one("labels", 'values = { at = "", level = "" }')}`,
      "at",
    ),
    expect: { silent: true },
  },
  {
    name: "a day is the time of the line",
    config: timed(one("labels", 'values = { at = "", level = "" }'), "at", "2006-01-02"),
    expect: { silent: true },
  },
  {
    name: "an identifier becomes the only label",
    config: one("json", 'expressions = { trace_id = "" }') + one("labels", 'values = { trace = "trace_id" }'),
    expect: {
      reports: [
        {
          code: "high-cardinality-label",
          fixed:
            one("json", 'expressions = { trace_id = "" }') +
            one("structured_metadata", 'values = { trace = "trace_id" }'),
        },
      ],
    },
  },
  {
    name: "an identifier becomes structured metadata",
    config: one("json", 'expressions = { trace_id = "" }') + one("structured_metadata", 'values = { trace_id = "" }'),
    expect: { silent: true },
  },
  {
    name: "an identifier is a label only as far as a limit",
    config:
      one("json", 'expressions = { request_id = "" }') +
      one("labels", 'values = { request_id = "" }') +
      one("limit", 'rate = 1\n  burst = 1\n  by_label_name = "request_id"\n  drop = true') +
      one("label_drop", 'values = ["request_id"]'),
    expect: { silent: true },
  },
];
