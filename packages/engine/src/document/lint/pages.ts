/** Documentation of each code: of the lints, and of similar warnings from elsewhere. */

import { STREAM_WITHOUT_LABELS } from "./given/unlabelled-lint.ts";
import { LINTS } from "./index.ts";
import { JOURNAL_LINTS } from "./journal-lints.ts";
import type { LintPage } from "./lint.ts";
import { HIGH_CARDINALITY_PAGE } from "./pages/high-cardinality-page.ts";
import { SAMPLE_PAGES } from "./pages/sample-pages.ts";
import { RULE_LINTS } from "./rule-lints.ts";

export const LINT_PAGES: readonly LintPage[] = [
  ...LINTS,
  ...RULE_LINTS,
  STREAM_WITHOUT_LABELS,
  ...JOURNAL_LINTS,
  HIGH_CARDINALITY_PAGE,
  ...SAMPLE_PAGES,
  {
    code: "alloy-stability",
    title: "The target's release takes something only with a flag",
    doc: "Alloy starts with what is generally available. A component, block, value or function that is experimental or in public preview is an error there unless `--stability.level` allows it. Where the target is Alloy, a note says which level its release asks for. Sluice has no such flag.",
    example: `// sluice:target alloy 1.11
stage.windowsevent { }
`,
  },
  {
    code: "alloy-version",
    title: "The target's release of Alloy lacks something, or does it otherwise",
    doc: "A configuration has a target: Sluice, which is the default, or Alloy from a release on, named by a comment `// sluice:target alloy 1.17`, in the page, or with `--target`. What that release refuses is a warning: a component, stage, block, argument, value or function that is newer. What it does otherwise is only noted, and so is what is known to be in a later release, not since when. Sluice runs all of it.",
    example: `// sluice:target alloy 1.10
stage.truncate {
  rule {
    limit = "8KB"
  }
}
`,
  },
  {
    code: "deprecated-stage",
    title: "A stage is deprecated",
    doc: "It still does its work; the message names the stage to use instead. There is no fix, since the new stage names its values differently. An argument that is deprecated has the code `deprecated-argument`.",
    example: `stage.eventlogmessage { }
`,
  },
  {
    code: "doubtful-gotime",
    title: "A layout does not read what it seems to",
    doc: "Layouts of Go show how the time Mon Jan 2 15:04:05 2006 is written. Every text is one, so nothing refuses a format of strftime, Java, moment.js, .NET, SQL or PHP, a sample of a time, or a mistyped name: it reads no time, or another one. The same is said of a layout without a day, of one that has a part twice, and of an hour of 12 without PM. The fix writes the layout that is meant, where that is certain.",
    example: `stage.timestamp {
  source = "time"
  format = "%Y-%m-%d %H:%M:%S"
}
`,
    fixed: `stage.timestamp {
  source = "time"
  format = "2006-01-02 15:04:05"
}
`,
  },
];
