/** Documentation of the lints in `unset-lints.ts`. */
import type { LintPage } from "../lint.ts";

export const UNSET_PAGES: readonly LintPage[] = [
  {
    code: "name-not-set",
    title: "A name is read that nothing sets",
    doc: "No stage sets the extracted value that is read. An earlier stage sets one with nearly the same name, which nothing reads, or extracts the field of that name under another one. Or no stage extracts it at all, although no label of the source can be meant: stage.timestamp and stage.output read a text of the line, and a label of its own name is there already.",
    example: `stage.json {
  expressions = { status = "", message = "" }
}

stage.labels {
  values = { status = "" }
}

stage.output {
  source = "mesage"
}
`,
    fixed: `stage.json {
  expressions = { status = "", message = "" }
}

stage.labels {
  values = { status = "" }
}

stage.output {
  source = "message"
}
`,
  },
];
