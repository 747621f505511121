/** Mistakes that other languages allow, and comparisons that are stricter than they seem. */
import type { TrapCase } from "../trap-case.ts";

const drop = (expression: string): string => `stage.drop {\n  expression = \`${expression}\`\n}\n`;
const match = (selector: string): string => `stage.match {
  selector = \`${selector}\`

  stage.static_labels {
    values = { seen = "yes" }
  }
}
`;

const relabelled = (receiver: string, rules: string): string => `logs.source.journal "a" {
  forward_to = [${receiver}]
${rules}}

logs.relabel "a" {
  forward_to = []

  rule {
    source_labels = ["__journal__systemd_unit"]
    target_label  = "unit"
  }
}
`;

const dropOf = (how: string): string => `stage.logfmt {
  mapping = { level = "" }
}

stage.drop {
  source = "level"
  ${how}
}
`;
const counted = (value: string): string => `stage.logfmt {
  mapping = { status = "" }
}

stage.metrics {
  metric.counter {
    name   = "errors_total"
    source = "status"
    value  = "${value}"
    action = "inc"
  }
}
`;

export const HINTS: readonly TrapCase[] = [
  {
    name: "look-ahead",
    config: drop("^(?!.*ERROR)"),
    expect: { reports: [{ code: "invalid-re2", message: "no look-around" }] },
  },
  {
    name: "look-behind",
    config: drop("(?<=a)b"),
    expect: { reports: [{ code: "invalid-re2", message: "no look-around" }] },
  },
  {
    name: "a reference to a group",
    config: drop("(a)\\1"),
    expect: { reports: [{ code: "invalid-re2", message: "no references" }] },
  },
  {
    name: "a field with a hyphen in a template",
    config: 'stage.template {\n  source   = "u"\n  template = "{{ .user-id }}"\n}\n',
    expect: { reports: [{ code: "invalid-gotemplate", message: 'read by index . "user-id"' }] },
  },
  {
    name: "a label's pattern has to match the whole value",
    config: match('{app=~"shop"}'),
    input: [{ line: "x", labels: { app: "shop-api" } }],
    expect: { reports: [{ note: "which has to match the whole value" }] },
  },
  {
    name: "a label's pattern matches nothing of the value",
    config: match('{app=~"shop"}'),
    input: [{ line: "x", labels: { app: "cart" } }],
    expect: { silent: true },
  },
  {
    name: "the line has the text in another case",
    config: match('{app="shop"} |= "error"'),
    input: [{ line: "ERROR boom", labels: { app: "shop" } }],
    expect: { reports: [{ note: "it has the text in another case" }] },
  },
  {
    name: "the line has another text",
    config: match('{app="shop"} |= "error"'),
    input: [{ line: "all is well", labels: { app: "shop" } }],
    expect: { silent: true },
  },
  {
    name: "all conditions of a drop have to hold",
    config: 'stage.drop {\n  expression  = "debug"\n  longer_than = "1KB"\n}\n',
    input: ["debug a"],
    expect: { reports: [{ note: "both conditions have to hold" }] },
  },
  {
    name: "a drop has one condition",
    config: 'stage.drop {\n  expression = "debug"\n}\n',
    input: ["info a"],
    expect: { silent: true },
  },
  {
    name: "internal labels are gone after the source",
    config: relabelled("logs.relabel.a.receiver", ""),
    expect: { reports: [{ code: "internal-label-gone", message: "relabel_rules of the source" }] },
  },
  {
    name: "a source has the rules",
    config: relabelled("", "  relabel_rules = logs.relabel.a.rules\n"),
    expect: { silent: true },
  },
  {
    name: "a container's name without its slash",
    config: `discovery.relabel "a" {
  targets = []

  rule {
    source_labels = ["__meta_docker_container_name"]
    regex         = "nginx"
    action        = "keep"
  }
}
`,
    expect: { reports: [{ code: "rule-never-applies", message: "begin with a slash", fix: "Change to /nginx" }] },
  },
  {
    name: "a container's name with its slash, or with either",
    config: `discovery.relabel "a" {
  targets = []

  rule {
    source_labels = ["__meta_docker_container_name"]
    regex         = "/?nginx|.*proxy"
    action        = "keep"
  }

  rule {
    source_labels = ["__meta_docker_container_name"]
    regex         = "/(.*)"
    target_label  = "container"
  }
}
`,
    expect: { silent: true },
  },
  { name: "a group that does not capture", config: drop("^(?:a|b)$"), expect: { silent: true } },
  { name: "a flag and a boundary", config: drop("(?i)\\berror\\b"), expect: { silent: true } },
  { name: "a lazy repetition", config: drop("^.*?: x"), expect: { silent: true } },
  { name: "a question mark as text", config: drop("really\\?"), expect: { silent: true } },
  {
    name: "a field with a hyphen is read by its index",
    config: 'stage.template {\n  source   = "u"\n  template = "{{ index . \\"user-id\\" }}"\n}\n',
    expect: { silent: true },
  },
  {
    name: "a field with a hyphen under another name",
    config: `stage.json {
  expressions = { user = "\\"user-id\\"" }
}

stage.template {
  source   = "u"
  template = "{{ .user }}"
}

stage.labels {
  values = { u = "" }
}
`,
    expect: { silent: true },
  },
  {
    name: "a label's pattern matches a part by its own dots",
    config: match('{app=~"shop.*"}'),
    input: [{ line: "x", labels: { app: "shop-api" } }],
    expect: { silent: true },
  },
  { name: "an alternative of nothing", config: drop("^(?:DEBUG|)$"), expect: { silent: true } },
  {
    name: "a value of a drop is a pattern",
    config: dropOf('value  = "debug|trace"'),
    input: ["level=debug"],
    expect: { reports: [{ code: "pattern-as-name", fixed: dropOf('expression  = "debug|trace"') }] },
  },
  {
    name: "a value of a metric is a pattern",
    config: counted("5.."),
    input: ["status=503"],
    expect: { reports: [{ code: "pattern-as-name", message: '"5.." looks like a pattern' }] },
  },
  {
    name: "a value of a drop is written in another case",
    config: dropOf('value  = "DEBUG"'),
    input: ["level=debug"],
    expect: { reports: [{ note: "`level` is `debug`, not `DEBUG`: texts are compared with their case" }] },
  },
  {
    name: "a value of a drop",
    config: dropOf('value  = "debug"'),
    input: ["level=debug", "level=info"],
    expect: { silent: true },
  },
  { name: "a value of a drop with signs", config: dropOf('value  = "v1.2 (beta) [x]"'), expect: { silent: true } },
  { name: "an expression of a drop", config: dropOf('expression = "debug|trace"'), expect: { silent: true } },
  { name: "a value of a metric", config: counted("503"), input: ["status=503"], expect: { silent: true } },
];
