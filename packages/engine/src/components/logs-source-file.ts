/** `logs.source.file`: follows files as they are written. */
import { MILLISECOND, SECOND } from "@sluice/languages/base";
import {
  block,
  boolField,
  durationField,
  logsReceiversField,
  stringField,
  stringMapListField,
} from "../schema/field.ts";
import { defineComponent } from "./component-spec.ts";

export const logsSourceFile = defineComponent({
  name: "logs.source.file",
  alias: "loki.source.file",
  summary:
    "Follows files as they are written, through rotation by renaming and by copying and truncating, and resumes where it stopped after a restart. Each line becomes an entry with the label `filename`; an unfinished line waits for its end. A trailing carriage return is cut, bytes that are not UTF-8 become U+FFFD, and lines longer than 1 MiB are split.",
  runs: "server",
  fields: {
    targets: stringMapListField({
      doc: "The files: in each map `__path__` is a path or a pattern with `*`, `?` and `**`, `__path_exclude__` a pattern of those to leave out, and every other name that does not begin with `__` a label. (Alloy reads plain paths here and finds files with local.file_match.)",
      required: true,
      example: '[{ __path__ = "/var/log/app/*.log", job = "app" }]',
    }),
    forward_to: logsReceiversField({ doc: "Receivers that get the entries.", required: true }),
    legacy_positions_file: stringField({
      doc: "A positions file of Promtail, or of Grafana Agent's static mode: at the first start, reading continues where it says. It stays as it is.",
      default: "",
      example: '"/var/lib/promtail/positions.yaml"',
    }),
    tail_from_end: boolField({
      doc: "Start at the end of files that exist at the first start; otherwise at their beginning. A saved position takes precedence.",
      default: false,
    }),
  },
  blocks: {
    file_match: block({
      doc: "How paths with wildcards are looked up. Alloy does so with `enabled` only, Sluice always.",
      occurs: "one",
      fields: {
        enabled: boolField({
          doc: "Whether Alloy looks paths up; without it, it takes them as they are.",
          default: false,
        }),
        sync_period: durationField({
          doc: "With `enabled`: pause between two looks. Otherwise that is two seconds.",
          default: 10n * SECOND,
        }),
        ignore_older_than: durationField({
          doc: "With `enabled`: files that were last written to longer ago than this are not begun; 0 means none.",
          default: 0n,
        }),
      },
      check({ sync_period, ignore_older_than }, report) {
        if (sync_period <= 0n) report.error("sync-period", "sync_period must be greater than 0", "sync_period");
        if (ignore_older_than < 0n)
          report.error("ignore-older-than", "ignore_older_than must not be negative", "ignore_older_than");
      },
    }),
    file_watch: block({
      doc: "How often files are polled. Those that have not been written to for a minute take turns when there are more than fifty: each is polled within four seconds.",
      occurs: "one",
      fields: {
        min_poll_frequency: durationField({
          doc: "Pause between polls while files are written to.",
          default: 250n * MILLISECOND,
        }),
        max_poll_frequency: durationField({
          doc: "Longest pause, to which it doubles while nothing is written.",
          default: 250n * MILLISECOND,
        }),
      },
      check({ min_poll_frequency, max_poll_frequency }, report) {
        if (min_poll_frequency <= 0n)
          report.error("poll-frequency", "min_poll_frequency must be greater than zero", "min_poll_frequency");
        if (max_poll_frequency < min_poll_frequency) {
          report.error(
            "poll-frequency",
            "max_poll_frequency must not be less than min_poll_frequency",
            "max_poll_frequency",
          );
        }
      },
    }),
  },
  notRun: ["encoding", "on_positions_file_error", "decompression"],
  check({ targets }, report) {
    for (const [i, target] of targets.entries()) {
      if ((target.get("__path__") ?? "") !== "") continue;
      report.error("target-path", 'every target needs a "__path__"', "targets", i);
      return;
    }
  },
  example: `logs.source.file "app" {
  targets    = [{ __path__ = "/var/log/app/*.log", job = "app" }]
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`,
});
