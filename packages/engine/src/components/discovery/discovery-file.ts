/** `discovery.file`: targets from files in Prometheus' file_sd format. */
import { MINUTE } from "@sluice/languages/base";
import { durationField, filePathListField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";

/** What Prometheus takes: one `*` at most, in the last part, and a name that says the format. */
const PATTERN = /^[^*]*(?:\*[^/]*)?\.(?:json|ya?ml|JSON|YA?ML)$/;

export const discoveryFile = defineComponent({
  name: "discovery.file",
  alias: "discovery.file",
  summary:
    'Exports the targets that JSON or YAML files list, in the form of Prometheus\' `file_sd_configs`: `[{ "targets": ["host:port"], "labels": { … } }]`. Each target has the labels of its group, the entry of `targets` as `__address__` and the file as `__meta_filepath`. The previous targets of a file stay when it cannot be read or holds no such list. Files are checked every five seconds. At most 20,000 targets, and 4 MiB for each file.',
  graphKind: "source",
  runs: "server",
  exports: { targets: "targets" },
  fields: {
    files: filePathListField({
      use: "read",
      doc: "The files, which end in `.json`, `.yml` or `.yaml`; the last part of a path may have one `*`.",
      required: true,
      example: '["/etc/sluice/targets/*.json"]',
    }),
    refresh_interval: durationField({
      doc: "Pause after which all files are read again, even if they seem unchanged.",
      default: 5n * MINUTE,
    }),
  },
  check({ files, refresh_interval }, report) {
    for (const [i, file] of files.entries()) {
      if (PATTERN.test(file)) continue;
      report.error("file-pattern", `path name ${JSON.stringify(file)} is not valid for file discovery`, "files", i);
      return;
    }
    if (refresh_interval <= 0n)
      report.error("refresh-interval", "refresh_interval must be greater than 0", "refresh_interval");
  },
  example: `discovery.file "hosts" {
  files = ["/etc/sluice/hosts-*.yaml"]
}

discovery.relabel "logs" {
  targets = discovery.file.hosts.targets

  rule {
    source_labels = ["app"]
    target_label  = "__path__"
    replacement   = "/var/log/$1/*.log"
  }
}

logs.source.file "logs" {
  targets    = discovery.relabel.logs.output
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`,
});
