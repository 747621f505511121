/** `logs.write.file`: entries in files of JSON lines, which are rotated. */
import { normalPath } from "../../base/glob.ts";
import { boolField, bytesField, durationField, filePathField, intField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { noLonger } from "../shared/outside.ts";
import { thing } from "../shared/things.ts";

/** Rotated files that may be kept: their folder is looked through at each rotation. */
const MAX_FILES = 10_000;

export const logsWriteFile = defineComponent({
  name: "logs.write.file",
  inAlloy: "otelcol.receiver.loki and otelcol.exporter.file",
  summary:
    "Writes entries to a file of JSON lines, each with `labels`, `line`, `timestamp` and `structured_metadata`; the designer opens such a file as samples. A full file gets the time of its rotation appended to its name and is compressed, and a new file begins. Only files that this server made are rotated and removed. While the file cannot be written (a full disk), the component is unhealthy, keeps its entries, accepts no more and retries, so that sources wait; it never leaves half a line behind. An entry counts as delivered when the operating system has it: what the machine had not yet written to disk is lost in a power failure.",
  outside: { of: ({ path }) => [thing(path, normalPath(path))], gone: noLonger("written") },
  graphKind: "writer",
  runs: "server",
  exports: { receiver: "logs-receiver" },
  fields: {
    path: filePathField({
      use: "write",
      doc: "The file; its folder is created if it is missing. An existing file is appended to and not rotated.",
      required: true,
      example: '"/var/log/sluice/app.jsonl"',
    }),
    max_size: bytesField({
      doc: "Size at which the file is rotated; 0 means never.",
      default: 100 * 1024 * 1024,
      unit: "bytes",
    }),
    max_files: intField({
      doc: "Number of rotated files to keep, the newest ones; 0 means all.",
      default: 5,
      unit: "files",
    }),
    max_age: durationField({ doc: "Age at which rotated files are removed; 0 means never.", default: 0n }),
    compress: boolField({ doc: "Compress rotated files by gzip.", default: true }),
  },
  check({ path, max_size, max_files, max_age }, report) {
    if (path === "" || /[/\\]$/.test(path)) report.error("file-path", "path must be the name of a file", "path");
    if (max_size < 0) report.error("file-size", "max_size must not be negative", "max_size");
    if (max_files < 0 || max_files > MAX_FILES)
      report.error("file-count", `max_files must be between 0 and ${MAX_FILES}`, "max_files");
    if (max_age < 0n) report.error("file-age", "max_age must not be negative", "max_age");
  },
  example: `logs.source.demo "access" {
  forward_to = [logs.write.file.archive.receiver]
}

logs.write.file "archive" {
  path      = "/var/log/sluice/access.jsonl"
  max_size  = "50MiB"
  max_files = 10
}
`,
});
