import { applyEdits, type QuickFix } from "@sluice/engine";
import type { EditPart } from "../page/app.ts";
import { editText, sayRefused } from "./edit-text.ts";

/** Mends a problem as it offers to. Its places are those of the text that it was found in: another text stays. */
export async function applyFix(app: EditPart, { title, edits }: QuickFix): Promise<void> {
  const seen = app.stores.analysis.getState().current?.text;
  const edited = await editText(app, {
    label: `Applied the fix “${title}”`,
    onConflict: "refuse",
    ...(seen !== undefined && { of: seen }),
    make: (text) => (seen === undefined ? "conflict" : { ok: true, text: applyEdits(text, edits) }),
  });
  sayRefused(app, edited);
}
