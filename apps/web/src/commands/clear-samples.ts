import type { App } from "../app.ts";
import { replaceContent } from "../state/document-store.ts";
import { notify } from "./notify.ts";
import { undoReplacement } from "./undo-replacement.ts";

/** Removes all samples; one undo brings them back. */
export function clearSamples(app: App): void {
  const { samples } = app.stores.document.getState();
  if (samples.length === 0) return;
  replaceContent(app.stores.document, "Removed all samples", { samples: [] });
  notify(app, "info", `Removed ${samples.length} samples.`, { label: "Undo", run: () => undoReplacement(app) });
}
