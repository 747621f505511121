/** Imports configurations and bundles from files, and pasted ones. */

import { isGzip } from "@sluice/engine";
import { change } from "../../core/edit/undo.ts";
import {
  emptyDocument,
  freeName,
  hasPipeline,
  isUntitled,
  lineEndOf,
  MAX_TEXT,
  nameOfFile,
} from "../../core/model/document.ts";
import type { App } from "../../core/page/app.ts";
import { closeDialog, dialogOf, openDialog } from "../../core/page/dialogs.ts";
import { notify } from "../../core/page/notify.ts";
import { gunzip } from "../../core/text/gunzip.ts";
import {
  type ConfigurationSource,
  type ImportChoices,
  type ImportReport,
  NO_CHOICES,
  type OfferedImport,
  type ReadConfiguration,
} from "../../core/workers/import-report.ts";
import { looksLikeConfiguration } from "../samples/index.ts";
import { isBundleText, MAX_BUNDLE, openBundle } from "../share/index.ts";

/** A UTF-16 unit takes at most three bytes of UTF-8: a larger file is certainly too long. */
const MAX_UNIT_BYTES = 3;
const MAX_SHOWN = MAX_TEXT.toLocaleString("en");
const TOO_LONG = `The configuration is longer than ${MAX_SHOWN} characters, the maximum. Nothing was changed.`;
const ACCEPTED = ".alloy,.river,.yaml,.yml,.txt,.json,.gz,text/plain,application/gzip";

/** The used part of a `File`. */
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
 * Opens a configuration file as a separate document, or in the open one if that has no pipeline yet, which keeps its
 * samples. A bundle always becomes a separate document.
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
    // Alloy would refuse it, and replacement characters would make it a different configuration.
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

/** Decompresses at most twice the size of a bundle's content; a text says why that failed. */
async function unpackGzip(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | string> {
  const read = await gunzip(bytes, 2 * MAX_BUNDLE);
  if (read.ok) return read.bytes;
  return read.reason === "damaged"
    ? "is damaged or cut off: it begins as gzip and cannot be decompressed"
    : `has more than ${(2 * MAX_BUNDLE) >> 20} MiB after decompression, the maximum`;
}

/**
 * Imports a configuration. If the open document has a pipeline, the dialog asks for the target; a Promtail configuration
 * is always shown there first. Any other text changes nothing.
 */
export async function importText(app: App, text: string, source: ConfigurationSource): Promise<void> {
  if (text.length > MAX_TEXT) {
    notify(app, "error", TOO_LONG);
    return;
  }
  if (looksLikeConfiguration(text)) {
    offerConfiguration(app, text, source);
    return;
  }
  const read = await app.language.readConfiguration(text);
  if (read === undefined) notify(app, "error", `${source.file} could not be analysed. Nothing was changed.`);
  else if (read.kind === "alloy") offerConfiguration(app, text, source);
  else if (read.kind === "none") notify(app, "error", `${source.file} ${read.why}. Nothing was changed.`);
  else ask(app, { of: "Promtail", ...madeOf(read), name: source.file, source: text, ...NO_CHOICES, as: source });
}

/** A configuration of Alloy. */
function offerConfiguration(app: App, text: string, source: ConfigurationSource): void {
  if (!hasPipeline(app.stores.document.getState())) {
    takeConfiguration(app, text, source, "open");
    return;
  }
  const nothing = { remarks: [], dependsOnEnvironment: false, hasPlainMetrics: false, ...NO_CHOICES };
  ask(app, { of: "Alloy", ...nothing, text, name: source.file, source: text, as: source });
}

declare module "../../core/page/dialog-kinds.ts" {
  interface DialogKinds {
    /** What is asked about before it is taken; null: shows the report of what was taken. */
    import: (Edits & { readonly offered: OfferedImport }) | { readonly offered: null };
  }
}

const ask = (app: App, offered: OfferedImport): void => openDialog(app, { kind: "import", edits: true, offered });

const offeredIn = (app: App): OfferedImport | null => dialogOf(app, "import")?.offered ?? null;

const madeOf = ({ kind: _, ...made }: ReadConfiguration & { kind: "promtail" }) => made;

/** Reads the shown file again by other choices. */
export async function chooseForImport(app: App, chosen: Partial<ImportChoices>): Promise<void> {
  const offered = offeredIn(app);
  if (offered === null) return;
  const { expandEnv, keepMetricNames } = offered;
  const choices = { expandEnv, keepMetricNames, ...chosen };
  const read = await app.language.readConfiguration(offered.source, choices);
  // The dialog may have been closed meanwhile, or show another file.
  if (offeredIn(app) !== offered) return;
  if (read?.kind === "promtail") ask(app, { ...offered, ...madeOf(read), ...choices });
  else
    notify(app, "error", `${offered.name} cannot be read that way${read?.kind === "none" ? `: it ${read.why}` : ""}.`);
}

/** Imports what the dialog shows, and keeps its report. */
export function takeImport(app: App, target: ImportTarget = "own"): void {
  const offered = offeredIn(app);
  closeDialog(app);
  if (offered === null) return;
  const { text, as, of, ...report } = offered;
  const taken = takeConfiguration(app, text, as, target);
  // An Alloy configuration is imported unchanged, so there is no report, and the previous one is outdated.
  taken?.stores.imported.setState({ report: of === "Promtail" ? report : null });
}

/** Shows the report of the last import again. */
export function showImportReport(app: App): void {
  if (reportOf(app) !== null) openDialog(app, { kind: "import", offered: null });
}

/** Discards the report of the last import. */
export function dismissImportReport(app: App): void {
  app.stores.imported.setState({ report: null });
}

/** The report of the last import, until the user dismisses it. */
export const reportOf = ({ stores }: App): ImportReport | null => stores.imported.getState().report;

/** The target of a configuration: a separate document, or, if that was chosen, the open one. */
export type ImportTarget = "own" | "open";

/**
 * Imports a configuration as a separate document, or into the open one if that has no pipeline yet or the user chose
 * it. Returns the document that has it, or undefined if it was refused.
 */
function takeConfiguration(app: App, text: string, source: ConfigurationSource, target: ImportTarget): App | undefined {
  if (text.length > MAX_TEXT) {
    notify(app, "error", TOO_LONG);
    return undefined;
  }
  const lineEnd = lineEndOf(text);
  const open = app.stores.document.getState();
  if (target === "open" || !hasPipeline(open)) {
    const { name, label, renames } = source;
    const others = app.documents.names().filter((one) => one !== open.name);
    app.stores.selection.setState({ stagePath: null, pipelineId: null });
    change(app, label, { text, lineEnd, ...(renames && isUntitled(open) && { name: freeName(name, others) }) });
    return app;
  }
  const name = freeName(source.name, app.documents.names());
  const opened = app.documents.create({ ...emptyDocument(name), text, lineEnd });
  notify(opened, "info", `${source.label} as “${name}”. “${open.name}” was not changed.`);
  return opened;
}
