/** A batch of one tenant on its way to an endpoint: entries by stream, in the order of their arrival. */
import type { Fate, LabelSet, Nanos } from "@sluice/engine";
import { entryMemory, labelMemory } from "../core/entries/held-memory.ts";
import { type LogEntry, releaseAll } from "../core/entries/receiver.ts";
import { pairSize } from "./push-encode.ts";

/** Of a timestamp, as Alloy estimates it: seconds and nanoseconds. Bytes. */
const TIMESTAMP_SIZE = 12;

/** What an entry counts for `batch_size`, as in Alloy: its line, its timestamp, and its structured metadata as protobuf has it. */
export function entrySize({ line, metadata }: LogEntry): number {
  let size = Buffer.byteLength(line) + TIMESTAMP_SIZE;
  for (const [name, value] of metadata) size += pairSize(Buffer.byteLength(name), Buffer.byteLength(value));
  return size;
}

/** Entries that came at one moment. */
export interface Arrival {
  readonly at: Nanos;
  entries: number;
}

/** Entries of one stream, and what they count for `batch_size`. */
interface Stream {
  readonly labels: LabelSet;
  readonly entries: LogEntry[];
  bytes: number;
}

/** Streams of a batch that are sent in one request. */
export class BatchPart {
  readonly tenant: string;
  readonly streams: readonly (Pick<Stream, "labels" | "bytes"> & { readonly entries: readonly LogEntry[] })[];
  /** Requests that were begun for it. */
  attempts = 0;
  readonly entries: number;
  readonly bytes: number;

  constructor(tenant: string, streams: BatchPart["streams"]) {
    this.tenant = tenant;
    this.streams = streams;
    this.entries = streams.reduce((sum, { entries }) => sum + entries.length, 0);
    this.bytes = streams.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Its streams in two parts; none where there is one stream. */
  halves(): readonly BatchPart[] {
    const middle = this.streams.length >> 1;
    if (middle === 0) return [];
    return [this.streams.slice(0, middle), this.streams.slice(middle)].map((half) => new BatchPart(this.tenant, half));
  }
}

export class Batch {
  readonly tenant: string;
  /** Which of the parts that are sent at the same time it is of. */
  readonly shard: number;
  readonly startedAt: Nanos;
  readonly #arrivals: Arrival[] = [];
  /** Requests that were begun for it. */
  attempts = 0;
  /** Those of them that were another attempt at the same, of all of its parts. */
  retries = 0;
  /** Those that were neither sent nor dropped yet. */
  readonly #streams = new Map<LabelSet, Stream>();
  /** Sets that the entries came with, which they keep in memory. */
  readonly #arrived = new Set<LabelSet>();
  #lastArrived: LabelSet | undefined;
  bytes = 0;
  entries = 0;
  /** The source of at least one of its entries keeps it: only what is refused for good may be given up. */
  keeps = false;
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
      stream = { labels, entries: [], bytes: 0 };
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
    this.keeps ||= entry.origin?.keeps === true;
    stream.entries.push(entry);
    stream.bytes += size;
    this.bytes += size;
    this.entries++;
  }

  /** Entries that were neither sent nor dropped yet, and those of them that nobody could read again. */
  get left(): { readonly entries: number; readonly unrepeatable: number; readonly unrepeatableBytes: number } {
    const entries = [...this.#streams.values()].flatMap((stream) => stream.entries);
    const unrepeatable = entries.filter(({ origin }) => origin === undefined);
    const unrepeatableBytes = unrepeatable.reduce((sum, entry) => sum + entrySize(entry), 0);
    return { entries: entries.length, unrepeatable: unrepeatable.length, unrepeatableBytes };
  }

  /** All that is left of it. */
  whole(): BatchPart {
    return new BatchPart(this.tenant, [...this.#streams.values()]);
  }

  /** Somebody else cares for a part of it from now on. */
  handOver({ streams }: Pick<BatchPart, "streams">): void {
    for (const { labels } of streams) this.#streams.delete(labels);
  }

  /** A part of it needs no more care: it was sent, or dropped for good and counted. */
  settle({ streams }: Pick<BatchPart, "streams">, fate: Fate): void {
    for (const { labels, entries } of streams) {
      if (!this.#streams.delete(labels)) continue;
      releaseAll(entries, fate);
    }
  }
}
