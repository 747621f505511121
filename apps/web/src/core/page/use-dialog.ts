import { useAppState } from "./app-context.ts";
import type { DialogKind, DialogOf } from "./dialog-kinds.ts";
import { isDialog } from "./dialogs.ts";

/** The open dialog, as long as it is of this kind. */
export function useDialog<K extends DialogKind>(kind: K): DialogOf<K> | null {
  const dialog = useAppState("view", (state) => state.dialog);
  return isDialog(dialog, kind) ? dialog : null;
}
