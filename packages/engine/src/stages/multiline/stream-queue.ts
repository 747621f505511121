/**
 * Streams by their label sets, and in the order in which they were last active. With a waiting time that is the same
 * for all, the least recent one is the next to expire, so a deadline is found, and a stream moved, in constant time.
 */
import type { LabelSet } from "../../base/label-set.ts";

/** What a stage keeps for a stream; the links belong to the queue. */
export interface QueuedStream<S> {
  readonly labels: LabelSet;
  older: S | undefined;
  newer: S | undefined;
}

export class StreamQueue<S extends QueuedStream<S>> {
  readonly #byLabels = new Map<LabelSet, S>();
  #oldest: S | undefined;
  #newest: S | undefined;

  get size(): number {
    return this.#byLabels.size;
  }

  /** The least recently active stream. */
  get oldest(): S | undefined {
    return this.#oldest;
  }

  get(labels: LabelSet): S | undefined {
    return this.#byLabels.get(labels);
  }

  [Symbol.iterator](): Iterator<S> {
    return this.#byLabels.values();
  }

  /** Adds a stream of new labels as the most recent. */
  add(stream: S): void {
    this.#byLabels.set(stream.labels, stream);
    this.#append(stream);
  }

  /** Makes a stream the most recent. */
  touch(stream: S): void {
    if (stream === this.#newest) return;
    this.#unlink(stream);
    this.#append(stream);
  }

  remove(stream: S): void {
    this.#byLabels.delete(stream.labels);
    this.#unlink(stream);
  }

  #append(stream: S): void {
    stream.older = this.#newest;
    stream.newer = undefined;
    if (this.#newest === undefined) this.#oldest = stream;
    else this.#newest.newer = stream;
    this.#newest = stream;
  }

  #unlink(stream: S): void {
    if (stream.older === undefined) this.#oldest = stream.newer;
    else stream.older.newer = stream.newer;
    if (stream.newer === undefined) this.#newest = stream.older;
    else stream.newer.older = stream.older;
  }
}
