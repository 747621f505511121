/** Documentation of the lints in `time-lints.ts`. */
import type { LintPage } from "../lint.ts";

export const TIME_PAGES: readonly LintPage[] = [
  {
    code: "time-overwritten",
    title: "A time is set, and then overwritten by the current one",
    doc: "`ingest_timestamp` of stage.pack is true where it is left out: the entry's time becomes the current one, which undoes a stage.timestamp before it. Set it to false to keep the time of the text. There is no warning where it is written out.",
    example: `stage.json {
  expressions = { time = "", pod = "" }
}

stage.timestamp {
  source = "time"
  format = "RFC3339"
}

stage.pack {
  labels = ["pod"]
}
`,
    fixed: `stage.json {
  expressions = { time = "", pod = "" }
}

stage.timestamp {
  source = "time"
  format = "RFC3339"
}

stage.pack {
  labels = ["pod"]
  ingest_timestamp = false
}
`,
  },
  {
    code: "location-ignored",
    title: "A time zone has no effect",
    doc: "`location` of stage.timestamp is for layouts of your own. Named layouts pay no heed to it: those without a zone are read as UTC. Write the layout instead of its name. The texts of other names, such as RFC3339 and Unix, are instants by themselves, so that `location` can be left out.",
    example: `stage.regex {
  expression = "^(?P<at>\\\\w+ \\\\w+ +\\\\d+ \\\\S+ \\\\d+) "
}

stage.timestamp {
  source   = "at"
  format   = "ANSIC"
  location = "Europe/Berlin"
}
`,
    fixed: `stage.regex {
  expression = "^(?P<at>\\\\w+ \\\\w+ +\\\\d+ \\\\S+ \\\\d+) "
}

stage.timestamp {
  source   = "at"
  format   = "Mon Jan _2 15:04:05 2006"
  location = "Europe/Berlin"
}
`,
  },
];
