/** Documentation of the lints in `removed-lints.ts`. */
import type { LintPage } from "../lint.ts";

export const REMOVED_PAGES: readonly LintPage[] = [
  {
    code: "read-after-removed",
    title: "A label is read after it was removed",
    doc: "A stage reads a label, or structured metadata, that a stage before it removed, or moved elsewhere: `stage.structured_metadata` and `stage.pack` take the labels that they read, and `stage.label_keep` keeps no others. A selector that asks for it selects nothing. Read it first.",
    example: `stage.structured_metadata {
  values = { pod = "" }
}

stage.match {
  selector = \`{pod=~"cart-.*"}\`

  stage.static_labels {
    values = { team = "shop" }
  }
}
`,
    fixed: `stage.match {
  selector = \`{pod=~"cart-.*"}\`

  stage.static_labels {
    values = { team = "shop" }
  }
}
stage.structured_metadata {
  values = { pod = "" }
}

`,
  },
  {
    code: "removed-before-set",
    title: "A label is removed before it is set",
    doc: "stage.label_drop names a label that only a later stage makes, so the label stays. There is no warning about names that labels of sources usually have: such a label may be dropped to be made anew.",
    example: `stage.json {
  expressions = { request = "" }
}

stage.label_drop {
  values = ["request"]
}

stage.labels {
  values = { request = "" }
}
`,
  },
];
