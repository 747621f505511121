/**
 * Where the window is too small to edit in, everything can be read, and nothing of a document changes: views leave
 * out what would change it, and its store refuses every edit, from wherever it comes. `app/designer.tsx` says at which
 * widths.
 */

import { type Notifier, notify } from "./notify.ts";
import type { SharedStores } from "./stores.ts";

export const READ_ONLY = "Editing needs a window of 768 px or more.";

interface Windowed extends Notifier {
  readonly stores: Pick<SharedStores, "notices" | "window">;
}

export const isReadOnly = ({ stores }: Pick<Windowed, "stores">): boolean => stores.window.getState().readOnly;

export function setReadOnly({ stores }: Pick<Windowed, "stores">, readOnly: boolean): void {
  stores.window.setState({ readOnly });
}

/** Whether nothing is edited now; then it says so. */
export function refusesEdits(page: Windowed): boolean {
  if (!isReadOnly(page)) return false;
  notify(page, "info", READ_ONLY, undefined, "read-only");
  return true;
}
