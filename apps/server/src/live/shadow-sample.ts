/**
 * Which entries a shadow run takes: all of them, or as many as its share of processor and memory allows. Whether an
 * entry is taken is decided once, where a source delivers it. Where stages keep something from entry to entry, whole
 * streams are taken: the stages would process a part of a stream differently.
 */

import { type LabelSet, SeededRandom } from "@sluice/engine";
import type { ShadowSample } from "@sluice/protocol";
import type { Shared } from "./shadow-compare.ts";

/** An entry, as far as it matters here. */
interface Sampled {
  readonly labels: LabelSet;
}

interface Stream {
  /** From 0 to 1: taken where it is less than the share that is taken. */
  readonly rank: number;
  /** Entries since the last look. */
  recent: number;
  /** There was no room for an entry of it, so that what its stages hold has a hole. */
  cut: boolean;
  taken: boolean;
}

/** Streams that are distinguished; where it samples by stream, entries of further ones are not taken. */
const MAX_STREAMS = 20_000;
/** One entry of more than so many tells nothing any more. */
const MAX_EVERY = 1 << 16;

export class ShadowSampling {
  readonly #by: ShadowSample["by"];
  readonly #keeping: Shared["keeping"];
  readonly #random: SeededRandom;
  readonly #seed: number;
  readonly #streams = new Map<LabelSet, Stream>();
  #every = 1;
  /** The ranks of streams that are taken are below. Always above the least rank, so that there is one. */
  #share = 1;
  #seen = 0;
  #taken = 0;
  #skipped = 0;
  /** Entries that are passed over before the next one is taken. */
  #gap = 0;
  #lastLabels: LabelSet | undefined;
  #last: Stream | undefined;

  constructor(keeping: Shared["keeping"], seed: number) {
    this.#keeping = keeping;
    this.#by = keeping.stream.length + keeping.global.length > 0 ? "stream" : "entry";
    this.#random = new SeededRandom(seed);
    this.#seed = seed;
  }

  get every(): number {
    return this.#every;
  }

  /** Counts entries of which none can be taken yet. */
  see(batch: readonly Sampled[]): void {
    this.#seen += batch.length;
    if (this.#by === "stream") for (const { labels } of batch) this.#count(labels);
  }

  /** Those of a batch that are taken. `hasRoom` is asked for each, in order. */
  take<E extends Sampled>(batch: readonly E[], hasRoom: (entry: E) => boolean): readonly E[] {
    this.#seen += batch.length;
    const taken = this.#by === "entry" ? this.#someOf(batch, hasRoom) : this.#ofStreams(batch, hasRoom);
    this.#taken += taken.length;
    return taken;
  }

  /** Goes from one that is taken to the next, so that the others cost nothing. */
  #someOf<E extends Sampled>(batch: readonly E[], hasRoom: (entry: E) => boolean): readonly E[] {
    const taken: E[] = [];
    let at = this.#gap;
    for (; at < batch.length; at += 1 + this.#nextGap()) {
      if (hasRoom(batch[at]!)) taken.push(batch[at]!);
      else this.#skipped++;
    }
    this.#gap = at - batch.length;
    return taken;
  }

  /** How many are passed over until the next one, where each has the same chance. */
  #nextGap(): number {
    if (this.#every === 1) return 0;
    return Math.floor(Math.log(1 - this.#random.next()) / Math.log(1 - 1 / this.#every));
  }

  #ofStreams<E extends Sampled>(batch: readonly E[], hasRoom: (entry: E) => boolean): readonly E[] {
    return batch.filter((entry) => {
      const stream = this.#count(entry.labels);
      if (stream === undefined || stream.cut || stream.rank >= this.#share) return false;
      if (hasRoom(entry)) {
        stream.taken = true;
        return true;
      }
      stream.cut = true;
      this.#skipped++;
      return false;
    });
  }

  #count(labels: LabelSet): Stream | undefined {
    // Entries of a stream often come one after the other.
    if (labels !== this.#lastLabels) {
      this.#last = this.#streamOf(labels);
      this.#lastLabels = labels;
    }
    if (this.#last !== undefined) this.#last.recent++;
    return this.#last;
  }

  #streamOf(labels: LabelSet): Stream | undefined {
    const known = this.#streams.get(labels);
    if (known !== undefined || this.#streams.size >= MAX_STREAMS) return known;
    const made = { rank: rankOf(labels.key, this.#seed), recent: 0, cut: false, taken: false };
    this.#streams.set(labels, made);
    return made;
  }

  /** Of what was seen so far about `most` entries would be taken; what comes is counted from here on. */
  begin(most: number): void {
    const seen = this.#seen;
    while ((this.#by === "entry" ? seen / this.#every : this.#expected()) > most && this.thin());
    this.#seen = 0;
    this.look();
  }

  /** Entries since the last look, of the streams that are taken. */
  #expected(): number {
    let sum = 0;
    for (const { rank, recent, cut } of this.#streams.values()) if (rank < this.#share && !cut) sum += recent;
    return sum;
  }

  /** Forgets what came since the last look. */
  look(): void {
    for (const stream of this.#streams.values()) stream.recent = 0;
  }

  /** There was no room for any of the streams that are taken. */
  get lost(): boolean {
    return this.#by === "stream" && this.#skipped > 0 && this.#ranks().length === 0;
  }

  /** Takes half as many from now on, or of streams at least one fewer. Gives false where it cannot take fewer. */
  thin(): boolean {
    if (this.#by === "entry") {
      if (this.#every >= MAX_EVERY) return false;
      this.#every *= 2;
      this.#gap = this.#nextGap();
      return true;
    }
    const ranks = this.#ranks();
    if (ranks.length < 2) return false;
    do this.#every *= 2;
    while (1 / this.#every > ranks.at(-1)!);
    // At least one.
    this.#share = Math.max(1 / this.#every, ranks[0]! + Number.EPSILON);
    return true;
  }

  /** Takes twice as many from now on; gives false where it takes all. Streams that it takes anew begin in their middle. */
  widen(): boolean {
    if (this.#every === 1) return false;
    this.#every /= 2;
    this.#gap = this.#nextGap();
    this.#share = Math.max(this.#share, 1 / this.#every);
    return true;
  }

  /** Of the streams that are taken and had entries since the last look, the least first. */
  #ranks(): number[] {
    const found: number[] = [];
    for (const { rank, recent, cut } of this.#streams.values())
      if (rank < this.#share && recent > 0 && !cut) found.push(rank);
    return found.sort((a, b) => a - b);
  }

  answer(): ShadowSample {
    let taken = 0;
    for (const stream of this.#streams.values()) if (stream.taken) taken++;
    return {
      by: this.#by,
      every: this.#every,
      seen: this.#seen,
      taken: this.#taken,
      skipped: this.#skipped,
      ...(this.#by === "stream" && { streams: { seen: this.#streams.size, taken } }),
      by_stream_for: [...this.#keeping.stream, ...this.#keeping.global],
      inexact: this.#every > 1 || this.#skipped > 0 ? this.#keeping.global : [],
    };
  }
}

/** A number from 0 to 1 of a text, the same each time: FNV-1a, its bits mixed. */
function rankOf(text: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
