/** What was read together and is on its way, and how far all of it is settled without a gap. */
import {
  type Fate,
  type LabelSet,
  type Nanos,
  NO_METADATA,
  Origin,
  type OriginSource,
  type ReadAt,
  type Reading,
} from "@sluice/engine";
import type { LogsReceiver } from "../../core/entries/receiver.ts";

/** Lines of one file that were read at one time. */
export interface ReadLines {
  readonly lines: readonly string[];
  readonly labels: LabelSet;
  readonly timestamp: Nanos;
}

/** Lines that came back, since a component ended that had them; and where the chunk lies that they are of. */
export interface Returned<P> {
  readonly start: P;
  readonly end: P;
  /** Where each line of the chunk ends, from its start. */
  readonly ends: readonly number[];
}

/** What a chunk tells those that it belongs to. */
interface ChunkListener {
  /** All of its lines are settled. */
  settled(): void;
  /** Some of them came back. */
  returned(): void;
  readAt(line: number): ReadAt | undefined;
}

/** Lines that were handed on at once. An origin's offset is the number of its line. */
class Chunk<P> implements OriginSource {
  readonly start: P;
  readonly end: P;
  /** Where each line ends, from the start of the chunk. */
  readonly ends: readonly number[];
  readonly labels: LabelSet;
  readonly timestamp: Nanos;
  /** Numbers of the lines that came back. */
  readonly returned = new Set<number>();
  /** 1 for each line that is settled. */
  readonly #done: Uint8Array;
  readonly #told: ChunkListener;
  #open: number;

  constructor({ start, end, ends }: Returned<P>, { labels, timestamp }: Omit<ReadLines, "lines">, told: ChunkListener) {
    this.start = start;
    this.end = end;
    this.ends = ends;
    this.labels = labels;
    this.timestamp = timestamp;
    this.#done = new Uint8Array(ends.length);
    this.#open = ends.length;
    this.#told = told;
  }

  /** Its lines are settled, or came back. */
  get isBack(): boolean {
    return this.#open === this.returned.size;
  }

  get isSettled(): boolean {
    return this.#open === 0;
  }

  /** Bytes of the lines at its beginning that are settled. */
  get settledBytes(): number {
    const open = this.#done.indexOf(0);
    return open === 0 ? 0 : this.ends[open < 0 ? this.ends.length - 1 : open - 1]!;
  }

  /** Whatever its outcome, unless it is returned: a failure was counted by who gave up, and would fail again. */
  settled(line: number, fate: Fate): void {
    if (fate === "returned") {
      this.returned.add(line);
      this.#told.returned();
      return;
    }
    this.#done[line] = 1;
    if (--this.#open === 0) this.#told.settled();
  }

  readAt(line: number): ReadAt | undefined {
    return this.#told.readAt(line);
  }
}

/** Chunks of one file, in their order. `P`: how a place in it is written. */
export class ReadChunks<P> implements Reading {
  /** Before this place everything was read, handed on and settled. */
  kept: P;
  /** Lines that were handed on so far. */
  given = 0;
  readonly #onMoved: () => void;
  readonly #isReadAgain: () => boolean;
  /** On their way, from `#first` on. */
  #chunks: Chunk<P>[] = [];
  #first = 0;
  /** Some lines came back that were not handed on again. */
  #hasReturned = false;

  /** `isReadAgain`: whether a restart would read on from what is kept then, line by line. */
  constructor(kept: P, onMoved: () => void, isReadAgain = () => false) {
    this.kept = kept;
    this.#onMoved = onMoved;
    this.#isReadAgain = isReadAgain;
  }

  /** Nothing is on its way any more. */
  get settled(): boolean {
    return this.#first === this.#chunks.length;
  }

  /** The oldest lines that came back, which are to be read and handed on again. */
  get returned(): Returned<P> | undefined {
    if (!this.#hasReturned) return undefined;
    const found = this.#chunks.slice(this.#first).find(({ returned }) => returned.size > 0);
    this.#hasReturned = found !== undefined;
    return found;
  }

  /** Some lines came back, and no others are on their way. */
  get onlyReturned(): boolean {
    return this.returned !== undefined && this.#chunks.slice(this.#first).every(({ isBack }) => isBack);
  }

  /** Where the first chunk that is on its way begins, and bytes of it that are settled. */
  get first(): { readonly start: P; readonly settledBytes: number } | undefined {
    return this.#chunks[this.#first];
  }

  /**
   * Hands on the lines that were read from `start` to `end`, which end at `ends`, counted from the start. False: they were
   * not taken, and it is as if nothing had been read.
   */
  push(start: P, end: P, ends: readonly number[], read: ReadLines, next: LogsReceiver): boolean {
    const { lines, labels, timestamp } = read;
    const before = this.given;
    const chunk = new Chunk({ start, end, ends }, read, {
      settled: () => this.#settle(),
      returned: () => {
        this.#hasReturned = true;
        this.#onMoved();
      },
      readAt: (line) => (this.#isReadAgain() ? { reading: this, place: before + line } : undefined),
    });
    // In its place before it is handed on, since it may be settled at once.
    this.#chunks.push(chunk);
    this.given += lines.length;
    const metadata = NO_METADATA;
    const batch = lines.map((line, i) => ({ labels, line, timestamp, metadata, origin: new Origin(chunk, i) }));
    if (next.push(batch) !== "full") return true;
    this.#chunks.pop();
    this.given = before;
    return false;
  }

  /** Hands those lines of a chunk on once more that came back; `lines` are all that it has. False: they were not taken. */
  pushAgain(of: Returned<P>, lines: readonly string[], next: LogsReceiver): boolean {
    const chunk = this.#chunks.find((one) => one === of);
    if (chunk === undefined) return true;
    const { labels, timestamp } = chunk;
    const again = [...chunk.returned].sort((a, b) => a - b);
    // Before they are handed on, since they may come back at once.
    chunk.returned.clear();
    const batch = again.map((i) => ({
      labels,
      line: lines[i]!,
      timestamp,
      metadata: NO_METADATA,
      origin: new Origin(chunk, i),
    }));
    if (next.push(batch) !== "full") return true;
    for (const i of again) chunk.returned.add(i);
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
