/** A journal on disk as a server writes it, for tests of what reads it. */
import type { LogContent } from "../core/entries/receiver.ts";
import { encodeEntries } from "../journal/entry-codec.ts";
import type { JournalCursor } from "../journal/store/journal-cursor.ts";
import { openJournalStore } from "../journal/store/journal-store.ts";
import { nodeJournalFiles } from "../journal/store/node-files.ts";
import { createLogger } from "../platform/log.ts";
import { createSystemScheduler } from "../platform/scheduler.ts";

export interface WrittenJournal {
  receiver(name: string): void;
  /** Milliseconds since 1970. */
  append(entries: readonly LogContent[], time: number): Promise<void>;
  settle(receiver: string, first: number, count: number): void;
  close(): Promise<void>;
}

export async function createJournal(directory: string): Promise<WrittenJournal> {
  const scheduler = createSystemScheduler();
  const log = createLogger(
    "error",
    () => {},
    () => new Date(),
  );
  const options = { maxBytes: 1024 * 1024, sync: "off", scheduler } as const;
  const store = await openJournalStore(directory, options, nodeJournalFiles(scheduler, log));
  const cursors = new Map<string, JournalCursor>();
  return {
    receiver: (name) => void cursors.set(name, store.cursor(name, "oldest")),
    append: (entries, time) => store.append(encodeEntries(entries), entries.length, time).durable,
    settle: (receiver, first, count) => cursors.get(receiver)!.settle(first, count),
    close: () => store.close(),
  };
}
