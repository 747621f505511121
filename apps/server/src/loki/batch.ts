/** A batch of one tenant on its way to an endpoint: entries by stream, in the order of their arrival. */
import type { Fate, LabelSet, Nanos, Origin } from "@sluice/engine";
import { entryMemory, labelMemory } from "../core/held-memory.ts";
import type { LogEntry } from "../core/receiver.ts";
import type { WireEntry, WireStream } from "./wire-stream.ts";

/** What an entry counts for `batch_size`: the bytes of its line and of its structured metadata, as in Alloy. */
export function entrySize({ line, metadata }: LogEntry): number {
  let size = Buffer.byteLength(line);
  for (const [name, value] of metadata) size += Buffer.byteLength(name) + Buffer.byteLength(value);
  return size;
}

/** Entries that came at one moment. */
export interface Arrival {
  readonly at: Nanos;
  entries: number;
}

export class Batch {
  readonly tenant: string;
  /** Which of the parts that are sent at the same time it is of. */
  readonly shard: number;
  readonly startedAt: Nanos;
  readonly #arrivals: Arrival[] = [];
  readonly #streams = new Map<LabelSet, WireEntry[]>();
  #origins: Origin[] = [];
  #unrepeatable = 0;
  #unrepeatableBytes = 0;
  /** Requests that were begun for it. */
  attempts = 0;
  /** Sets that the entries came with, which they keep in memory. */
  readonly #arrived = new Set<LabelSet>();
  #lastArrived: LabelSet | undefined;
  bytes = 0;
  entries = 0;
  /** What it holds in memory, its labels included. */
  memory = 0;

  constructor(tenant: string, shard: number, startedAt: Nanos) {
    this.tenant = tenant;
    this.shard = shard;
    this.startedAt = startedAt;
  }

  /** Streams, by the labels that leave. */
  get streams(): number {
    return this.#streams.size;
  }

  hasStream(labels: LabelSet): boolean {
    return this.#streams.has(labels);
  }

  /** When its entries came. */
  get arrivals(): readonly Arrival[] {
    return this.#arrivals;
  }

  /** `labels` are those that leave, `size` is `entrySize(entry)`. */
  add(labels: LabelSet, entry: LogEntry, size: number, now: Nanos): void {
    const last = this.#arrivals.at(-1);
    if (last?.at === now) last.entries++;
    else this.#arrivals.push({ at: now, entries: 1 });
    let stream = this.#streams.get(labels);
    if (stream === undefined) {
      stream = [];
      this.#streams.set(labels, stream);
      this.memory += labelMemory(labels);
    }
    if (entry.labels !== labels && entry.labels !== this.#lastArrived) {
      this.#lastArrived = entry.labels;
      if (!this.#arrived.has(entry.labels)) {
        this.#arrived.add(entry.labels);
        this.memory += labelMemory(entry.labels);
      }
    }
    this.memory += entryMemory(entry);
    stream.push(entry);
    if (entry.origin === undefined) {
      this.#unrepeatable++;
      this.#unrepeatableBytes += size;
    } else this.#origins.push(entry.origin);
    this.bytes += size;
    this.entries++;
  }

  /** Entries that nobody could read again. */
  get unrepeatable(): number {
    return this.#unrepeatable;
  }

  get unrepeatableBytes(): number {
    return this.#unrepeatableBytes;
  }

  wire(): WireStream[] {
    return [...this.#streams].map(([labels, entries]) => ({ labels, entries }));
  }

  /** It needs no more care: it was sent, or dropped for good and counted. */
  settle(fate: Fate): void {
    const origins = this.#origins;
    this.#origins = [];
    for (const origin of origins) origin.release(fate);
  }
}
