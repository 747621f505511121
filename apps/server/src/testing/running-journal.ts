/** A journal on a disk in memory, between a test and receivers that hold what they get. */
import { SECOND } from "@sluice/engine";
import { LogsTargets } from "../core/entries/logs-targets.ts";
import type { LogEntry } from "../core/entries/receiver.ts";
import { Journal, type JournalArgs } from "../journal/journal.ts";
import { CollectingReceiver, entry, type TestContext, testContext } from "./fixtures.ts";
import type { MemoryDisk } from "./memory-disk.ts";

export const ARGS: JournalArgs = { maxBytes: 16 * 1024 * 1024, sync: "group", syncInterval: SECOND, start: "oldest" };

/** Keeps what it gets until the test settles it. */
export class Holding extends CollectingReceiver {
  override releases = false;

  take(count = this.entries.length): LogEntry[] {
    return this.entries.splice(0, count);
  }
}

export interface RunningJournal {
  readonly journal: Journal;
  readonly context: TestContext;
  readonly receivers: Readonly<Record<string, Holding>>;
  readonly targets: LogsTargets;
  /** Lets everything happen that waits for no clock. */
  turns(): Promise<void>;
}

export async function run(
  disk: MemoryDisk,
  names: readonly string[],
  args: Partial<JournalArgs> = {},
): Promise<RunningJournal> {
  const context = testContext("logs.journal.intake");
  const targets = new LogsTargets();
  const journal = new Journal(
    { ...ARGS, ...args },
    { context, targets, directory: "/journal", prefix: "logs_journal_", files: disk },
  );
  const receivers = Object.fromEntries(names.map((name) => [name, new Holding()]));
  targets.set(names.map((id) => ({ id, receiver: receivers[id]! })));
  await journal.start();
  const turns = async () => {
    for (let i = 0; i < 6; i++) {
      await context.scheduler.advance(0n);
      for (let j = 0; j < 60; j++) await Promise.resolve();
    }
  };
  return { journal, context, receivers, targets, turns };
}

export const lines = (from: number, count: number) => Array.from({ length: count }, (_, i) => entry(`${from + i}`));
export const settle = (entries: readonly LogEntry[]) => {
  for (const { origin } of entries) origin!.release("delivered");
};
