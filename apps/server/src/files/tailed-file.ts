/**
 * One file that is being read, wherever its name has moved. Reading runs ahead; the position that is kept follows only
 * over what the receivers have settled, so that a restart repeats what was still on its way and loses nothing. The line
 * at the end that has no newline yet is not read: it stays behind the position until it is complete.
 */
import { type FileHandle, open } from "node:fs/promises";
import { type LabelSet, MILLISECOND, NO_METADATA, type Nanos } from "@sluice/engine";
import type { Acknowledgement, LogEntry, LogsReceiver } from "../receiver.ts";
import { cutLines, LINE_BUFFER, lastLine } from "./lines.ts";
import type { Position } from "./positions.ts";
import { Window } from "./window.ts";

/** Bytes that are read at once, unless a line needs more. */
const CHUNK = 256 * 1024;

/** What the reading of all files of one component shares. */
export interface ReadingContext {
  readonly next: LogsReceiver;
  now(): Nanos;
  read(lines: number, bytes: number): void;
  split(path: string): void;
  /** Something moved that the kept positions must follow. */
  moved(): void;
}

/** `end`: nothing more for now. `more`: there is more than was read in this turn. `full`: the receiver takes nothing. */
export type ReadResult = "end" | "more" | "full";

/** What was read together and is on its way. */
class Chunk implements Acknowledgement {
  readonly end: Window;
  readonly #settled: () => void;
  #references: number;

  constructor(end: Window, references: number, settled: () => void) {
    this.end = end;
    this.#references = references;
    this.#settled = settled;
  }

  get settled(): boolean {
    return this.#references === 0;
  }

  retain(): void {
    this.#references++;
  }

  release(): void {
    if (--this.#references === 0) this.#settled();
  }
}

export class TailedFile {
  /** Where it was found. */
  readonly path: string;
  /** Its name is no longer `path`: it is read to its end, which is final after a while. */
  rotated = false;
  /** When it was first known. Milliseconds since the epoch. */
  readonly openedAt: number;
  /** When reading last found something new. */
  grownAt: Nanos;
  #key: string;
  #handle: FileHandle | undefined;
  readonly #labels: LabelSet;
  readonly #context: ReadingContext;
  /** Read and handed on. */
  #read: Window;
  /** Read, handed on and settled. */
  #kept: Window;
  #chunks: Chunk[] = [];
  /** The beginning of a line whose end has not been seen. */
  #partial: Buffer = Buffer.alloc(0);
  #stamp = "";

  constructor(path: string, key: string, labels: LabelSet, handle: FileHandle, from: Window, context: ReadingContext) {
    this.path = path;
    this.#key = key;
    this.#labels = labels;
    this.#handle = handle;
    this.#read = from;
    this.#kept = from;
    this.#context = context;
    this.grownAt = context.now();
    this.openedAt = Number(this.grownAt / MILLISECOND);
  }

  /** Device and number. */
  get key(): string {
    return this.#key;
  }

  get offset(): number {
    return this.#read.offset;
  }

  get window(): Window {
    return this.#read;
  }

  get open(): boolean {
    return this.#handle !== undefined;
  }

  /** Nothing of it is on its way any more. */
  get settled(): boolean {
    return this.#chunks.length === 0;
  }

  /** Bytes of the line at its end. */
  get waiting(): number {
    return this.#partial.length;
  }

  position(done: boolean): Position {
    return { path: this.path, key: this.#key, offset: this.#kept.offset, digest: this.#kept.digest, done };
  }

  /** Hands on at most one chunk of lines. */
  async readOn(): Promise<ReadResult> {
    if (this.#handle === undefined) return "end";
    if (this.#context.next.full) return "full";
    const start = this.#read;
    let bytes = await this.#readAt(start.offset, CHUNK);
    let cut = cutLines(bytes);
    if (cut.consumed === 0 && bytes.length === CHUNK) {
      bytes = await this.#readAt(start.offset, LINE_BUFFER);
      cut = cutLines(bytes);
    }
    const rest = bytes.subarray(cut.consumed);
    if (bytes.length > 0 && (cut.consumed > 0 || rest.length !== this.#partial.length)) this.grownAt = this.#context.now();
    if (cut.consumed === 0) {
      this.#partial = Buffer.from(rest);
      return "end";
    }
    if (cut.split) this.#context.split(this.path);
    // What was full after reading takes nothing now; the same is read again when there is room.
    if (!this.#hand(cut.lines, start.after(bytes.subarray(0, cut.consumed)))) return "full";
    this.#partial = Buffer.from(rest);
    return bytes.length >= CHUNK ? "more" : "end";
  }

  /** The line at the end, although nobody has ended it. False: the receiver is full. */
  handPartial(): boolean {
    if (this.#partial.length === 0) return true;
    if (!this.#hand([lastLine(this.#partial)], this.#read.after(this.#partial))) return false;
    this.#partial = Buffer.alloc(0);
    return true;
  }

  #hand(lines: readonly string[], end: Window): boolean {
    const timestamp = this.#context.now();
    const chunk = new Chunk(end, lines.length, () => this.#settle());
    const acks = [chunk];
    const batch: LogEntry[] = lines.map((line) => ({ labels: this.#labels, line, timestamp, metadata: NO_METADATA, acks }));
    // In its place before it is handed on, since it may be settled at once.
    this.#chunks.push(chunk);
    if (this.#context.next.push(batch) === "full") {
      this.#chunks.pop();
      return false;
    }
    this.#context.read(lines.length, end.offset - this.#read.offset);
    this.#read = end;
    return true;
  }

  /** Moves what is kept over all that is settled without a gap. */
  #settle(): void {
    const open = this.#chunks.findIndex((chunk) => !chunk.settled);
    const done = open < 0 ? this.#chunks.length : open;
    if (done === 0) return;
    this.#kept = this.#chunks[done - 1]!.end;
    this.#chunks = this.#chunks.slice(done);
    this.#context.moved();
  }

  async #readAt(from: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    let at = 0;
    while (at < length) {
      const { bytesRead } = await this.#handle!.read(bytes, at, length - at, from + at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return bytes.subarray(0, at);
  }

  /**
   * Whether the file still holds what was read of it; `stamp` says when it was last written to, and while that stays
   * the same nothing is looked at. A file that was truncated has changed, also when it has grown again since.
   */
  async unchanged(stamp: string): Promise<boolean> {
    if (stamp === this.#stamp) return true;
    const found = this.#handle === undefined ? undefined : await Window.read(this.#handle, this.#read.offset);
    if (!found?.equals(this.#read)) return false;
    this.#stamp = stamp;
    return true;
  }

  /** Goes on in a copy that holds all that was read: what came after it is only there. */
  async moveTo(key: string, handle: FileHandle): Promise<void> {
    await this.close();
    this.#key = key;
    this.#handle = handle;
    this.rotated = true;
    this.grownAt = this.#context.now();
  }

  /** Reads no more. What is on its way still counts. */
  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }
}

/** Opens a regular file for reading, and gives its window at `offset` when it is long enough. */
export async function openAt(path: string, offset: number): Promise<{ handle: FileHandle; window: Window | undefined }> {
  const handle = await open(path, "r");
  try {
    return { handle, window: await Window.read(handle, offset) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
