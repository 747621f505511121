/** `logs.relabel`: entries in, entries with other labels out, in the same turn. Results for label sets are remembered. */
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
import { EntryMapper } from "../../core/entries/entry-mapper.ts";
import { labelMemory } from "../../core/entries/held-memory.ts";
import type { LogEntry, LogsReceiver } from "../../core/entries/receiver.ts";
import { HEALTHY } from "../../core/health.ts";
import { RelabelCache } from "../../core/relabel-cache.ts";

type Args = ComponentArgs<typeof logsRelabel>;

/** The result for a label set: other labels, or the reason why entries with it are dropped. */
type Result = LabelSet | { readonly dropped: string };

export class RelabelComponent implements RunningComponent {
  readonly health = HEALTHY;
  readonly #entries: EntryMapper;
  readonly #context: ComponentContext;
  readonly #metrics;
  readonly #cache: RelabelCache<LabelSet, Result>;
  #rules: RelabelRules;

  constructor(args: Args, rules: RelabelRules, next: LogsReceiver, context: ComponentContext) {
    this.#context = context;
    this.#rules = rules;
    const prefix = `${context.prefix}relabel_`;
    this.#cache = new RelabelCache(args.max_cache_size, context.metrics, prefix);
    const counter = (name: string, help: string, labels: readonly string[] = []) =>
      context.metrics.counter(prefix + name, help, labels);
    this.#metrics = {
      processed: counter("entries_processed", "Total number of log entries processed").with(),
      written: counter("entries_written", "Total number of log entries forwarded").with(),
      dropped: counter("entries_dropped_total", "Entries that went no further, by the rule's action", ["reason"]),
    };
    this.#entries = new EntryMapper(
      { map: (batch) => this.#map(batch), handedOn: (count) => this.#metrics.written.add(count) },
      next,
    );
  }

  get receiver(): LogsReceiver {
    return this.#entries;
  }

  update(args: Args, rules: RelabelRules): void {
    this.#rules = rules;
    this.#cache.reset(args.max_cache_size);
  }

  async start(): Promise<void> {}

  #map(batch: readonly LogEntry[]): readonly LogEntry[] {
    this.#metrics.processed.add(batch.length);
    const outgoing: LogEntry[] = [];
    for (const entry of batch) {
      const { labels } = entry;
      const result = this.#cache.of(
        labels,
        () => this.#relabel(labels),
        (made) => labelMemory(labels) + (made instanceof LabelSet ? labelMemory(made) : 0),
      );
      if (result instanceof LabelSet) {
        outgoing.push(result === labels ? entry : { ...entry, labels: result });
        continue;
      }
      this.#metrics.dropped.with(result.dropped).inc();
      entry.origin?.release("dropped");
    }
    return outgoing;
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

  drain(deadline: Promise<void>): Promise<number> {
    return this.#entries.drain(deadline);
  }

  details(): Readonly<Record<string, unknown>> {
    return { rules: this.#rules.length, cached: this.#cache.size, outgoing: this.#entries.outgoing };
  }
}

export const relabelRecord = defineRunning({
  spec: logsRelabel,
  build: ({ args, next, context }) => new RelabelComponent(args, toRules(args.rule), next, context),
  update: (running, args) => () => running.update(args, toRules(args.rule)),
});
