import { change } from "../../core/edit/undo.ts";
import { type DocumentContent, freeName, isBlank } from "../../core/model/document.ts";
import { identify } from "../../core/model/samples.ts";
import type { App } from "../../core/page/app.ts";
import { takeDemoDatabase } from "../../core/page/choose-resource.ts";
import { notify } from "../../core/page/notify.ts";
import { setRowNames } from "../../core/run/row-names.ts";
import { showAllEntries } from "../../core/select/set-filter.ts";
import { documentOf, type Example, untouchedExample } from "./examples.ts";

declare module "../../core/page/dialog-kinds.ts" {
  interface DialogKinds {
    /** All of an example. */
    examples: object;
    /** Its samples alone. */
    "example-samples": Edits;
  }
}

/** Opens an example as a separate document, or in the open one if that is empty. */
export async function openExample(app: App, example: Example): Promise<void> {
  if (sayIsOpen(app, example)) return;
  const content = await load(app, example);
  // It may have been opened while its files loaded.
  if (content === undefined || sayIsOpen(app, example)) return;
  if (isBlank(app.stores.document.getState())) {
    fillWithExample(app, example, content);
    await takeDatabase(app, example);
    return;
  }
  const before = app.stores.documents.getState().currentId;
  const name = freeName(example.name, app.documents.names());
  const opened = app.documents.create({ ...content, name });
  if (example.rows !== undefined) setRowNames(opened, example.rows);
  const openedId = opened.stores.documents.getState().currentId;
  notify(app, "info", `Opened the example “${example.name}” as a separate document.`, {
    label: "Undo",
    isOffered: () => opened.stores.document.getState().undoable === null,
    run: () => void app.documents.remove(openedId).then(() => app.documents.open(before)),
  });
  await takeDatabase(opened, example);
}

function sayIsOpen(app: App, example: Example): boolean {
  if (untouchedExample(app.stores.document.getState()) !== example) return false;
  notify(app, "info", `“${app.stores.document.getState().name}” is this example.`);
  return true;
}

async function load(app: App, example: Example): Promise<DocumentContent | undefined> {
  try {
    return await documentOf(example);
  } catch {
    notify(
      app,
      "error",
      `The example “${example.name}” could not be loaded. Try again when the page's server can be reached.`,
    );
    return undefined;
  }
}

/** Provides the page's demo database to its stages, unless the user chose another file for that path. */
async function takeDatabase(app: App, { database }: Example): Promise<void> {
  if (database !== undefined && app.stores.files.getState().files[database] === undefined)
    await takeDemoDatabase(app, database);
}

function fillWithExample(app: App, example: Example, content: DocumentContent): void {
  const { document, selection } = app.stores;
  const { name } = document.getState();
  const others = app.documents.names().filter((one) => one !== name);
  const entries = identify(content.samples, document.getState().nextId);
  selection.setState({ stagePath: null, pipelineId: null, sampleId: entries[0]?.id ?? null });
  document.transact(
    `Opened the example ${example.name}`,
    { ...content, name: freeName(example.name, others), samples: entries },
    { isLoad: true },
  );
  if (example.rows !== undefined) setRowNames(app, example.rows);
}

/** Loads only an example's samples, labels and clock. */
export async function loadExampleSamples(app: App, example: Example): Promise<void> {
  const content = await load(app, example);
  if (content === undefined) return;
  const { document, selection } = app.stores;
  const samples = identify(content.samples, document.getState().nextId);
  showAllEntries(app);
  change(app, `Loaded the samples of ${example.name}`, {
    samples,
    commonLabels: example.labels,
    clock: example.clock,
    holdEnd: example.holdEnd ?? false,
    steps: [],
  });
  selection.setState({ sampleId: samples[0]?.id ?? null });
}
