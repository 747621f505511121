/** Configurations and bundles from files, and pasted ones. */
import { isGzip } from "@sluice/engine";
import { emptyDocument, freeName, lineEndOf, MAX_TEXT, nameOfFile } from "../../domain/document.ts";
import { gunzip } from "../../domain/gunzip.ts";
import type { ImportReport } from "../../domain/import-report.ts";
import { looksLikeConfiguration } from "../../domain/sample-text.ts";
import { isBundleText, MAX_BUNDLE } from "../../domain/shared-name.ts";
import { isUntouchedExample } from "../../examples/index.ts";
import type { App } from "../app.ts";
import { notify } from "./notify.ts";
import { openBundle } from "./open-shared.ts";
import { openDialog } from "./settings.ts";
import { change } from "./undo.ts";

/** A unit of a text takes three bytes of UTF-8 at most: a larger file cannot hold a text that may be opened. */
const MAX_UNIT_BYTES = 3;
const MAX_SHOWN = MAX_TEXT.toLocaleString("en");
const TOO_LONG = `The configuration is longer than ${MAX_SHOWN} characters, the maximum. Nothing was changed.`;
const ACCEPTED = ".alloy,.river,.yaml,.yml,.txt,.json,.gz,text/plain,application/gzip";

/** What is used of a `File`. */
export interface TextFile {
  readonly name: string;
  readonly size: number;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Asks for a configuration file, or a bundle, and opens it. */
export async function chooseConfig(app: App): Promise<void> {
  const file = await app.platform.chooseFile(ACCEPTED);
  if (file !== undefined) await importFile(app, file);
}

/**
 * Opens a configuration file in place of the text; samples stay; one undo brings the text back. An example that nobody
 * has touched is left alone: the file becomes a document of its own, without the example's samples and labels. A bundle
 * always does.
 */
export async function importFile(app: App, file: TextFile): Promise<void> {
  const { name } = file;
  const refuse = (why: string) => notify(app, "error", `${name} ${why}. Nothing was changed.`);
  if (file.size > MAX_BUNDLE) {
    refuse(`is larger than ${MAX_BUNDLE >> 20} MiB, the maximum of a configuration or bundle`);
    return;
  }
  if (/\.(?:alloy|river|ya?ml)$/i.test(name) && file.size > MAX_UNIT_BYTES * MAX_TEXT) {
    notify(app, "error", TOO_LONG);
    return;
  }
  const bytes = await readBytes(file);
  if (bytes === undefined) {
    refuse("could not be read");
    return;
  }
  const unpacked = isGzip(bytes) ? await unpackGzip(bytes) : bytes;
  if (typeof unpacked === "string") {
    refuse(unpacked);
    return;
  }
  if (isBundleText(new TextDecoder().decode(unpacked.subarray(0, 100)))) {
    await openBundle(app, name, bytes, unpacked !== bytes);
    return;
  }
  if (unpacked.length > MAX_UNIT_BYTES * MAX_TEXT) {
    notify(app, "error", TOO_LONG);
    return;
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(unpacked);
  } catch {
    // Alloy would refuse it; with other characters in place of its bytes, it would be another configuration.
    notify(app, "error", `${name} is not UTF-8. Save it as UTF-8 and import it again. Nothing was changed.`);
    return;
  }
  if (text.includes("\u0000")) {
    refuse("is not a text file");
    return;
  }
  await importText(app, text, {
    file: name,
    name: nameOfFile(name) || "Imported pipeline",
    label: `Imported ${name}`,
    renames: true,
  });
}

async function readBytes(file: TextFile): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** Twice what a bundle may hold before compression is looked at no further; a text: why there is nothing. */
async function unpackGzip(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | string> {
  const read = await gunzip(bytes, 2 * MAX_BUNDLE);
  if (read.ok) return read.bytes;
  return read.reason === "damaged"
    ? "is damaged or cut off: it begins as gzip and cannot be decompressed"
    : `has more than ${(2 * MAX_BUNDLE) >> 20} MiB after decompression, the maximum`;
}

export interface ConfigurationSource {
  /** Of a document that it starts. */
  readonly name: string;
  /** What its history calls it. */
  readonly label: string;
  /** The open document takes that name, too. */
  readonly renames: boolean;
}

/** `file`: what messages call the text. */
type TextSource = ConfigurationSource & { readonly file: string };

/** Takes a configuration of Alloy, or shows what becomes of one of Promtail; what is neither changes nothing. */
export async function importText(app: App, text: string, source: TextSource): Promise<void> {
  if (text.length > MAX_TEXT) {
    notify(app, "error", TOO_LONG);
    return;
  }
  if (looksLikeConfiguration(text)) {
    takeConfiguration(app, text, source);
    return;
  }
  const read = await app.language.readConfiguration(text);
  if (read === undefined) notify(app, "error", `${source.file} could not be understood. Nothing was changed.`);
  else if (read.kind === "alloy") takeConfiguration(app, text, source);
  else if (read.kind === "none") notify(app, "error", `${source.file} ${read.why}. Nothing was changed.`);
  else {
    app.stores.view.setState({
      importing: { name: source.file, source: text, text: read.text, remarks: read.remarks },
    });
    openDialog(app, "import");
  }
}

/** Takes what the dialog shows, and keeps its report. */
export function takeImport(app: App): void {
  const { importing } = app.stores.view.getState();
  closeImport(app);
  if (importing === null) return;
  const { name, source, remarks, text } = importing;
  const taken = takeConfiguration(app, text, {
    name: nameOfFile(name) || "Imported pipeline",
    label: `Imported ${name}`,
    renames: true,
  });
  taken?.stores.view.setState({ imported: { name, source, remarks } });
}

/** Leaves the dialog without taking anything. */
export function closeImport(app: App): void {
  app.stores.view.setState({ importing: null });
  openDialog(app, "none");
}

/** Shows the report of what was imported again. */
export function showImportReport(app: App): void {
  if (reportOf(app) !== null) openDialog(app, "import");
}

/** The report of the last import is not wanted any more. */
export function dismissImportReport(app: App): void {
  app.stores.view.setState({ imported: null });
}

/** What the dialog shows. */
export function reportOf({ stores }: App): ImportReport | null {
  const { importing, imported } = stores.view.getState();
  return importing ?? imported;
}

/**
 * Puts a configuration in place of the text, or, where that is an untouched example's, into a document of its own; gives
 * the document that has it, undefined where it was refused.
 */
export function takeConfiguration(
  app: App,
  text: string,
  { name, label, renames }: ConfigurationSource,
): App | undefined {
  const lineEnd = lineEndOf(text);
  if (text.length > MAX_TEXT) {
    notify(app, "error", TOO_LONG);
    return undefined;
  }
  if (isUntouchedExample(app.stores.document.getState())) {
    const opened = app.documents.create({ ...emptyDocument(freeName(name, app.documents.names())), text, lineEnd });
    notify(app, "info", `${label} as a document of its own.`);
    return opened;
  }
  app.stores.selection.setState({ stagePath: null, pipelineId: null });
  change(app, label, { text, lineEnd, ...(renames ? { name } : {}) });
  return app;
}
