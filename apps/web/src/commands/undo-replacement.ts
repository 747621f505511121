import type { App } from "../app.ts";
import { setLabelText } from "../state/document-store.ts";

/**
 * Takes back the last replacement: an example that was opened, an import, samples added or removed. What was edited
 * since and is no part of it stays.
 */
export function undoReplacement(app: App): void {
  const { document } = app.stores;
  const { replaced } = document.getState();
  const last = replaced.at(-1);
  if (last === undefined) return;
  document.setState({ ...last.before, replaced: replaced.slice(0, -1) });
  if (last.before.commonLabels !== undefined) setLabelText(document, last.before.commonLabels);
}
