/** Documentation of the lints in `kind-lints.ts`. */
import type { LintPage } from "../lint.ts";

export const KIND_PAGES: readonly LintPage[] = [
  {
    code: "value-not-label",
    title: "An extracted value is read as a label",
    doc: "Selectors, `label` of stage.tenant and `by_label_name` of stage.limit read labels. An extracted value becomes one by stage.labels only, before it is read. There is no warning about names that labels of sources usually have, nor where the document gives a label of that name elsewhere.",
    example: `stage.json {
  expressions = { tier = "", user = "" }
}

stage.match {
  selector = \`{tier="free"}\`

  stage.sampling {
    rate = 0.1
  }
}

stage.structured_metadata {
  values = { user = "" }
}
`,
    fixed: `stage.json {
  expressions = { tier = "", user = "" }
}

stage.labels {
  values = { tier = "" }
}

stage.match {
  selector = \`{tier="free"}\`

  stage.sampling {
    rate = 0.1
  }
}

stage.structured_metadata {
  values = { user = "" }
}
`,
  },
  {
    code: "label-not-value",
    title: "A label is read as an extracted value",
    doc: "Labels that an entry comes with are extracted values, too; a label that a stage sets is not, until a stage.match begins, which copies all labels. A stage whose `source` names such a label finds nothing, and stage.pack does not pack it. stage.tenant can read the label itself.",
    example: `stage.static_labels {
  values = { customer = "acme" }
}

stage.tenant {
  source = "customer"
}
`,
    fixed: `stage.static_labels {
  values = { customer = "acme" }
}

stage.tenant {
  label = "customer"
}
`,
  },
];
