/**
 * What the receivers of a journal are done with, on disk: a log of changes, written once a turn and written anew when it has
 * grown. Its first frame names all cursors; the others are ranges of entries that one of them is done with. Losing its
 * end repeats entries and loses none. That a cursor exists must be on disk before what it is to receive is
 * acknowledged (`syncDefinitions`): one that began at the newest entry would begin later after a power cut.
 */
import { SECOND } from "@sluice/engine";
import type { Scheduler } from "../../platform/scheduler.ts";
import { codeOf } from "../../platform/system-error.ts";
import { CURSOR_LOG, givenFrame, type LoggedCursor, loadCursors, SettledFrames, snapshotOf } from "./cursor-frames.ts";
import { isNoRoom, JournalBroken } from "./errors.ts";
import type { JournalFile, JournalFiles } from "./files.ts";
import { SettledSet } from "./settled-set.ts";

/** The log is written anew at this size, and when it is so many times as large as it was then. */
const COMPACT_AT = 1024 * 1024;
const COMPACT_TIMES = 4;
/** A log is read into memory as a whole. One of that many bytes is none that was written here. */
const MOST_BYTES = 512 * 1024 * 1024;
/** What was settled is on disk at the latest after this. */
const SYNC_PAUSE = SECOND;

export interface CursorLogOptions {
  readonly directory: string;
  readonly files: JournalFiles;
  readonly scheduler: Scheduler;
  /** Whether anything is synced at all. */
  readonly syncs: boolean;
  /** Why the directory is no longer this process's. */
  lost(): string | undefined;
  /** The disk failed. */
  onBroken(error: unknown): void;
}

export class CursorLog {
  readonly cursors = new Map<string, LoggedCursor>();
  /** A part could not be read: a cursor that is not in it may have been there. */
  damaged = false;
  readonly #options: CursorLogOptions;
  readonly #path: string;
  #file: JournalFile | undefined;
  #size = 0;
  #compactAt = COMPACT_AT;
  #nextId = 1;
  /** What is not written yet. */
  readonly #settled = new Map<LoggedCursor, SettledFrames>();
  /** Up to where receivers may get entries once that is written. */
  readonly #given = new Map<LoggedCursor, number>();
  /** What is in memory is to be written as a whole: there are other cursors, a write failed, or the log was damaged. */
  #anew = false;
  #unsynced = false;
  /** How many cursors were made, and how many of them are on disk. */
  #defined = 0;
  #definedOnDisk = 0;
  /** Work on the file, one after the other. */
  #work: Promise<void> = Promise.resolve();
  #cancelWrite: (() => void) | undefined;
  #cancelSync: (() => void) | undefined;
  #closed = false;

  constructor(options: CursorLogOptions) {
    this.#options = options;
    this.#path = `${options.directory}/${CURSOR_LOG}`;
  }

  /** Reads it; gives whether there was one. */
  async open(): Promise<boolean> {
    const { files } = this.#options;
    const bytes = await readCursorLog(files, this.#path);
    if (bytes === undefined) {
      this.#anew = true;
      return false;
    }
    const { cursors, size, damaged } = loadCursors(bytes);
    for (const [name, cursor] of cursors) this.cursors.set(name, cursor);
    this.#nextId = 1 + Math.max(0, ...[...cursors.values()].map(({ id }) => id));
    this.#size = size;
    this.damaged = damaged;
    this.#file = await files.open(this.#path, "write");
    this.#anew = this.damaged;
    this.#unsynced = true;
    return true;
  }

  define(name: string, floor: number): LoggedCursor {
    const cursor = { id: this.#nextId++, name, settled: new SettledSet(floor), given: floor };
    this.cursors.set(name, cursor);
    this.#defined++;
    this.#anew = true;
    this.#writeSoon();
    return cursor;
  }

  remove(cursor: LoggedCursor): void {
    this.cursors.delete(cursor.name);
    this.#settled.delete(cursor);
    this.#anew = true;
    this.#writeSoon();
  }

  settle(cursor: LoggedCursor, first: number, count: number): void {
    cursor.settled.add(first, count);
    let settled = this.#settled.get(cursor);
    if (settled === undefined) {
      settled = new SettledFrames(cursor.id);
      this.#settled.set(cursor, settled);
    }
    settled.add(first, count);
    this.#writeSoon();
  }

  /** Notes that the receiver gets entries up to `end`; resolves when that is written, though not synced. */
  give(cursor: LoggedCursor, end: number): Promise<void> {
    this.giveSoon(cursor, end);
    // Where the disk is full, the count of what is given again is too low, and nothing else is wrong.
    return this.#queue(() => this.#write()).catch((error: unknown) => {
      if (!isNoRoom(error)) throw error;
      cursor.given = Math.max(cursor.given, end);
    });
  }

  /** The same together with what is written next. */
  giveSoon(cursor: LoggedCursor, end: number): void {
    this.#given.set(cursor, end);
  }

  /** Has each cursor that was made on disk. Rejects where the disk is full or fails. */
  async syncDefinitions(): Promise<void> {
    if (this.#defined > this.#definedOnDisk) await this.sync();
  }

  /** Has all on disk. */
  sync(): Promise<void> {
    return this.#queue(async () => {
      const defined = this.#defined;
      await this.#write();
      if (this.#unsynced && this.#options.syncs) await this.#file?.sync();
      this.#unsynced = false;
      this.#definedOnDisk = defined;
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelWrite?.();
    this.#cancelSync?.();
    await this.sync().catch(() => {});
    await this.#file?.close();
  }

  /** Closes it, and writes nothing. */
  async abandon(): Promise<void> {
    this.#closed = true;
    await this.#file?.close();
  }

  #queue(action: () => Promise<void>): Promise<void> {
    const done = this.#work.then(action);
    this.#work = done.catch(() => {});
    return done;
  }

  #writeSoon(): void {
    if (this.#cancelWrite !== undefined || this.#closed) return;
    this.#cancelWrite = this.#options.scheduler.soon(() => {
      this.#cancelWrite = undefined;
      this.#tell(this.#queue(() => this.#write()));
      if (!this.#options.syncs) return;
      this.#cancelSync ??= this.#options.scheduler.after(SYNC_PAUSE, () => {
        this.#cancelSync = undefined;
        this.#tell(this.sync());
      });
    });
  }

  /** On a full disk all is kept in memory and written as a whole when there is room. */
  #tell(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!isNoRoom(error)) this.#options.onBroken(error);
    });
  }

  /** Another process may write the same file. */
  #checkOwnership(): void {
    const lost = this.#options.lost();
    if (lost !== undefined) throw new JournalBroken(lost);
  }

  async #write(): Promise<void> {
    this.#checkOwnership();
    const frames = [...this.#settled.values()].flatMap((settled) => settled.take());
    const given = new Map(this.#given);
    for (const [{ id }, end] of given) frames.push(givenFrame(id, end));
    this.#settled.clear();
    this.#given.clear();
    const size = frames.reduce((sum, one) => sum + one.length, 0);
    if (this.#anew || this.#size + size > this.#compactAt) await this.#compact(given);
    else if (size > 0) await this.#append(frames, size);
    for (const [cursor, end] of given) cursor.given = end;
  }

  async #append(frames: readonly Buffer[], size: number): Promise<void> {
    this.#unsynced = true;
    try {
      await this.#file!.write(frames, this.#size);
      this.#size += size;
    } catch (error) {
      this.#anew = true;
      // What was written in part is followed by nothing.
      await this.#file!.truncate(this.#size);
      throw error;
    }
  }

  /** Writes what is in memory as a new file, which takes the old one's name once it is on disk. */
  async #compact(given: ReadonlyMap<LoggedCursor, number>): Promise<void> {
    const { files, directory, syncs } = this.#options;
    const next = `${this.#path}.next`;
    // A cursor that is made or removed meanwhile has it written once more.
    this.#anew = false;
    let size = 0;
    try {
      await files.remove(next).catch(ignoreMissing);
      const file = await files.open(next, "create");
      try {
        for (const piece of snapshotOf(this.cursors.values(), given)) {
          await file.write([piece], size);
          size += piece.length;
        }
        if (syncs) await file.sync();
      } finally {
        await file.close();
      }
      await this.#file?.close();
      this.#file = undefined;
      this.#checkOwnership();
      await files.rename(next, this.#path);
      if (syncs) await files.syncDirectory(directory);
      this.#file = await files.open(this.#path, "write");
    } catch (error) {
      this.#anew = true;
      if (this.#options.lost() === undefined) await files.remove(next).catch(() => {});
      throw error;
    }
    this.#size = size;
    this.#compactAt = Math.max(COMPACT_AT, size * COMPACT_TIMES);
    this.#unsynced = false;
  }
}

/** Undefined where there is no such file. What is beyond its most bytes counts as damage. */
export async function readCursorLog(files: JournalFiles, path: string): Promise<Buffer | undefined> {
  let file: JournalFile;
  try {
    file = await files.open(path, "read");
  } catch (error) {
    ignoreMissing(error);
    return undefined;
  }
  try {
    // One byte more than may be there is no whole frame.
    const bytes = Buffer.alloc(Math.min(await file.size(), MOST_BYTES + 1));
    return bytes.subarray(0, await file.read(bytes, 0));
  } finally {
    await file.close();
  }
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== "ENOENT") throw error;
}
