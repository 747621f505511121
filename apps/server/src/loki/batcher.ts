/**
 * Entries that wait to be sent to one endpoint: filling batches, one for each tenant, and complete ones in their order.
 * It counts what all of them hold, and is full past its limits.
 */
import type { LabelSet, Nanos } from "@sluice/engine";
import { entryMemory, labelMemory } from "../core/entries/held-memory.ts";
import type { LogEntry } from "../core/entries/receiver.ts";
import { TENANT_LABEL } from "../core/entries/tenant.ts";
import { Batch, entrySize } from "./batch.ts";

export interface BatchOptions {
  readonly batchWait: Nanos;
  /** Bytes of entries, by `entrySize`. */
  readonly batchSize: number;
  /** Of entries that carry none themselves. */
  readonly tenant: string;
  readonly externalLabels: ReadonlyMap<string, string>;
  /** Bytes of the complete batches that may wait, of each part. */
  readonly capacity: number;
  /** Parts that are sent at the same time, each in its order; a stream is in one of them. */
  readonly shards: number;
  /** Most streams in a batch; 0 is any number. */
  readonly maxStreams: number;
}

/** Besides the complete batches that wait, in each part: one that fills, and one that is sent. */
const BATCHES_BESIDES = 2;
/** It is also full when it holds so many entries. */
const MAX_HELD_ENTRIES = 100_000;
/** The same for what it holds in memory, labels included, in UTF-16 units; more where batches are configured larger. */
const MAX_HELD_UNITS = 64 * 1024 * 1024;
/** A batch is complete with so many entries, or with so much in memory, however few bytes `batch_size` counts of it. */
const MAX_BATCH_ENTRIES = 20_000;
const MAX_BATCH_UNITS = 4 * 1024 * 1024;
/** Batches that fill at the same time; past it all are sent as they are. */
const MAX_FILLING = 1000;
/** Label sets whose way out is remembered, and what they may hold. */
const MAX_ROUTES = 10_000;
const MAX_ROUTE_UNITS = 8 * 1024 * 1024;

export interface Route {
  readonly labels: LabelSet;
  readonly tenant: string;
  readonly shard: number;
  /** Of the batch that fills. */
  readonly key: string;
}

export class Batcher {
  #options: BatchOptions;
  readonly #filling = new Map<string, Batch>();
  #complete: Batch[] = [];
  readonly #routes = new Map<LabelSet, Route>();
  #routeUnits = 0;
  #heldBytes = 0;
  #heldEntries = 0;
  #heldUnits = 0;

  constructor(options: BatchOptions) {
    this.#options = options;
  }

  /** Follows other options from now on. What was taken keeps its labels and tenant. */
  update(options: BatchOptions): void {
    this.#options = options;
    this.#forgetRoutes();
  }

  /** Entries taken and not let go of. */
  get held(): number {
    return this.#heldEntries;
  }

  get full(): boolean {
    const { capacity, batchSize, shards } = this.#options;
    const bytes = (Math.max(Math.floor(capacity / batchSize), 1) + BATCHES_BESIDES) * shards * batchSize;
    return (
      this.#heldBytes >= bytes ||
      this.#heldEntries >= MAX_HELD_ENTRIES ||
      this.#heldUnits >= Math.max(MAX_HELD_UNITS, 2 * bytes)
    );
  }

  /** More tenants than it may fill batches of. */
  get crowded(): boolean {
    return this.#filling.size > MAX_FILLING;
  }

  /** Gives where the entry goes where it was not taken, since it would be of a stream too many. */
  add(entry: LogEntry, now: Nanos): Route | undefined {
    const route = this.routeOf(entry.labels);
    const { labels, tenant, shard, key } = route;
    const size = entrySize(entry);
    let batch = this.#filling.get(key);
    if (batch !== undefined && this.#isComplete(batch, entry, size)) {
      this.#close(batch);
      batch = undefined;
    }
    if (batch === undefined) {
      batch = new Batch(tenant, shard, now);
      this.#filling.set(key, batch);
    }
    const { maxStreams } = this.#options;
    if (maxStreams > 0 && batch.streams >= maxStreams && !batch.hasStream(labels)) return route;
    const before = batch.memory;
    batch.add(labels, entry, size, now);
    this.#heldBytes += size;
    this.#heldEntries++;
    this.#heldUnits += batch.memory - before;
    return undefined;
  }

  /**
   * Takes out the next batch of a part that is free which is complete, or whose time has come; it counts as held until it is
   * released.
   */
  next(now: Nanos, isFree: (shard: number) => boolean): Batch | undefined {
    let place = this.#complete.findIndex(({ shard }) => isFree(shard));
    if (place < 0) {
      const due = now - this.#options.batchWait;
      for (const batch of [...this.#filling.values()])
        if (batch.startedAt <= due && isFree(batch.shard)) this.#close(batch);
      place = this.#complete.findIndex(({ shard }) => isFree(shard));
    }
    return place < 0 ? undefined : this.#complete.splice(place, 1)[0];
  }

  /** When the next batch of a part that is free is due that is not complete; undefined where none is filling. */
  dueAt(isFree: (shard: number) => boolean): Nanos | undefined {
    let earliest: Nanos | undefined;
    for (const { startedAt, shard } of this.#filling.values())
      if ((earliest === undefined || startedAt < earliest) && isFree(shard)) earliest = startedAt;
    return earliest === undefined ? undefined : earliest + this.#options.batchWait;
  }

  /** A batch that was taken out is sent, or given up. */
  letGo({ bytes, entries, memory }: Batch): void {
    this.#heldBytes -= bytes;
    this.#heldEntries -= entries;
    this.#heldUnits -= memory;
  }

  /** What is filling waits for nothing more. */
  closeAll(): void {
    for (const batch of [...this.#filling.values()]) this.#close(batch);
  }

  /** Takes out everything. */
  empty(): readonly Batch[] {
    this.closeAll();
    const all = this.#complete;
    this.#complete = [];
    for (const batch of all) this.letGo(batch);
    return all;
  }

  #close(batch: Batch): void {
    this.#filling.delete(keyOf(batch.tenant, batch.shard));
    this.#complete.push(batch);
  }

  /** Whether `entry` has no place in `batch` any more. */
  #isComplete(batch: Batch, entry: LogEntry, size: number): boolean {
    const { batchSize } = this.#options;
    return (
      batch.bytes + size > batchSize ||
      batch.entries >= MAX_BATCH_ENTRIES ||
      batch.memory + entryMemory(entry) > Math.max(MAX_BATCH_UNITS, 4 * batchSize)
    );
  }

  /** What labels leave as, and for which tenant. Remembered, since streams come again and again. */
  routeOf(labels: LabelSet): Route {
    const known = this.#routes.get(labels);
    if (known !== undefined) return known;
    const tenant = labels.get(TENANT_LABEL) ?? this.#options.tenant;
    let leaving = labels.filter((name) => !name.startsWith("__"));
    for (const [name, value] of this.#options.externalLabels) leaving = leaving.with(name, value);
    const { shards } = this.#options;
    const shard = shards === 1 ? 0 : hashOf(leaving.key) % shards;
    const route = { labels: leaving, tenant, shard, key: keyOf(tenant, shard) };
    const units = labelMemory(labels) + (leaving === labels ? 0 : labelMemory(leaving));
    if (this.#routes.size >= MAX_ROUTES || this.#routeUnits + units > MAX_ROUTE_UNITS) this.#forgetRoutes();
    this.#routeUnits += units;
    this.#routes.set(labels, route);
    return route;
  }

  #forgetRoutes(): void {
    this.#routes.clear();
    this.#routeUnits = 0;
  }
}

const keyOf = (tenant: string, shard: number): string => `${shard} ${tenant}`;

/** FNV-1a over UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
