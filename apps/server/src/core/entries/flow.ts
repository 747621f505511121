/** Counts what a component forwards, once for each batch, and copies it for observers. */
import type { LogEntry } from "./receiver.ts";

/** Told of what was taken, at once: entries are another's by then, and must not be kept in a form that can be changed. */
export type BatchObserver = (batch: readonly LogEntry[]) => void;

export class FlowCount {
  entries = 0;
  /** Of lines, in UTF-8. */
  bytes = 0;

  add(batch: readonly LogEntry[]): void {
    this.entries += batch.length;
    let bytes = 0;
    for (let i = 0; i < batch.length; i++) bytes += Buffer.byteLength(batch[i]!.line);
    this.bytes += bytes;
  }
}
