/**
 * Gives one receiver what a journal holds, from its own cursor on. So many entries may be on their way at a time; more are
 * read when some of these are settled. What comes back, since a component ended that had it, is given again.
 */
import { JOURNAL_BOUNDS, Origin, SECOND } from "@sluice/engine";
import type { LogsTarget } from "../core/entries/logs-targets.ts";
import type { LogContent, LogEntry, LogsReceiver } from "../core/entries/receiver.ts";
import type { Faults } from "../core/faults.ts";
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { describeSystemError } from "../platform/system-error.ts";
import { decodeEntries } from "./entry-codec.ts";
import { RecordSource } from "./record-source.ts";
import type { JournalCursor, JournalRecord } from "./store/journal-cursor.ts";

/**
 * Memory of entries that are on their way at a time, about: of their texts, and of each besides. More than `logs.write`
 * sends at a time.
 */
const MAX_BYTES = JOURNAL_BOUNDS.onTheWay;
const ENTRY_BYTES = 250;

/** What could not be read is tried again after this. */
const READ_AGAIN = SECOND;

export interface FeedContext {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly log: Logger;
  /** Entries that were given once before, by the process before this one. */
  readonly replayed: (count: number) => void;
  /** Entries that what comes after gave up. */
  readonly failed: (count: number) => void;
}

interface Given {
  readonly source: RecordSource;
  /** Of each of its entries, on average. */
  readonly bytes: number;
}

export class JournalFeed {
  #target: LogsTarget;
  readonly #cursor: JournalCursor;
  readonly #context: FeedContext;
  /** Records on their way, by their first entry. */
  readonly #given = new Map<number, Given>();
  #entries = 0;
  #bytes = 0;
  #stopped = false;
  /** Continues the loop, where it waits. */
  #wake = () => {};
  #rewinds = false;
  /** It waits until fewer are on their way. */
  #crowded = false;
  /** Records of which some is settled and not reported. */
  readonly #changed = new Set<RecordSource>();
  /** The receiver that was asked to say when there is room. */
  #asked: LogsReceiver | undefined;
  /** It read to the end. */
  #idle = false;
  /** What kept it from reading last, until it reads again. */
  #problem: string | undefined;
  #whenIdle: (() => void)[] = [];

  constructor(target: LogsTarget, cursor: JournalCursor, context: FeedContext) {
    this.#target = target;
    this.#cursor = cursor;
    this.#context = context;
    cursor.onMore(() => this.#wake());
  }

  get id(): string {
    return this.#target.id;
  }

  /** From now on it gives them to `target`, also what it waits to give. */
  set target(target: LogsTarget) {
    this.#target = target;
    this.#wake();
  }

  /** Why it cannot read just now. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Entries on their way: given and not settled. */
  get onTheirWay(): number {
    return this.#entries;
  }

  start(): void {
    const run = () => this.#context.faults.settle("reading the journal", () => this.#run(), undefined);
    void run();
  }

  /** Gives nothing more from now on. */
  stop(): void {
    this.#stopped = true;
    this.#wake();
    this.#notifyIdle();
  }

  /** Resolves when everything that the journal holds was given, and, with `settled`, is settled as well. */
  async caughtUp(settled: boolean): Promise<void> {
    while (!this.#stopped && !(this.#idle && (!settled || this.#entries === 0)))
      await new Promise<void>((resolve) => {
        this.#whenIdle.push(resolve);
      });
  }

  /** Resolves when nothing is on its way. */
  async settled(): Promise<void> {
    while (this.#entries > 0)
      await new Promise<void>((resolve) => {
        this.#whenIdle.push(resolve);
      });
  }

  #notifyIdle(): void {
    for (const callback of this.#whenIdle.splice(0)) callback();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      if (this.#rewinds) {
        this.#rewinds = false;
        this.#cursor.rewind();
      }
      if (this.#bytes >= MAX_BYTES) {
        this.#crowded = true;
        await this.#woken();
        continue;
      }
      // Asked before it waits: what comes meanwhile wakes it.
      const woken = this.#woken();
      this.#idle = false;
      const record = await this.#next();
      if (record !== undefined) {
        await this.#give(record);
        continue;
      }
      this.#idle = true;
      this.#notifyIdle();
      await woken;
    }
    this.#notifyIdle();
  }

  /** Reads again, after a pause, what could not be read. */
  async #next(): Promise<JournalRecord | undefined> {
    for (;;) {
      try {
        const record = await this.#cursor.next();
        this.#problem = undefined;
        return record;
      } catch (error) {
        const problem = describeSystemError(error);
        const { id } = this.#target;
        if (problem !== this.#problem)
          this.#context.log.write("error", "the journal cannot be read; it is tried again", { receiver: id, problem });
        this.#problem = problem;
      }
      await this.#pause();
      if (this.#stopped) return undefined;
    }
  }

  /** Ends when it stops, too. */
  async #pause(): Promise<void> {
    const wake = this.#wake;
    await new Promise<void>((resolve) => {
      const cancel = this.#context.scheduler.after(READ_AGAIN, resolve);
      this.#wake = () => {
        wake();
        if (!this.#stopped) return;
        cancel();
        resolve();
      };
    });
    this.#wake = wake;
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async #give(record: JournalRecord): Promise<void> {
    const { first } = record;
    const known = this.#given.get(first);
    const again = known?.source.takeReturned();
    if (again?.length === 0) return;
    const entries = this.#entriesOf(record);
    if (entries === undefined) return;
    const { source, bytes } = known ?? this.#open(record);
    const batch: LogEntry[] = [];
    const add = (i: number) => {
      const { labels, line, timestamp, metadata } = entries[i]!;
      batch.push({ labels, line, timestamp, metadata, origin: new Origin(source, i) });
    };
    if (again !== undefined) for (const i of again) add(i);
    else {
      let next = 0;
      for (const [from, count] of record.settled) {
        for (; next < from - first; next++) add(next);
        next += count;
      }
      for (; next < entries.length; next++) add(next);
    }
    if (record.replayed && again === undefined) this.#context.replayed(batch.length);
    source.give(batch.length);
    this.#entries += batch.length;
    this.#bytes += batch.length * bytes;
    for (;;) {
      const { receiver, flow } = this.#target;
      if (receiver.push(batch) === "accepted") {
        flow?.add(batch);
        return;
      }
      if (this.#stopped) return;
      const woken = this.#woken();
      this.#askForRoom(receiver);
      await woken;
    }
  }

  #askForRoom(receiver: LogsReceiver): void {
    if (this.#asked === receiver) return;
    this.#asked = receiver;
    receiver.whenRoom(() => {
      // What was replaced since has nothing to say.
      if (this.#asked !== receiver) return;
      this.#asked = undefined;
      this.#wake();
    });
  }

  /** Undefined where they cannot be read; then they are given up, since the rest must not wait for them. */
  #entriesOf(record: JournalRecord): readonly LogContent[] | undefined {
    if (record.memo !== undefined) return record.memo as readonly LogContent[];
    try {
      return decodeEntries(record.payload);
    } catch (error) {
      this.#context.faults.record("reading a record of the journal", error, record.count);
      this.#cursor.settle(record.first, record.count);
      return undefined;
    }
  }

  #open({ first, count, payload }: JournalRecord): Given {
    const bytes = Math.ceil(payload.length / count) + ENTRY_BYTES;
    const source = new RecordSource(count, {
      settled: (from, settled) => this.#cursor.settle(first + from, settled),
      left: (settled) => this.#left(settled, bytes),
      failed: this.#context.failed,
      returned: () => {
        this.#left(1, bytes);
        if (this.#rewinds) return;
        this.#rewinds = true;
        this.#wake();
      },
      changed: (one) => {
        if (this.#changed.size === 0) this.#context.scheduler.soon(() => this.report());
        this.#changed.add(one);
      },
      finished: () => void this.#given.delete(first),
    });
    const given = { source, bytes };
    this.#given.set(first, given);
    return given;
  }

  /** Writes down what is settled of records that are on their way. */
  report(): void {
    const all = [...this.#changed];
    this.#changed.clear();
    for (const source of all) source.report();
  }

  /** These are no longer on their way: there may be room for more. */
  #left(entries: number, bytes: number): void {
    this.#entries -= entries;
    this.#bytes -= entries * bytes;
    if (this.#crowded && this.#bytes < MAX_BYTES) {
      this.#crowded = false;
      this.#wake();
    }
    if (this.#entries === 0) this.#notifyIdle();
  }
}
