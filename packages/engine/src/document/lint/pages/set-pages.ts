/** Documentation of the lints in `set-lints.ts`. */
import type { LintPage } from "../lint.ts";

export const SET_PAGES: readonly LintPage[] = [
  {
    code: "value-unused",
    title: "An extracted value is not used",
    doc: "No later stage reads the value, and extracted values end with the pipeline. Make it a label, structured metadata or part of the line, or do not extract it. There is no warning while no later stage reads any extracted value, where a template or a pattern for names may read it, or about captures, whose names also document a pattern.",
    example: `stage.json {
  expressions = { level = "", host = "" }
}

stage.labels {
  values = { level = "" }
}
`,
    fixed: `stage.json {
  expressions = { level = "" }
}

stage.labels {
  values = { level = "" }
}
`,
  },
  {
    code: "label-unused",
    title: "A label is set, and removed before anything uses it",
    doc: "A later stage removes the label again, and no stage between them looks at labels. Do not set it. stage.structured_metadata takes labels away, too: what is extracted it finds without the label, and a label that is to stay is set after it.",
    example: `stage.json {
  expressions = { level = "", pod = "" }
}

stage.labels {
  values = { level = "", pod = "" }
}

stage.label_drop {
  values = ["pod"]
}
`,
  },
  {
    code: "pipeline-without-effect",
    title: "A pipeline extracts values, and nothing uses them",
    doc: "Extracted values end with the pipeline, so entries leave it as they came. stage.labels and stage.structured_metadata keep values, and stage.output makes one the line. There is no note about a body of stages without a component.",
    example: `logs.process "a" {
  forward_to = []

  stage.regex {
    expression = "^(?P<client>\\\\S+) (?P<code>\\\\d+)$"
  }
}
`,
  },
  {
    code: "change-unused",
    title: "An extracted value is changed, and not used after it",
    doc: "With `source`, stage.replace changes an extracted value alone, and the line keeps its text, secrets included. stage.output makes the value the line; without `source` the line itself is changed. There is no warning where a template may read the value, or where it is the only stage.",
    example: `stage.json {
  expressions = { msg = "" }
}

stage.replace {
  source     = "msg"
  expression = "password=(\\\\S+)"
  replace    = "***"
}
`,
  },
];
