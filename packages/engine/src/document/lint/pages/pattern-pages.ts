/** Documentation of the lints in `pattern-lints.ts`. */
import type { LintPage } from "../lint.ts";

export const PATTERN_PAGES: readonly LintPage[] = [
  {
    code: "costly-pattern",
    title: "A pattern begins with .*",
    doc: "A pattern may match anywhere in a text, so a leading `.*` only adds work: a text that does not match is searched to its end from every place in it. Leave it out. Where it decides which of several matches counts, begin the pattern with `^`.",
    example: `stage.drop {
  expression = ".*healthz.* 200"
}
`,
    fixed: `stage.drop {
  expression = "healthz.* 200"
}
`,
  },
  {
    code: "group-without-name",
    title: "The groups of an expression have no names",
    doc: "stage.regex extracts what named groups match, `(?P<name>…)`, each under its name. Without a name it extracts nothing.",
    example: `stage.regex {
  expression = "level=(\\\\w+)"
}

stage.labels {
  values = { level = "" }
}
`,
    fixed: `stage.regex {
  expression = "level=(?P<level>\\\\w+)"
}

stage.labels {
  values = { level = "" }
}
`,
  },
];
