/**
 * Reads lines of a log file that is too large to load in full: some that are spread over all of it, the first, every nth, or
 * those that contain a text. The file is streamed no further than needed, and only one piece and the kept lines are in memory.
 */

import { isGzip, showsEncoding, textEncodingOf } from "@sluice/engine";
import type { ChosenFile } from "../../../core/model/chosen-file.ts";
import { MAX_SAMPLE_TEXT } from "../../../core/model/samples.ts";
import { grouped } from "../../../core/text/counted.ts";

/** A log file of which a part is to be taken. */
export interface LargeFile {
  readonly file: ChosenFile;
  /** Its first text. */
  readonly head: string;
  readonly format: "lines" | "jsonl";
}

declare module "../../../core/page/dialog-kinds.ts" {
  interface DialogKinds {
    "large-file": Edits & { readonly of: LargeFile };
  }
}

export interface LineChoice {
  /** A case-sensitive text that the lines must contain; empty: all lines. */
  readonly contains: string;
  /**
   * Keeps one of this many of these lines, starting with the first. `spread`: of the whole file, as close together as the
   * limits allow.
   */
  readonly every: number | "spread";
  /** The most lines. */
  readonly most: number;
}

export interface LineProgress {
  /** Bytes of the file as stored. */
  readonly bytes: number;
  /** Lines that were read. */
  readonly lines: number;
  readonly taken: number;
}

/** `file`: it was read to its end; the others: the limit of lines, or of their text, was reached first. */
export type LineEnd = "file" | "most" | "room";

export type TakenLines =
  | {
      readonly ok: true;
      readonly lines: readonly string[];
      readonly ended: LineEnd;
      /** One of so many was kept. */
      readonly every: number;
      readonly progress: LineProgress;
    }
  /** `why` completes a sentence that begins with the file's name; undefined: reading was cancelled. */
  | { readonly ok: false; readonly why: string | undefined };

/** The most UTF-16 units of a line. */
const MAX_LINE = 1_000_000;
/** The most bytes after decompression: a file of a few kilobytes can become a terabyte. */
const MAX_BYTES = 4 * 1024 * 1024 * 1024;

export interface TakeOptions {
  readonly signal: AbortSignal;
  /** UTF-16 units of the kept lines. */
  readonly room?: number;
  progress(now: LineProgress): void;
}

/** Reads a file, which may be gzip. */
export async function takeLines(file: Blob, choice: LineChoice, options: TakeOptions): Promise<TakenLines> {
  const picker = new Picker(choice, options.room ?? MAX_SAMPLE_TEXT);
  let bytes = 0;
  const progress = (): LineProgress => ({ bytes, lines: picker.seen, taken: picker.lines.length });
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      bytes += piece.length;
      controller.enqueue(piece);
    },
  });
  const stored = file.stream().pipeThrough(counter);
  const begin = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isPacked = isGzip(begin);
  const reader = (isPacked ? stored.pipeThrough(new DecompressionStream("gzip")) : stored).getReader();
  let unpacked = 0;
  let decoder: TextDecoder | undefined;
  let head = NO_BYTES;
  try {
    for (;;) {
      options.signal.throwIfAborted();
      const read = await reader.read();
      options.signal.throwIfAborted();
      if (!read.done) unpacked += read.value.length;
      if (unpacked > MAX_BYTES) throw new Unreadable("has more than 4 GiB after decompression, the maximum");
      let piece = read.value ?? NO_BYTES;
      if (decoder === undefined) {
        // The first piece may have a byte, which tells nothing.
        piece = head = joined(head, piece);
        if (!read.done && !showsEncoding(head)) continue;
        decoder = new TextDecoder(textEncodingOf(head));
      }
      picker.add(decoder.decode(piece, { stream: !read.done }));
      if (read.done) picker.end();
      options.progress(progress());
      const ended = picker.ended ?? (read.done ? "file" : undefined);
      if (ended !== undefined)
        return { ok: true, lines: picker.lines, ended, every: picker.every, progress: progress() };
    }
  } catch (error) {
    if (options.signal.aborted) return { ok: false, why: undefined };
    if (error instanceof Unreadable) return { ok: false, why: error.message };
    return {
      ok: false,
      why: isPacked ? "is damaged or cut off: it begins as gzip and cannot be decompressed" : "could not be read",
    };
  } finally {
    // Also on cancellation: nothing more is read.
    void reader.cancel().catch(() => {});
  }
}

class Unreadable extends Error {}

const NO_BYTES = new Uint8Array();

function joined(a: Uint8Array<ArrayBuffer>, b: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

/** Splits pieces of a text into lines, and keeps the requested ones. */
class Picker {
  lines: string[] = [];
  every: number;
  ended: "most" | "room" | undefined;
  seen = 0;
  readonly #choice: LineChoice;
  #room: number;
  #rest = "";
  #found = 0;

  constructor(choice: LineChoice, room: number) {
    this.#choice = choice;
    this.every = choice.every === "spread" ? 1 : choice.every;
    this.#room = room;
  }

  add(text: string): void {
    if (text.includes("\0")) throw new Unreadable("is not a text file");
    let from = 0;
    for (let at = text.indexOf("\n"); at >= 0 && this.ended === undefined; at = text.indexOf("\n", from)) {
      this.#take(this.#rest + text.slice(from, at));
      this.#rest = "";
      from = at + 1;
    }
    if (this.ended !== undefined) return;
    this.#rest += text.slice(from);
    this.#check(this.#rest);
  }

  /** Handles the text after the last line end. */
  end(): void {
    if (this.#rest !== "" && this.ended === undefined) this.#take(this.#rest);
    this.#rest = "";
  }

  #take(written: string): void {
    this.#check(written);
    const line = written.endsWith("\r") ? written.slice(0, -1) : written;
    this.seen++;
    const { contains, every, most } = this.#choice;
    if (line === "" || !line.includes(contains)) return;
    const nth = this.#found++;
    if (nth % this.every !== 0) return;
    const spreads = every === "spread";
    const isFull = () => this.lines.length >= most || line.length > this.#room;
    while (spreads && this.lines.length > 0 && isFull()) {
      this.#thin();
      if (nth % this.every !== 0) return;
    }
    if (line.length > this.#room) {
      if (!spreads) this.ended = "room";
      return;
    }
    this.#room -= line.length;
    this.lines.push(line);
    if (!spreads && this.lines.length >= most) this.ended = "most";
  }

  /** Keeps every second of the kept lines, and of those to come as few: how many there are is known only at the end. */
  #thin(): void {
    this.every *= 2;
    for (const [i, line] of this.lines.entries()) if (i % 2 === 1) this.#room += line.length;
    this.lines = this.lines.filter((_, i) => i % 2 === 0);
  }

  #check(line: string): void {
    if (line.length <= MAX_LINE) return;
    const max = MAX_LINE.toLocaleString("en");
    throw new Unreadable(
      `has more than ${max} characters in line ${this.seen + 1}, the maximum: it is no file of lines`,
    );
  }
}

const DEFAULT_HINT = "Empty: spread over the whole file. 1: from the beginning.";

/** What the number of lines between two samples means, with an estimate from the lines at the beginning. */
export function spreadHint({ file, head }: LargeFile): string {
  const lines = head.split("\n").length;
  // The length of a compressed file is unknown.
  if (lines < 2 || /\.gz$/i.test(file.name)) return DEFAULT_HINT;
  const all = Math.round((file.size / head.length) * lines);
  return `${DEFAULT_HINT} About ${grouped(Number(all.toPrecision(2)))} lines.`;
}
