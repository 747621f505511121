/** The last bodies that were recorded: the oldest are given up where all together are too large. */
import type { HeldBody } from "../platform/held-body.ts";

/** A body, for as long as it is there. */
export class KeptBody {
  readonly length: number;
  #body: HeldBody | undefined;

  constructor(length: number, body: HeldBody | undefined) {
    this.length = length;
    this.#body = body;
  }

  get kept(): boolean {
    return this.#body !== undefined;
  }

  /** In one piece, to be copied by whoever wants it for longer than this moment. */
  read(): Buffer | undefined {
    const parts = this.#body?.parts;
    return parts?.length === 1 ? parts[0] : parts && Buffer.concat(parts);
  }

  forget(): void {
    this.#body?.release();
    this.#body = undefined;
  }
}

export class KeptBodies {
  readonly #capacity: number;
  /** Those that are there, the oldest first. One of a request that takes long stays before many that come and go. */
  readonly #bodies = new Set<KeptBody>();
  #held = 0;

  /** Bytes of all bodies together. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Bytes of the bodies that are there. */
  get held(): number {
    return this.#held;
  }

  /** Keeps a body besides those who hold it; the oldest make room for it. One that is larger than all of it is not kept. */
  keep(body: HeldBody): KeptBody {
    const { length } = body;
    if (length > this.#capacity) return new KeptBody(length, undefined);
    while (this.#held + length > this.#capacity) this.forget(this.#oldest());
    const one = new KeptBody(length, body.retain());
    this.#bodies.add(one);
    this.#held += length;
    return one;
  }

  #oldest(): KeptBody {
    const [oldest] = this.#bodies;
    return oldest!;
  }

  /** Gives up a body. */
  forget(one: KeptBody): void {
    if (!this.#bodies.delete(one)) return;
    one.forget();
    this.#held -= one.length;
  }
}
