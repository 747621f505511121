import { applyEdits } from "@sluice/engine";
import { CHANGED_MEANWHILE } from "../../core/edit/changed-meanwhile.ts";
import { change } from "../../core/edit/undo.ts";
import type { App } from "../../core/page/app.ts";

/** Renames the label of the component at `offset` everywhere; returns the reason if that fails. */
export async function renameLabel(app: App, offset: number, to: string): Promise<string | undefined> {
  const { text } = app.stores.document.getState();
  const renamed = await app.language.rename(text, offset, to);
  if (renamed === undefined) return "The label could not be changed. Try again.";
  if (!renamed.ok) return renamed.message;
  if (app.stores.document.getState().text !== text) return CHANGED_MEANWHILE;
  const after = applyEdits(text, renamed.edits);
  if (after !== text) change(app, `Renamed the component to ${to}`, { text: after });
  return undefined;
}
