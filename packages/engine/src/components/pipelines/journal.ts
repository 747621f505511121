/** `logs.journal`: entries on disk, from which each receiver gets them at its own pace. */
import { SECOND } from "@sluice/languages/base";
import { durationField, enumField, logsReceiversField } from "../../schema/field.ts";
import { defineComponent } from "../component-spec.ts";
import { checkJournalSize, journalSizeField } from "../shared/journal-size.ts";

export const logsJournal = defineComponent({
  name: "logs.journal",
  inAlloy: "loki.write with the block wal, which does not cover what stages hold",
  summary:
    "Writes entries to disk before they go on, so that neither `kill -9`, nor a power cut, nor an outage of an endpoint loses what was acknowledged. A source is done with an entry once it is on disk: `logs.source.api` answers then, and the position in a file moves. Each receiver reads the journal at its own pace, so that one that is slow or away holds up no other; what all have delivered is removed. What stages and batches behind it hold is read again after a restart. `logs.write` behind a journal tries for as long as it takes, and gives up only what an endpoint refuses for its content. After a restart or a crash, what was delivered and not noted yet is delivered twice. A full journal (`max_size`, or no space on the disk) takes nothing more until there is room: clients get 429 or 503, files are not read on.",
  graphKind: "process",
  runs: "server",
  exports: { receiver: "logs-receiver" },
  fields: {
    forward_to: logsReceiversField({
      doc: "Receivers; each gets every entry, from its own place in the journal.",
      required: true,
      example: "[logs.process.web.receiver]",
    }),
    max_size: journalSizeField({ doc: "Size on disk at which it is full. Nothing is dropped then." }),
    sync: enumField(
      [
        {
          value: "group",
          doc: "Each batch is on disk before it is acknowledged; batches that come together share one sync.",
        },
        {
          value: "interval",
          doc: "A batch is acknowledged when the operating system has it, and synced every `sync_interval`: a power cut loses what came since; a crash of Sluice loses nothing.",
        },
        {
          value: "off",
          doc: "The operating system decides when it writes: a power cut may lose the last half minute; a crash of Sluice loses nothing.",
        },
      ],
      { doc: "When what was taken is forced to disk.", default: "group" },
    ),
    sync_interval: durationField({ doc: 'Longest time between syncs with `sync = "interval"`.', default: SECOND }),
    start: enumField(
      [
        { value: "oldest", doc: "At the oldest entry that is kept." },
        { value: "end", doc: "At the end: with what comes from now on." },
      ],
      { doc: "Where a receiver begins that is added to `forward_to`.", default: "oldest" },
    ),
  },
  check(args, report) {
    checkJournalSize(args, report);
    if (args.sync_interval <= 0n)
      report.error("journal-interval", "sync_interval must be greater than zero", "sync_interval");
  },
  example: `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 3101
  }
  forward_to = [logs.journal.intake.receiver]
}

logs.journal "intake" {
  forward_to = [logs.write.loki.receiver]
  max_size   = "2GiB"
}

logs.write "loki" {
  endpoint {
    url = "http://localhost:3100/loki/api/v1/push"
  }
}
`,
});
