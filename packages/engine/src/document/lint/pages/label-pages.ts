/** Documentation of the lints in `label-lints.ts`. */
import { TENANT_LABEL } from "../../../stages/tenant.ts";
import type { LintPage } from "../lint.ts";

export const LABEL_PAGES: readonly LintPage[] = [
  {
    code: "blank-in-name",
    title: "A name has a blank at its edge, or is a list in one text",
    doc: "Names are not trimmed: `level, app` names `level` and ` app`. In a list each name is a text of its own.",
    example: `stage.logfmt {
  mapping = { level = "", app = "" }
}

stage.drop {
  source = "level, app"
  value  = "debug;shop"
}
`,
    fixed: `stage.logfmt {
  mapping = { level = "", app = "" }
}

stage.drop {
  source = "level,app"
  value  = "debug;shop"
}
`,
  },
  {
    code: "tenant-removed",
    title: "The tenant is removed with other labels",
    doc: `The tenant is the label \`${TENANT_LABEL}\`, and stage.label_keep removes every label that it does not name. Name it there, or set the tenant after it.`,
    example: `stage.tenant {
  value = "shop"
}

stage.label_keep {
  values = ["app", "level"]
}
`,
    fixed: `stage.tenant {
  value = "shop"
}

stage.label_keep {
  values = ["app", "level", "${TENANT_LABEL}"]
}
`,
  },
  {
    code: "empty-label",
    title: "A label with an empty value is not set",
    doc: "stage.static_labels leaves out a label whose value is empty. It does not remove one that is there: stage.label_drop does.",
    example: `stage.static_labels {
  values = { env = "prod", team = "" }
}
`,
    fixed: `stage.static_labels {
  values = { env = "prod" }
}
`,
  },
  {
    code: "label-name",
    title: "Loki takes no label of that name",
    doc: "A label's name has letters, digits, underscores and colons, and begins with no digit. Others are sent as well, and Loki refuses all entries of their request.",
    example: `stage.logfmt {
  mapping = { level = "" }
}

stage.labels {
  values = { "log-level" = "level" }
}
`,
    fixed: `stage.logfmt {
  mapping = { level = "" }
}

stage.labels {
  values = { log_level = "level" }
}
`,
  },
  {
    code: "template-as-text",
    title: "A template is taken as a text",
    doc: "stage.static_labels and `value` of stage.tenant take texts as they are. stage.labels makes an extracted value a label, and stage.template makes one of several.",
    example: `stage.static_labels {
  values = { app = "{{ .app }}" }
}
`,
  },
  {
    code: "pattern-as-name",
    title: "A pattern is taken as a name",
    doc: "Stages that remove or keep labels and structured metadata compare names as they are written. In rules, the actions `labeldrop` and `labelkeep` take patterns. `value` of stage.drop and of metrics is compared as it is written, too.",
    example: `stage.label_drop {
  values = ["kubernetes_.*"]
}
`,
  },
];
