/** The content of a push to Loki, in any wire form, and its limits. */

import type { Nanos } from "@sluice/languages/base";
import type { EntryContent } from "../base/entry.ts";

export interface PushStream {
  readonly labels: Readonly<Record<string, string>>;
  readonly entries: readonly EntryContent[];
}

/** One push besides its bytes. */
export interface PushLimits {
  readonly streams: number;
  readonly entries: number;
  /** Labels and structured metadata, in sum over all streams and entries. */
  readonly pairs: number;
}

export const UNLIMITED: PushLimits = { streams: Infinity, entries: Infinity, pairs: Infinity };

/** Bytes of the labels of one stream, and of one piece (name with value) of structured metadata. */
export const MAX_LABELS_BYTES = 64 * 1024;
export const MAX_METADATA_BYTES = 1024 * 1024;

/**
 * What was read. A stream whose labels cannot be read is left out, and `refused` says why; the others are accepted, since the
 * client does not repeat a refused push. Any other mistake refuses the whole: the message is one line with the place, and
 * `tooMuch` means that it is well-formed as far as it was read.
 */
export type PushResult =
  | { readonly ok: true; readonly streams: readonly PushStream[]; readonly refused: string | undefined }
  | { readonly ok: false; readonly message: string; readonly tooMuch: boolean };

/** A reader at work: it pauses after every bit of work, so that its driver can let others work in between. */
export type PushReading = Generator<void, PushResult>;

/** Leaves a reader from within; readers turn it into their result. */
export class PushRefusal extends Error {}

/** The same, because there is too much of something. */
export class PushExcess extends PushRefusal {}

/** The time of an entry that has none: the first moment of the year 1, Go's zero time. */
export const NO_TIME: Nanos = -62_135_596_800_000_000_000n;

/** Counts while a push is read, so that what is too much is never held. */
export class PushTally {
  readonly #limits: PushLimits;
  #streams = 0;
  #entries = 0;
  #pairs = 0;

  constructor(limits: PushLimits) {
    this.#limits = limits;
  }

  stream(): void {
    if (++this.#streams > this.#limits.streams)
      throw new PushExcess(`more than ${this.#limits.streams} streams in one push`);
  }

  entry(): void {
    if (++this.#entries > this.#limits.entries)
      throw new PushExcess(`more than ${this.#limits.entries} entries in one push`);
  }

  pairs(count: number): void {
    this.#pairs += count;
    if (this.#pairs > this.#limits.pairs)
      throw new PushExcess(`more than ${this.#limits.pairs} labels and pieces of structured metadata in one push`);
  }
}

/** Decides when a reader pauses, so that others get their turn. */
export class Pace {
  /** Bytes of work between two stops; an entry, a label and the like count as some bytes more. */
  static readonly EVERY = 64 * 1024;
  static readonly #ITEM = 64;
  #items = 0;
  #stop = Pace.EVERY;

  /** One item more was read, up to byte `at`; whether it is time to stop. */
  due(at: number): boolean {
    this.#items++;
    const work = at + this.#items * Pace.#ITEM;
    if (work < this.#stop) return false;
    this.#stop = work + Pace.EVERY;
    return true;
  }
}
