/** What was read together and is on its way, and how far all of it is settled without a gap. */
import { type LabelSet, type Nanos, NO_METADATA, Origin, type OriginSource } from "@sluice/engine";
import type { LogsReceiver } from "../core/receiver.ts";

/** Lines of one file that were read at one time. */
export interface ReadLines {
  readonly lines: readonly string[];
  readonly labels: LabelSet;
  readonly timestamp: Nanos;
}

/** Lines that were handed on at once. An origin's offset is the number of its line. */
class Chunk<P> implements OriginSource {
  readonly start: P;
  readonly end: P;
  /** Where each line ends, from the start of the chunk. */
  readonly #ends: readonly number[];
  /** 1 for each line that is settled. */
  readonly #done: Uint8Array;
  readonly #onSettled: () => void;
  #open: number;

  constructor(start: P, end: P, ends: readonly number[], onSettled: () => void) {
    this.start = start;
    this.end = end;
    this.#ends = ends;
    this.#done = new Uint8Array(ends.length);
    this.#open = ends.length;
    this.#onSettled = onSettled;
  }

  get isSettled(): boolean {
    return this.#open === 0;
  }

  /** Bytes of the lines at its beginning that are settled. */
  get settledBytes(): number {
    const open = this.#done.indexOf(0);
    return open === 0 ? 0 : this.#ends[open < 0 ? this.#ends.length - 1 : open - 1]!;
  }

  /** Whatever became of it: what failed was counted by who gave up, and would fail again. */
  settled(line: number): void {
    this.#done[line] = 1;
    if (--this.#open === 0) this.#onSettled();
  }
}

/** Chunks of one file, in their order. `P`: how a place in it is told. */
export class ReadChunks<P> {
  /** Before this place everything was read, handed on and settled. */
  kept: P;
  readonly #onMoved: () => void;
  /** On their way, from `#first` on. */
  #chunks: Chunk<P>[] = [];
  #first = 0;

  constructor(kept: P, onMoved: () => void) {
    this.kept = kept;
    this.#onMoved = onMoved;
  }

  /** Nothing is on its way any more. */
  get settled(): boolean {
    return this.#first === this.#chunks.length;
  }

  /** Where the first chunk that is on its way begins, and bytes of it that are settled. */
  get first(): { readonly start: P; readonly settledBytes: number } | undefined {
    return this.#chunks[this.#first];
  }

  /**
   * Hands on the lines that were read from `start` to `end`, which end at `ends`, counted from the start. False: they were
   * not taken, and it is as if nothing had been read.
   */
  push(
    start: P,
    end: P,
    ends: readonly number[],
    { lines, labels, timestamp }: ReadLines,
    next: LogsReceiver,
  ): boolean {
    const chunk = new Chunk(start, end, ends, () => this.#settle());
    // In its place before it is handed on, since it may be settled at once.
    this.#chunks.push(chunk);
    const metadata = NO_METADATA;
    const batch = lines.map((line, i) => ({ labels, line, timestamp, metadata, origin: new Origin(chunk, i) }));
    if (next.push(batch) !== "full") return true;
    this.#chunks.pop();
    return false;
  }

  /** Moves what is kept over all that is settled without a gap. */
  #settle(): void {
    const first = this.#first;
    while (this.#chunks[this.#first]?.isSettled === true) this.kept = this.#chunks[this.#first++]!.end;
    if (this.#first === first) return;
    // Now and then, so that many small chunks that are settled one by one are not moved each time.
    if (this.#first * 2 >= this.#chunks.length) {
      this.#chunks = this.#chunks.slice(this.#first);
      this.#first = 0;
    }
    this.#onMoved();
  }
}
