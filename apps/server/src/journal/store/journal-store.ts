/**
 * A durable queue of records in a directory: segments that are only appended to, and a cursor for each receiver. A record
 * stands for some entries, which are numbered over the life of the journal; receivers are done with entries one by one.
 * `segment-writer.ts` commits, `recover.ts` reads what a crash left, `cursor-log.ts` keeps what receivers are done with.
 */
import { JOURNAL_BOUNDS, type Nanos } from "@sluice/engine";
import type { Scheduler } from "../../platform/scheduler.ts";
import { codeOf } from "../../platform/system-error.ts";
import type { LoggedCursor } from "./cursor-frames.ts";
import { CursorLog } from "./cursor-log.ts";
import { isNoRoom } from "./errors.ts";
import type { DirectoryLock, JournalFiles } from "./files.ts";
import { SEGMENT_HEADER } from "./format.ts";
import { type CursorHost, type JournalCursor, ReadingCursor } from "./journal-cursor.ts";
import { PieceReader } from "./piece-reader.ts";
import { type KeptRecord, RecentRecords } from "./recent-records.ts";
import { type Damage, type Found, type Recovered, readSegments, segmentNames } from "./recover.ts";
import type { Segment } from "./segment.ts";
import { type Appended, type RecordParts, SegmentWriter } from "./segment-writer.ts";

export type { Appended, Damage, JournalCursor, RecordParts, Recovered };

/** `group`: what is acknowledged is on disk. `interval`: it is written, and on disk soon. `off`: the system decides when. */
export type SyncMode = "group" | "interval" | "off";

export interface JournalOptions {
  /** Bytes of all segments together. */
  readonly maxBytes: number;
  /** Bytes of a segment; the default is a part of `maxBytes`. */
  readonly segmentBytes?: number;
  readonly sync: SyncMode;
  /** Between two syncs, with `interval`. */
  readonly syncInterval?: Nanos;
  /** Bytes of memory for the newest records, which stay there while a receiver still needs them. */
  readonly recentBytes?: number;
  readonly scheduler: Scheduler;
  /** A random number of 32 bits. */
  random?(): number;
  /** Called for each damage that is found while reading, after it was opened. */
  onDamage?(damage: Damage): void;
}

export interface JournalStats {
  /** Of all segments. */
  readonly bytes: number;
  /** Entries that some receiver is not done with; all of them where there is no receiver. */
  readonly entries: number;
  /** When the oldest of these was appended, as `append` got it; about, where no receiver has it. */
  readonly oldestTime: number | undefined;
  /** Numbers of the oldest entry that is kept, and of the next one. */
  readonly first: number;
  readonly next: number;
  readonly cursors: readonly CursorStats[];
  /** Why nothing is acknowledged any more. */
  readonly broken: string | undefined;
  /** Something was refused for want of room, and there was none since. */
  readonly full: boolean;
  /** Entries that wait to be written, and since when the disk has been writing some of them. */
  readonly unwritten: number;
  readonly commitBegan: Nanos | undefined;
}

export interface CursorStats {
  readonly name: string;
  /** Entries that the receiver is not done with. */
  readonly behindEntries: number;
  /** Bytes of those, about: what it is done with counts as large as what it is not. */
  readonly behindBytes: number;
  readonly oldestTime: number | undefined;
}

export interface JournalStore {
  readonly recovered: Recovered;
  /**
   * Appends a record that stands for `entries` entries. `durable` resolves once it is on disk as `sync` promises. It rejects
   * with `JournalFull`, `JournalBroken` or `RecordTooLarge`; then nothing of the record is kept. The payload must not be
   * changed any more.
   */
  append(payload: Uint8Array, entries: number, time: number, parts?: RecordParts): Appended;
  /** Of all segments. */
  readonly bytes: number;
  /**
   * Something was refused for want of room, and there was none since; as much as may waits to be written; or nothing is
   * acknowledged any more.
   */
  readonly full: boolean;
  /** Follows these from now on. */
  configure(changed: Pick<JournalOptions, "maxBytes" | "sync" | "syncInterval">): void;
  /**
   * The cursor of that name, which survives restarts; a new one begins at the oldest entry that is kept, or behind the
   * newest.
   */
  cursor(name: string, start: "oldest" | "newest"): JournalCursor;
  removeCursor(name: string): void;
  /** Those of this journal, whether or not they are in use. */
  cursorNames(): string[];
  stats(): JournalStats;
  /**
   * Records that are kept and durable now, in their order, from the first one on that was appended at `time` or after it, about.
   * What is removed or damaged is left out. Rejects with what the file system throws.
   */
  recordsSince(time: number): AsyncGenerator<KeptRecord, void>;
  /** Entries that the receiver of that name is not done with; 0 where there is none. */
  behind(name: string): number;
  /**
   * Calls `listener` when there is room again: what was refused for want of it may be tried again. Gives a function that ends
   * this.
   */
  onRoom(listener: () => void): () => void;
  /** Writes and syncs what it has, and gives the directory back. */
  close(): Promise<void>;
}

const LEAST_SEGMENT_BYTES = 64 * 1024;
/** Damages found while reading that are reported. */
const MOST_DAMAGES = 100;

/** Throws `JournalLocked` if another process has the journal, and what the file system throws. */
export async function openJournalStore(
  directory: string,
  options: JournalOptions,
  files: JournalFiles,
): Promise<JournalStore> {
  await files.makeDirectory(directory);
  const lock = await files.lock(directory);
  const store = new SegmentedJournal(directory, options, files, lock);
  try {
    await store.open();
    return store;
  } catch (error) {
    await store.abandon();
    throw error;
  }
}

class SegmentedJournal implements JournalStore, CursorHost {
  readonly files: JournalFiles;
  readonly #directory: string;
  #options: JournalOptions;
  readonly #lock: DirectoryLock;
  readonly #log: CursorLog;
  readonly #reading = new Map<string, ReadingCursor>();
  readonly #damaged: Damage[] = [];
  #found!: Found;
  #writer!: SegmentWriter;
  #removing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(directory: string, options: JournalOptions, files: JournalFiles, lock: DirectoryLock) {
    this.files = files;
    this.#directory = directory;
    this.#options = options;
    this.#lock = lock;
    const { scheduler, sync } = options;
    const syncs = sync !== "off";
    this.#log = new CursorLog({
      directory,
      files,
      scheduler,
      syncs,
      lost: () => lock.lost,
      onBroken: (error) => this.#writer.break(error),
    });
  }

  async open(): Promise<void> {
    const { files } = this;
    const { maxBytes } = this.#options;
    const existed = (await segmentNames(this.#directory, files)).length > 0;
    const known = await this.#log.open();
    // A cursor may have been in what was lost; to repeat entries is better than to leave some out.
    if (!known && existed) this.#log.damaged = true;
    const cursors = [...this.#log.cursors.values()];
    this.#found = await readSegments(this.#directory, files, this.#lowestFloor() ?? 0);
    const { segments, empty } = this.#found;
    for (const name of empty) await files.remove(`${this.#directory}/${name}`);
    // A number that a receiver is done with is never given to another entry, also if the entry itself is lost.
    const end = Math.max(this.#found.end, ...cursors.map(({ settled }) => settled.end));
    const oldest = segments[0]?.first ?? end;
    for (const { settled } of cursors) settled.raiseTo(oldest);
    this.#writer = new SegmentWriter({
      ...this.#options,
      files,
      directory: this.#directory,
      segments,
      next: end,
      segmentBytes:
        this.#options.segmentBytes ??
        Math.min(JOURNAL_BOUNDS.segment, Math.max(LEAST_SEGMENT_BYTES, Math.floor(maxBytes / JOURNAL_BOUNDS.segments))),
      recent: new RecentRecords(this.#options.recentBytes ?? JOURNAL_BOUNDS.recent, end),
      lost: () => this.#lock.lost,
      beforeCommit: () => this.#log.syncDefinitions(),
      onCommitted: () => this.#wake(),
      onFull: () => this.#removeSoon(),
    });
    await this.#writer.open();
    this.#removeSoon();
  }

  /** Gives back what it has, and changes nothing. */
  async abandon(): Promise<void> {
    await this.#log.abandon();
    await this.#lock.release();
  }

  get recovered(): Recovered {
    return this.#found;
  }

  get recent(): RecentRecords {
    return this.#writer.recent;
  }

  get durableEnd(): number {
    return this.#writer.durableEnd;
  }

  append(payload: Uint8Array, entries: number, time: number, parts?: RecordParts): Appended {
    return this.#writer.append(payload, entries, time, parts);
  }

  get bytes(): number {
    return this.#writer.bytes;
  }

  get full(): boolean {
    return this.#writer.full || this.#writer.crowded || this.#writer.broken !== undefined;
  }

  configure(changed: Pick<JournalOptions, "maxBytes" | "sync" | "syncInterval">): void {
    this.#options = { ...this.#options, ...changed };
    this.#writer.configure(changed);
  }

  onRoom(listener: () => void): () => void {
    return this.#writer.onRoom(listener);
  }

  cursor(name: string, start: "oldest" | "newest"): JournalCursor {
    const open = this.#reading.get(name);
    if (open !== undefined) return open;
    const { segments, next } = this.#writer;
    const oldest = start === "oldest" || this.#log.damaged;
    const logged = this.#log.cursors.get(name) ?? this.#log.define(name, oldest ? (segments[0]?.first ?? next) : next);
    const cursor = new ReadingCursor(logged, this);
    this.#reading.set(name, cursor);
    return cursor;
  }

  removeCursor(name: string): void {
    const reading = this.#reading.get(name);
    this.#reading.delete(name);
    void reading?.close();
    const logged = this.#log.cursors.get(name);
    if (logged === undefined) return;
    this.#log.remove(logged);
    this.#removeSoon();
  }

  cursorNames(): string[] {
    return [...this.#log.cursors.keys()];
  }

  stats(): JournalStats {
    const { segments, durableEnd, bytes, broken, full, unwritten, commitBegan } = this.#writer;
    const first = segments[0]?.first ?? durableEnd;
    const cursors = [...this.#log.cursors.values()].map((one) => this.#cursorStats(one));
    const furthest = cursors.reduce((most, one) => (one.behindEntries > most.behindEntries ? one : most), NONE);
    const times = cursors.flatMap(({ oldestTime }) => (oldestTime === undefined ? [] : [oldestTime]));
    return {
      bytes,
      entries: cursors.length === 0 ? durableEnd - first : furthest.behindEntries,
      oldestTime: cursors.length === 0 ? this.#timeAt(first) : times.length === 0 ? undefined : Math.min(...times),
      first,
      next: durableEnd,
      cursors,
      broken: broken ?? this.#lock.lost,
      full,
      unwritten,
      commitBegan,
    };
  }

  behind(name: string): number {
    const logged = this.#log.cursors.get(name);
    return logged === undefined ? 0 : this.#cursorStats(logged).behindEntries;
  }

  async *recordsSince(time: number): AsyncGenerator<KeptRecord, void> {
    const segments = this.#writer.segments.map((segment) => ({ segment, size: segment.size }));
    for (const [i, { segment, size }] of segments.entries()) {
      const next = segments[i + 1]?.segment.firstTime;
      if (segment.salt === undefined || (next !== undefined && next < time)) continue;
      const file = await this.files.open(segment.path, "read").catch(missing);
      if (file === undefined) continue;
      try {
        const pieces = new PieceReader(file, segment.salt, segment.beforeTime(time));
        for (let piece = await pieces.next(size); piece !== undefined; piece = await pieces.next(size))
          if (piece.kind === "record") yield { ...piece.header, payload: piece.payload };
      } finally {
        await file.close();
      }
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#writer.close();
    for (const cursor of this.#reading.values()) await cursor.close();
    await this.#removing;
    await this.#log.close();
    await this.#lock.release();
  }

  #cursorStats({ name, settled }: LoggedCursor): CursorStats {
    const { segments, durableEnd } = this.#writer;
    const { floor, beyond } = settled;
    if (floor >= durableEnd) return { ...NONE, name };
    const at = this.segmentAt(floor);
    let bytes = 0;
    let end = durableEnd;
    for (let i = segments.length - 1; i >= 0; i--) {
      const segment = segments[i]!;
      bytes += segment.size - (segment === at ? segment.placeOf(floor, end) : SEGMENT_HEADER);
      if (segment === at) break;
      end = segment.first;
    }
    const behindEntries = durableEnd - floor - beyond;
    const behindBytes = Math.round((bytes * behindEntries) / (durableEnd - floor));
    const oldestTime = this.#reading.get(name)?.oldestTime ?? this.#timeAt(floor);
    return { name, behindEntries, behindBytes, oldestTime };
  }

  #timeAt(entry: number): number | undefined {
    if (entry >= this.durableEnd) return undefined;
    if (entry >= this.recent.from) return this.recent.at(entry)?.time;
    return this.segmentAt(entry)?.before(entry).time;
  }

  segmentAt(entry: number): Segment | undefined {
    const { segments } = this.#writer;
    let low = 0;
    let high = segments.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (segments[middle]!.first > entry) high = middle;
      else low = middle + 1;
    }
    return segments[Math.max(0, low - 1)];
  }

  segmentAfter(segment: Segment): Segment | undefined {
    return this.#writer.segments.find(({ first }) => first > segment.first);
  }

  settle(cursor: LoggedCursor, first: number, count: number): void {
    const { floor } = cursor.settled;
    this.#log.settle(cursor, first, count);
    if (cursor.settled.floor > floor) this.#removeSoon();
  }

  give(cursor: LoggedCursor, end: number): Promise<void> {
    return this.#log.give(cursor, end);
  }

  giveSoon(cursor: LoggedCursor, end: number): void {
    this.#log.giveSoon(cursor, end);
  }

  /** What all receivers have read is not kept in memory. */
  advanced(): void {
    let lowest = this.durableEnd;
    for (const { position } of this.#reading.values()) lowest = Math.min(lowest, position);
    if (this.#reading.size > 0) this.recent.dropBelow(lowest);
  }

  damaged(segment: Segment, at: number, bytes: number, entries: number | undefined, reason: string): void {
    const { name } = segment;
    const same = (one: Damage) => one.segment === name && one.from === at;
    if (this.#damaged.length >= MOST_DAMAGES || this.#damaged.some(same) || this.#found.damaged.some(same)) return;
    const damage = { segment: name, from: at, bytes, entries, reason };
    this.#damaged.push(damage);
    this.#options.onDamage?.(damage);
  }

  #wake(): void {
    this.advanced();
    for (const cursor of this.#reading.values()) cursor.wake();
  }

  /** Below it all receivers are done; undefined where there is none. */
  #lowestFloor(): number | undefined {
    let lowest: number | undefined;
    for (const { settled } of this.#log.cursors.values()) lowest = Math.min(lowest ?? settled.floor, settled.floor);
    return lowest;
  }

  #removable(): boolean {
    const floor = this.#lowestFloor();
    return floor !== undefined && this.#writer.removable(floor);
  }

  #removeSoon(): void {
    if (this.#removing !== undefined || this.#closing !== undefined || this.#lock.lost !== undefined) return;
    if (!this.#removable()) return;
    this.#removing = this.#remove()
      .catch((error: unknown) => this.#writer.break(error))
      .finally(() => {
        this.#removing = undefined;
        if (this.#writer.broken === undefined) this.#removeSoon();
      });
  }

  /** Removes the segments that all receivers are done with, once it is on disk that they are. */
  async #remove(): Promise<void> {
    const logged = await this.#syncLog();
    const floor = this.#lowestFloor();
    if (floor === undefined || !this.#writer.removable(floor)) return;
    await this.#writer.remove(floor);
    // There is room for it now.
    if (!logged) await this.#syncLog();
  }

  /** Gives whether there was room for it. That a segment is gone says as much, and on a full disk nothing else gives room. */
  async #syncLog(): Promise<boolean> {
    try {
      await this.#log.sync();
      return true;
    } catch (error) {
      if (!isNoRoom(error)) throw error;
      return false;
    }
  }
}

/** It was removed meanwhile. */
function missing(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}

const NONE: CursorStats = { name: "", behindEntries: 0, behindBytes: 0, oldestTime: undefined };
