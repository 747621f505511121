/** The size of a journal, of `logs.journal` and in front of endpoints. */
import { bytesField, type CheckReport } from "../../schema/field.ts";

/** Bytes: less would not hold one push of the largest size and what waits beside it. */
const MIN_JOURNAL_SIZE = 16 * 1024 * 1024;

export const journalSizeField = (about: { readonly doc: string; readonly notInAlloy?: boolean }) =>
  bytesField({ ...about, default: 2 * 1024 * 1024 * 1024, unit: "bytes" });

export function checkJournalSize({ max_size }: { readonly max_size: number }, report: CheckReport): void {
  if (max_size < MIN_JOURNAL_SIZE) report.error("journal-size", "max_size must be at least 16MiB", "max_size");
}
