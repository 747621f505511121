/** The one way back and forth through everything that was done to the document. */

import type { Transaction } from "../model/history.ts";
import type { EditPart, StoresPart } from "../page/app.ts";
import type { Edit, TransactOptions } from "../page/document-store.ts";
import { notify } from "../page/notify.ts";
import { isReadOnly, refusesEdits } from "../page/read-only.ts";
import type { NoticeAction } from "../page/stores.ts";
import { awaitStage } from "../select/select-stage.ts";
import { endSentence } from "../text/sentence.ts";

/** Takes back the document's last transaction, goes to its place, and says what it was. */
export function undo(app: EditPart): void {
  if (refusesEdits(app)) return;
  const undone = app.stores.document.undo();
  if (undone === undefined) {
    notify(app, "info", "There is nothing to undo.", undefined, "history");
    return;
  }
  const { change, before } = undone;
  if (change.text !== undefined) awaitStage(app, before.stagePath, false);
  showPlace(
    app,
    undone,
    before.sampleId,
    change.text === undefined ? null : (before.caret ?? placeOf(change.text, true)),
  );
  notify(app, "info", endSentence(`Undone: ${undone.label}`), redoAction(app, undone), "history");
}

/** Does again what was undone last. */
export function redo(app: EditPart): void {
  if (refusesEdits(app)) return;
  const redone = app.stores.document.redo();
  if (redone === undefined) {
    notify(app, "info", "There is nothing to redo.", undefined, "history");
    return;
  }
  const { text, samples } = redone.change;
  const sampleId = samples?.inserted[0]?.id ?? app.stores.selection.getState().sampleId;
  showPlace(app, redone, sampleId, text === undefined ? null : placeOf(text, false));
  notify(app, "info", endSentence(`Redone: ${redone.label}`), undoAction(app, redone.id), "history");
}

const placeOf = ({ at, removed, inserted }: { at: number; removed: string; inserted: string }, undone: boolean) => {
  const end = at + (undone ? removed : inserted).length;
  return { start: end, end };
};

function showPlace(
  app: StoresPart,
  { change }: Transaction,
  sampleId: number | null,
  caret: { readonly start: number; readonly end: number } | null,
): void {
  const { document, selection, view } = app.stores;
  if (caret !== null) view.setState({ reveal: { ...caret, to: "caret" } });
  const changed = change.samples !== undefined;
  if (changed && document.getState().samples.some(({ id }) => id === sampleId)) selection.setState({ sampleId });
}

/** Offers to take a transaction back, as long as it is the last of the document that is open. */
export function undoAction(app: EditPart, id: number): NoticeAction {
  const isOpen = whileOpen(app);
  return {
    label: "Undo",
    isOffered: () => isOpen() && app.stores.document.getState().undoable?.id === id,
    run: () => undo(app),
  };
}

function redoAction(app: EditPart, { id }: Transaction): NoticeAction {
  const isOpen = whileOpen(app);
  return {
    label: "Redo",
    isOffered: () => isOpen() && app.stores.document.getState().redoable?.id === id,
    run: () => redo(app),
  };
}

/** Whether the present document is still open, and may change. Notices stay when another is opened, and nothing changes unseen. */
function whileOpen(app: StoresPart): () => boolean {
  const { documents } = app.stores;
  const { currentId } = documents.getState();
  return () => documents.getState().currentId === currentId && !isReadOnly(app);
}

/** Changes the document and says so, with a way back. Gives the transaction's id, undefined where nothing changed. */
export function change(app: EditPart, label: string, edit: Edit, options: TransactOptions = {}): number | undefined {
  const id = app.stores.document.transact(label, edit, options);
  if (id !== undefined) notify(app, "info", endSentence(label), undoAction(app, id));
  return id;
}
