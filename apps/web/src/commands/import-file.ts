import type { App } from "../app.ts";
import { replaceContent } from "../state/document-store.ts";
import { notify } from "./notify.ts";
import { undoReplacement } from "./undo-replacement.ts";

/** Bytes of a configuration file at most. */
export const MAX_CONFIG_BYTES = 1024 * 1024;

/** What is used of a `File`. */
export interface TextFile {
  readonly name: string;
  readonly size: number;
  text(): Promise<string>;
}

/** Opens a configuration file in place of the text; samples stay; one undo brings the text back. */
export async function importFile(app: App, file: TextFile): Promise<void> {
  if (file.size > MAX_CONFIG_BYTES) {
    notify(app, "error", `${file.name} is larger than 1 MiB, which no configuration is. Nothing was changed.`);
    return;
  }
  let text: string;
  try {
    text = await file.text();
  } catch {
    notify(app, "error", `${file.name} could not be read. Nothing was changed.`);
    return;
  }
  if (text.includes("\u0000")) {
    notify(app, "error", `${file.name} is not a text file. Nothing was changed.`);
    return;
  }
  const name = file.name.replace(/\.(alloy|river|txt)$/i, "");
  replaceContent(app.stores.document, `Imported ${file.name}`, { text, name });
  app.stores.selection.setState({ stagePath: null, pipelineId: null });
  notify(app, "info", `Imported ${file.name}.`, { label: "Undo", run: () => undoReplacement(app) });
}
