import { emptyDocument, freeName, nameOfFile } from "../../domain/document.ts";
import { isUntouchedExample } from "../../examples/index.ts";
import type { App } from "../app.ts";
import { notify } from "./notify.ts";
import { change } from "./undo.ts";

/** Bytes of a configuration file at most. */
export const MAX_CONFIG_BYTES = 1024 * 1024;

/** What is used of a `File`. */
export interface TextFile {
  readonly name: string;
  readonly size: number;
  text(): Promise<string>;
}

/** Asks for a configuration file, and opens it. */
export async function chooseConfig(app: App): Promise<void> {
  const file = await app.platform.chooseFile(".alloy,.river,.txt,text/plain");
  if (file !== undefined) await importFile(app, file);
}

/**
 * Opens a configuration file in place of the text; samples stay; one undo brings the text back. An example that nobody
 * has touched is left alone: the file becomes a document of its own, without the example's samples and labels.
 */
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
  const name = nameOfFile(file.name) || "Imported pipeline";
  if (isUntouchedExample(app.stores.document.getState())) {
    app.documents.create({ ...emptyDocument(freeName(name, app.documents.names())), text });
    notify(app, "info", `Opened ${file.name} as a document of its own.`);
    return;
  }
  app.stores.selection.setState({ stagePath: null, pipelineId: null });
  change(app, `Imported ${file.name}`, { text, name });
}
