/** `logs.enrich`: entries in, entries with labels of their targets out, in the same turn. */
import { type ComponentArgs, enriched, logsEnrich, matchLabel, TargetLabels } from "@sluice/engine";
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
  #label: string;

  constructor(args: Args, next: LogsReceiver) {
    this.#targets = new TargetLabels(args);
    this.#label = matchLabel(args);
    this.#entries = new EntryMapper({ map: (batch) => batch.map((entry) => this.#enrich(entry)) }, next);
  }

  get receiver(): LogsReceiver {
    return this.#entries;
  }

  update(args: Args): void {
    this.#targets = new TargetLabels(args);
    this.#label = matchLabel(args);
  }

  async start(): Promise<void> {}

  #enrich(entry: LogEntry): LogEntry {
    const labels = enriched(entry.labels, this.#label, this.#targets);
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
