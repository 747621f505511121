/** The values at one place of a pattern: how many different ones, from where to where. Its memory is bounded. */
import { detach } from "@sluice/languages/base";
import type { PartKind } from "./tokens.ts";

/** Up to this many values are counted exactly. */
export const MAX_DISTINCT = 1000;
/** Values that all parts of all patterns together remember; with none left a part says how many it has seen so far. */
const MAX_REMEMBERED = 200_000;
/** Longest text that is shown of a value. */
const MAX_SHOWN = 80;

/** What is left of the memory for values, shared by all parts. */
export class Memory {
  #left = MAX_REMEMBERED;

  take(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    return true;
  }

  giveBack(count: number): void {
    this.#left += count;
  }
}

export interface Distinct {
  readonly count: number;
  /** False: there are more than `count`. */
  readonly exact: boolean;
}

export class Part {
  kind: PartKind;
  readonly #memory: Memory;
  /** Hashes of the values; undefined once there were too many. */
  #seen: Set<number> | undefined = new Set();
  #distinct = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #first: string | undefined;
  #last = "";
  /** The value added last, so that one that repeats costs nothing. */
  #same: string | undefined;

  constructor(kind: PartKind, memory: Memory) {
    this.kind = kind;
    this.#memory = memory;
  }

  add(text: string, kind: PartKind): void {
    if (kind !== this.kind) this.kind = widen(this.kind, kind);
    if (text === this.#same) return;
    this.#same = text;
    this.#first ??= shorten(text);
    this.#last = text;
    if (kind === "number") {
      const value = Number(text.replace(/^#|%$/g, ""));
      if (value < this.#min) this.#min = value;
      if (value > this.#max) this.#max = value;
    }
    if (this.#seen === undefined) return;
    const hash = hashOf(text);
    if (this.#seen.has(hash)) return;
    if (this.#distinct < MAX_DISTINCT && this.#memory.take()) {
      this.#seen.add(hash);
      this.#distinct++;
      return;
    }
    this.#memory.giveBack(this.#seen.size);
    this.#seen = undefined;
  }

  get distinct(): Distinct {
    return { count: this.#distinct, exact: this.#seen !== undefined };
  }

  /** Smallest and greatest, of numbers alone. */
  get range(): { readonly min: number; readonly max: number } | undefined {
    return this.kind === "number" && Number.isFinite(this.#min) && Number.isFinite(this.#max)
      ? { min: this.#min, max: this.#max }
      : undefined;
  }

  get first(): string {
    return this.#first ?? "";
  }

  get last(): string {
    return shorten(this.#last);
  }
}

/** Ids are often digits alone; values of other kinds beside each other are words. */
function widen(one: PartKind, other: PartKind): PartKind {
  const numeric = (kind: PartKind) => kind === "number" || kind === "id";
  return numeric(one) && numeric(other) ? "id" : "word";
}

/** At most `most` characters; the text that it is cut from need not be kept for it. */
export const shorten = (text: string, most = MAX_SHOWN): string =>
  detach(text.length <= most ? text : `${text.slice(0, most - 1)}…`);

/** 52 bits: texts that differ are as good as never the same number, and take no memory of their own. */
function hashOf(text: string): number {
  let high = 0x9e3779b9;
  let low = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b) ^ (high >>> 13);
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}
