/** The size of a journal, of `logs.journal` and in front of endpoints. */
import { bytesField, type CheckReport } from "../../schema/field.ts";

/** What a journal holds in memory, and how it is divided, also for the page of limits. Bytes, unless it says. */
export const JOURNAL_BOUNDS = {
  /** On disk: less would not hold one push of the largest size and what waits beside it. */
  least: 16 * 1024 * 1024,
  usual: 2 * 1024 * 1024 * 1024,
  /** Of entries that wait to be written. */
  unwritten: 32 * 1024 * 1024,
  /** Of the newest records, for receivers that keep up. */
  recent: 8 * 1024 * 1024,
  /** On the way to one receiver, about. */
  onTheWay: 8 * 1024 * 1024,
  /** Of one entry, where `max_size` is not less. */
  entry: 2 ** 30,
  /** Of one record, unless one entry has more. */
  record: 4 * 1024 * 1024,
  /** Of one file. */
  segment: 64 * 1024 * 1024,
  /** Files that a full journal has at least. */
  segments: 32,
} as const;

export const journalSizeField = (about: { readonly doc: string; readonly notInAlloy?: boolean }) =>
  bytesField({ ...about, default: JOURNAL_BOUNDS.usual, unit: "bytes" });

export function checkJournalSize({ max_size }: { readonly max_size: number }, report: CheckReport): void {
  if (max_size < JOURNAL_BOUNDS.least) report.error("journal-size", "max_size must be at least 16MiB", "max_size");
}
