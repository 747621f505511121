import { applyEdits, type QuickFix } from "@sluice/engine";
import type { App } from "../page/app.ts";
import { notify } from "../page/notify.ts";
import { CHANGED_MEANWHILE } from "./changed-meanwhile.ts";
import { change } from "./undo.ts";

/** Mends a problem as it offers to. Its places are those of the text that it was found in: another text stays. */
export function applyFix(app: App, { title, edits }: QuickFix): void {
  const { text } = app.stores.document.getState();
  if (app.stores.analysis.getState().current?.text !== text) notify(app, "info", CHANGED_MEANWHILE);
  else change(app, `Applied the fix “${title}”`, { text: applyEdits(text, edits) });
}
