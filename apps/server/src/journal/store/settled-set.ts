/**
 * Which entries a receiver is done with, exact to the entry and in any order: all below `floor`, and bits beyond it in chunks. A
 * chunk that is full is one shared object, so what stays long with one receiver costs a bit for each entry behind it at most.
 */

/** Entries in a chunk. */
const CHUNK = 4096;
const WORDS = CHUNK / 32;

interface Chunk {
  readonly words: Uint32Array;
  settled: number;
}

const FULL: Chunk = { words: new Uint32Array(WORDS).fill(0xffffffff), settled: CHUNK };

export type Range = readonly [first: number, count: number];

export class SettledSet {
  #floor: number;
  /** Chunks beyond the floor, by the number of their first entry. */
  readonly #chunks = new Map<number, Chunk>();
  #beyond = 0;

  constructor(floor: number) {
    this.#floor = floor;
  }

  /** The lowest entry that is not settled. */
  get floor(): number {
    return this.#floor;
  }

  /** How many are settled beyond the floor. */
  get beyond(): number {
    return this.#beyond;
  }

  add(first: number, count: number): void {
    const end = first + count;
    let at = Math.max(first, this.#floor);
    if (at >= end) return;
    if (at === this.#floor && this.#chunks.size === 0) {
      this.#floor = end;
      return;
    }
    while (at < end) {
      const base = at - (at % CHUNK);
      const upTo = Math.min(end, base + CHUNK);
      this.#addIn(base, at - base, upTo - base);
      at = upTo;
    }
    this.#raise();
  }

  /** Settles all below `floor`. */
  raiseTo(floor: number): void {
    if (floor > this.#floor) this.add(this.#floor, floor - this.#floor);
  }

  has(entry: number): boolean {
    if (entry < this.#floor) return true;
    const offset = entry % CHUNK;
    const chunk = this.#chunks.get(entry - offset);
    return chunk !== undefined && (chunk.words[offset >>> 5]! & (1 << (offset & 31))) !== 0;
  }

  /** The settled ones among `count` entries from `first` on. */
  within(first: number, count: number): Range[] {
    const end = first + count;
    if (end <= this.#floor) return [[first, count]];
    if (this.#chunks.size === 0) return first >= this.#floor ? [] : [[first, this.#floor - first]];
    const ranges: Range[] = [];
    let from: number | undefined;
    for (let entry = first; entry < end; entry++) {
      if (this.has(entry)) from ??= entry;
      else if (from !== undefined) {
        ranges.push([from, entry - from]);
        from = undefined;
      }
    }
    if (from !== undefined) ranges.push([from, end - from]);
    return ranges;
  }

  /** The end of the highest range. */
  get end(): number {
    if (this.#chunks.size === 0) return this.#floor;
    const base = Math.max(...this.#chunks.keys());
    let entry = base + CHUNK - 1;
    while (entry >= base && !this.has(entry)) entry--;
    return entry + 1;
  }

  /** All ranges beyond the floor, a chunk of them at a time. */
  *ranges(): Generator<Range[]> {
    for (const base of [...this.#chunks.keys()].sort((a, b) => a - b)) {
      const from = Math.max(base, this.#floor);
      if (from < base + CHUNK) yield this.within(from, base + CHUNK - from);
    }
  }

  #addIn(base: number, from: number, to: number): void {
    const known = this.#chunks.get(base);
    if (known === FULL) return;
    if (from === 0 && to === CHUNK) {
      this.#beyond += CHUNK - (known?.settled ?? 0);
      this.#chunks.set(base, FULL);
      return;
    }
    const chunk = known ?? this.#begin(base);
    for (let offset = from; offset < to; offset++) {
      const word = offset >>> 5;
      const bit = 1 << (offset & 31);
      if ((chunk.words[word]! & bit) !== 0) continue;
      chunk.words[word]! |= bit;
      chunk.settled++;
      this.#beyond++;
    }
    if (chunk.settled === CHUNK) this.#chunks.set(base, FULL);
  }

  /** A chunk in which all below the floor is settled. */
  #begin(base: number): Chunk {
    const chunk: Chunk = { words: new Uint32Array(WORDS), settled: Math.max(0, this.#floor - base) };
    for (let offset = 0; offset < chunk.settled; offset++) chunk.words[offset >>> 5]! |= 1 << (offset & 31);
    this.#chunks.set(base, chunk);
    return chunk;
  }

  /** Moves the floor over what is settled. */
  #raise(): void {
    for (;;) {
      const offset = this.#floor % CHUNK;
      const base = this.#floor - offset;
      const chunk = this.#chunks.get(base);
      if (chunk === undefined) return;
      let to = offset;
      if (chunk === FULL) to = CHUNK;
      else while (to < CHUNK && (chunk.words[to >>> 5]! & (1 << (to & 31))) !== 0) to++;
      this.#beyond -= to - offset;
      this.#floor = base + to;
      // A chunk that holds nothing beyond the floor is let go.
      if (to === CHUNK || chunk.settled === to) this.#chunks.delete(base);
      if (to < CHUNK) return;
    }
  }
}
