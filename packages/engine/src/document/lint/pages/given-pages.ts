/** Documentation of the lints in `given/given-lints.ts`. */
import type { LintPage } from "../lint.ts";

export const GIVEN_PAGES: readonly LintPage[] = [
  {
    code: "decided-by-source",
    title: "The labels of the source decide a selector",
    doc: "The document says which value a label has in every entry: the source sets it, or a relabelling rule after it. A selector that asks for another value takes no entry, and one that drops entries of this value drops all of them. There is no warning where the label may come from a client, a discovery or the environment, or where a stage may have changed it.",
    example: `logs.source.journal "a" {
  labels     = { job = "journal" }
  forward_to = [logs.process.a.receiver]
}

logs.process "a" {
  forward_to = []

  stage.match {
    selector = "{job=\\"systemd\\"}"

    stage.static_labels {
      values = { kind = "unit" }
    }
  }
}
`,
  },
  {
    code: "streams-mixed",
    title: "Lines are joined after the label that tells their streams apart is removed",
    doc: "stage.multiline joins the lines of one label set. Files and listeners that differ only in a label that a stage before it removes become one set, and lines of one get into blocks of another. Join first, then remove the label.",
    example: `logs.source.file "a" {
  targets    = [{ __path__ = "/var/log/app/*.log", job = "app" }]
  forward_to = [logs.process.a.receiver]
}

logs.process "a" {
  forward_to = []

  stage.label_drop {
    values = ["filename"]
  }

  stage.multiline {
    firstline = "^\\\\d{4}-"
  }
}
`,
    fixed: `logs.source.file "a" {
  targets    = [{ __path__ = "/var/log/app/*.log", job = "app" }]
  forward_to = [logs.process.a.receiver]
}

logs.process "a" {
  forward_to = []

  stage.multiline {
    firstline = "^\\\\d{4}-"
  }
  stage.label_drop {
    values = ["filename"]
  }

}
`,
  },
];
