/**
 * The original state of entries that a stage holds: an entry that leaves later is compared with it. One for each stage,
 * shared by all recorders.
 */
import type { Entry } from "../base/entry.ts";
import type { Origin } from "../base/origin.ts";
import type { Snapshot } from "./snapshot.ts";

/** An entry that came to be held. */
export interface Arrival {
  readonly came: Snapshot;
  /** The stage could not do its work with it, or a part of it. */
  readonly missed: boolean;
}

/** One that was held, and leaves by itself. */
export interface Return extends Arrival {
  readonly left: Snapshot;
}

export class HeldEntries {
  /**
   * By the entry that leaves: the same one, or another that the stage made for it, with its origin. Whatever never leaves is
   * not kept alive.
   */
  readonly #arrivals = new WeakMap<Entry | Origin, { arrival: Arrival | undefined }>();

  add(entry: Entry, arrival: Arrival): void {
    const held = { arrival };
    this.#arrivals.set(entry, held);
    this.#arrivals.set(entry.origin, held);
  }

  /** How the entry came that `entry` is, once; undefined where it was not held. */
  take(entry: Entry): Arrival | undefined {
    const held = this.#arrivals.get(entry) ?? this.#arrivals.get(entry.origin);
    const arrival = held?.arrival;
    if (held !== undefined) held.arrival = undefined;
    return arrival;
  }
}
