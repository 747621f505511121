/** Documentation of the lints in `journal-lints.ts`. */
import type { LintPage } from "../lint.ts";

export const JOURNAL_PAGES: readonly LintPage[] = [
  {
    code: "no-journal",
    title: "Entries that were acknowledged are only in memory",
    doc: 'A source that clients push to answers when what comes next has taken the entries. Without a `logs.journal` on the way, or the block `wal` of `logs.write`, they are in memory until they are sent: a crash, a `kill -9` or a power cut loses them, and while the endpoint is away there is room for few. A journal directly behind the source has them on disk before the client is answered. With `acknowledge = "delivered"` the client waits instead. This is information, once for a configuration, and is not said where the target is Alloy, which has no journal.',
    example: `logs.source.api "in" {
  http { }
  forward_to = [logs.write.loki.receiver]
}

logs.write "loki" {
  endpoint {
    url = "http://loki:3100/loki/api/v1/push"
  }
}
`,
    fixed: `logs.source.api "in" {
  http { }
  forward_to = [logs.journal.in.receiver]
}

logs.journal "in" {
  forward_to = [logs.write.loki.receiver]
}

logs.write "loki" {
  endpoint {
    url = "http://loki:3100/loki/api/v1/push"
  }
}
`,
  },
  {
    code: "held-before-journal",
    title: "A stage holds entries before they are in the journal",
    doc: "What a `stage.multiline` or a `stage.limit` without `drop` holds is in memory, and its clients were answered: a crash loses it. Put the journal directly behind the source. What stages behind it hold is read again after a restart.",
    example: `logs.source.api "in" {
  http { }
  forward_to = [logs.process.blocks.receiver]
}

logs.process "blocks" {
  forward_to = [logs.journal.intake.receiver]

  stage.multiline {
    firstline = "^\\\\d"
  }
}

logs.journal "intake" {
  forward_to = []
}
`,
  },
  {
    code: "journal-unsynced",
    title: "A journal acknowledges before it is synced",
    doc: 'With `sync = "interval"` or `"off"` a journal is done with entries that the operating system has, and the disk may not: a power cut loses them, a crash of Sluice does not. `group` syncs before it acknowledges, and lets batches that come together share one sync.',
    example: `logs.source.api "in" {
  http { }
  forward_to = [logs.journal.intake.receiver]
}

logs.journal "intake" {
  forward_to = []
  sync       = "off"
}
`,
    fixed: `logs.source.api "in" {
  http { }
  forward_to = [logs.journal.intake.receiver]
}

logs.journal "intake" {
  forward_to = []
  sync       = "group"
}
`,
  },
];
