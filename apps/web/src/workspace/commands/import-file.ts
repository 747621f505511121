/** Configurations and bundles from files, and pasted ones. */
import { isGzip } from "@sluice/engine";
import {
  emptyDocument,
  freeName,
  hasPipeline,
  isUntitled,
  lineEndOf,
  MAX_TEXT,
  nameOfFile,
} from "../../domain/document.ts";
import { gunzip } from "../../domain/gunzip.ts";
import type { ImportReport } from "../../domain/import-report.ts";
import { looksLikeConfiguration } from "../../domain/sample-text.ts";
import { isBundleText, MAX_BUNDLE } from "../../domain/shared-name.ts";
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
 * Opens a configuration file as a document of its own, or in the open one where that has no pipeline yet: its samples stay
 * then. A bundle is always a document of its own.
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
  /** An untitled document that it is put into takes that name. */
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
export function takeImport(app: App, target: ImportTarget = "own"): void {
  const { importing } = app.stores.view.getState();
  closeImport(app);
  if (importing === null) return;
  const { name, source, remarks, text } = importing;
  const as = { name: nameOfFile(name) || "Imported pipeline", label: `Imported ${name}`, renames: true };
  const taken = takeConfiguration(app, text, as, target);
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

/** Where a configuration goes: into a document of its own, or, where that was chosen, in place of the open one's. */
export type ImportTarget = "own" | "open";

/**
 * Takes a configuration as a document of its own, or into the open one: where that has no pipeline yet, or where somebody
 * chose it. Gives the document that has it, undefined where it was refused.
 */
export function takeConfiguration(
  app: App,
  text: string,
  source: ConfigurationSource,
  target: ImportTarget = "own",
): App | undefined {
  if (text.length > MAX_TEXT) {
    notify(app, "error", TOO_LONG);
    return undefined;
  }
  const lineEnd = lineEndOf(text);
  const { document, documents } = app.stores;
  const open = document.getState();
  if (target === "open" || !hasPipeline(open)) {
    const { name, label, renames } = source;
    const others = app.documents.names().filter((one) => one !== open.name);
    app.stores.selection.setState({ stagePath: null, pipelineId: null });
    change(app, label, { text, lineEnd, ...(renames && isUntitled(open) && { name: freeName(name, others) }) });
    return app;
  }
  const before = documents.getState().currentId;
  const opened = app.documents.create({
    ...emptyDocument(freeName(source.name, app.documents.names())),
    text,
    lineEnd,
  });
  const openedId = documents.getState().currentId;
  notify(opened, "info", `${source.label} as a document of its own.`, {
    label: `Put it into “${open.name}” instead`,
    isOffered: () => opened.stores.document.getState().undoable === null && app.documents.names().includes(open.name),
    run: () => void moveInto(opened, before, openedId, (found) => takeConfiguration(found, text, source, "open")),
  });
  return opened;
}

/** Goes back to the document that was open, takes the configuration into it, and leaves no other document behind. */
async function moveInto(opened: App, before: string, openedId: string, take: (app: App) => void): Promise<void> {
  const { documents, stores } = opened;
  await documents.open(before);
  if (stores.documents.getState().currentId !== before) return;
  const { imported } = stores.view.getState();
  take(documents.app);
  documents.app.stores.view.setState({ imported });
  await documents.remove(openedId);
}
