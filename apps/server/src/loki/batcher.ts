/**
 * Entries that wait to be sent to one endpoint: filling batches, one for each tenant, and complete ones in their order.
 * It counts what all of them hold, and is full past its limits.
 */
import type { LabelSet, Nanos } from "@sluice/engine";
import { entryMemory, labelMemory } from "../core/held-memory.ts";
import type { LogEntry } from "../core/receiver.ts";
import { TENANT_LABEL } from "../core/tenant.ts";
import { Batch, entrySize } from "./batch.ts";

export interface BatchOptions {
  readonly batchWait: Nanos;
  /** Bytes of lines and structured metadata. */
  readonly batchSize: number;
  /** Of entries that carry none themselves. */
  readonly tenant: string;
  readonly externalLabels: ReadonlyMap<string, string>;
}

/** It is full when it holds as many bytes as this many complete batches, or this many entries. */
const MAX_HELD_BATCHES = 16;
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

interface Route {
  readonly labels: LabelSet;
  readonly tenant: string;
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

  /** Goes by other options from now on. What was taken keeps its labels and tenant. */
  update(options: BatchOptions): void {
    this.#options = options;
    this.#forgetRoutes();
  }

  /** Entries taken and not let go of. */
  get held(): number {
    return this.#heldEntries;
  }

  get full(): boolean {
    const bytes = MAX_HELD_BATCHES * this.#options.batchSize;
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

  add(entry: LogEntry, now: Nanos): void {
    const { labels, tenant } = this.#route(entry.labels);
    const size = entrySize(entry);
    let batch = this.#filling.get(tenant);
    if (batch !== undefined && this.#isComplete(batch, entry, size)) {
      this.#close(batch);
      batch = undefined;
    }
    if (batch === undefined) {
      batch = new Batch(tenant, now);
      this.#filling.set(tenant, batch);
    }
    const before = batch.memory;
    batch.add(labels, entry, size);
    this.#heldBytes += size;
    this.#heldEntries++;
    this.#heldUnits += batch.memory - before;
  }

  /** Takes out the next batch that is complete, or whose time has come; it counts as held until it is released. */
  next(now: Nanos): Batch | undefined {
    if (this.#complete.length === 0) {
      const due = now - this.#options.batchWait;
      for (const batch of [...this.#filling.values()]) if (batch.startedAt <= due) this.#close(batch);
    }
    return this.#complete.shift();
  }

  /** When the next batch is due that is not complete; undefined where none is filling. */
  get dueAt(): Nanos | undefined {
    let earliest: Nanos | undefined;
    for (const { startedAt } of this.#filling.values())
      if (earliest === undefined || startedAt < earliest) earliest = startedAt;
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
    this.#filling.delete(batch.tenant);
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
  #route(labels: LabelSet): Route {
    const known = this.#routes.get(labels);
    if (known !== undefined) return known;
    const tenant = labels.get(TENANT_LABEL) ?? this.#options.tenant;
    let leaving = labels.filter((name) => !name.startsWith("__"));
    for (const [name, value] of this.#options.externalLabels) leaving = leaving.with(name, value);
    const route = { labels: leaving, tenant };
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
