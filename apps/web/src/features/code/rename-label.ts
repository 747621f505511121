import { applyEdits } from "@sluice/engine";
import { editText } from "../../core/edit/edit-text.ts";
import type { App } from "../../core/page/app.ts";

/** Renames the label of the component at `offset` everywhere; returns the reason if that fails. */
export async function renameLabel(app: App, offset: number, to: string): Promise<string | undefined> {
  const edited = await editText(app, {
    label: `Renamed the component to ${to}`,
    onConflict: "refuse",
    of: app.stores.document.getState().text,
    async make(text) {
      const renamed = await app.language.rename(text, offset, to);
      if (renamed === undefined) return undefined;
      return renamed.ok
        ? { ok: true, text: applyEdits(text, renamed.edits) }
        : { ok: false, messages: [renamed.message] };
    },
  });
  return edited.ok ? undefined : edited.messages.join(" ");
}
