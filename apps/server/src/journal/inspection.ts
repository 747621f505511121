/** The journals in a folder, looked at from outside: what each holds, who has not got it yet, and its entries. */

import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { NumberedEntry } from "../core/component.ts";
import { createLogger, type Logger } from "../platform/log.ts";
import { createSystemScheduler } from "../platform/scheduler.ts";
import { entriesFrom } from "./numbered-entries.ts";
import { CURSOR_LOG } from "./store/cursor-frames.ts";
import type { JournalFiles } from "./store/files.ts";
import { firstOf } from "./store/format.ts";
import { type JournalContent, readJournal } from "./store/journal-reader.ts";
import { openJournalStore } from "./store/journal-store.ts";
import { nodeJournalFiles } from "./store/node-files.ts";
import type { Damage } from "./store/recover.ts";

export { JournalLocked } from "./store/errors.ts";

export interface FoundJournal {
  /** Its folder, below the one that was looked in: `logs.journal.intake`. */
  readonly name: string;
  readonly directory: string;
}

/** In a folder of a component's own, `logs.write` has its journal in this one. */
const WAL = "wal";

/** The journals in a data directory, in a component's folder, or the one in the folder itself. Throws what the file system throws. */
export async function findJournals(folder: string): Promise<FoundJournal[]> {
  const found: FoundJournal[] = [];
  const look = async (directory: string, name: string, deeper: number): Promise<void> => {
    const entries = await readdir(directory, { withFileTypes: true });
    if (entries.some((entry) => entry.isFile() && (entry.name === CURSOR_LOG || firstOf(entry.name) !== undefined)))
      found.push({ name, directory });
    if (deeper === 0) return;
    for (const entry of entries) {
      if (!entry.isDirectory() || (name !== "" && entry.name !== WAL)) continue;
      await look(join(directory, entry.name), name === "" ? entry.name : `${name}/${entry.name}`, deeper - 1);
    }
  };
  await look(folder, "", 2);
  return found
    .map((one) => (one.name === "" ? { ...one, name: basename(one.directory) } : one))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export interface JournalReceiver {
  readonly receiver: string;
  /** Entries that it has not delivered. */
  readonly behind: number;
  /** Number of the oldest of them. */
  readonly oldest: number;
}

export interface JournalSummary {
  /** On disk. */
  readonly bytes: number;
  /** Entries that are on disk, also those that every receiver has. */
  readonly entries: number;
  /** Entries that some receiver has not delivered; all of them where there is no receiver. */
  readonly waiting: number;
  /** Numbers of the first entry and after the last one. */
  readonly first: number;
  readonly next: number;
  /** When the oldest entry that waits was taken. Milliseconds since 1970. */
  readonly oldestTime: number | undefined;
  readonly receivers: readonly JournalReceiver[];
  /** Bytes behind the last whole record: one that a crash cut off, or that is being written. */
  readonly unfinishedBytes: number;
  readonly damaged: readonly Damage[];
  /** What receivers have is known in part alone. */
  readonly cursorsDamaged: boolean;
}

const files = (): JournalFiles => nodeJournalFiles(createSystemScheduler(), SILENT);
/** Whoever looks says what is wrong by itself. */
const SILENT: Logger = createLogger(
  "error",
  () => {},
  () => new Date(),
);

export class InspectedJournal {
  readonly #content: JournalContent;

  private constructor(content: JournalContent) {
    this.#content = content;
  }

  /** Reads every byte, and changes nothing. Throws what the file system throws. */
  static async open(directory: string): Promise<InspectedJournal> {
    return new InspectedJournal(await readJournal(directory, files()));
  }

  get receivers(): readonly string[] {
    return this.#content.cursors.map(({ name }) => name);
  }

  async summary(): Promise<JournalSummary> {
    const { found, segments, cursors, cursorsDamaged, first, next } = this.#content;
    const oldest = cursors.length === 0 ? first : Math.min(...cursors.map((one) => one.oldest));
    let oldestTime: number | undefined;
    for await (const { time } of oldest < next ? this.#content.records(oldest) : []) {
      oldestTime = time;
      break;
    }
    return {
      bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
      entries: found.entries,
      waiting: cursors.length === 0 ? found.entries : Math.max(...cursors.map(({ behindEntries }) => behindEntries)),
      first,
      next,
      oldestTime,
      receivers: cursors.map(({ name, behindEntries, oldest }) => ({ receiver: name, behind: behindEntries, oldest })),
      unfinishedBytes: found.truncatedBytes,
      damaged: found.damaged,
      cursorsDamaged: cursorsDamaged && segments.length > 0,
    };
  }

  /**
   * Entries with their numbers, from one on; of a receiver: those that it has not delivered. Throws where a record is none of
   * this server's.
   */
  async *entries(from = 0, receiver?: string): AsyncGenerator<NumberedEntry> {
    const cursor = this.#content.cursors.find(({ name }) => name === receiver);
    for await (const one of entriesFrom(this.#content, from)) if (cursor?.settled(one[0]) !== true) yield one;
  }

  /** The last so many. */
  last(count: number): AsyncGenerator<NumberedEntry> {
    return this.entries(Math.max(0, this.#content.next - count));
  }

  /** The number of the first entry that was taken at a time or after it; that after the last one where none was. */
  async firstTakenAt(milliseconds: number): Promise<number> {
    for await (const { first, time } of this.#content.records()) if (time >= milliseconds) return first;
    return this.#content.next;
  }
}

/** What would be kept of a journal as large as that. */
const ANY_SIZE = Number.MAX_SAFE_INTEGER;

/** Throws `JournalLocked` where a server runs on the journal. */
export async function checkStopped(directory: string): Promise<void> {
  await (await files().lock(directory)).release();
}

/**
 * Has every receiver be done with the entries before a number: none gets them any more. Gives how many that were, for
 * each. Throws `JournalLocked` where a server runs on it.
 */
export async function dropBefore(directory: string, number: number): Promise<readonly (readonly [string, number])[]> {
  const options = { maxBytes: ANY_SIZE, sync: "group", scheduler: createSystemScheduler() } as const;
  const store = await openJournalStore(directory, options, files());
  try {
    const { first } = store.stats();
    return store.cursorNames().map((name) => {
      const before = store.behind(name);
      if (number > first) store.cursor(name, "oldest").settle(first, number - first);
      return [name, before - store.behind(name)] as const;
    });
  } finally {
    await store.close();
  }
}
