/** Actions on whole documents. */
import { contentOf, emptyDocument, freeName, UNTITLED } from "../core/model/document.ts";
import type { App } from "../core/page/app.ts";
import { notify } from "../core/page/notify.ts";

/** Opens an empty document. */
export function newDocument(app: App): void {
  app.documents.create(emptyDocument(freeName(UNTITLED, app.documents.names())));
}

/** Opens a copy of the open document. */
export function duplicateDocument(app: App): void {
  const content = contentOf(app.stores.document.getState());
  const name = freeName(`${content.name} copy`, app.documents.names());
  app.documents.create({ ...content, name });
  notify(app, "info", `Duplicated “${content.name}”.`);
}

/** Removes the open document; it can be restored from the list of removed ones, and from the notice. */
export async function removeDocument(app: App): Promise<void> {
  const { name } = app.stores.document.getState();
  const id = app.stores.documents.getState().currentId;
  const isKept = await app.documents.remove(id);
  const where = isKept
    ? "It is kept under “Removed pipelines…”."
    : "The browser could not store a copy: it can be restored only until you leave this page.";
  notify(app, isKept ? "info" : "error", `Removed “${name}”. ${where}`, {
    label: "Undo",
    isOffered: () => app.documents.canRestore(id),
    run: () => void app.documents.restore(id),
  });
}
