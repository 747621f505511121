/** Labels that overwrite what was extracted. */
import type { TrapCase } from "../trap-case.ts";

export const OVERWRITTEN: readonly TrapCase[] = [
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
      reports: [
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
      reports: [{ note: "Extracted value `severity`: `high` → `none`, since the labels are copied" }],
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
    expect: { out: [{ structured_metadata: [["shown", "slow"]] }], reports: [{ code: "value-overwritten" }] },
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
];
