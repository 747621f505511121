/**
 * Keeps copies of the last bodies in one piece of memory, the newest over the oldest. Each body as it arrived is garbage at
 * once: to keep those alive instead had the collector follow and free them one by one, which took longer than a request.
 */

/** Where a body stands, for as long as it is there. */
export interface KeptBody {
  readonly start: number;
  readonly length: number;
  kept: boolean;
}

const EMPTY = Buffer.alloc(0);

export class BodyRing {
  readonly #capacity: number;
  /** Made when it is first needed; the system gives its pages as they are written. */
  #bytes: Buffer | undefined;
  /** Where the next one goes. From here on, the oldest come first. */
  #at = 0;
  readonly #bodies: KeptBody[] = [];
  #held = 0;

  /** Bytes of all bodies together. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Bytes of the bodies that are there. */
  get held(): number {
    return this.#held;
  }

  /** Copies a body, which is in parts; the oldest make room for it. One that is larger than all of it is not kept. */
  keep(parts: readonly Uint8Array[]): KeptBody {
    let length = 0;
    for (const part of parts) length += part.length;
    // What takes no room stands nowhere.
    if (length === 0 || length > this.#capacity) return { start: 0, length, kept: length === 0 };
    const start = this.#startOf(length);
    this.#makeRoom(start, length);
    this.#bytes ??= Buffer.allocUnsafeSlow(this.#capacity);
    this.#at = start;
    for (const part of parts) {
      this.#bytes.set(part, this.#at);
      this.#at += part.length;
    }
    const one = { start, length, kept: true };
    this.#bodies.push(one);
    this.#held += length;
    return one;
  }

  /** It begins anew at its end, or before where what is there would fit in front of the oldest: pages that are not written take no memory. */
  #startOf(length: number): number {
    const [oldest] = this.#bodies;
    if (oldest === undefined || this.#at + length > this.#capacity) return 0;
    const front = oldest.start < this.#at ? oldest.start : 0;
    return front > this.#held + length ? 0 : this.#at;
  }

  #makeRoom(start: number, length: number): void {
    const end = start + length;
    // What stands behind the place that is left has no one before it any more.
    const behind = start < this.#at ? this.#at : this.#capacity;
    for (let oldest = this.#bodies[0]; oldest !== undefined; oldest = this.#bodies[0]) {
      const covered = oldest.start < end && oldest.start + oldest.length > start;
      if (!covered && oldest.start < behind) return;
      this.forget(oldest);
    }
  }

  /** Gives up a body. */
  forget(one: KeptBody): void {
    if (!one.kept) return;
    one.kept = false;
    this.#held -= one.length;
    while (this.#bodies[0]?.kept === false) this.#bodies.shift();
  }

  /** A view, to be copied by whoever wants it for longer than until the next one comes. */
  read({ start, length, kept }: KeptBody): Buffer | undefined {
    return kept ? (this.#bytes?.subarray(start, start + length) ?? EMPTY) : undefined;
  }
}
