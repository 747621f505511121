/**
 * Origins of entries that are held until they leave as one. Adding and taking over cost constant time each, however many
 * there are. An origin that was added twice (a split entry whose parts are joined again) was carried twice.
 */
import type { Entry } from "./entry.ts";
import { Origin, type ReadAt } from "./origin.ts";
import type { Held } from "./read-again.ts";

/** Receives the number of entries that another is made of. */
export interface UnionListener {
  united(entry: Entry, count: number): void;
}

export class HeldOrigins implements Held {
  #members: Origin[] = [];
  #others: Origin[] = [];
  #plainWithSource = 0;
  #sourced = false;
  #keeps = false;
  #followed = false;

  /** Takes over the origin of `entry`, which does not continue by itself. */
  add({ origin }: Entry): void {
    this.#members.push(origin);
    const { sourced } = origin;
    if (origin.followed) this.#followed = true;
    if (sourced) {
      this.#sourced = true;
      this.#keeps ||= origin.keeps;
    }
    if (!origin.plain) this.#others.push(origin);
    else if (sourced) this.#plainWithSource++;
  }

  readAgainAt(): readonly ReadAt[] | undefined {
    const found: ReadAt[] = [];
    for (const member of this.#members) {
      const places = member.readAgainAt();
      if (places === undefined) return undefined;
      for (const place of places) found.push(place);
    }
    return found;
  }

  /** Makes `entry`, which leaves next, carry them, and is empty again. */
  giveTo(entry: Entry, listener: UnionListener | null): void {
    listener?.united(entry, this.#members.length);
    entry.origin = this.take();
  }

  /** Hands them over as one, and is empty again. */
  take(): Origin {
    const members = this.#members;
    const parts = {
      members,
      others: this.#others,
      plainWithSource: this.#plainWithSource,
      sourced: this.#sourced,
      keeps: this.#keeps,
      followed: this.#followed,
    };
    const united = members.length === 1 ? members[0]! : Origin.unite(parts);
    this.#members = [];
    this.#others = [];
    this.#plainWithSource = 0;
    this.#sourced = false;
    this.#keeps = false;
    this.#followed = false;
    return united;
  }
}
