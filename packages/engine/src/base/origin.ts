import type { Entry } from "./entry.ts";

/**
 * The ledger of origins: who came in, and what became of it. A merge unites origins, a split shares them; an origin is
 * settled when everything that carries it was delivered or dropped. The balance in = out + dropped + held holds at
 * every moment, in input entries.
 */

/** Where input entries are, counted in input entries; `emitted` counts the entries that left. */
export interface Balance {
  readonly in: number;
  /** Input entries of which at least a part was delivered, and nothing is left inside. */
  readonly out: number;
  /** Input entries of which nothing was delivered, and nothing is left inside. */
  readonly dropped: number;
  /** Input entries of which something is still inside, though a part may have left. */
  readonly held: number;
  readonly emitted: number;
}

/** One input entry, as long as anything carries it. */
export class Origin {
  /** Counts from 0 within its ledger. */
  readonly id: number;
  readonly #ledger: Ledger;
  #carriers = 1;
  #delivered = false;
  readonly #onSettled: ((origin: Origin) => void) | undefined;

  constructor(id: number, ledger: Ledger, onSettled: ((origin: Origin) => void) | undefined) {
    this.id = id;
    this.#ledger = ledger;
    this.#onSettled = onSettled;
  }

  get settled(): boolean {
    return this.#carriers === 0;
  }

  /** One more entry carries it. */
  share(): void {
    this.#carriers++;
  }

  /** One entry that carried it was united with another that still does. */
  unshare(): void {
    if (this.#carriers < 2) throw new Error(`origin ${this.id} was united with nothing`);
    this.#carriers--;
  }

  /** An entry that carried it was delivered or dropped. An entry that is let go of twice is a bug of its stage. */
  release(delivered: boolean): void {
    if (this.#carriers === 0) throw new Error(`origin ${this.id} was let go of more often than it was carried`);
    if (delivered) this.#delivered = true;
    if (--this.#carriers > 0) return;
    this.#ledger.settle(this.#delivered);
    if (this.#onSettled === undefined) return;
    try {
      this.#onSettled(this);
    } catch (error) {
      this.#ledger.onError(error);
    }
  }
}

export class Ledger {
  /** @internal */ readonly onError: (error: unknown) => void;
  #in = 0;
  #out = 0;
  #dropped = 0;
  #emitted = 0;

  /** `onError` takes what an origin's `onSettled` throws, so that the other origins are settled all the same. */
  constructor(
    onError: (error: unknown) => void = (error) => {
      throw error;
    },
  ) {
    this.onError = onError;
  }

  /** A new origin; `onSettled` is called once, when nothing carries it any more. */
  admit(onSettled?: (origin: Origin) => void): Origin {
    return new Origin(this.#in++, this, onSettled);
  }

  /** `entry` left the pipeline. */
  delivered(entry: Entry): void {
    this.#emitted++;
    const origins = entry.origins;
    for (let i = 0; i < origins.length; i++) origins[i]!.release(true);
  }

  /** `entry` was dropped. */
  dropped(entry: Entry): void {
    const origins = entry.origins;
    for (let i = 0; i < origins.length; i++) origins[i]!.release(false);
  }

  /** @internal */
  settle(delivered: boolean): void {
    if (delivered) this.#out++;
    else this.#dropped++;
  }

  balance(): Balance {
    const held = this.#in - this.#out - this.#dropped;
    return { in: this.#in, out: this.#out, dropped: this.#dropped, held, emitted: this.#emitted };
  }
}
