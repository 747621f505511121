/** `logs.source.journal`: systemd's journal. */

import { HOUR } from "@sluice/languages/base";
import {
  block,
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
    "Follows systemd's journal through the program `journalctl`, and resumes after a restart where delivery stopped. The line is the field `MESSAGE`. `relabel_rules` see each field as the label `__journal_<name>` in lower case (`__journal__systemd_unit`, and `__journal_priority_keyword`); afterwards these are removed. Every entry has the label `job`: the component's full name, unless `labels` sets it. Entries without a message or longer than 1 MiB are left out and counted.",
  outside: {
    of: ({ path, matches }) => [journalOf(path, matches)],
    gone: noLonger("read"),
    partly: readInPart,
    remembers: true,
  },
  graphKind: "source",
  entryLabels: ({ labels }) => [labels],
  runs: "server",
  fields: {
    forward_to: logsReceiversField({ doc: "Receivers that get the entries.", required: true }),
    labels: stringMapField({ holds: "text", doc: "Labels of every entry.", default: new Map() }),
    relabel_rules: relabelRulesField({
      doc: "Rules that change the labels of entries; what they drop is left out.",
      example: "logs.relabel.journal.rules",
    }),
    max_age: durationField({
      doc: "How far back it reads at its first start; older entries are left out after a restart, too.",
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
    format_as_json: boolField({ doc: "Make all fields the line, as JSON.", default: false }),
  },
  blocks: {
    legacy_position: block({
      doc: "Where Promtail or Grafana Agent stopped reading: it is read once, where Sluice has not kept a place of its own yet.",
      occurs: "optional",
      fields: {
        file: filePathField({
          use: "read",
          doc: "Its file of positions.",
          required: true,
          example: '"/var/log/positions.yaml"',
        }),
        name: stringField({
          holds: "name",
          doc: "Name of the job that read the journal.",
          required: true,
          example: '"journal"',
        }),
      },
    }),
  },
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
