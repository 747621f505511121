/** The records that were written last, so that a receiver that keeps up never reads the disk. Bounded in bytes. */
export interface KeptRecord {
  readonly first: number;
  readonly count: number;
  readonly time: number;
  readonly payload: Uint8Array;
  /** What its payload was made of, where `append` got that and it is still in memory. */
  readonly memo?: unknown;
  /** Bytes of that in memory. */
  readonly memoBytes?: number | undefined;
}

/** What a record costs besides its payload and what that was made of. */
const OVERHEAD = 100;
/** Places at the front that are empty before the rest is moved. */
const SLACK = 1024;

export class RecentRecords {
  readonly #most: number;
  #records: KeptRecord[] = [];
  #head = 0;
  #bytes = 0;
  #end: number;

  constructor(most: number, end: number) {
    this.#most = most;
    this.#end = end;
  }

  /** All from this entry on are here. */
  get from(): number {
    return this.#records[this.#head]?.first ?? this.#end;
  }

  push(record: KeptRecord): void {
    this.#records.push(record);
    this.#bytes += costOf(record);
    this.#end = record.first + record.count;
    while (this.#bytes > this.#most) this.#drop();
  }

  /** Drops what nobody reads any more: all below `entry`. */
  dropBelow(entry: number): void {
    for (;;) {
      const oldest = this.#records[this.#head];
      if (oldest === undefined || oldest.first + oldest.count > entry) return;
      this.#drop();
    }
  }

  /** The first record that ends behind `entry`. */
  at(entry: number): KeptRecord | undefined {
    let low = this.#head;
    let high = this.#records.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const { first, count } = this.#records[middle]!;
      if (first + count > entry) high = middle;
      else low = middle + 1;
    }
    return this.#records[low];
  }

  #drop(): void {
    this.#bytes -= costOf(this.#records[this.#head]!);
    this.#records[this.#head++] = GONE;
    if (this.#head < SLACK && this.#head < this.#records.length) return;
    this.#records = this.#records.slice(this.#head);
    this.#head = 0;
  }
}

/** Bytes of memory of a record. */
export const costOf = ({ payload, memoBytes = 0 }: Pick<KeptRecord, "payload" | "memoBytes">): number =>
  payload.length + memoBytes + OVERHEAD;

/** Where a record was, so that its payload is let go. */
const GONE: KeptRecord = { first: -1, count: 0, time: 0, payload: new Uint8Array(0) };
