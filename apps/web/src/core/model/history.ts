/**
 * One undo history: transactions over everything that a document has. Those of one burst (typing without a pause)
 * become one. It is bounded in steps and in bytes; what is oldest goes first, and the last one always stays.
 */
import { applyChange, type Change, changeBetween, continuesTyping, invertChange, sizeOfChange } from "./change.ts";
import { contentOf, type DocumentContent } from "./document.ts";

/** Where the user was: restored by an undo. */
export interface Marks {
  readonly sampleId: number | null;
  readonly stagePath: string | null;
  /** UTF-16 offsets of the editor's selection. */
  readonly caret: { readonly start: number; readonly end: number } | null;
}

export interface Transaction {
  /** Unique within the document; a transaction that takes in another keeps its id. */
  readonly id: number;
  /** What was done: `Removed entry 3`. */
  readonly label: string;
  readonly change: Change;
  /** Transactions of one group become one while there is no pause between them. */
  readonly group: string | undefined;
  /** Milliseconds, when it was last added to. */
  readonly at: number;
  readonly before: Marks;
  readonly bytes: number;
}

export interface History {
  /** Oldest first. */
  readonly past: readonly Transaction[];
  /** What was undone, the next to redo last. */
  readonly future: readonly Transaction[];
}

export const NO_HISTORY: History = { past: [], future: [] };

/** The largest id of its transactions; 0 without any. */
export const newestId = ({ past, future }: History): number =>
  [...past, ...future].reduce((most, { id }) => Math.max(most, id), 0);

export const MAX_TRANSACTIONS = 1000;
export const MAX_HISTORY_BYTES = 32 * 1024 * 1024;
/** Milliseconds after which typing is a new step. */
export const PAUSE = 1000;

export interface Recorded {
  readonly label: string;
  readonly group: string | undefined;
  readonly at: number;
  readonly marks: Marks;
}

/** `history` with the change from `before` to `after`; undefined if they are equal. `id`: for a new transaction. */
export function record(
  history: History,
  before: DocumentContent,
  after: DocumentContent,
  { label, group, at, marks }: Recorded,
  id: number,
): History | undefined {
  const change = changeBetween(before, after);
  if (change === undefined) return undefined;
  const last = history.past.at(-1);
  if (last !== undefined && history.future.length === 0 && isOneBurst(last, change, group, at)) {
    const start = { ...contentOf(before), ...applyChange(before, invertChange(last.change)) };
    const whole = changeBetween(start, after);
    const rest = history.past.slice(0, -1);
    if (whole === undefined) return { past: rest, future: [] };
    return bounded([...rest, { ...last, change: whole, at, bytes: sizeOfChange(whole) }]);
  }
  return bounded([...history.past, { id, label, change, group, at, before: marks, bytes: sizeOfChange(change) }]);
}

function isOneBurst(last: Transaction, change: Change, group: string | undefined, at: number): boolean {
  if (group === undefined || last.group !== group || at - last.at > PAUSE) return false;
  if (change.text === undefined || last.change.text === undefined) return change.text === last.change.text;
  return group !== "typing" || continuesTyping(last.change.text, change.text);
}

function bounded(past: readonly Transaction[]): History {
  let bytes = 0;
  let from = past.length;
  while (from > 0 && past.length - from < MAX_TRANSACTIONS) {
    bytes += past[from - 1]!.bytes;
    if (bytes > MAX_HISTORY_BYTES && from < past.length) break;
    from--;
  }
  return { past: past.slice(from), future: [] };
}

export interface Moved {
  readonly history: History;
  readonly transaction: Transaction;
  /** The change to apply to the document. */
  readonly change: Change;
}

/** One step back; undefined at the beginning. */
export function undoOf({ past, future }: History): Moved | undefined {
  const transaction = past.at(-1);
  if (transaction === undefined) return undefined;
  return {
    // Typing after an undo is a step of its own.
    history: { past: past.slice(0, -1), future: [...future, { ...transaction, group: undefined }] },
    transaction,
    change: invertChange(transaction.change),
  };
}

/** One step forth; undefined when nothing was undone. */
export function redoOf({ past, future }: History): Moved | undefined {
  const transaction = future.at(-1);
  if (transaction === undefined) return undefined;
  return {
    history: { past: [...past, transaction], future: future.slice(0, -1) },
    transaction,
    change: transaction.change,
  };
}
