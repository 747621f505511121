/** `logs.journal`: entries on disk, from which each receiver gets them at its own pace. */
import { type ComponentArgs, logsJournal } from "@sluice/engine";
import type { ComponentContext, EntryCounts, JournalView, Leaving, RunningComponent } from "../../core/component.ts";
import { defineRunning, type TakeOver } from "../../core/component-record.ts";
import type { LogsTargets } from "../../core/entries/logs-targets.ts";
import type { LogsReceiver } from "../../core/entries/receiver.ts";
import type { Health } from "../../core/health.ts";
import { Journal, type JournalArgs } from "../../journal/journal.ts";

type Args = ComponentArgs<typeof logsJournal>;

export class JournalComponent implements RunningComponent {
  readonly #journal: Journal;

  constructor(args: Args, targets: LogsTargets, context: ComponentContext) {
    const directory = context.dataDir;
    this.#journal = new Journal(argsOf(args), { context, targets, directory, prefix: "logs_journal_" });
  }

  get receiver(): LogsReceiver {
    return this.#journal;
  }

  get journal(): JournalView {
    return this.#journal.view;
  }

  start(): Promise<void> {
    return this.#journal.start();
  }

  update(args: Args): TakeOver {
    return () => this.#journal.update(argsOf(args));
  }

  get health(): Health {
    return this.#journal.health;
  }

  counts(): EntryCounts {
    return { dropped: 0, held: this.#journal.held };
  }

  details(): Readonly<Record<string, unknown>> {
    return this.#journal.details();
  }

  drain(deadline: Promise<void>, leaving: Leaving): Promise<number> {
    return this.#journal.drain(deadline, leaving);
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}

const argsOf = ({ max_size, sync, sync_interval, start }: Args): JournalArgs => ({
  maxBytes: max_size,
  sync,
  syncInterval: sync_interval,
  start: start === "end" ? "newest" : "oldest",
});

export const journalRecord = defineRunning({
  spec: logsJournal,
  keepsState: () => true,
  build: ({ args, targets, context }) => new JournalComponent(args, targets, context),
  update: (running, args) => running.update(args),
});
