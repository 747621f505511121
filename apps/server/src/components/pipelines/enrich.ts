/** `logs.enrich`: entries in, entries with labels of their targets out, in the same turn. */
import { type ComponentArgs, enriched, logsEnrich, matchedLabels, TargetLabels } from "@sluice/engine";
import type { RunningComponent } from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import { EntryMapper } from "../../core/entries/entry-mapper.ts";
import type { LogEntry, LogsReceiver } from "../../core/entries/receiver.ts";
import { HEALTHY } from "../../core/health.ts";

type Args = ComponentArgs<typeof logsEnrich>;

export class EnrichComponent implements RunningComponent {
  readonly health = HEALTHY;
  readonly #entries: EntryMapper;
  #targets: TargetLabels;
  /** Of an entry, whose values a target has. */
  #labels: readonly string[];

  constructor(args: Args, next: LogsReceiver) {
    const { targets, own } = matchedLabels(args);
    this.#targets = new TargetLabels(args, targets);
    this.#labels = own;
    this.#entries = new EntryMapper({ map: (batch) => batch.map((entry) => this.#enrich(entry)) }, next);
  }

  get receiver(): LogsReceiver {
    return this.#entries;
  }

  update(args: Args): void {
    const { targets, own } = matchedLabels(args);
    this.#targets = new TargetLabels(args, targets);
    this.#labels = own;
  }

  async start(): Promise<void> {}

  #enrich(entry: LogEntry): LogEntry {
    const labels = enriched(entry.labels, this.#labels, this.#targets);
    return labels === entry.labels ? entry : { ...entry, labels };
  }

  drain(deadline: Promise<void>): Promise<number> {
    return this.#entries.drain(deadline);
  }

  details(): Readonly<Record<string, unknown>> {
    return { targets: this.#targets.size, outgoing: this.#entries.outgoing };
  }
}

export const enrichRecord = defineRunning({
  spec: logsEnrich,
  build: ({ args, next }) => new EnrichComponent(args, next),
  update: (running, args) => () => running.update(args),
});
