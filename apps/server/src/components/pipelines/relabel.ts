/**
 * `logs.relabel`: entries in, entries with other labels out, in the same turn. What rules make of a label set is remembered,
 * since streams have many entries. While what comes after is full, one batch is held and no other is taken.
 */
import {
  applyRules,
  type ComponentArgs,
  LabelSet,
  logsRelabel,
  NO_LABELS,
  type RelabelRules,
  toRules,
} from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import { type LogEntry, type LogsReceiver, type PushAnswer, RoomWaiters } from "../../core/entries/receiver.ts";
import { HEALTHY } from "../../core/health.ts";

type Args = ComponentArgs<typeof logsRelabel>;

/** The result for a label set: other labels, or the reason why entries with it are dropped. */
type Result = LabelSet | { readonly dropped: string };

export class RelabelComponent implements RunningComponent, LogsReceiver {
  readonly health = HEALTHY;
  readonly #next: LogsReceiver;
  readonly #context: ComponentContext;
  readonly #metrics;
  readonly #room = new RoomWaiters();
  /** The one that was used last comes last. */
  readonly #cache = new Map<LabelSet, Result>();
  #rules: RelabelRules;
  #cacheSize: number;
  /** Not taken on yet. */
  #outgoing: readonly LogEntry[] = [];

  constructor(args: Args, rules: RelabelRules, next: LogsReceiver, context: ComponentContext) {
    this.#next = next;
    this.#context = context;
    this.#rules = rules;
    this.#cacheSize = args.max_cache_size;
    const counter = (name: string, help: string, labels: readonly string[] = []) =>
      context.metrics.counter(`${context.prefix}relabel_${name}`, help, labels);
    this.#metrics = {
      processed: counter("entries_processed", "Total number of log entries processed").with(),
      written: counter("entries_written", "Total number of log entries forwarded").with(),
      misses: counter("cache_misses", "Total number of cache misses").with(),
      hits: counter("cache_hits", "Total number of cache hits").with(),
      size: context.metrics.gauge(`${context.prefix}relabel_cache_size`, "Total size of relabel cache").with(),
      dropped: counter("entries_dropped_total", "Entries that went no further, by the rule's action", ["reason"]),
    };
  }

  get receiver(): LogsReceiver {
    return this;
  }

  update(args: Args, rules: RelabelRules): void {
    this.#rules = rules;
    this.#cacheSize = args.max_cache_size;
    this.#cache.clear();
    this.#metrics.size.set(0);
  }

  async start(): Promise<void> {}

  get full(): boolean {
    return this.#outgoing.length > 0;
  }

  push(batch: readonly LogEntry[]): PushAnswer {
    if (this.full) return "full";
    this.#metrics.processed.add(batch.length);
    const outgoing: LogEntry[] = [];
    for (const entry of batch) {
      const result = this.#look(entry.labels);
      if (result instanceof LabelSet) {
        outgoing.push(result === entry.labels ? entry : { ...entry, labels: result });
        continue;
      }
      this.#metrics.dropped.with(result.dropped).inc();
      entry.origin?.release("dropped");
    }
    this.#outgoing = outgoing;
    this.#handOn();
    return "accepted";
  }

  #handOn(): void {
    const batch = this.#outgoing;
    if (batch.length === 0) return;
    if (this.#next.push(batch) === "accepted") {
      this.#outgoing = [];
      this.#metrics.written.add(batch.length);
      return;
    }
    this.#next.whenRoom(() => {
      this.#handOn();
      if (!this.full) this.#room.notify();
    });
  }

  whenRoom(callback: () => void): void {
    if (this.full) this.#room.add(callback);
    else callback();
  }

  #look(labels: LabelSet): Result {
    const known = this.#cache.get(labels);
    if (known !== undefined) {
      this.#metrics.hits.inc();
      this.#cache.delete(labels);
      this.#cache.set(labels, known);
      return known;
    }
    this.#metrics.misses.inc();
    const result = this.#relabel(labels);
    this.#cache.set(labels, result);
    if (this.#cache.size > this.#cacheSize) this.#cache.delete(this.#cache.keys().next().value!);
    this.#metrics.size.set(this.#cache.size);
    return result;
  }

  /** What exceeds the bounds of expressions goes on unchanged, as it does in stages. */
  #relabel(labels: LabelSet): Result {
    const changed = new Map(labels);
    let result: Result = labels;
    this.#context.faults.guard("relabelling", () => {
      const dropped = applyRules(this.#rules, changed);
      if (dropped !== undefined) result = { dropped: dropped.action };
      else result = changed.size === 0 ? { dropped: NO_LABELS } : LabelSet.of(changed);
    });
    return result;
  }

  async drain(deadline: Promise<void>): Promise<number> {
    if (this.full) await Promise.race([new Promise<void>((resolve) => this.whenRoom(resolve)), deadline]);
    return this.#outgoing.filter(({ origin }) => origin === undefined).length;
  }

  details(): Readonly<Record<string, unknown>> {
    return { rules: this.#rules.length, cached: this.#cache.size, outgoing: this.#outgoing.length };
  }
}

export const relabelRecord = defineRunning({
  spec: logsRelabel,
  build: ({ args, next, context }) => new RelabelComponent(args, toRules(args.rule), next, context),
  update: (running, args) => () => running.update(args, toRules(args.rule)),
});
