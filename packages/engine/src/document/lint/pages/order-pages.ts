/** Documentation of the lints in `order-lints.ts`. */
import type { LintPage } from "../lint.ts";

export const ORDER_PAGES: readonly LintPage[] = [
  {
    code: "unreachable-stage",
    title: "A stage never runs",
    doc: "A stage before it drops every entry: an expression that matches every line, a selector that every entry matches, a sampling rate of 0.",
    example: `stage.match {
  selector = \`{app=~".*"}\`
  action   = "drop"
}

stage.static_labels {
  values = { env = "prod" }
}
`,
  },
  {
    code: "multiline-too-early",
    title: "Lines are joined before they are unwrapped",
    doc: "stage.cri and stage.docker read lines as the container runtime wrote them, each with a time of its own. Joined by stage.multiline they no longer have that form. Unwrap first, then join.",
    example: `stage.multiline {
  firstline = "^\\\\d{4}-\\\\d{2}-\\\\d{2}"
}

stage.cri { }
`,
    fixed: `stage.cri { }
stage.multiline {
  firstline = "^\\\\d{4}-\\\\d{2}-\\\\d{2}"
}

`,
  },
  {
    code: "age-before-timestamp",
    title: "An entry's age is compared before its time is known",
    doc: "older_than compares the entry's time, which is the time of reading until a stage sets it from the text. Read the time first, then drop what is old.",
    example: `stage.regex {
  expression = "^(?P<time>\\\\S+) "
}

stage.drop {
  older_than = "24h"
}

stage.timestamp {
  source = "time"
  format = "RFC3339"
}
`,
    fixed: `stage.regex {
  expression = "^(?P<time>\\\\S+) "
}

stage.timestamp {
  source = "time"
  format = "RFC3339"
}
stage.drop {
  older_than = "24h"
}

`,
  },
];
