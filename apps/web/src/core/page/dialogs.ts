/** The dialog that is open, with what it was opened with. `dialog-kinds.ts` has their kinds. */

import type { NoticePart, StoresPart } from "./app.ts";
import type { Dialog, DialogKind, DialogOf } from "./dialog-kinds.ts";
import { refusesEdits } from "./read-only.ts";

/** Whether a dialog is open in which something is being edited. */
export const isEditing = ({ dialog }: { readonly dialog: Dialog | null }): boolean =>
  dialog !== null && "edits" in dialog;

/** Opens a dialog in place of any other. While the page is read-only, one that edits stays closed and a notice says why. */
export function openDialog(app: NoticePart, dialog: Dialog): void {
  if (isEditing({ dialog }) && refusesEdits(app)) return;
  app.stores.view.setState({ dialog });
}

export function closeDialog(app: StoresPart): void {
  app.stores.view.setState({ dialog: null });
}

export const isDialog = <K extends DialogKind>(dialog: Dialog | null, kind: K): dialog is Dialog & DialogOf<K> =>
  dialog?.kind === kind;

/** The open dialog, if it is of this kind. */
export function dialogOf<K extends DialogKind>({ stores }: StoresPart, kind: K): DialogOf<K> | null {
  const { dialog } = stores.view.getState();
  return isDialog(dialog, kind) ? dialog : null;
}
