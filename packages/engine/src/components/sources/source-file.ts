/** `logs.source.file`: follows files as they are written. */

import { MILLISECOND, SECOND } from "@sluice/languages/base";
import {
  block,
  boolField,
  durationField,
  enumField,
  filePathField,
  logsReceiversField,
  stringField,
  targetsField,
} from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { labelsOfTarget, warnOfAlloyPatterns } from "../shared/file-patterns.ts";
import { noLonger, readInPart } from "../shared/outside.ts";
import { filesOf } from "../shared/things.ts";
import { explainTextEncoding, findTextEncoding } from "./encodings.ts";

/** Targets without a path that are named. */
const MAX_TOLD = 10;

export const logsSourceFile = defineComponent({
  name: "logs.source.file",
  alias: "loki.source.file",
  summary:
    "Follows files as they are written, through rotation by renaming and by copying and truncating. After a restart it resumes where it stopped. Each line becomes an entry with the label `filename`; an unfinished line waits for its end. A trailing carriage return is cut, bytes that are not UTF-8 become U+FFFD, and lines longer than 1 MiB are split.",
  outside: {
    of: ({ targets }) => targets.flatMap(filesOf),
    gone: noLonger("read"),
    partly: readInPart,
    remembers: true,
    takesFound: true,
  },
  graphKind: "source",
  entryLabels: ({ targets }) => targets.map(labelsOfTarget),
  runs: "server",
  fields: {
    targets: targetsField({
      use: "read",
      doc: "The files: in each map `__path__` is a path or a pattern with `*`, `?` and `**`, `__path_exclude__` is a pattern of files to leave out, and every other name that does not begin with `__` is a label. (Alloy reads plain paths here and finds files with local.file_match.)",
      required: true,
      example: '[{ __path__ = "/var/log/app/*.log", job = "app" }]',
    }),
    forward_to: logsReceiversField({ doc: "Receivers that get the entries.", required: true }),
    encoding: stringField({
      holds: "word",
      doc: "IANA name of the encoding; empty means UTF-8. A byte order mark (UTF-8, UTF-16) takes precedence and is cut. UTF-16 without one is big-endian.",
      default: "",
      example: '"UTF-16LE"',
    }),
    legacy_positions_file: filePathField({
      use: "read",
      doc: "A positions file of Promtail, or of Grafana Agent's static mode: at the first start, reading continues at its positions. The file is not changed.",
      default: "",
      example: '"/var/lib/promtail/positions.yaml"',
    }),
    on_positions_file_error: enumField(
      [
        { value: "restart_from_beginning", doc: "Files are read from their beginning." },
        { value: "restart_from_end", doc: "Existing files are read from their end." },
        { value: "skip", doc: "Nothing is read until the saved positions can be read or are removed." },
      ],
      {
        doc: "What happens when the saved positions are damaged. Except with `skip`, they are kept under another name.",
        default: "restart_from_beginning",
      },
    ),
    tail_from_end: boolField({
      doc: "Start at the end of files that exist at the first start; otherwise at their beginning. A saved position takes precedence. Compressed files are read from their beginning.",
      default: false,
    }),
  },
  blocks: {
    decompression: block({
      doc: "Reads compressed files, each once to its end, as a stream. If a file was not complete or has grown since, reading continues.",
      occurs: "optional",
      fields: {
        enabled: boolField({ doc: "Whether files are decompressed.", required: true }),
        format: enumField(
          [
            { value: "gz", doc: "Gzip." },
            { value: "z", doc: "Zlib." },
            { value: "bz2", doc: "Bzip2." },
          ],
          { doc: "Format of all the files.", required: true },
        ),
        initial_delay: durationField({
          doc: "Delay before a new file is read, since it may still be being compressed.",
          default: 0n,
        }),
      },
      check({ initial_delay }, report) {
        if (initial_delay < 0n) report.error("initial-delay", "initial_delay must not be negative", "initial_delay");
      },
    }),
    file_match: block({
      doc: "How paths with wildcards are looked up. Alloy does so with `enabled` only, Sluice always.",
      occurs: "one",
      fields: {
        enabled: boolField({
          doc: "Whether Alloy looks paths up; without it, Alloy takes them literally.",
          default: false,
        }),
        sync_period: durationField({
          doc: "With `enabled`: pause between two searches. Otherwise it is two seconds.",
          default: 10n * SECOND,
        }),
        ignore_older_than: durationField({
          doc: "With `enabled`: do not start files whose last change is older than this; 0 means any age.",
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
      doc: "How often files are polled. Files that were not written to for a minute take turns if there are more than fifty: each is polled within four seconds.",
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
  check({ targets, encoding, file_match }, report) {
    // Without it Alloy takes paths literally, too.
    if (file_match.args.enabled) warnOfAlloyPatterns(targets, report, "targets");
    if (encoding !== "" && findTextEncoding(encoding) === undefined)
      report.error("encoding", explainTextEncoding(encoding), "encoding");
    let told = 0;
    for (const [i, target] of targets.entries()) {
      if ((target.get("__path__") ?? "") !== "" || ++told > MAX_TOLD) continue;
      report.warning("target-path", 'a target without a "__path__" is left out', "targets", { element: i });
    }
  },
  example: `logs.source.file "app" {
  targets    = [{ __path__ = "/var/log/app/*.log", job = "app" }]
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`,
});
