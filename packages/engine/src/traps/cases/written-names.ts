/** Names written otherwise than they are set: as an internal label, in another case, or mistyped. */
import type { TrapCase } from "../trap-case.ts";

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

export const WRITTEN_NAMES: readonly TrapCase[] = [
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
      reports: [
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
    expect: { reports: [{ code: "name-not-set", message: 'did you mean "level"?' }] },
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
  {
    name: "a template names the text otherwise than the stage that extracts it",
    config: summary("{{ .level }}:{{ .message }}"),
    expect: { reports: [{ code: "name-not-set", message: 'nothing sets "message"; did you mean "msg"?' }] },
  },
  {
    name: "a template names a mistyped value",
    config: summary("{{ .msg }}:{{ .duraton }}"),
    expect: { reports: [{ code: "name-not-set", message: 'nothing sets "duraton"; did you mean "duration"?' }] },
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
  {
    name: "the tenant's value is written with another capital",
    config: `stage.json {
  expressions = { org = "" }
}

stage.labels {
  values = { org = "" }
}

stage.tenant {
  source = "Org"
}
`,
    expect: { reports: [{ code: "name-not-set", message: "compared with their case", fix: "Change to org" }] },
  },
  {
    name: "a template reads its own source, which was extracted under another name",
    config: `stage.json {
  expressions = { lvl = "level" }
}

stage.template {
  source   = "level"
  template = "{{ ToLower .level }}"
}

stage.labels {
  values = { level = "" }
}
`,
    input: ['{"level":"WARN"}'],
    expect: { out: [{ labels: {} }], reports: [{ code: "name-not-set", message: 'extracts the field as "lvl"' }] },
  },
  {
    name: "a template reads its own source, which a stage before it extracts",
    config: `stage.json {
  expressions = { level = "" }
}

stage.template {
  source   = "level"
  template = "{{ ToLower .level }}"
}

stage.labels {
  values = { level = "" }
}
`,
    input: ['{"level":"WARN"}'],
    expect: { out: [{ labels: { level: "warn" } }], silent: true },
  },
  {
    name: "a value has two names that differ in a capital",
    config: `stage.json {
  expressions = { Org = "Org", org = "org" }
}

stage.template {
  source   = "who"
  template = "{{ .Org }} {{ .org }}"
}

stage.output {
  source = "who"
}
`,
    input: ['{"Org":"A","org":"b"}'],
    expect: { out: [{ line: "A b" }], silent: true },
  },
];
