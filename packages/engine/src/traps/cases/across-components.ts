/** A selector or a rule asks for a label of another component. */
import type { TrapCase } from "../trap-case.ts";

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

export const ACROSS_COMPONENTS: readonly TrapCase[] = [
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
    name: "a selector on a label that the targets of the source lack",
    config: fromFile("", branchOn("app")),
    expect: { reports: [{ code: "name-not-set", message: 'entries have no label "app" here' }] },
  },
  {
    name: "a selector on a label of the writer",
    config: fromFile("", branchOn("cluster")).replace(
      "endpoint {",
      'external_labels = { cluster = "a" }\n\n  endpoint {',
    ),
    expect: { reports: [{ code: "name-not-set", message: 'entries have no label "cluster" here' }] },
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
    expect: { reports: [{ code: "value-not-label", message: '"tier" is only an extracted value of stage.json' }] },
  },
  {
    name: "a rule on a label that a pipeline before it makes",
    config: thenRules('level = "", tier = ""'),
    expect: { silent: true },
  },
];
