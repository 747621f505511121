/**
 * One compressed file, which is read once from its beginning to its end. When it has changed since, and still begins as it
 * did, it is read anew from there on: what was read before is passed over.
 */
import type { FileHandle } from "node:fs/promises";
import { type LabelSet, MILLISECOND, type Nanos } from "@sluice/engine";
import type { LogsReceiver } from "../../core/entries/receiver.ts";
import { type FileGate, FileRefused } from "../../platform/file-gate.ts";
import type { FileRules } from "../../platform/file-rules.ts";
import type { FileStat } from "../file-stat.ts";
import type { CompressedPosition } from "../positions/positions.ts";
import type { Cut } from "../reading/lines.ts";
import { ReadChunks } from "../reading/read-chunks.ts";
import { StreamLines } from "../reading/stream-lines.ts";
import { MARK_BYTES, type MarkedEncoding } from "../reading/text-encoding.ts";
import { type Compression, explainDamage, openUnzipping, type Unzipping } from "../reading/unzipping.ts";
import { Window } from "../reading/window.ts";
import type { ReadResult } from "./tailed-file.ts";

/** What the reading of all compressed files of one component shares. */
export interface CompressedContext {
  readonly next: LogsReceiver;
  readonly gate: FileGate;
  readonly format: Compression;
  /** How long a file is left alone when it has just been found. */
  readonly initialDelay: () => Nanos;
  now(): Nanos;
  encodingOf(beginning: Buffer): MarkedEncoding;
  read(path: string, lines: number): void;
  malformed(path: string, lines: number): void;
  split(path: string): void;
  moved(): void;
}

/** The file while it is open. */
interface Round {
  readonly handle: FileHandle;
  readonly unzipping: Unzipping;
  readonly stamp: string;
  /** Under which it may be read. */
  rules: FileRules;
  /** Bytes that come before what is not read yet. */
  skip: number;
  /** Until it is known how the text is written: its first bytes. */
  beginning: Buffer | undefined;
  lines: StreamLines;
  cuts: Iterator<Cut> | undefined;
  /** Lines that were read and not taken yet, and where they end. */
  waiting: { readonly cut: Cut; readonly end: number } | undefined;
}

export class CompressedFile {
  readonly path: string;
  readonly key: string;
  labels: LabelSet;
  /** Why it is not read on, for people. */
  problem: string | undefined;
  readonly #context: CompressedContext;
  readonly #since: number;
  /** What was read and handed on, in bytes of what it holds. */
  #offset = 0;
  #chunks: ReadChunks<number>;
  #size = 0;
  #digest = "";
  #whole = false;
  /** As it was when it was read to its end, or to where it breaks off. */
  #readStamp = "";
  #startsAt: Nanos;
  #round: Round | undefined;

  /** `saved`: how far it was read before, as long as it is the same file. */
  constructor(
    path: string,
    labels: LabelSet,
    key: string,
    context: CompressedContext,
    saved: CompressedPosition | undefined,
  ) {
    this.path = path;
    this.key = key;
    this.labels = labels;
    this.#context = context;
    const now = context.now();
    this.#since = saved?.since ?? Number(now / MILLISECOND);
    this.#startsAt = saved === undefined ? now + context.initialDelay() : now;
    this.#chunks = this.#chunksFrom(saved?.offset ?? 0);
    if (saved === undefined) return;
    ({ offset: this.#offset, size: this.#size, digest: this.#digest, whole: this.#whole } = saved);
  }

  #chunksFrom(offset: number): ReadChunks<number> {
    return new ReadChunks(offset, () => this.#context.moved());
  }

  get offset(): number {
    return this.#offset;
  }

  get settled(): boolean {
    return this.#chunks.settled;
  }

  /** It is being read. */
  get isOpen(): boolean {
    return this.#round !== undefined;
  }

  /** Something of it is still to be read, or it waits for its time. */
  get isBusy(): boolean {
    return this.#round !== undefined || this.#readStamp === "";
  }

  /** Undefined before anything of it was looked at. */
  get position(): CompressedPosition | undefined {
    if (this.#digest === "") return undefined;
    const { key } = this;
    const whole = this.#whole && this.settled;
    return { key, offset: this.#chunks.kept, digest: this.#digest, since: this.#since, size: this.#size, whole };
  }

  /** Opens it when it is time, and when it is another than it was when it was read. Throws what the file system throws. */
  async look(found: FileStat): Promise<void> {
    if (this.#chunks.onlyReturned) await this.#goBack();
    if (this.#round !== undefined || found.stamp === this.#readStamp || this.#context.now() < this.#startsAt) return;
    // What is still on its way is of what it held before.
    if (!this.settled) return;
    const handle = await this.#context.gate.open(this.path);
    let kept = false;
    try {
      kept = await this.#open(handle, found);
    } finally {
      if (!kept) await handle.close();
    }
  }

  /** Lines came back, since a component ended that had them: reads on from the first of these, once no others are on their way. */
  async #goBack(): Promise<void> {
    this.keepLines();
    await this.close();
    this.#offset = this.#chunks.kept;
    this.#chunks = this.#chunksFrom(this.#offset);
    this.#whole = false;
    this.#readStamp = "";
  }

  async #open(handle: FileHandle, found: FileStat): Promise<boolean> {
    const before = this.#digest === "" ? undefined : await Window.read(handle, this.#size);
    if (this.#digest !== "" && before?.digest !== this.#digest) this.#beginAnew();
    else if (this.#whole && found.size === this.#size) {
      this.#readStamp = found.stamp;
      this.problem = undefined;
      return false;
    }
    const all = await Window.read(handle, found.size);
    if (all === undefined || found.size === 0) {
      if (found.size === 0) this.#readStamp = found.stamp;
      return false;
    }
    this.#size = found.size;
    this.#digest = all.digest;
    this.#whole = false;
    this.#round = {
      handle,
      unzipping: openUnzipping(handle, found.size, this.#context.format),
      stamp: found.stamp,
      rules: this.#context.gate.rules,
      skip: this.#offset,
      beginning: Buffer.alloc(0),
      lines: new StreamLines(),
      cuts: undefined,
      waiting: undefined,
    };
    this.#context.moved();
    return true;
  }

  /** It holds something else now. */
  #beginAnew(): void {
    this.#offset = 0;
    this.#chunks = this.#chunksFrom(0);
    this.#whole = false;
  }

  /** Hands on lines, at most those of one piece. */
  async readOn(): Promise<ReadResult> {
    const round = this.#round;
    if (round === undefined) return "end";
    if (this.#context.next.full) return "full";
    const { gate } = this.#context;
    try {
      // It may have been opened when the configuration that runs came another way.
      if (gate.rules !== round.rules) await gate.check(round.handle, this.path, "read");
      round.rules = gate.rules;
      return await this.#readOn(round);
    } catch (error) {
      this.problem = error instanceof FileRefused ? error.message : explainDamage(error, this.#context.format);
      await this.#endRound(round);
      return "end";
    }
  }

  async #readOn(round: Round): Promise<ReadResult> {
    for (;;) {
      const { waiting } = round;
      if (waiting !== undefined) {
        if (!this.#hand(waiting.cut, waiting.end)) return "full";
        round.waiting = undefined;
        return "more";
      }
      const cut = round.cuts?.next();
      if (cut !== undefined && cut.done !== true) {
        round.waiting = { cut: cut.value, end: this.#offset + cut.value.consumed };
        continue;
      }
      round.cuts = undefined;
      const piece = await round.unzipping.next();
      if (piece !== undefined) this.#take(piece, round);
      else if (round.beginning !== undefined && round.beginning.length > 0) this.#begin(round);
      else return this.#end(round);
    }
  }

  /** Text is cut into lines from where reading stopped; the first bytes tell how it is written. */
  #take(piece: Buffer, round: Round): void {
    if (round.beginning === undefined) round.cuts = this.#cut(piece, round);
    else {
      round.beginning = Buffer.concat([round.beginning, piece]);
      if (round.beginning.length >= MARK_BYTES) this.#begin(round);
    }
  }

  #begin(round: Round): void {
    const beginning = round.beginning!;
    round.beginning = undefined;
    const { encoding, mark } = this.#context.encodingOf(beginning);
    round.lines = new StreamLines(encoding);
    if (this.#offset === 0) {
      this.#offset = mark;
      round.skip = mark;
      this.#chunks = this.#chunksFrom(mark);
    }
    round.cuts = this.#cut(beginning, round);
  }

  #cut(piece: Buffer, round: Round): Iterator<Cut> | undefined {
    const over = Math.min(round.skip, piece.length);
    round.skip -= over;
    return over === piece.length ? undefined : round.lines.add(piece.subarray(over));
  }

  /** Everything was decompressed; the last line may have no end. */
  async #end(round: Round): Promise<ReadResult> {
    const { length } = round.lines;
    if (length > 0) {
      const line = round.lines.peek();
      const cut: Cut = {
        lines: [line],
        ends: [length],
        consumed: length,
        split: false,
        full: false,
        malformed: 0,
      };
      if (!this.#hand(cut, this.#offset + length)) return "full";
    }
    this.#whole = true;
    this.problem = undefined;
    await this.#endRound(round);
    this.#context.moved();
    return "end";
  }

  #hand({ lines, ends, split, malformed }: Cut, end: number): boolean {
    const { next } = this.#context;
    const entries = { lines, labels: this.labels, timestamp: this.#context.now() };
    if (!this.#chunks.push(this.#offset, end, ends, entries, next)) return false;
    this.#offset = end;
    this.#context.read(this.path, lines.length);
    if (split) this.#context.split(this.path);
    if (malformed > 0) this.#context.malformed(this.path, malformed);
    return true;
  }

  async #endRound(round: Round): Promise<void> {
    this.#round = undefined;
    this.#readStamp = round.stamp;
    round.unzipping.close();
    await round.handle.close();
  }

  /** Moves what is kept over the lines that are settled, to the line: for the last time that positions are written. */
  keepLines(): void {
    const { first } = this.#chunks;
    if (first !== undefined) this.#chunks.kept = first.start + first.settledBytes;
  }

  async close(): Promise<void> {
    const round = this.#round;
    if (round !== undefined) await this.#endRound(round);
  }
}
