/** Entries of one record on their way to one receiver. An origin's offset is the number of its entry in the record. */
import type { Fate, OriginSource, ReadAt } from "@sluice/engine";

export interface RecordListener {
  /** Entries of the record are settled: `count` of them, from `from` on. */
  settled(from: number, count: number): void;
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
  /** Entries that are on their way. */
  #open = 0;
  /** Those that have to be given again. */
  readonly #returned = new Set<number>();
  /** Settled one after the other and not reported yet: mostly a record is settled in its order, at once. */
  #from = 0;
  #to = 0;
  #hasChanged = false;

  constructor(listener: RecordListener) {
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
      this.report();
      this.#from = offset;
    }
    this.#to = offset + 1;
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
    if (this.#to > this.#from) this.#listener.settled(this.#from, this.#to - this.#from);
    this.#from = this.#to;
  }

  /** Each entry is given again unless it was settled, whatever came after it: what is held may stay when the process ends. */
  readAt(): ReadAt {
    return { reading: { given: 1 }, place: 0 };
  }
}
