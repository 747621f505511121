import type { App } from "../app.ts";
import { setLabelText } from "../state/document-store.ts";

/** Takes back the last replacement: an example that was opened, an import, samples added or removed. */
export function undoReplacement(app: App): void {
  const { document } = app.stores;
  const { replaced } = document.getState();
  const last = replaced.at(-1);
  if (last === undefined) return;
  document.setState({ ...last.content, replaced: replaced.slice(0, -1) });
  setLabelText(document, last.content.commonLabels);
}
