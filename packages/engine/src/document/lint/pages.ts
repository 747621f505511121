/** Documentation of each code: of the lints, and of similar warnings from elsewhere. */

import { STREAM_WITHOUT_LABELS } from "./given/unlabelled-lint.ts";
import { LINTS } from "./index.ts";
import { JOURNAL_LINTS } from "./journal-lints.ts";
import type { LintPage } from "./lint.ts";
import { DROPPED_PAGES } from "./pages/dropped-pages.ts";
import { GIVEN_PAGES } from "./pages/given-pages.ts";
import { HIGH_CARDINALITY_PAGE } from "./pages/high-cardinality-page.ts";
import { JOIN_PAGES } from "./pages/join-pages.ts";
import { JOURNAL_PAGES } from "./pages/journal-pages.ts";
import { KIND_PAGES } from "./pages/kind-pages.ts";
import { LABEL_PAGES } from "./pages/label-pages.ts";
import { ORDER_PAGES } from "./pages/order-pages.ts";
import { OVERWRITTEN_PAGES } from "./pages/overwritten-pages.ts";
import { PATTERN_PAGES } from "./pages/pattern-pages.ts";
import { READ_PAGES } from "./pages/read-pages.ts";
import { REMOVED_PAGES } from "./pages/removed-pages.ts";
import { REPLACE_PAGES } from "./pages/replace-pages.ts";
import { RULE_PAGES } from "./pages/rule-pages.ts";
import { SAMPLE_PAGES } from "./pages/sample-pages.ts";
import { SET_PAGES } from "./pages/set-pages.ts";
import { SOURCE_PAGES } from "./pages/source-pages.ts";
import { TIME_PAGES } from "./pages/time-pages.ts";
import { UNLABELLED_PAGES } from "./pages/unlabelled-pages.ts";
import { UNSET_PAGES } from "./pages/unset-pages.ts";
import { RULE_LINTS } from "./rules/rule-lints.ts";

const OF_LINTS: ReadonlyMap<string, LintPage> = new Map(
  [
    ...DROPPED_PAGES,
    ...GIVEN_PAGES,
    ...JOIN_PAGES,
    ...JOURNAL_PAGES,
    ...KIND_PAGES,
    ...LABEL_PAGES,
    ...ORDER_PAGES,
    ...OVERWRITTEN_PAGES,
    ...PATTERN_PAGES,
    ...READ_PAGES,
    ...REMOVED_PAGES,
    ...REPLACE_PAGES,
    ...RULE_PAGES,
    ...SET_PAGES,
    ...SOURCE_PAGES,
    ...TIME_PAGES,
    ...UNLABELLED_PAGES,
    ...UNSET_PAGES,
    HIGH_CARDINALITY_PAGE,
  ].map((page) => [page.code, page]),
);

/** Of a lint. Throws where it has none. */
export function pageOf(code: string): LintPage {
  const page = OF_LINTS.get(code);
  if (page === undefined) throw new Error(`the lint ${code} has no documentation`);
  return page;
}

export const LINT_PAGES: readonly LintPage[] = [
  ...[...LINTS, ...RULE_LINTS, { code: STREAM_WITHOUT_LABELS }, ...JOURNAL_LINTS].map(({ code }) => pageOf(code)),
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
