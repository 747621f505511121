import type { LintPage } from "../lint.ts";

/** Reported by a lint, which knows some names, and by a preview, which knows the values (`preview/label-cardinality.ts`). */
export const HIGH_CARDINALITY_PAGE: LintPage = {
  code: "high-cardinality-label",
  title: "A label has another value in nearly every entry",
  doc: "Every distinct set of labels is a stream, and each stream costs Loki memory and storage. A label with a different value in nearly every entry belongs in structured metadata, which can be searched as well. A time that stage.timestamp reads, or what is called `ts` or `trace_id`, is reported without samples, unless the document has something that drops labels. A preview reports others from its samples: at least 20 values, and at least one for every two entries.",
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
