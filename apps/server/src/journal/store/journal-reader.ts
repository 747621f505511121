/**
 * A journal's files, read and not changed: what `sluice journal` shows. They may be those of a journal that runs: what is
 * being written then looks like a record that a crash cut off.
 */
import { CURSOR_LOG, loadCursors } from "./cursor-frames.ts";
import { readCursorLog } from "./cursor-log.ts";
import type { JournalFiles } from "./files.ts";
import { PieceReader } from "./piece-reader.ts";
import { type Found, type Recovered, readSegments } from "./recover.ts";

export interface ReadRecord {
  readonly first: number;
  readonly count: number;
  readonly time: number;
  readonly payload: Uint8Array;
}

export interface ReadCursor {
  readonly name: string;
  /** The oldest entry that the receiver is not done with. */
  readonly oldest: number;
  /** How many it is not done with. */
  readonly behindEntries: number;
  settled(entry: number): boolean;
}

export interface JournalContent {
  /** What was found by reading every byte. */
  readonly found: Recovered;
  readonly segments: readonly { readonly name: string; readonly bytes: number; readonly first: number }[];
  readonly cursors: readonly ReadCursor[];
  /** The log of the cursors has a part that cannot be read: what it says of them may be too little. */
  readonly cursorsDamaged: boolean;
  /** Numbers of the oldest entry, and after the newest one. */
  readonly first: number;
  readonly next: number;
  /** Records in their order, from the one with that entry on. */
  records(from?: number): AsyncGenerator<ReadRecord, void>;
}

/** What lies in segments that end before `begin` is not read. Throws what the file system throws. */
export async function readJournal(directory: string, files: JournalFiles, begin = 0): Promise<JournalContent> {
  const log = await readCursorLog(files, `${directory}/${CURSOR_LOG}`);
  const loaded = log === undefined ? undefined : loadCursors(log);
  const found = await readSegments(directory, files, begin);
  const cursors = [...(loaded?.cursors.values() ?? [])];
  const next = Math.max(found.end, ...cursors.map(({ settled }) => settled.end));
  const first = found.segments[0]?.first ?? next;
  for (const { settled } of cursors) settled.raiseTo(first);
  return {
    found,
    segments: found.segments.map((one) => ({ name: one.name, bytes: one.size, first: one.first })),
    cursors: cursors.map(({ name, settled }) => ({
      name,
      oldest: settled.floor,
      behindEntries: next - settled.floor - settled.beyond,
      settled: (entry) => settled.has(entry),
    })),
    cursorsDamaged: loaded?.damaged ?? found.segments.length > 0,
    first,
    next,
    records: (from = first) => readRecords(found, files, from),
  };
}

async function* readRecords({ segments }: Found, files: JournalFiles, from: number): AsyncGenerator<ReadRecord, void> {
  for (const [i, segment] of segments.entries()) {
    const following = segments[i + 1];
    if (segment.salt === undefined || (following !== undefined && following.first <= from)) continue;
    const file = await files.open(segment.path, "read");
    try {
      const pieces = new PieceReader(file, segment.salt, segment.before(from).at);
      for (let piece = await pieces.next(segment.size); piece !== undefined; piece = await pieces.next(segment.size)) {
        if (piece.kind !== "record") continue;
        const { first, count, time } = piece.header;
        if (first + count > from) yield { first, count, time, payload: piece.payload };
      }
    } finally {
      await file.close();
    }
  }
}
