/** `local.file_match`: the files that match patterns, as targets. */

import { SECOND } from "@sluice/languages/base";
import { durationField, targetsField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { labelsOfTarget, warnOfAlloyPatterns } from "../shared/file-patterns.ts";
import { filesOf } from "../shared/things.ts";

export const localFileMatch = defineComponent({
  name: "local.file_match",
  alias: "local.file_match",
  summary:
    "Finds files by patterns and exports a target for each: its path as `__path__`, and the labels of the map whose pattern matched. Folders are left out, and so are files after the first 20,000.",
  finds: ({ path_targets }) => path_targets.flatMap(filesOf),
  entryLabels: ({ path_targets }) => path_targets.map(labelsOfTarget),
  graphKind: "source",
  runs: "server",
  exports: { targets: "targets" },
  fields: {
    path_targets: targetsField({
      use: "read",
      doc: "What to look for: in each map `__path__` is a path or a pattern with `*`, `?` and `**`, and `__path_exclude__` is a pattern of files to leave out. (Alloy also reads `{a,b}` and `[ab]` as patterns; Sluice takes them literally.)",
      required: true,
      example: '[{ __path__ = "/var/log/**/*.log", job = "system" }]',
    }),
    sync_period: durationField({ doc: "Pause between two searches.", default: 10n * SECOND }),
    ignore_older_than: durationField({
      doc: "Leave out files whose last change is older than this; 0 leaves out none.",
      default: 0n,
    }),
  },
  check({ path_targets, sync_period, ignore_older_than }, report) {
    warnOfAlloyPatterns(path_targets, report, "path_targets");
    if (sync_period <= 0n) report.error("sync-period", "sync_period must be greater than 0", "sync_period");
    if (ignore_older_than < 0n)
      report.error("ignore-older-than", "ignore_older_than must not be negative", "ignore_older_than");
  },
  example: `local.file_match "logs" {
  path_targets = [{ __path__ = "/var/log/**/*.log", __path_exclude__ = "/var/log/private/**", job = "system" }]
}

logs.source.file "logs" {
  targets    = local.file_match.logs.targets
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`,
});
