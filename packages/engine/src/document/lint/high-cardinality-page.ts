import type { LintPage } from "./lint.ts";

/** Told of a preview, which knows the values (`preview/label-cardinality.ts`). */
export const HIGH_CARDINALITY_PAGE: LintPage = {
  code: "high-cardinality-label",
  title: "A label has as many values as there are entries",
  doc: "Every set of labels is a stream of its own, and Loki pays for each. A label that nearly every entry has another value of belongs into structured metadata, which can be searched as well. A preview reports it, from its samples: at least 20 values, one for every two entries or more.",
  example: `stage.logfmt {
  mapping = { level = "", trace_id = "" }
}

stage.labels {
  values = { level = "", trace_id = "" }
}
`,
  fixed: `stage.logfmt {
  mapping = { level = "", trace_id = "" }
}

stage.labels {
  values = { level = "" }
}
stage.structured_metadata {
  values = { trace_id = "" }
}
`,
};
