/**
 * Origins of entries that are held until they leave as one. Gathering takes constant time for each, however many they
 * become; an origin that came in twice (a split entry whose parts are joined again) is united when they are taken.
 */
import type { Entry } from "../base/entry.ts";
import type { Origin } from "../base/origin.ts";
import type { Explain } from "../pipeline/stage.ts";

export class HeldOrigins {
  #origins: Origin[] = [];
  #lastId = -1;
  #ascending = true;
  #entries = 0;

  /** Takes over the origins of `entry`, which does not go on by itself. */
  add(entry: Entry): void {
    const { origins } = entry;
    this.#entries++;
    for (let i = 0; i < origins.length; i++) {
      const origin = origins[i]!;
      if (origin.id <= this.#lastId) this.#ascending = false;
      this.#lastId = origin.id;
      this.#origins.push(origin);
    }
  }

  /** Makes `entry`, which leaves next, carry them, and is empty again. */
  giveTo(entry: Entry, explain: Explain | null): void {
    explain?.united(entry, this.#entries);
    entry.origins = this.take();
  }

  /** Hands them over, each once, and is empty again. */
  take(): readonly Origin[] {
    const origins = this.#origins;
    const distinct = this.#ascending ? origins : unite(origins);
    this.#origins = [];
    this.#entries = 0;
    this.#lastId = -1;
    this.#ascending = true;
    return distinct;
  }
}

function unite(origins: readonly Origin[]): readonly Origin[] {
  const seen = new Set<Origin>();
  for (const origin of origins) {
    if (seen.has(origin)) origin.unshare();
    else seen.add(origin);
  }
  return [...seen];
}
