/** Entries of one record on their way to one receiver. An origin's offset is the number of its entry in the record. */
import type { Fate, OriginSource, ReadAt } from "@sluice/engine";

export interface RecordListener {
  /** Entries of the record are settled: `count` of them, from `from` on. Some of them may have been reported before. */
  settled(from: number, count: number): void;
  /** So many are no longer on their way, and are reported as settled. */
  left(count: number): void;
  /** So many were given up. */
  failed(count: number): void;
  /** An entry has to be given again. */
  returned(): void;
  /** Some of it is settled, and is reported by `report`. */
  changed(source: RecordSource): void;
  /** Nothing of it is on its way. */
  finished(): void;
}

export class RecordSource implements OriginSource {
  /** The journal keeps it for as long as it takes. */
  readonly keeps = true;
  readonly #listener: RecordListener;
  readonly #count: number;
  /** Entries that are on their way. */
  #open = 0;
  /** Those that have to be given again. */
  readonly #returned = new Set<number>();
  /** How many were settled and not reported yet: the last ones of them one after the other, and those before, first and end by turns. */
  #unreported = 0;
  #from = 0;
  #to = 0;
  readonly #before: number[] = [];
  #hasChanged = false;

  /** Of a record of `count` entries. */
  constructor(count: number, listener: RecordListener) {
    this.#count = count;
    this.#listener = listener;
  }

  /** Entries of it are on their way. */
  give(count: number): void {
    this.#open += count;
  }

  /** Takes out those that have to be given again. */
  takeReturned(): number[] {
    const all = [...this.#returned].sort((a, b) => a - b);
    this.#returned.clear();
    return all;
  }

  settled(offset: number, fate: Fate): void {
    this.#open--;
    if (fate === "returned") {
      this.#returned.add(offset);
      this.#listener.returned();
      return;
    }
    if (fate === "failed") this.#listener.failed(1);
    if (offset !== this.#to) {
      if (this.#to > this.#from) this.#before.push(this.#from, this.#to);
      this.#from = offset;
    }
    this.#to = offset + 1;
    this.#unreported++;
    if (this.#open > 0) {
      if (this.#hasChanged) return;
      this.#hasChanged = true;
      this.#listener.changed(this);
      return;
    }
    this.report();
    if (this.#returned.size === 0) this.#listener.finished();
  }

  /** Reports what is settled and was not reported yet. */
  report(): void {
    this.#hasChanged = false;
    const settled = this.#unreported;
    if (settled === 0) return;
    this.#unreported = 0;
    // All of it is one range, however many there were.
    if (this.#open === 0 && this.#returned.size === 0) this.#listener.settled(0, this.#count);
    else {
      const before = this.#before;
      for (let i = 0; i < before.length; i += 2) this.#listener.settled(before[i]!, before[i + 1]! - before[i]!);
      this.#listener.settled(this.#from, this.#to - this.#from);
    }
    this.#before.length = 0;
    this.#from = this.#to;
    this.#listener.left(settled);
  }

  /** Each entry is given again unless it was settled, whatever came after it: what is held may stay when the process ends. */
  readAt(): ReadAt {
    return { reading: { given: 1 }, place: 0 };
  }
}
