/**
 * What a tab could not store any more when it was left: the document with its last steps, in a storage of texts that works
 * at once. The next visit stores it, with the steps that were stored before.
 */
import { type History, newestId, record as recordStep } from "../model/history.ts";
import { type DocumentRecord, readRecord } from "./document-record.ts";
import { boundHistory, readSteps } from "./history-record.ts";
import { type PendingEdit, readPendingEdits } from "./pending-edit.ts";

/** Of the steps: the storage holds some five million characters of all tabs. */
const BOUNDS = { steps: 50, bytes: 200_000 };

export interface UnsavedRecord {
  readonly record: DocumentRecord;
  /** The last steps that led to it; undefined: they are too large. */
  readonly steps: History | undefined;
  /** What is to be done to it yet, in this order. */
  readonly edits: readonly PendingEdit[];
}

/** As it is written. */
export function unsavedOf(record: DocumentRecord, history: History, edits: readonly PendingEdit[]): object {
  const steps = boundHistory(history, BOUNDS);
  return { ...record, ...(steps.past.length === 0 && history.past.length > 0 ? {} : { steps }), edits };
}

/** What can be read of it; undefined: nothing. */
export function readUnsaved(value: unknown): UnsavedRecord | undefined {
  const record = readRecord(value);
  if (record === undefined) return undefined;
  const { steps, edits } = value as { readonly steps?: unknown; readonly edits?: unknown };
  return { record, steps: readSteps(steps), edits: readPendingEdits(edits) };
}

/** The history of `unsaved` after `stored`, which its first revision was, and the history of that. */
export function historyOfUnsaved(
  { record, steps }: UnsavedRecord,
  stored: DocumentRecord | undefined,
  before: History,
): History {
  if (steps !== undefined) {
    const since = before.past.findIndex(({ id }) => id === steps.past[0]?.id);
    return { past: [...before.past.slice(0, Math.max(since, 0)), ...steps.past], future: steps.future };
  }
  if (stored === undefined) return before;
  const recorded = {
    label: "Changes just before the page was left",
    group: undefined,
    at: 0,
    marks: { sampleId: null, stagePath: null, caret: null },
  };
  return recordStep(before, stored.content, record.content, recorded, newestId(before) + 1) ?? before;
}
