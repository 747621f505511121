import { emptyDocument, freeName, lineEndOf, MAX_TEXT, nameOfFile } from "../../domain/document.ts";
import { isUntouchedExample } from "../../examples/index.ts";
import type { App } from "../app.ts";
import { notify } from "./notify.ts";
import { change } from "./undo.ts";

/** A unit of a text takes three bytes of UTF-8 at most: a larger file cannot hold a text that may be opened. */
const MAX_UNIT_BYTES = 3;
const MAX_SHOWN = MAX_TEXT.toLocaleString("en");
const TOO_LONG = `The configuration is longer than ${MAX_SHOWN} characters, the maximum. Nothing was changed.`;

/** What is used of a `File`. */
export interface TextFile {
  readonly name: string;
  readonly size: number;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
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
  if (file.size > MAX_UNIT_BYTES * MAX_TEXT) {
    notify(app, "error", TOO_LONG);
    return;
  }
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    notify(app, "error", `${file.name} could not be read. Nothing was changed.`);
    return;
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Alloy would refuse it; with other characters in place of its bytes, it would be another configuration.
    notify(app, "error", `${file.name} is not UTF-8. Save it as UTF-8 and import it again. Nothing was changed.`);
    return;
  }
  if (text.includes("\u0000")) {
    notify(app, "error", `${file.name} is not a text file. Nothing was changed.`);
    return;
  }
  const name = nameOfFile(file.name) || "Imported pipeline";
  takeConfiguration(app, text, { name, label: `Imported ${file.name}`, renames: true });
}

export interface ConfigurationSource {
  /** Of a document that it starts. */
  readonly name: string;
  /** What its history calls it. */
  readonly label: string;
  /** The open document takes that name, too. */
  readonly renames: boolean;
}

/** Puts a configuration in place of the text, or, where that is an untouched example's, into a document of its own. */
export function takeConfiguration(app: App, text: string, { name, label, renames }: ConfigurationSource): void {
  const lineEnd = lineEndOf(text);
  if (text.length > MAX_TEXT) {
    notify(app, "error", TOO_LONG);
  } else if (isUntouchedExample(app.stores.document.getState())) {
    app.documents.create({ ...emptyDocument(freeName(name, app.documents.names())), text, lineEnd });
    notify(app, "info", `${label} as a document of its own.`);
  } else {
    app.stores.selection.setState({ stagePath: null, pipelineId: null });
    change(app, label, { text, lineEnd, ...(renames ? { name } : {}) });
  }
}
