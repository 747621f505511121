/** Where the open document is to run: a comment of its text says so. */
import { type TargetVersion, targetName } from "@sluice/engine";
import { editText, sayRefused } from "../../core/edit/edit-text.ts";
import type { App } from "../../core/page/app.ts";
import { openDialog } from "../../core/page/dialogs.ts";

declare module "../../core/page/dialog-kinds.ts" {
  interface DialogKinds {
    target: object;
  }
}

export const openTarget = (app: App): void => openDialog(app, { kind: "target" });

/** Writes the comment, as one step of the history. */
export async function setTarget(app: App, target: TargetVersion): Promise<void> {
  const edited = await editText(app, {
    label: `Set the target to ${targetName(target)}`,
    onConflict: "again",
    async make(text) {
      const written = await app.language.setTarget(text, target);
      return written === undefined ? undefined : { ok: true, text: written };
    },
  });
  sayRefused(app, edited);
}
