/** Documentation of the lints in `replace-lints.ts`. */
import type { LintPage } from "../lint.ts";

export const REPLACE_PAGES: readonly LintPage[] = [
  {
    code: "replace-without-group",
    title: "An expression without a group replaces nothing",
    doc: "stage.replace replaces what the capture groups of its expression match, not the whole match. Without a group nothing is replaced. Put what should go between brackets.",
    example: `stage.replace {
  expression = "token=[0-9a-f]+"
  replace    = "token=***"
}
`,
    fixed: `stage.replace {
  expression = "(token=[0-9a-f]+)"
  replace    = "token=***"
}
`,
  },
  {
    code: "replace-groups",
    title: "A replacement does something else to its groups",
    doc: "Each group is replaced by itself, and the text between groups stays, unlike in sed: one text for the groups of a whole line repeats it. `replace` is a template, in which `$1` has no meaning and `.Value` is the group's text; the names of the expression's own groups are set only after it. A named group then holds the new text, also where it has the name of `source`, whose new text it overwrites.",
    example: `stage.replace {
  expression = "^(?P<day>\\\\S+) \\\\[(?P<level>\\\\w+)\\\\] (?P<msg>.*)$"
  replace    = "hidden"
}
`,
  },
];
