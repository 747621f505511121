/** `logs.source.journal`: systemd's journal. */

import { HOUR } from "@sluice/languages/base";
import { notRunAt } from "../../schema/alloy-versions.ts";
import {
  boolField,
  durationField,
  filePathField,
  logsReceiversField,
  relabelRulesField,
  stringField,
  stringMapField,
} from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { noLonger, readInPart } from "../shared/outside.ts";
import { journalOf } from "../shared/things.ts";

export const logsSourceJournal = defineComponent({
  name: "logs.source.journal",
  alias: "loki.source.journal",
  summary:
    "Follows systemd's journal through the program `journalctl`, from where its entries were delivered before a restart. The line is the field `MESSAGE`, and each field is there for `relabel_rules` as the label `__journal_<name>` in small letters (`__journal__systemd_unit`, and `__journal_priority_keyword`), removed after that. Every entry has the label `job`, the component's full name unless `labels` says otherwise. Entries without a message, and those longer than 1 MiB, are left out and counted.",
  outside: {
    of: ({ path, matches }) => [journalOf(path, matches)],
    gone: noLonger("read"),
    partly: readInPart,
    remembers: true,
  },
  graphKind: "source",
  runs: "server",
  fields: {
    forward_to: logsReceiversField({ doc: "Receivers that get the entries.", required: true }),
    labels: stringMapField({ holds: "text", doc: "Labels of every entry.", default: new Map() }),
    relabel_rules: relabelRulesField({
      doc: "Rules that change the labels of entries; what they drop is left out.",
      example: "logs.relabel.journal.rules",
    }),
    max_age: durationField({
      doc: "How far back it reads at its first start; what is older than that is left out after a restart, too.",
      default: 7n * HOUR,
    }),
    matches: stringField({
      holds: "text",
      doc: "Fields with their values, separated by blanks: only entries that have all of them are read.",
      default: "",
      example: '"_SYSTEMD_UNIT=sshd.service PRIORITY=6"',
    }),
    path: filePathField({
      use: "read",
      whenEmpty: "/var/log/journal",
      doc: "Folder of the journal; empty means the system's.",
      default: "",
    }),
    format_as_json: boolField({ doc: "Make the line of all fields, as JSON.", default: false }),
  },
  notRun: notRunAt("loki.source.journal"),
  check({ max_age, matches }, report) {
    if (max_age < 0n) report.error("journal-age", "max_age must not be negative", "max_age");
    for (const match of matches.split(/\s+/))
      if (match !== "" && !/^[A-Z0-9_]+=[^=]*$/.test(match))
        report.error(
          "journal-match",
          `${JSON.stringify(match)} is not a field and its value, such as "PRIORITY=6"`,
          "matches",
        );
  },
  example: `logs.relabel "journal" {
  forward_to = []

  rule {
    source_labels = ["__journal__systemd_unit"]
    target_label  = "unit"
  }
}

logs.source.journal "system" {
  relabel_rules = logs.relabel.journal.rules
  forward_to    = [logs.echo.out.receiver]
}

logs.echo "out" { }
`,
});
