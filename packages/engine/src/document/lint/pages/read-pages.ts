/** Documentation of the lints in `read-lints.ts`. */
import type { LintPage } from "../lint.ts";

export const READ_PAGES: readonly LintPage[] = [
  {
    code: "read-before-set",
    title: "A name is read before it is set",
    doc: "A stage reads an extracted value, or a label, that only a later stage sets. Stages run in the order in which they are written, so it is not there yet. Move the stage that sets it before the one that reads it.",
    example: `stage.labels {
  values = { level = "" }
}

stage.logfmt {
  mapping = { level = "" }
}
`,
    fixed: `stage.logfmt {
  mapping = { level = "" }
}
stage.labels {
  values = { level = "" }
}

`,
  },
  {
    code: "differs-in-alloy",
    title: "Alloy has the value under another name",
    doc: "Sluice extracts the value under a name that its documentation promises and Alloy does not have. Read the name that both have, so that the pipeline does the same in Alloy.",
    example: `stage.cri { }

stage.structured_metadata {
  values = { written = "timestamp" }
}
`,
    fixed: `stage.cri { }

stage.structured_metadata {
  values = { written = "time" }
}
`,
  },
];
