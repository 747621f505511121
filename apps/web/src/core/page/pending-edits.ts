/** Of each document the edits that a worker was asked for and has not answered. */
import { MAX_PENDING, type PendingEdit } from "../storage/pending-edit.ts";
import type { DocumentStore } from "./document-store.ts";

const pending = new WeakMap<DocumentStore, Set<PendingEdit>>();

/** Keeps an edit until it is made or refused. */
export function keepPending(document: DocumentStore, edit: PendingEdit, done: Promise<unknown>): void {
  const edits = pending.get(document) ?? new Set();
  pending.set(document, edits.add(edit));
  const forget = () => void edits.delete(edit);
  done.then(forget, forget);
}

/** Those in the order in which they were asked for; of one argument the last alone, which says all that the field holds. */
export function pendingEdits(document: DocumentStore): readonly PendingEdit[] {
  const edits = [...(pending.get(document) ?? [])];
  const isReplaced = (edit: PendingEdit, next: PendingEdit | undefined) =>
    next !== undefined && argumentOf(edit) !== undefined && argumentOf(edit) === argumentOf(next);
  return edits.filter((edit, i) => !isReplaced(edit, edits[i + 1])).slice(-MAX_PENDING);
}

function argumentOf(edit: PendingEdit): string | undefined {
  if (edit.kind !== "stage" || !("argument" in edit.change)) return undefined;
  const { place, change } = edit;
  return JSON.stringify([place.pipeline, place.stage, change.body, change.argument]);
}
