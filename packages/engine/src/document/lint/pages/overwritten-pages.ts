/** Documentation of the lints in `overwritten-lint.ts`. */
import type { LintPage } from "../lint.ts";

export const OVERWRITTEN_PAGES: readonly LintPage[] = [
  {
    code: "value-overwritten",
    title: "A label overwrites the extracted value of its name",
    doc: "Where the stages of a stage.match begin, all labels are copied into the extracted map again. A value that was extracted after the label of its name was made is lost there, inside the block and after it. Make it a label before the stage.match, or extract it under another name. A preview also shows where a label that came with the entry does so.",
    example: `stage.static_labels {
  values = { level = "unknown" }
}

stage.logfmt {
  mapping = { level = "" }
}

stage.match {
  selector = \`{app="shop"}\`

  stage.decolorize { }
}

stage.labels {
  values = { level = "" }
}
`,
  },
];
