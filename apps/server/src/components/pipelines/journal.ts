/**
 * `logs.journal`: takes batches, writes them to disk, is done with them, and gives them to each receiver from a cursor of its
 * own. What is given carries an origin of the journal's: the cursor moves over what is settled, entry by entry.
 *
 * A source that waits (`secure`) learns when its batch is on disk, or that it could not be written; then nothing is kept. What
 * others push is kept in memory until it could be written, and nothing else is taken meanwhile.
 */
import { type ComponentArgs, logsJournal, type MetricFamily, MILLISECOND } from "@sluice/engine";
import type { ComponentContext, EntryCounts, Leaving, RunningComponent } from "../../core/component.ts";
import { defineRunning, type TakeOver } from "../../core/component-record.ts";
import type { LogsTargets } from "../../core/entries/logs-targets.ts";
import {
  type LogEntry,
  type LogsReceiver,
  NotSecured,
  type PushAnswer,
  RoomWaiters,
  releaseAll,
} from "../../core/entries/receiver.ts";
import { firstLineOf } from "../../core/faults.ts";
import { HEALTHY, type Health } from "../../core/health.ts";
import { encodeEntries } from "../../journal/entry-codec.ts";
import { JournalFeed } from "../../journal/feed.ts";
import { type CursorStats, type JournalStore, openJournalStore } from "../../journal/store/journal-store.ts";
import { nodeJournalFiles } from "../../journal/store/node-files.ts";

type Args = ComponentArgs<typeof logsJournal>;

export class JournalComponent implements RunningComponent, LogsReceiver {
  #args: Args;
  readonly #targets: LogsTargets;
  readonly #context: ComponentContext;
  readonly #room = new RoomWaiters();
  #store: JournalStore | undefined;
  #feeds: readonly JournalFeed[] = [];
  /** Batches that could not be written yet, of sources that do not wait. */
  #waiting: (readonly LogEntry[])[] = [];
  #stopped = false;
  /** What kept it from writing last, until it writes again. */
  #problem: string | undefined;
  readonly #entries;
  readonly #replayed;
  readonly #failed;

  constructor(args: Args, targets: LogsTargets, context: ComponentContext) {
    this.#args = args;
    this.#targets = targets;
    this.#context = context;
    const { metrics } = context;
    this.#entries = metrics.counter("logs_journal_entries_total", "Entries taken and written").with();
    this.#replayed = metrics.counter(
      "logs_journal_replayed_entries_total",
      "Entries given again after a restart, which may have been delivered before",
      ["receiver"],
    );
    this.#failed = metrics.counter(
      "logs_journal_failed_entries_total",
      "Entries that what comes after could not deliver, and gave up",
      ["receiver"],
    );
    metrics.register({ collect: () => this.#gauges() });
    targets.onChange(() => this.#followTargets());
  }

  get receiver(): LogsReceiver {
    return this;
  }

  async start(): Promise<void> {
    const { dataDir, dataLost, scheduler } = this.#context;
    const lost = dataLost();
    if (lost !== undefined) throw new Error(lost);
    const { max_size, sync, sync_interval } = this.#args;
    const store = await openJournalStore(
      dataDir,
      { maxBytes: max_size, sync, syncInterval: sync_interval, scheduler },
      nodeJournalFiles(scheduler, this.#context.log),
    );
    this.#store = store;
    const { damaged, truncatedBytes } = store.recovered;
    for (const part of damaged)
      this.#context.log.write("error", "a part of the journal is damaged and was left out", { ...part });
    if (truncatedBytes > 0)
      this.#context.log.write(
        "info",
        "the journal ended in a record that was not written whole, and was never acknowledged",
        {
          bytes: truncatedBytes,
        },
      );
    store.onRoom(() => this.#writeWaiting());
    this.#followTargets();
    this.#room.notify();
  }

  update(args: Args): TakeOver {
    return () => {
      this.#args = args;
      const { max_size, sync, sync_interval } = args;
      this.#store?.configure({ maxBytes: max_size, sync, syncInterval: sync_interval });
      if (!this.full) this.#room.notify();
    };
  }

  /** A feed for each receiver; the cursor of one that is gone is gone with it. */
  #followTargets(): void {
    const store = this.#store;
    if (store === undefined || this.#stopped) return;
    const ids = new Set(this.#targets.all.map(({ id }) => id));
    for (const feed of this.#feeds) {
      if (ids.has(feed.id)) continue;
      feed.stop();
    }
    const { scheduler, faults, log } = this.#context;
    for (const name of store.cursorNames()) {
      if (ids.has(name)) continue;
      const left = store.stats().cursors.find((one) => one.name === name)?.behindEntries ?? 0;
      if (left > 0)
        log.write("warn", "a receiver is no longer in forward_to; it does not get what it had not delivered", {
          receiver: name,
          entries: left,
        });
      store.removeCursor(name);
    }
    this.#feeds = this.#targets.all.map((target) => {
      const known = this.#feeds.find(({ id }) => id === target.id);
      if (known !== undefined) {
        known.target = target;
        return known;
      }
      const cursor = store.cursor(target.id, this.#args.start === "end" ? "newest" : "oldest");
      const feed = new JournalFeed(target, cursor, {
        scheduler,
        faults,
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
    void this.#write(batch).catch((error: unknown) => this.#keep(batch, error));
    return "accepted";
  }

  async secure(batch: readonly LogEntry[]): Promise<PushAnswer> {
    if (this.full) return "full";
    try {
      await this.#write(batch);
      return "accepted";
    } catch (error) {
      this.#problem = firstLineOf(error);
      throw new NotSecured(`not written to the journal: ${this.#problem}`);
    }
  }

  /** Resolves when the batch is on disk, as `sync` promises it. */
  async #write(batch: readonly LogEntry[]): Promise<void> {
    if (batch.length === 0) return;
    const now = Number(this.#context.scheduler.now() / MILLISECOND);
    await this.#store!.append(encodeEntries(batch), batch.length, now, batch).durable;
    this.#problem = undefined;
    this.#entries.add(batch.length);
    releaseAll(batch, "delivered");
  }

  #keep(batch: readonly LogEntry[], error: unknown): void {
    const problem = firstLineOf(error);
    if (problem !== this.#problem)
      this.#context.log.write("error", "the journal cannot be written; it takes nothing more until it can", {
        problem,
      });
    this.#problem = problem;
    this.#waiting.push(batch);
  }

  #writeWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const batch of waiting) void this.#write(batch).catch((error: unknown) => this.#keep(batch, error));
    if (!this.full) this.#room.notify();
  }

  get health(): Health {
    const broken = this.#store?.stats().broken;
    if (broken !== undefined)
      return { state: "unhealthy", message: `the disk failed, and nothing is taken until a restart: ${broken}` };
    if (this.#problem !== undefined) return { state: "unhealthy", message: this.#problem };
    if (this.#store?.full)
      return {
        state: "unhealthy",
        message: "the journal is full (max_size): it takes nothing until receivers have delivered some of it",
      };
    return HEALTHY;
  }

  counts(): EntryCounts {
    const { entries = 0 } = this.#store?.stats() ?? {};
    return { dropped: 0, held: entries };
  }

  details(): Readonly<Record<string, unknown>> {
    const stats = this.#store?.stats();
    if (stats === undefined) return {};
    const receivers = stats.cursors.map(({ name, behindEntries, behindBytes }) => ({
      receiver: name,
      behind_entries: behindEntries,
      behind_bytes: behindBytes,
      on_their_way: this.#feeds.find(({ id }) => id === name)?.onTheirWay ?? 0,
    }));
    return {
      folder: this.#context.dataDir,
      bytes: stats.bytes,
      max_bytes: this.#args.max_size,
      entries: stats.entries,
      receivers,
    };
  }

  #gauges(): MetricFamily[] {
    const stats = this.#store?.stats();
    if (stats === undefined) return [];
    const gauge = (name: string, help: string, samples: MetricFamily["samples"]): MetricFamily => ({
      name,
      help,
      type: "gauge",
      samples,
    });
    const one = (value: number) => [{ suffix: "", labels: [], value }];
    const { cursors } = stats;
    const each = (of: (cursor: CursorStats) => number) =>
      cursors.map((cursor) => ({ suffix: "", labels: [["receiver", cursor.name]] as const, value: of(cursor) }));
    return [
      gauge("logs_journal_size_bytes", "Size on disk", one(stats.bytes)),
      gauge("logs_journal_max_size_bytes", "Size at which it is full", one(this.#args.max_size)),
      gauge("logs_journal_entries", "Entries that some receiver has not delivered", one(stats.entries)),
      gauge(
        "logs_journal_oldest_entry_timestamp_seconds",
        "When the oldest entry was taken that some receiver has not delivered",
        stats.oldestTime === undefined ? [] : one(stats.oldestTime / 1000),
      ),
      gauge(
        "logs_journal_lag_entries",
        "Entries that the receiver has not delivered",
        each(({ behindEntries }) => behindEntries),
      ),
      gauge(
        "logs_journal_lag_bytes",
        "Bytes of those",
        each(({ behindBytes }) => behindBytes),
      ),
    ];
  }

  /**
   * A process that stops leaves what it has not given: that is on disk. A component that is removed waits until all is
   * delivered, or keeps the rest and says so.
   */
  async drain(deadline: Promise<void>, { ends, hurry }: Leaving): Promise<number> {
    const given = Promise.all(this.#feeds.map((feed) => feed.caughtUp(ends === "component")));
    await Promise.race([given, deadline, ends === "process" ? hurry : deadline]);
    this.#stopped = true;
    for (const feed of this.#feeds) feed.stop();
    const lost = this.#waiting.flat().filter(({ origin }) => origin === undefined).length;
    return lost;
  }

  async close(): Promise<void> {
    for (const feed of this.#feeds) feed.report();
    const store = this.#store;
    if (store === undefined) return;
    const { entries } = store.stats();
    this.#store = undefined;
    await store.close();
    if (entries > 0)
      this.#context.log.write("info", "entries stay in the journal, and go on when it runs again", {
        entries,
        folder: this.#context.dataDir,
      });
  }
}

export const journalRecord = defineRunning({
  spec: logsJournal,
  keepsState: true,
  build: ({ args, targets, context }) => new JournalComponent(args, targets, context),
  update: (running, args) => running.update(args),
});
