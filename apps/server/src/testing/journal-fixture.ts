/** Journals on a disk in memory, with time that a test moves. */
import {
  type JournalCursor,
  type JournalOptions,
  type JournalStore,
  openJournalStore,
} from "../journal/store/journal-store.ts";
import { ManualScheduler } from "../platform/scheduler.ts";
import { START } from "./fixtures.ts";
import type { MemoryDisk } from "./memory-disk.ts";

export const JOURNAL = "/journal";

export interface OpenJournal {
  readonly store: JournalStore;
  readonly scheduler: ManualScheduler;
}

export async function openJournal(disk: MemoryDisk, options: Partial<JournalOptions> = {}): Promise<OpenJournal> {
  const scheduler = new ManualScheduler(START);
  let random = 1;
  const store = await openJournalStore(
    JOURNAL,
    {
      maxBytes: 1024 * 1024,
      segmentBytes: 2048,
      sync: "group",
      scheduler,
      random: () => {
        random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
        return random;
      },
      ...options,
    },
    disk,
  );
  return { store, scheduler };
}

/** Everything that a cursor has now, entry by entry: its number, and the text of its record. */
export async function unsettled(cursor: JournalCursor): Promise<Map<number, string>> {
  const entries = new Map<number, string>();
  for (let record = await cursor.next(); record !== undefined; record = await cursor.next()) {
    const { first, count, settled, payload } = record;
    const done = new Set(settled.flatMap(([from, length]) => Array.from({ length }, (_, i) => from + i)));
    for (let entry = first; entry < first + count; entry++) {
      if (entries.has(entry)) throw new Error(`entry ${entry} came twice`);
      if (!done.has(entry)) entries.set(entry, Buffer.from(payload).toString());
    }
  }
  return entries;
}

/** Lets everything that does not wait for time come to its end. */
export async function turns(scheduler: ManualScheduler): Promise<void> {
  for (let i = 0; i < 5; i++) {
    await scheduler.advance(0n);
    for (let j = 0; j < 100; j++) await Promise.resolve();
  }
}

/** Whether it was acknowledged by now. */
export async function outcome(durable: Promise<void>): Promise<string> {
  return durable.then(
    () => "durable",
    (error: Error) => error.name,
  );
}
