/** Documentation of the lints in `join-lints.ts`. */
import type { LintPage } from "../lint.ts";

export const JOIN_PAGES: readonly LintPage[] = [
  {
    code: "multiline-too-late",
    title: "Lines are joined after they are parsed or cut",
    doc: "What a stage reads before stage.multiline it reads of single lines. Labels that only first lines get keep the others out of their block, since each label set has blocks of its own; a value of the first line that becomes the line after the join replaces the whole block; a first line that lost its beginning does not match `firstline`. Join first, then parse.",
    example: `stage.regex {
  expression = "^(?P<time>\\\\d{4}-\\\\d{2}-\\\\d{2} \\\\S+) (?P<level>\\\\w+) "
}

stage.labels {
  values = { level = "" }
}

stage.multiline {
  firstline = "^\\\\d{4}-\\\\d{2}-\\\\d{2} "
}
`,
    fixed: `stage.multiline {
  firstline = "^\\\\d{4}-\\\\d{2}-\\\\d{2} "
}
stage.regex {
  expression = "^(?P<time>\\\\d{4}-\\\\d{2}-\\\\d{2} \\\\S+) (?P<level>\\\\w+) "
}

stage.labels {
  values = { level = "" }
}

`,
  },
  {
    code: "lines-lost-before-join",
    title: "Single lines are dropped before they are joined",
    doc: "stage.multiline joins what is left: without its first line a stack trace is joined to the entry before it, or passes line by line. stage.cri joins the fragments of long lines in the same way. Join first, then drop, limit or sample whole entries.",
    example: `stage.sampling {
  rate = 0.1
}

stage.multiline {
  firstline = "^\\\\d{4}-"
}
`,
    fixed: `stage.multiline {
  firstline = "^\\\\d{4}-"
}
stage.sampling {
  rate = 0.1
}

`,
  },
  {
    code: "firstline-matches-all",
    title: "Every line is a first line",
    doc: "An expression that matches every line starts a block with each, so that nothing is joined. Write what only the first lines have, such as the time at their beginning.",
    example: `stage.multiline {
  firstline = ".*"
}
`,
  },
  {
    code: "decolorize-too-late",
    title: "Colours are removed after lines are joined",
    doc: "A coloured line begins with an escape sequence, which an expression that begins with `^` does not match. Remove the colours first, then join.",
    example: `stage.multiline {
  firstline = "^\\\\d{4}-\\\\d{2}-\\\\d{2}"
}

stage.decolorize { }
`,
    fixed: `stage.decolorize { }
stage.multiline {
  firstline = "^\\\\d{4}-\\\\d{2}-\\\\d{2}"
}

`,
  },
  {
    code: "block-cut",
    title: "A block of lines is cut to its first one",
    doc: "In RE2 `.` matches no line break. After stage.multiline a group of `.*` at the end has the rest of the first line, and as the line it loses the others, such as a stack trace; with `$` after it the pattern matches no block of several lines at all. The flag `(?s)` lets `.` match all.",
    example: `stage.multiline {
  firstline = "^\\\\d{4}-"
}

stage.regex {
  expression = "^(?P<time>\\\\S+) (?P<msg>.*)"
}

stage.output {
  source = "msg"
}
`,
    fixed: `stage.multiline {
  firstline = "^\\\\d{4}-"
}

stage.regex {
  expression = "(?s)^(?P<time>\\\\S+) (?P<msg>.*)"
}

stage.output {
  source = "msg"
}
`,
  },
];
