/**
 * Appends records to the newest segment. One commit is on its way at a time: it writes what came meanwhile in one piece, syncs
 * it once, and acknowledges all of it. A commit that finds the disk full is taken back; after one that fails otherwise nothing is
 * acknowledged any more, because a system that failed to sync may forget what it failed with.
 */
import { randomBytes } from "node:crypto";
import { JOURNAL_BOUNDS, type Nanos, SECOND } from "@sluice/engine";
import type { Scheduler } from "../../platform/scheduler.ts";
import { describeSystemError } from "../../platform/system-error.ts";
import { isNoRoom, JournalBroken, JournalFull, RecordTooLarge } from "./errors.ts";
import type { JournalFile, JournalFiles } from "./files.ts";
import {
  checksumOf,
  MAX_ENTRIES,
  MAX_PAYLOAD,
  putRecordHeader,
  RECORD_HEADER,
  type Salt,
  SEGMENT_HEADER,
  saltOf,
  segmentHeader,
} from "./format.ts";
import { costOf, type RecentRecords } from "./recent-records.ts";
import { Segment } from "./segment.ts";

export interface RecordParts {
  /** What the payload was made of, which receivers that keep up get with it. */
  readonly memo?: unknown;
  /** Bytes of that in memory. */
  readonly memoBytes?: number;
  /** Bytes of records that are appended after it and belong to it: it is refused where there is no room for them. */
  readonly follows?: number;
}

export interface Appended {
  /** Number of the record's first entry. */
  readonly first: number;
  /** It was not refused at once. */
  readonly taken: boolean;
  readonly durable: Promise<void>;
}

interface Queued {
  readonly payload: Uint8Array;
  readonly first: number;
  readonly count: number;
  readonly time: number;
  readonly memo: unknown;
  readonly memoBytes: number | undefined;
  resolve(): void;
  reject(error: Error): void;
}

export interface SegmentWriterOptions {
  readonly directory: string;
  readonly files: JournalFiles;
  readonly scheduler: Scheduler;
  /** Those that are there, the oldest first. */
  readonly segments: Segment[];
  /** Number of the next entry. */
  readonly next: number;
  readonly maxBytes: number;
  readonly segmentBytes: number;
  readonly sync: "group" | "interval" | "off";
  readonly syncInterval?: Nanos;
  readonly recent: RecentRecords;
  random?(): number;
  /** Why the directory is no longer this process's. */
  lost(): string | undefined;
  /** Has on disk what must be there before a record is. */
  beforeCommit(): Promise<void>;
  onCommitted(): void;
  /** A record was refused. */
  onFull(): void;
}

/** Bytes and records that are written at once. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_RECORDS = 512;
/** Memory of records that wait to be written: with more, nothing is to be appended until some are. */
const MOST_UNWRITTEN = JOURNAL_BOUNDS.unwritten;
const SYNC_INTERVAL = SECOND;
/** A disk that was full is tried again after this. */
const NO_ROOM_PAUSE = SECOND;

export class SegmentWriter {
  readonly segments: Segment[];
  readonly recent: RecentRecords;
  /** All entries before it are as durable as `sync` says. */
  durableEnd: number;
  /** Bytes of all segments, with what is on its way there. */
  bytes = 0;
  #options: SegmentWriterOptions;
  readonly #roomListeners = new Set<() => void>();
  #next: number;
  #queue: Queued[] = [];
  /** With what is on its way. */
  #unwritten = 0;
  #unwrittenBytes = 0;
  #commitBegan: Nanos | undefined;
  #file: JournalFile | undefined;
  #committing: Promise<void> | undefined;
  #cancelSync: (() => void) | undefined;
  #syncDue = false;
  #noRoom = false;
  #refused = false;
  #cancelRetry: (() => void) | undefined;
  #broken: string | undefined;
  #closed = false;

  constructor(options: SegmentWriterOptions) {
    this.#options = options;
    this.segments = options.segments;
    this.recent = options.recent;
    this.#next = options.next;
    this.durableEnd = options.next;
    for (const { size } of this.segments) this.bytes += size;
  }

  get next(): number {
    return this.#next;
  }

  get broken(): string | undefined {
    return this.#broken;
  }

  get full(): boolean {
    return this.#refused;
  }

  /** As much as may waits to be written. */
  get crowded(): boolean {
    return this.#unwrittenBytes >= MOST_UNWRITTEN;
  }

  /** Entries that wait to be written. */
  get unwritten(): number {
    return this.#unwritten;
  }

  /** When the commit began that is on its way. */
  get commitBegan(): Nanos | undefined {
    return this.#commitBegan;
  }

  /** Follows these from now on. */
  configure(
    changed: Pick<SegmentWriterOptions, "maxBytes" | "sync"> & { readonly syncInterval?: Nanos | undefined },
  ): void {
    const { syncInterval, ...rest } = changed;
    this.#options = { ...this.#options, ...rest, ...(syncInterval !== undefined && { syncInterval }) };
    // What was only written so far is on disk soon, too.
    if (changed.sync !== "off") this.#syncLater();
    this.#tellRoom();
  }

  /** Has on disk what is in the newest segment, which a crash may have left half there, and goes on in it. */
  async open(): Promise<void> {
    const { files, directory, sync } = this.#options;
    const last = this.segments.at(-1);
    if (last?.salt !== undefined) {
      const file = await files.open(last.path, "write");
      if ((await file.size()) > last.size) await file.truncate(last.size);
      if (sync !== "off") await file.sync();
      this.#file = file;
    }
    if (sync !== "off") await files.syncDirectory(directory);
  }

  onRoom(listener: () => void): () => void {
    this.#roomListeners.add(listener);
    return () => void this.#roomListeners.delete(listener);
  }

  append(
    payload: Uint8Array,
    entries: number,
    time: number,
    { memo, memoBytes, follows = 0 }: RecordParts = {},
  ): Appended {
    if (!Number.isInteger(entries) || entries < 1 || entries > MAX_ENTRIES)
      throw new RangeError(`a record of ${entries} entries`);
    const first = this.#next;
    const size = RECORD_HEADER + payload.length;
    const refusal = this.#refusal(size, follows);
    if (refusal !== undefined) {
      const durable = Promise.reject(refusal);
      durable.catch(ignore);
      if (refusal instanceof JournalFull) {
        this.#refused = true;
        this.#options.onFull();
      }
      return { first, taken: false, durable };
    }
    this.#next += entries;
    this.bytes += size;
    const durable = new Promise<void>((resolve, reject) => {
      this.#queue.push({ payload, first, count: entries, time, memo, memoBytes, resolve, reject });
    });
    this.#unwritten += entries;
    this.#unwrittenBytes += costOf({ payload, memoBytes });
    // Whoever does not wait for it learns of it by the state of the journal.
    durable.catch(ignore);
    this.#commitSoon();
    return { first, taken: true, durable };
  }

  #refusal(size: number, follows: number): Error | undefined {
    const { maxBytes } = this.#options;
    if (this.#closed) return new JournalBroken("the journal is closed");
    if (this.#broken !== undefined) return new JournalBroken(this.#broken);
    if (size + follows + SEGMENT_HEADER > maxBytes || size - RECORD_HEADER > MAX_PAYLOAD)
      return new RecordTooLarge(
        `${size + follows} bytes are more than the journal may have (max_size: ${maxBytes} bytes)`,
      );
    if (this.#noRoom) return new JournalFull("no space left on the device");
    const header = this.segments.length === 0 ? SEGMENT_HEADER : 0;
    if (this.bytes + header + size + follows > maxBytes)
      return new JournalFull(`the journal is full (max_size: ${maxBytes} bytes)`);
    return undefined;
  }

  /** Whether the oldest segment ends at `floor` or before. The newest one goes only when it keeps others from being written. */
  removable(floor: number): boolean {
    const [oldest, next] = this.segments;
    if (oldest === undefined || (next?.first ?? this.durableEnd) > floor) return false;
    if (next !== undefined || this.#file === undefined) return true;
    const idle = this.#committing === undefined && this.#queue.length === 0;
    return this.#refused && idle && oldest.size > SEGMENT_HEADER;
  }

  /**
   * Removes the segments that end at `floor` or before. Each is looked at in the turn in which it goes: others write
   * meanwhile.
   */
  async remove(floor: number): Promise<void> {
    const { files, directory, sync } = this.#options;
    while (this.#options.lost() === undefined && this.removable(floor)) {
      const segment = this.segments.shift()!;
      if (this.segments.length === 0) {
        const file = this.#file;
        this.#file = undefined;
        await file?.close();
      }
      await files.remove(segment.path);
      this.bytes -= segment.size;
    }
    if (sync !== "off") await files.syncDirectory(directory);
    this.#tellRoom();
  }

  /** Takes nothing more. */
  break(error: unknown): void {
    this.#broken ??= describeSystemError(error);
    this.#rejectQueue(new JournalBroken(this.#broken));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelSync?.();
    this.#cancelRetry?.();
    await this.#committing;
    if (this.#options.sync !== "off" && this.#broken === undefined)
      await this.#file?.sync().catch((error: unknown) => this.break(error));
    await this.#file?.close();
  }

  #commitSoon(): void {
    if (this.#committing !== undefined) return;
    // What else is appended in this turn goes with it.
    this.#committing = Promise.resolve()
      .then(() => this.#commitAll())
      .catch((error: unknown) => this.break(error))
      .finally(() => {
        this.#committing = undefined;
        // What is in the newest segment can be removed only now that nothing is being written.
        if (this.#refused && this.#broken === undefined) this.#options.onFull();
        if ((this.#queue.length > 0 || this.#syncDue) && this.#broken === undefined) this.#commitSoon();
      });
  }

  async #commitAll(): Promise<void> {
    while (this.#broken === undefined && (this.#queue.length > 0 || this.#syncDue)) {
      if (this.#syncDue) {
        this.#syncDue = false;
        await this.#file?.sync();
      }
      if (this.#queue.length > 0) await this.#commit();
    }
  }

  async #commit(): Promise<void> {
    let batch: Queued[] = [];
    this.#commitBegan = this.#options.scheduler.now();
    try {
      const lost = this.#options.lost();
      if (lost !== undefined) throw new JournalBroken(lost);
      await this.#options.beforeCommit();
      if (this.#needsSegment()) await this.#beginSegment();
      batch = this.#takeBatch();
      const segment = this.segments.at(-1)!;
      const bytes = await this.#write(batch, segment);
      if (this.#options.sync === "group") await this.#file!.sync();
      else if (this.#options.sync === "interval") this.#syncLater();
      this.#acknowledge(batch, segment, bytes);
    } catch (error) {
      this.#queue = [...batch, ...this.#queue];
      if (error instanceof WriteFailed && isNoRoom(error.cause)) await this.#takeBack(error.cause);
      else if (batch.length === 0 && isNoRoom(error)) await this.#takeBack(error);
      else this.break(error instanceof WriteFailed ? error.cause : error);
    } finally {
      this.#commitBegan = undefined;
    }
  }

  #needsSegment(): boolean {
    const active = this.segments.at(-1);
    if (this.#file === undefined || active === undefined) return true;
    const size = RECORD_HEADER + this.#queue[0]!.payload.length;
    return active.size > SEGMENT_HEADER && active.size + size > this.#options.segmentBytes;
  }

  /** The oldest that fit into the segment together, and one at least. */
  #takeBatch(): Queued[] {
    const room = Math.min(BATCH_BYTES, this.#options.segmentBytes - this.segments.at(-1)!.size);
    let count = 0;
    let bytes = 0;
    for (const { payload } of this.#queue) {
      bytes += RECORD_HEADER + payload.length;
      if (count > 0 && (bytes > room || count === BATCH_RECORDS)) break;
      count++;
    }
    return this.#queue.splice(0, count);
  }

  async #write(batch: readonly Queued[], segment: Segment): Promise<number> {
    const salt = segment.salt!;
    const headers = Buffer.allocUnsafe(batch.length * RECORD_HEADER);
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for (const [i, { payload, first, count, time }] of batch.entries()) {
      const at = i * RECORD_HEADER;
      const { length } = payload;
      putRecordHeader(headers, at, { length, first, count, time, checksum: checksumOf(payload, salt) }, salt);
      pieces.push(headers.subarray(at, at + RECORD_HEADER), payload);
      bytes += RECORD_HEADER + length;
    }
    try {
      await this.#file!.write(pieces, segment.size);
    } catch (error) {
      throw new WriteFailed("", { cause: error });
    }
    return bytes;
  }

  #acknowledge(batch: readonly Queued[], segment: Segment, bytes: number): void {
    let at = segment.size;
    const wasCrowded = this.crowded;
    for (const { payload, first, count, time, memo, memoBytes } of batch) {
      segment.note(first, at, time);
      at += RECORD_HEADER + payload.length;
      this.recent.push({ first, count, time, payload, memo, memoBytes });
      this.durableEnd = first + count;
    }
    this.#leaveQueue(batch);
    segment.size += bytes;
    for (const one of batch) one.resolve();
    this.#options.onCommitted();
    if (wasCrowded && !this.crowded) this.#callRoomListeners();
  }

  /** A new file, which is there with its header before a record is. */
  async #beginSegment(): Promise<void> {
    const { files, directory, sync, random = randomOf } = this.#options;
    const old = this.#file;
    // Its records were acknowledged: a sync that fails is the end, also on a full disk.
    if (sync === "interval")
      await old?.sync().catch((error: unknown) => {
        this.break(error);
        throw error;
      });
    const first = this.#queue[0]!.first;
    const salt: Salt = saltOf(random(), random());
    const segment = new Segment(directory, first, salt);
    let file: JournalFile | undefined;
    try {
      file = await files.open(segment.path, "create");
      await file.write([segmentHeader({ first, ...salt })], 0);
      if (sync !== "off") {
        await file.sync();
        await files.syncDirectory(directory);
      }
    } catch (error) {
      await file?.close().catch(ignore);
      if (file !== undefined) await files.remove(segment.path).catch(ignore);
      throw error;
    }
    this.#file = file;
    this.segments.push(segment);
    this.bytes += SEGMENT_HEADER;
    await old?.close();
  }

  /** The disk is full: nothing of what waits is kept. */
  async #takeBack(error: unknown): Promise<void> {
    this.#noRoom = true;
    this.#refused = true;
    this.#rejectQueue(new JournalFull(describeSystemError(error)));
    this.#cancelRetry ??= this.#options.scheduler.after(NO_ROOM_PAUSE, () => {
      this.#cancelRetry = undefined;
      this.#tellRoom();
    });
    const segment = this.segments.at(-1);
    if (this.#file !== undefined && segment !== undefined) await this.#file.truncate(segment.size);
  }

  #rejectQueue(error: Error): void {
    const queue = this.#queue;
    this.#queue = [];
    for (const { payload } of queue) this.bytes -= RECORD_HEADER + payload.length;
    this.#leaveQueue(queue);
    this.#next = queue[0]?.first ?? this.#next;
    for (const one of queue) one.reject(error);
  }

  #tellRoom(): void {
    this.#noRoom = false;
    if (!this.#refused) return;
    this.#refused = false;
    this.#callRoomListeners();
  }

  #callRoomListeners(): void {
    for (const listener of [...this.#roomListeners]) listener();
  }

  #leaveQueue(records: readonly Queued[]): void {
    for (const record of records) {
      this.#unwritten -= record.count;
      this.#unwrittenBytes -= costOf(record);
    }
  }

  #syncLater(): void {
    this.#cancelSync ??= this.#options.scheduler.after(this.#options.syncInterval ?? SYNC_INTERVAL, () => {
      this.#cancelSync = undefined;
      if (this.#closed) return;
      this.#syncDue = true;
      this.#commitSoon();
    });
  }
}

/** Only then is it certain that nothing was synced of which the system forgot a part. */
class WriteFailed extends Error {}

const ignore = (): void => {};
const randomOf = (): number => randomBytes(4).readUInt32LE(0);
