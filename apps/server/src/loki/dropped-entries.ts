/** Entries of a push that are dropped at once, counted by tenant and reason. */
import type { LogEntry } from "../core/entries/receiver.ts";
import { entrySize } from "./batch.ts";
import type { DropReason } from "./push-counters.ts";

/** What is reported of each reason. */
export const WHY_DROPPED: Partial<Readonly<Record<DropReason, string>>> = {
  queue_is_full: "the queue is full, and block_on_overflow is false",
  stream_limited: "they are of more streams than max_streams allows in a batch",
};

interface Part {
  readonly tenant: string;
  readonly reason: DropReason;
  entries: number;
  bytes: number;
}

export class DroppedEntries {
  readonly parts: Part[] = [];

  add(entry: LogEntry, tenant: string, reason: DropReason): void {
    let part = this.parts.find((one) => one.tenant === tenant && one.reason === reason);
    if (part === undefined) {
      part = { tenant, reason, entries: 0, bytes: 0 };
      this.parts.push(part);
    }
    part.entries++;
    part.bytes += entrySize(entry);
    entry.origin?.release("failed");
  }
}
