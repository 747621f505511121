/**
 * A durable stretch of the way of entries: takes batches, writes them to disk, settles them, and gives them to each receiver
 * from a cursor of its own. What is given carries an origin of the journal's: the cursor moves over what is settled, entry by
 * entry.
 *
 * A source that waits (`secure`) learns when its batch is on disk, or that it could not be written; then nothing is kept. What
 * others push is kept in memory until it could be written, and nothing else is taken meanwhile.
 */
import { type Fate, JOURNAL_BOUNDS, type MetricFamily, MILLISECOND, type Nanos, SECOND } from "@sluice/engine";
import type { ComponentContext, JournalView, Leaving, NumberedEntry } from "../core/component.ts";
import type { LogsTarget, LogsTargets } from "../core/entries/logs-targets.ts";
import {
  type LogContent,
  type LogEntry,
  type LogsReceiver,
  NotSecured,
  type PushAnswer,
  RoomWaiters,
  releaseAll,
} from "../core/entries/receiver.ts";
import { firstLineOf } from "../core/faults.ts";
import { HEALTHY, type Health } from "../core/health.ts";
import { decodeEntries, encodePart } from "./entry-codec.ts";
import { JournalFeed } from "./feed.ts";
import { Filling, spell } from "./filling.ts";
import { lastEntries } from "./last-entries.ts";
import { JournalFull, RecordTooLarge } from "./store/errors.ts";
import type { JournalFiles } from "./store/files.ts";
import { RECORD_HEADER } from "./store/format.ts";
import {
  type Appended,
  type CursorStats,
  type Damage,
  type JournalStore,
  openJournalStore,
  type SyncMode,
} from "./store/journal-store.ts";
import { nodeJournalFiles } from "./store/node-files.ts";
import { Damages, FullPeriods } from "./trouble.ts";

export interface JournalArgs {
  /** Bytes on disk at which it is full. */
  readonly maxBytes: number;
  readonly sync: SyncMode;
  readonly syncInterval: Nanos;
  /** Where a receiver begins that is new. */
  readonly start: "oldest" | "newest";
}

export interface JournalParts {
  readonly context: ComponentContext;
  readonly targets: LogsTargets;
  /** Its own. */
  readonly directory: string;
  /** Of the names of its metrics. */
  readonly prefix: string;
  /** The platform's unless given. */
  readonly files?: JournalFiles | undefined;
}

/** Entries that are one record. */
interface Part {
  readonly payload: Uint8Array;
  readonly entries: readonly LogEntry[];
  /** Bytes on disk. */
  readonly size: number;
  /** What the entries hold, as `HeldMemory` counts it. */
  readonly memory: number;
}

/** Bytes of a record, unless one entry has more; and how many of that size a journal holds at least. */
const RECORD_BYTES = JOURNAL_BOUNDS.record;
const LEAST_RECORDS = 4;
/** A disk that takes longer to write does not answer. */
const SLOW = 10n * SECOND;
/** Of what `HeldMemory` counts. */
const UNIT_BYTES = 2;

export class Journal implements LogsReceiver {
  readonly durable = true;
  #args: JournalArgs;
  readonly #parts: JournalParts;
  readonly #context: ComponentContext;
  readonly #room = new RoomWaiters();
  #store: JournalStore | undefined;
  #feeds: readonly JournalFeed[] = [];
  /** Batches that could not be written yet, of sources that do not wait. */
  #waiting: (readonly LogEntry[])[] = [];
  #stopped = false;
  /** Its configuration no longer has it. */
  #removed = false;
  readonly #filling = new Filling();
  readonly #full: FullPeriods;
  readonly #damages: Damages;
  /** What kept it from writing last, until it writes again. */
  #problem: string | undefined;
  readonly #entries;
  readonly #replayed;
  readonly #failed;

  constructor(args: JournalArgs, parts: JournalParts) {
    this.#args = args;
    this.#parts = parts;
    const { context, targets, prefix } = parts;
    this.#context = context;
    const { metrics, scheduler, log } = context;
    this.#full = new FullPeriods(scheduler, log);
    this.#damages = new Damages(log);
    this.#entries = metrics.counter(`${prefix}entries_total`, "Entries taken and written").with();
    this.#replayed = metrics.counter(
      `${prefix}replayed_entries_total`,
      "Entries given again after a restart, which may have been delivered before",
      ["receiver"],
    );
    this.#failed = metrics.counter(
      `${prefix}failed_entries_total`,
      "Entries that were given up: what comes after could not deliver them, or they are larger than the journal may be",
      ["receiver"],
    );
    metrics.register({ collect: () => this.#gauges() });
    targets.onChange(() => this.#followTargets());
  }

  async start(): Promise<void> {
    const { dataLost, scheduler } = this.#context;
    const lost = dataLost();
    if (lost !== undefined) throw new Error(lost);
    const { directory, files = this.#files } = this.#parts;
    const onDamage = (damage: Damage) => this.#damages.add(damage);
    const store = await openJournalStore(directory, { ...this.#args, scheduler, onDamage }, files);
    this.#store = store;
    const { damaged, truncatedBytes } = store.recovered;
    for (const part of damaged) this.#damages.add(part);
    if (truncatedBytes > 0)
      this.#context.log.write(
        "warn",
        "the journal ended in a record that is not whole, which was left out: a crash cut it off before it was acknowledged, or it was damaged later",
        { bytes: truncatedBytes },
      );
    store.onRoom(() => this.#writeWaiting());
    this.#followTargets();
    this.#room.notify();
  }

  /** Follows other arguments from now on. */
  update(args: JournalArgs): void {
    this.#args = args;
    this.#store?.configure(args);
    this.#writeWaiting();
  }

  /** A feed for each receiver; the cursor of one that is gone is gone with it. */
  #followTargets(): void {
    const store = this.#store;
    const { all } = this.#parts.targets;
    if (store === undefined || all === undefined || this.#stopped) return;
    const targets = withUniqueIds(all);
    const ids = new Set(targets.map(({ id }) => id));
    for (const feed of this.#feeds) if (!ids.has(feed.id)) feed.stop();
    const { scheduler, faults, log } = this.#context;
    for (const name of store.cursorNames()) {
      if (ids.has(name)) continue;
      const left = store.behind(name);
      if (left > 0)
        log.write("warn", "a receiver is no longer in forward_to; it does not get what it had not delivered", {
          receiver: name,
          entries: left,
        });
      store.removeCursor(name);
    }
    this.#feeds = targets.map((target) => {
      const known = this.#feeds.find(({ id }) => id === target.id);
      if (known !== undefined) {
        known.target = target;
        return known;
      }
      const cursor = store.cursor(target.id, this.#args.start);
      for (const counter of [this.#replayed, this.#failed]) counter.with(target.id).add(0);
      const feed = new JournalFeed(target, cursor, {
        scheduler,
        faults,
        log,
        replayed: (count) => this.#replayed.with(target.id).add(count),
        failed: (count) => this.#failed.with(target.id).add(count),
      });
      feed.start();
      return feed;
    });
  }

  get full(): boolean {
    const store = this.#store;
    return store === undefined || this.#stopped || this.#waiting.length > 0 || store.full;
  }

  whenRoom(callback: () => void): void {
    if (this.full) this.#room.add(callback);
    else callback();
  }

  push(batch: readonly LogEntry[]): PushAnswer {
    if (this.full) return "full";
    this.#writeSoon(batch);
    return "accepted";
  }

  async secure(batch: readonly LogEntry[]): Promise<PushAnswer> {
    if (this.full) return "full";
    const parts = [...this.#partsOf(batch)];
    let follows = parts.reduce((sum, { size }) => sum + size, 0);
    const written: Promise<void>[] = [];
    for (const part of parts) {
      follows -= part.size;
      const appended = this.#append(part, follows);
      written.push(this.#written(part, appended));
      if (!appended.taken) break;
    }
    const failed = (await Promise.allSettled(written)).find(({ status }) => status === "rejected");
    if (failed === undefined) return "accepted";
    const { reason } = failed as PromiseRejectedResult;
    this.#problem = firstLineOf(reason);
    if (reason instanceof JournalFull) this.#isFull(reason);
    throw new NotSecured(`not written to the journal: ${this.#problem}`);
  }

  /** Keeps what of it cannot be written. */
  #writeSoon(batch: readonly LogEntry[]): void {
    for (const part of this.#partsOf(batch))
      void this.#written(part, this.#append(part)).catch((error: unknown) => this.#keep(part.entries, error));
  }

  /** Each is a record: a large batch is several, so that there is room for what can be written at all. */
  *#partsOf(batch: readonly LogEntry[]): Generator<Part> {
    const most = Math.min(RECORD_BYTES, Math.floor(this.#args.maxBytes / LEAST_RECORDS));
    for (let from = 0; from < batch.length; ) {
      const { payload, end, memory } = encodePart(batch, from, most);
      const entries = from === 0 && end === batch.length ? batch : batch.slice(from, end);
      yield { payload, entries, size: RECORD_HEADER + payload.length, memory };
      from = end;
    }
  }

  /** `follows`: bytes of what belongs to it and is written after it. */
  #append({ payload, entries, memory }: Part, follows = 0): Appended {
    const now = Number(this.#context.scheduler.now() / MILLISECOND);
    return this.#store!.append(payload, entries.length, now, {
      memo: entries,
      memoBytes: UNIT_BYTES * memory,
      follows,
    });
  }

  /** Resolves when it is on disk, as `sync` promises it. */
  async #written({ entries }: Part, { durable }: Appended): Promise<void> {
    await durable;
    this.#problem = undefined;
    this.#full.wrote();
    this.#entries.add(entries.length);
    this.#filling.look(this.#context.scheduler.now(), this.#store?.bytes ?? 0);
    this.#release(entries, "delivered");
  }

  /** A source that fails at it neither keeps the others from it nor undoes what was written. */
  #release(batch: readonly LogEntry[], fate: Fate): void {
    this.#context.faults.guard("settling what was taken", () => releaseAll(batch, fate));
  }

  #keep(batch: readonly LogEntry[], error: unknown): void {
    if (error instanceof RecordTooLarge) {
      this.#giveUp(batch, error);
      return;
    }
    const problem = firstLineOf(error);
    if (error instanceof JournalFull) this.#isFull(error);
    else if (problem !== this.#problem)
      this.#context.log.write("error", "the journal cannot be written; it takes nothing more until it can", {
        problem,
      });
    this.#problem = problem;
    this.#waiting.push(batch);
  }

  #isFull({ message }: JournalFull): void {
    this.#full.refused(message, () => {
      const { bytes, entries, behind, oldestAge } = this.#backlog();
      return { bytes, max_bytes: this.#args.maxBytes, entries, receiver: behind, oldest_age_seconds: oldestAge };
    });
  }

  /** What it holds, and which receiver is furthest behind. */
  #backlog() {
    const { bytes = 0, entries = 0, cursors = [], oldestTime } = this.#store?.stats() ?? {};
    const behind = cursors.find(({ behindEntries }) => behindEntries > 0 && behindEntries === entries)?.name;
    return { bytes, entries, behind, oldestAge: oldestTime === undefined ? undefined : this.#ageOf(oldestTime) };
  }

  /** Seconds since a time of an entry. */
  #ageOf(time: number): number {
    const now = Number(this.#context.scheduler.now() / MILLISECOND);
    return Math.max(0, Math.round((now - time) / 1000));
  }

  /** No receiver gets what is larger than the whole journal may be. */
  #giveUp(entries: readonly LogEntry[], { message }: RecordTooLarge): void {
    this.#context.log.write("error", "an entry is too large for the journal, and is given up", {
      entries: entries.length,
      problem: message,
    });
    for (const { id } of this.#feeds) this.#failed.with(id).add(entries.length);
    this.#release(entries, "failed");
  }

  #writeWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const batch of waiting) this.#writeSoon(batch);
    if (!this.full) this.#room.notify();
  }

  get health(): Health {
    const trouble = this.#trouble;
    if (trouble !== undefined) return trouble;
    const now = this.#context.scheduler.now();
    const told = [
      this.#damages.describe(),
      this.#filling.describe(now, this.#store?.bytes ?? 0, this.#args.maxBytes),
    ].filter((one) => one !== undefined);
    return told.length === 0 ? HEALTHY : { state: "healthy", message: told.join("; ") };
  }

  get #trouble(): Health | undefined {
    const { broken, full, unwritten = 0, commitBegan } = this.#store?.stats() ?? {};
    if (broken !== undefined)
      return { state: "unhealthy", message: `the disk failed, and nothing is taken until a restart: ${broken}` };
    if (full) return { state: "unhealthy", message: this.#describeFull() };
    if (this.#problem !== undefined) return { state: "unhealthy", message: this.#problem };
    const writing = commitBegan === undefined ? 0n : this.#context.scheduler.now() - commitBegan;
    if (writing >= SLOW)
      return {
        state: "unhealthy",
        message: `the disk has not answered for ${writing / SECOND} s: ${unwritten} entries are not written`,
      };
    const unread = this.#feeds.find(({ problem }) => problem !== undefined);
    if (unread !== undefined)
      return { state: "unhealthy", message: `cannot be read for ${unread.id}: ${unread.problem}` };
    return undefined;
  }

  #describeFull(): string {
    const why = this.#problem ?? `the journal is full (max_size: ${this.#args.maxBytes} bytes)`;
    const { behind, oldestAge } = this.#backlog();
    const who = behind === undefined ? "" : `; ${behind} is furthest behind`;
    const oldest = oldestAge === undefined ? "" : `, the oldest entry is ${spell(oldestAge)} old`;
    return `${why}: it takes nothing until there is room${who}${oldest}`;
  }

  /** Entries that some receiver has not delivered, with what is not written yet. */
  get held(): number {
    const { entries = 0, unwritten = 0 } = this.#store?.stats() ?? {};
    return this.#waiting.reduce((sum, batch) => sum + batch.length, entries + unwritten);
  }

  details(): Readonly<Record<string, unknown>> {
    const stats = this.#store?.stats();
    if (stats === undefined) return {};
    const ageOf = (time: number | undefined) => (time === undefined ? {} : { oldest_age_seconds: this.#ageOf(time) });
    const damaged = this.#damages.counts;
    const receivers = stats.cursors.map(({ name, behindEntries, behindBytes, oldestTime }) => ({
      receiver: name,
      behind_entries: behindEntries,
      behind_bytes: behindBytes,
      on_their_way: this.#feeds.find(({ id }) => id === name)?.onTheirWay ?? 0,
      ...ageOf(oldestTime),
    }));
    return {
      folder: this.#parts.directory,
      bytes: stats.bytes,
      max_bytes: this.#args.maxBytes,
      entries: stats.entries,
      ...ageOf(stats.oldestTime),
      ...(damaged && { damaged }),
      receivers,
    };
  }

  get view(): JournalView {
    return {
      summary: () => this.#summary(),
      last: (entries, bytes) => this.#last(entries, bytes),
      since: (time) => this.#since(time),
    };
  }

  async *#since(since: number): AsyncGenerator<LogContent, void> {
    for await (const { time, payload } of this.#store?.recordsSince(since) ?? [])
      if (time >= since) yield* decodeEntries(payload);
  }

  #summary(): ReturnType<JournalView["summary"]> {
    const stats = this.#store?.stats();
    if (stats === undefined) return undefined;
    const { bytes, entries, oldestTime, cursors } = stats;
    const damaged = this.#damages.counts;
    return {
      bytes,
      max_bytes: this.#args.maxBytes,
      waiting: entries,
      ...(entries > 0 && oldestTime !== undefined && { oldest: new Date(oldestTime).toISOString() }),
      ...(damaged && { damaged }),
      receivers: cursors.map(({ name, behindEntries, behindBytes }) => ({
        receiver: name,
        behind: behindEntries,
        behind_bytes: behindBytes,
      })),
    };
  }

  /** Read from disk: what is small is in memory by chance alone. */
  async #last(entries: number, bytes: number): Promise<NumberedEntry[]> {
    const store = this.#store;
    if (store === undefined) return [];
    const { directory, files = this.#files } = this.#parts;
    const { next } = store.stats();
    return lastEntries(directory, files, { from: Math.max(0, next - entries), to: next, bytes });
  }

  get #files(): JournalFiles {
    const { scheduler, log } = this.#context;
    return nodeJournalFiles(scheduler, log);
  }

  #gauges(): MetricFamily[] {
    const stats = this.#store?.stats();
    if (stats === undefined) return [];
    const { prefix } = this.#parts;
    const gauge = (name: string, help: string, samples: MetricFamily["samples"]): MetricFamily => ({
      name,
      help,
      type: "gauge",
      samples,
    });
    const one = (value: number) => [{ suffix: "", labels: [], value }];
    const { cursors } = stats;
    const damaged = this.#damages.counts;
    const each = (of: (cursor: CursorStats) => number) =>
      cursors.map((cursor) => ({ suffix: "", labels: [["receiver", cursor.name]] as const, value: of(cursor) }));
    return [
      gauge(`${prefix}size_bytes`, "Size on disk", one(stats.bytes)),
      gauge(`${prefix}max_size_bytes`, "Size at which it is full", one(this.#args.maxBytes)),
      gauge(`${prefix}entries`, "Entries that some receiver has not delivered", one(stats.entries)),
      gauge(
        `${prefix}oldest_entry_timestamp_seconds`,
        "When the oldest entry was taken that some receiver has not delivered",
        stats.oldestTime === undefined ? [] : one(stats.oldestTime / 1000),
      ),
      gauge(
        `${prefix}lag_entries`,
        "Entries that the receiver has not delivered",
        each(({ behindEntries }) => behindEntries),
      ),
      gauge(
        `${prefix}lag_bytes`,
        "Bytes of those, about",
        each(({ behindBytes }) => behindBytes),
      ),
      gauge(`${prefix}damaged_parts`, "Parts of its files that were found damaged", one(damaged?.parts ?? 0)),
      gauge(
        `${prefix}damaged_entries`,
        "Entries that were lost with those, as far as that can be known",
        one(damaged?.entries ?? 0),
      ),
    ];
  }

  /**
   * A process that stops leaves what it has not given: that is on disk. A component that is removed waits until all is
   * delivered, or keeps the rest and says so. One with an heir waits for what is on its way alone.
   */
  async drain(deadline: Promise<void>, { ends, hurry, hasHeir }: Leaving): Promise<number> {
    if (hasHeir === true) return this.#handOver(deadline);
    const given = Promise.all(this.#feeds.map((feed) => feed.caughtUp(ends === "component")));
    await Promise.race([given, deadline, ends === "process" ? hurry : deadline]);
    this.#stopped = true;
    this.#removed = ends === "component";
    for (const feed of this.#feeds) feed.stop();
    return this.#unwritten;
  }

  /** What is settled now is not given again. */
  async #handOver(deadline: Promise<void>): Promise<number> {
    this.#stopped = true;
    for (const feed of this.#feeds) feed.stop();
    await Promise.race([Promise.all(this.#feeds.map((feed) => feed.settled())), deadline]);
    return this.#unwritten;
  }

  /** Entries that were taken, and neither are on disk nor can be had again. */
  get #unwritten(): number {
    return this.#waiting.flat().filter(({ origin }) => origin === undefined).length;
  }

  async close(): Promise<void> {
    this.#full.close();
    for (const feed of this.#feeds) feed.report();
    const store = this.#store;
    if (store === undefined) return;
    const { entries } = store.stats();
    this.#store = undefined;
    await store.close();
    if (entries === 0) return;
    const fields = { entries, folder: this.#parts.directory };
    if (this.#removed)
      this.#context.log.write("warn", "a journal was removed; entries stay in it, and go on when it is back", fields);
    else this.#context.log.write("info", "entries stay in the journal, and go on when it runs again", fields);
  }
}

/** Each with a name of its own: one that is there twice gets everything twice. */
function withUniqueIds(targets: readonly LogsTarget[]): LogsTarget[] {
  const seen = new Map<string, number>();
  return targets.map(({ id, ...rest }) => {
    const nth = (seen.get(id) ?? 0) + 1;
    seen.set(id, nth);
    return { id: nth === 1 ? id : `${id} (${nth})`, ...rest };
  });
}
