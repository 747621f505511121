/** Has a shadow run take fewer entries where it passes a bound, and more while it stays far below all of them. */
import type { ShadowSampling } from "./shadow-sample.ts";

/** What it takes, each as a part of what it may take. */
export interface ShadowLoad {
  readonly processor: number;
  readonly memory: number;
  /** What waits for it, and what is inside of it. */
  readonly waiting: number;
  /** Part of the server's own time that copying took; not of what it may. */
  readonly copying: number;
  /** There was no room for an entry. */
  readonly crowded: boolean;
}

/** Looks in a row at which it takes too much and cannot take less. */
const PATIENCE = 3;
/** First looks, in which it loads and compiles. */
const GRACE = 5;
/** It takes more while it needs less than this; of memory, of which an empty process takes a third. */
const PLENTY = 0.35;
const PLENTY_OF_MEMORY = 0.6;
/** Looks until what was on its way before it took fewer is through. */
const SETTLING = 2;
const MOST_COPYING = 0.05;
/** The least of so many looks: time also passes while the machine does something else. */
const COPYING_LOOKS = 3;

export class ShadowSteering {
  readonly #sampling: ShadowSampling;
  #looks = 0;
  #copying: number[] = [];
  #thinned = false;
  #settling = 0;
  #tooMuch = 0;

  constructor(sampling: ShadowSampling) {
    this.#sampling = sampling;
  }

  /** To be called once a second. `too-much`: it cannot take less; `lost`: it took whole streams, and none is left. */
  look(load: ShadowLoad): "same" | "fewer" | "more" | "too-much" | "lost" {
    const did = this.#steer(load);
    this.#sampling.look();
    return did;
  }

  /** What may wait is half full and more: it takes fewer at once, as far as it can. */
  fillsUp(): void {
    if (this.#sampling.thin()) this.#hasThinned();
  }

  #hasThinned(): void {
    this.#thinned = true;
    this.#settling = SETTLING;
    this.#tooMuch = 0;
    this.#copying = [];
  }

  #steer({ processor, memory, waiting, copying, crowded }: ShadowLoad): ReturnType<ShadowSteering["look"]> {
    const sampling = this.#sampling;
    this.#looks++;
    this.#copying = [...this.#copying, copying / MOST_COPYING].slice(-COPYING_LOOKS);
    const copied = Math.min(...this.#copying);
    const most = Math.max(this.#looks > GRACE ? processor : 0, memory, waiting, copied);
    if (sampling.lost) return "lost";
    if (most <= 1 && !crowded) {
      this.#tooMuch = 0;
      this.#settling = Math.max(0, this.#settling - 1);
      const hasPlenty = Math.max(processor, waiting, copied) < PLENTY && memory < PLENTY_OF_MEMORY;
      return hasPlenty && !this.#thinned && sampling.widen() ? "more" : "same";
    }
    if (this.#settling > 0) {
      this.#settling--;
      return "same";
    }
    if (!sampling.thin()) return ++this.#tooMuch >= PATIENCE ? "too-much" : "same";
    // Several steps at once where it takes many times what it may.
    for (let left = most / 2; left > 1 && sampling.thin(); left /= 2);
    this.#hasThinned();
    return "fewer";
  }
}
