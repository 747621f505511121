/** The way of one receiver through a journal: what it reads next, and what it is done with. */
import type { LoggedCursor } from "./cursor-frames.ts";
import type { JournalFile, JournalFiles } from "./files.ts";
import { CHUNK, PieceReader } from "./piece-reader.ts";
import type { KeptRecord, RecentRecords } from "./recent-records.ts";
import type { Segment } from "./segment.ts";
import type { Range } from "./settled-set.ts";

export interface JournalRecord extends KeptRecord {
  /** Entries of it that were settled before. */
  readonly settled: readonly Range[];
  /** It may have been handed out by the process before this one. */
  readonly replayed: boolean;
}

export interface JournalCursor {
  readonly name: string;
  /**
   * The next record with entries that are not settled; undefined at the end, and once the cursor or its journal is gone. Only
   * what is durable is handed out, each record once. One call at a time; the next one may read over the payload. Rejects with
   * what the file system throws; a later call goes on at the same record.
   */
  next(): Promise<JournalRecord | undefined>;
  /** Calls `listener` when there is more, after `next` gave undefined. Gives a function that ends this. */
  onMore(listener: () => void): () => void;
  /** Hands out again what is not settled, from the oldest on. */
  rewind(): void;
  /** The receiver is done with these entries, in any order. */
  settle(first: number, count: number): void;
}

/** The journal as its cursors see it. */
export interface CursorHost {
  readonly files: JournalFiles;
  readonly recent: RecentRecords;
  /** All entries before this one are durable. */
  readonly durableEnd: number;
  /** The segment that holds the entry, or would. */
  segmentAt(entry: number): Segment | undefined;
  segmentAfter(segment: Segment): Segment | undefined;
  settle(cursor: LoggedCursor, first: number, count: number): void;
  give(cursor: LoggedCursor, end: number): Promise<void>;
  giveSoon(cursor: LoggedCursor, end: number): void;
  /** A cursor has read on. */
  advanced(): void;
  damaged(segment: Segment, at: number, bytes: number, entries: number | undefined, reason: string): void;
}

interface Place {
  readonly segment: Segment;
  readonly file: JournalFile | undefined;
  readonly pieces: PieceReader | undefined;
}

/**
 * Entries that are noted as given before they are, so that not each record takes a write. Where so many are left, more are
 * noted with what is written next, for which a receiver that keeps up never waits.
 */
const GIVEN_AHEAD = 10_000;
const GIVEN_LOW = 8000;

export class ReadingCursor implements JournalCursor {
  readonly logged: LoggedCursor;
  /** Entries before it may have been handed out before this process. */
  readonly #givenBefore: number;
  readonly #host: CursorHost;
  readonly #listeners = new Set<() => void>();
  /** The next entry that was not handed out. */
  #position: number;
  #place: Place | undefined;
  #waiting = false;
  #closed = false;
  /** Reading that goes on. */
  #reading: Promise<unknown> = Promise.resolve();
  /** Records that were handed out and are not settled, oldest first; those before `#head` are. */
  #handedOut: Omit<KeptRecord, "payload">[] = [];
  #head = 0;

  constructor(logged: LoggedCursor, host: CursorHost) {
    this.logged = logged;
    this.#host = host;
    this.#position = logged.settled.floor;
    // It may be ahead of what there was.
    this.#givenBefore = Math.min(logged.given, host.durableEnd);
  }

  get name(): string {
    return this.logged.name;
  }

  get position(): number {
    return this.#position;
  }

  /** When the oldest entry that is not settled was appended, if it was handed out. */
  get oldestTime(): number | undefined {
    return this.#handedOut[this.#head]?.time;
  }

  next(): Promise<JournalRecord | undefined> {
    const reading = this.#reading.then(() => this.#next());
    // What was read of a file and not handed out is read again.
    this.#reading = reading.catch(() => this.#leave()).catch(() => {});
    return reading;
  }

  onMore(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  rewind(): void {
    const reading = this.#reading.then(async () => {
      await this.#leave();
      this.#position = this.logged.settled.floor;
      this.#handedOut = [];
      this.#head = 0;
      this.wake();
    });
    this.#reading = reading.catch(() => {});
  }

  settle(first: number, count: number): void {
    const from = Math.max(first, this.logged.settled.floor);
    const end = Math.min(first + count, this.#host.durableEnd);
    if (this.#closed || from >= end) return;
    this.#host.settle(this.logged, from, end - from);
    const { floor } = this.logged.settled;
    for (;;) {
      const oldest = this.#handedOut[this.#head];
      if (oldest === undefined || oldest.first + oldest.count > floor) break;
      this.#head++;
    }
    if (this.#head > 256 && this.#head * 2 > this.#handedOut.length) {
      this.#handedOut = this.#handedOut.slice(this.#head);
      this.#head = 0;
    }
  }

  /** There is more. */
  wake(): void {
    if (!this.#waiting || this.#closed) return;
    this.#waiting = false;
    for (const listener of [...this.#listeners]) listener();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#reading;
    await this.#leave();
    // What was noted ahead was not given.
    if (this.logged.given > this.#position) void this.#host.give(this.logged, this.#position).catch(() => {});
  }

  async #next(): Promise<JournalRecord | undefined> {
    const { recent } = this.#host;
    for (;;) {
      if (this.#closed) return undefined;
      const position = this.#position;
      const { durableEnd } = this.#host;
      if (position >= durableEnd) {
        this.#waiting = true;
        return undefined;
      }
      const kept = position >= recent.from ? recent.at(position) : undefined;
      if (kept !== undefined && this.#place !== undefined) await this.#leave();
      const record = kept ?? (await this.#read(position));
      // Entries that are lost are not waited for. Others may have been written while this one read.
      const end = record === undefined ? durableEnd : record.first;
      if (end > position) this.settle(position, end - position);
      if (record === undefined) {
        this.#position = end;
        continue;
      }
      const { first, count, time, payload, memo } = record;
      await this.#noteGiven(first + count);
      this.#position = first + count;
      this.#host.advanced();
      const settled = this.logged.settled.within(first, count);
      if (settled.length === 1 && settled[0]![1] === count) continue;
      this.#handedOut.push({ first, count, time });
      return { first, count, time, payload, settled, replayed: first < this.#givenBefore, memo };
    }
  }

  async #noteGiven(end: number): Promise<void> {
    const { given } = this.logged;
    if (end > given) await this.#host.give(this.logged, end + GIVEN_AHEAD);
    else if (end + GIVEN_LOW > given) this.#host.giveSoon(this.logged, end + GIVEN_AHEAD);
  }

  /** The first record on disk that ends behind `entry`; undefined where none does. */
  async #read(entry: number): Promise<KeptRecord | undefined> {
    for (;;) {
      this.#place ??= await this.#enter(this.#host.segmentAt(entry), entry);
      if (this.#place === undefined) return undefined;
      const { segment, pieces } = this.#place;
      const piece = await pieces?.next(segment.size);
      if (piece === undefined) {
        const after = this.#host.segmentAfter(segment);
        await this.#leave();
        if (after === undefined) return undefined;
        this.#place = await this.#enter(after, entry);
        continue;
      }
      if (piece.kind === "damage") {
        this.#host.damaged(segment, piece.at, piece.bytes, piece.header?.count, piece.reason);
        continue;
      }
      const { first, count, time } = piece.header;
      if (first + count > entry) return { first, count, time, payload: piece.payload };
    }
  }

  async #enter(segment: Segment | undefined, entry: number): Promise<Place | undefined> {
    if (segment?.salt === undefined) return segment && { segment, file: undefined, pieces: undefined };
    const file = await this.#host.files.open(segment.path, "read");
    const spare = Buffer.allocUnsafeSlow(CHUNK);
    return { segment, file, pieces: new PieceReader(file, segment.salt, segment.before(entry).at, spare) };
  }

  async #leave(): Promise<void> {
    const file = this.#place?.file;
    this.#place = undefined;
    await file?.close();
  }
}
