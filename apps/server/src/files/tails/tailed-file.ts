/**
 * One file that is being read, wherever its name has moved. Reading runs ahead; the position that is kept follows only
 * over what the receivers have settled, so that a restart repeats what was still on its way and loses nothing. The line
 * at the end that has no newline yet is not read: it stays behind the position until it is complete.
 */
import type { FileHandle } from "node:fs/promises";
import { type LabelSet, MILLISECOND, type Nanos } from "@sluice/engine";
import type { LogsReceiver } from "../../core/entries/receiver.ts";
import type { FileGate } from "../../platform/file-gate.ts";
import type { FileRules } from "../../platform/file-rules.ts";
import { stampOf } from "../file-stat.ts";
import type { Position } from "../positions/positions.ts";
import { cutLines, LINE_BUFFER, lastLine } from "../reading/lines.ts";
import { ReadChunks, type Returned } from "../reading/read-chunks.ts";
import type { MarkedEncoding } from "../reading/text-encoding.ts";
import { Window } from "../reading/window.ts";
import type { OpenFiles } from "./open-files.ts";

/** Bytes that are read at once, unless a line needs more. */
const CHUNK = 256 * 1024;

/** What the reading of all files of one component shares. */
export interface ReadingContext {
  readonly next: LogsReceiver;
  /** `LINE_BUFFER` bytes to read into; one file is read at a time. */
  readonly buffer: Buffer;
  readonly files: OpenFiles<TailedFile>;
  /** Through which all of them are opened. */
  readonly gate: FileGate;
  now(): Nanos;
  /** How a file is written that begins with these bytes. */
  encodingOf(beginning: Buffer): MarkedEncoding;
  read(path: string, lines: number): void;
  /** So many lines had bytes that are none of their encoding. */
  malformed(path: string, lines: number): void;
  split(path: string): void;
  /** Something moved that the kept positions must follow. */
  moved(): void;
  /** Whether a restart would read on at this path from the position that is kept for it. */
  isReadAgain(path: string): boolean;
}

/** `end`: nothing more for now. `more`: there is more than was read in this turn. `full`: the receiver takes nothing. */
export type ReadResult = "end" | "more" | "full";

/** An open file, and what was read of it before. */
export interface Opened {
  readonly key: string;
  readonly handle: FileHandle;
  readonly window: Window;
  /** When it was first known, where that was not just now. */
  readonly since?: number | undefined;
}

export class TailedFile {
  /** Where it was found. */
  readonly path: string;
  /** Its name is no longer `path`: it is read to its end, which is final after a while. */
  rotated = false;
  /** When it was first known. Milliseconds since the epoch. */
  readonly since: number;
  /** When reading last found something new. */
  grownAt: Nanos;
  #key: string;
  #handle: FileHandle | undefined;
  /** Of the lines that are read from now on. */
  labels: LabelSet;
  readonly #context: ReadingContext;
  /** Read and handed on. */
  #read: Window;
  readonly #chunks: ReadChunks<Window>;
  /** The beginning of a line whose end has not been seen. */
  #partial: Buffer = Buffer.alloc(0);
  /** When it was last written to, as far as it was looked at; and the same when its end had been read. */
  #stamp = "";
  #endStamp = "";
  #size = 0;
  /** Under which it may be read. */
  #rules: FileRules;

  constructor(path: string, labels: LabelSet, { key, handle, window, since }: Opened, context: ReadingContext) {
    this.path = path;
    this.#key = key;
    this.labels = labels;
    this.#handle = handle;
    this.#read = window;
    this.#context = context;
    const isReadAgain = () => this.open && !this.rotated && context.isReadAgain(path);
    this.#chunks = new ReadChunks(window, () => context.moved(), isReadAgain);
    this.grownAt = context.now();
    this.since = since ?? Number(this.grownAt / MILLISECOND);
    this.#rules = context.gate.rules;
    context.files.add(this);
  }

  /** Device and number. */
  get key(): string {
    return this.#key;
  }

  get offset(): number {
    return this.#read.offset;
  }

  /** How long it was when it was last looked at. */
  get size(): number {
    return Math.max(this.#size, this.seen.offset);
  }

  /** All that was seen of it, with the beginning of a line that has no end yet. */
  get seen(): Window {
    return this.#partial.length === 0 ? this.#read : this.#read.after(this.#partial);
  }

  get open(): boolean {
    return this.#handle !== undefined;
  }

  /** Everything was read when it was last looked at, and it is not read on without being looked at. */
  get atEnd(): boolean {
    if (this.#chunks.returned !== undefined) return false;
    return !this.rotated && this.#stamp !== "" && this.#stamp === this.#endStamp;
  }

  /** Nothing of it is on its way any more. */
  get settled(): boolean {
    return this.#chunks.settled;
  }

  get position(): Position {
    const { offset, digest } = this.#chunks.kept;
    return { key: this.#key, offset, digest, since: this.since };
  }

  /** Hands on at most one chunk of lines. */
  async readOn(): Promise<ReadResult> {
    if (this.#handle === undefined) return "end";
    const { returned } = this.#chunks;
    if (returned !== undefined) return this.#handAgain(this.#handle, returned);
    // Whether a rotated file is written to is not looked at, so that it is always read.
    if (this.atEnd) return "end";
    if (this.#context.next.full) return "full";
    await this.#askGate(this.#handle);
    const start = this.#read;
    let bytes = await this.#readAt(start.offset, CHUNK);
    const { encoding, mark } = this.#encodingOf(bytes);
    let cut = cutLines(bytes, encoding, mark);
    if (cut.consumed === 0 && bytes.length === CHUNK) {
      bytes = await this.#readAt(start.offset, LINE_BUFFER);
      cut = cutLines(bytes, encoding, mark);
    }
    // It may have been truncated or overwritten since it was looked at; then what was read continues something else.
    if (bytes.length > 0 && !(await this.holds(start))) return "end";
    const rest = bytes.subarray(cut.consumed);
    if (bytes.length > 0 && (cut.consumed > 0 || rest.length !== this.#partial.length))
      this.grownAt = this.#context.now();
    if (cut.consumed === 0) {
      this.#partial = Buffer.from(rest);
      this.#endStamp = this.#stamp;
      return "end";
    }
    // What was full after reading takes nothing now; the same is read again when there is room.
    if (!this.#hand(cut.lines, cut.ends, start.after(bytes.subarray(0, cut.consumed)))) return "full";
    if (cut.split) this.#context.split(this.path);
    if (cut.malformed > 0) this.#context.malformed(this.path, cut.malformed);
    this.#partial = cut.full ? Buffer.alloc(0) : Buffer.from(rest);
    if (cut.full || bytes.length >= CHUNK) return "more";
    this.#endStamp = this.#stamp;
    return "end";
  }

  /** Reads lines again that came back, since a component ended that had them, and hands them on. */
  async #handAgain(handle: FileHandle, of: Returned<Window>): Promise<ReadResult> {
    const { next } = this.#context;
    if (next.full) return "full";
    await this.#askGate(handle);
    const { start, end, ends } = of;
    const bytes = await this.#readAt(start.offset, ends.at(-1)!);
    // It holds something else now, which is noticed when it is looked at.
    if (!start.after(bytes).equals(end)) return "end";
    const { encoding, mark } = this.#encodingAt(start, bytes);
    const cut = cutLines(bytes, encoding, mark);
    // One without an end, or a piece of a long one.
    const lines = cut.lines.length === ends.length ? cut.lines : [lastLine(bytes, encoding, mark)];
    return this.#chunks.pushAgain(of, lines, next) ? "more" : "full";
  }

  /** It may have been opened when the configuration that runs came another way. */
  async #askGate(handle: FileHandle): Promise<void> {
    const { gate } = this.#context;
    if (gate.rules === this.#rules) return;
    await gate.check(handle, this.path, "read");
    this.#rules = gate.rules;
  }

  /** The line at the end, although nobody has ended it. False: the receiver is full. */
  handPartial(): boolean {
    const { encoding, mark } = this.#encodingOf(this.#partial);
    if (this.#partial.length <= mark) return true;
    const line = lastLine(this.#partial, encoding, mark);
    if (!this.#hand([line], [this.#partial.length], this.#read.after(this.#partial))) return false;
    this.#partial = Buffer.alloc(0);
    return true;
  }

  /** How it is written; `mark` is how much of `next`, which is what comes after what was read, is no text. */
  #encodingOf(next: Buffer): MarkedEncoding {
    return this.#encodingAt(this.#read, next);
  }

  #encodingAt({ offset, beginning }: Window, next: Buffer): MarkedEncoding {
    if (offset === 0) return this.#context.encodingOf(next);
    return { encoding: this.#context.encodingOf(beginning).encoding, mark: 0 };
  }

  #hand(lines: readonly string[], ends: readonly number[], end: Window): boolean {
    const { next } = this.#context;
    const entries = { lines, labels: this.labels, timestamp: this.#context.now() };
    if (!this.#chunks.push(this.#read, end, ends, entries, next)) return false;
    this.#context.read(this.path, lines.length);
    this.#read = end;
    return true;
  }

  /** In the buffer that all files share: what is kept of it must be copied. */
  async #readAt(from: number, length: number): Promise<Buffer> {
    const bytes = this.#context.buffer;
    let at = 0;
    while (at < length) {
      const { bytesRead } = await this.#handle!.read(bytes, at, length - at, from + at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return bytes.subarray(0, at);
  }

  /**
   * Whether the file still holds what was seen of it. While it has not been written to nothing is looked at. A file that
   * was truncated has changed, also when it has grown again since.
   */
  async unchanged(): Promise<boolean> {
    if (this.#handle === undefined) return true;
    const found = await this.#handle.stat({ bigint: true });
    const stamp = stampOf(found);
    this.#size = Number(found.size);
    if (stamp === this.#stamp) return true;
    if (!(await this.holds(this.seen))) return false;
    this.#stamp = stamp;
    return true;
  }

  /** Whether this was its stamp when it was last looked at; an empty one before. */
  has(stamp: string): boolean {
    return stamp === this.#stamp;
  }

  /** Whether it begins with what the window shows. */
  async holds(window: Window): Promise<boolean> {
    const own = this.#handle && (await Window.read(this.#handle, window.offset));
    return own?.equals(window) === true;
  }

  /** Continues in a copy that holds all that was read: what came after it is only there. */
  async moveTo(key: string, handle: FileHandle): Promise<void> {
    await this.close();
    this.#key = key;
    this.#handle = handle;
    this.#context.files.add(this);
    this.#stamp = "";
    this.rotated = true;
    this.grownAt = this.#context.now();
  }

  /** It turned out to be another's, or a copy of what was read elsewhere: nothing of it is read, and nothing was. */
  async giveUp(): Promise<void> {
    this.rotated = true;
    await this.close();
  }

  /** Moves what is kept over the lines that are settled, to the line: for the last time that positions are written. */
  async keepLines(): Promise<void> {
    const { first, kept } = this.#chunks;
    const offset = first && first.start.offset + first.settledBytes;
    if (offset === undefined || offset === kept.offset || this.#handle === undefined) return;
    this.#chunks.kept = (await Window.read(this.#handle, offset)) ?? kept;
  }

  /** Reads no more. What is on its way still counts. */
  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#context.files.remove(this);
    await handle?.close();
  }
}
