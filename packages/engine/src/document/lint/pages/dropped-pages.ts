/** Documentation of the lints in `dropped-lint.ts`. */
import type { LintPage } from "../lint.ts";

const EXTRACTS = `stage.logfmt {
  mapping = { level = "" }
}
`;
const DROPS = `stage.drop {
  source = "level"
  value  = "debug"
}
`;
const COUNTS = `stage.metrics {
  metric.counter {
    name   = "debug_total"
    source = "level"
    value  = "debug"
    action = "inc"
  }
}
`;

export const DROPPED_PAGES: readonly LintPage[] = [
  {
    code: "dropped-before",
    title: "What a stage counts or selects was dropped before",
    doc: "A stage before it drops every entry that the metric counts, or that the selector takes, so the metric stays at 0 and the nested stages never run. Count first, then drop. There is no warning where a stage between them may change what is compared.",
    example: `${EXTRACTS}
${DROPS}
${COUNTS}`,
    fixed: `${EXTRACTS}
${COUNTS}${DROPS}
`,
  },
];
