/** Documentation of the lints in `rules`. */
import type { LintPage } from "../lint.ts";

const component = (rules: string): string => `logs.relabel "a" {
  forward_to = []

${rules}}
`;

export const RULE_PAGES: readonly LintPage[] = [
  {
    code: "rule-never-applies",
    title: "A rule never matches",
    doc: "A rule matches the values of `source_labels`, joined by `separator`; without them it matches the empty text, and never the line. stage.regex reads the line, and stage.labels sets the label. The expression has to match the whole text; the names of Docker's containers begin with a slash. The same warning says where the labels that the document writes out decide a rule: what it keeps nothing of, or drops all of.",
    example: component(`  rule {
    regex        = "query: (\\\\S+)"
    target_label = "domain"
  }
`),
  },
  {
    code: "group-missing",
    title: "A rule refers to a group that its expression does not have",
    doc: "`$2` and `${name}` stand for what a group of `regex` captured, and for nothing where it has no such group: a `replacement` of nothing else removes the label. `replacement` is `$1` where it is left out, so that an expression without brackets removes it, too. The name behind `$` is as long as it can be: `$1_x` is the group `1_x`, and `${1}_x` the first one. To remove a label on purpose, write an empty `replacement`.",
    example: `logs.relabel "a" {
  forward_to = []

  rule {
    source_labels = ["namespace"]
    regex         = "(prod|staging)-.*"
    target_label  = "env"
    replacement   = "$1_cluster"
  }
}
`,
    fixed: `logs.relabel "a" {
  forward_to = []

  rule {
    source_labels = ["namespace"]
    regex         = "(prod|staging)-.*"
    target_label  = "env"
    replacement   = "\${1}_cluster"
  }
}
`,
  },
  {
    code: "mistyped-label",
    title: "No source sets an internal label of that name",
    doc: "Discovery and sources set labels with fixed names for rules. A field of the journal that begins with an underscore keeps it: `_SYSTEMD_UNIT` is `__journal__systemd_unit`. What label names lack, such as dots, is an underscore in them.",
    example: component(`  rule {
    source_labels = ["__journal_systemd_unit"]
    target_label  = "unit"
  }
`),
    fixed: component(`  rule {
    source_labels = ["__journal__systemd_unit"]
    target_label  = "unit"
  }
`),
  },
  {
    code: "internal-label-gone",
    title: "An internal label is read after the source removed it",
    doc: "Labels of discovery, the journal and syslog are there for the rules of targets and of sources. A source removes what begins with `__` from the entries that it sends, so that a component that receives them finds none. Put the rules into discovery.relabel before the source, or give them to the source as `relabel_rules`.",
    example: `logs.source.file "a" {
  targets    = []
  forward_to = [logs.relabel.a.receiver]
}

${component(`  rule {
    source_labels = ["__meta_kubernetes_namespace"]
    target_label  = "namespace"
  }
`)}`,
  },
];
