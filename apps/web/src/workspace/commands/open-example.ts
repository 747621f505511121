import { freeName, isBlank } from "../../domain/document.ts";
import { identify } from "../../domain/samples.ts";
import { documentOf, type Example, entriesOf, untouchedExample } from "../../examples/index.ts";
import type { App } from "../app.ts";
import { notify } from "./notify.ts";
import { setRowNames } from "./row-names.ts";
import { change } from "./undo.ts";

/** Opens an example as a document of its own, or in the open one where there is nothing in it yet. */
export function openExample(app: App, example: Example): void {
  if (isBlank(app.stores.document.getState())) {
    fillWithExample(app, example);
    return;
  }
  if (untouchedExample(app.stores.document.getState()) === example) {
    notify(app, "info", `“${app.stores.document.getState().name}” is this example.`);
    return;
  }
  const before = app.stores.documents.getState().currentId;
  const name = freeName(example.name, app.documents.names());
  const opened = app.documents.create(documentOf(example, name));
  if (example.rows !== undefined) setRowNames(opened, example.rows);
  const openedId = opened.stores.documents.getState().currentId;
  notify(app, "info", `Opened the example “${example.name}” as a document of its own.`, {
    label: "Undo",
    isOffered: () => opened.stores.document.getState().undoable === null,
    run: () => void app.documents.remove(openedId).then(() => app.documents.open(before)),
  });
}

function fillWithExample(app: App, example: Example): void {
  const { document, selection } = app.stores;
  const { name } = document.getState();
  const others = app.documents.names().filter((one) => one !== name);
  const { samples, ...content } = documentOf(example, freeName(example.name, others));
  const entries = identify(samples, document.getState().nextId);
  selection.setState({ stagePath: null, pipelineId: null, sampleId: entries[0]?.id ?? null });
  document.transact(`Opened the example ${example.name}`, { ...content, samples: entries }, { isLoad: true });
  if (example.rows !== undefined) setRowNames(app, example.rows);
}

/** Takes only an example's samples, labels and clock. */
export function loadExampleSamples(app: App, example: Example): void {
  const { document, selection, view } = app.stores;
  const samples = identify(entriesOf(example), document.getState().nextId);
  view.setState({ filter: { kind: "all" }, search: "" });
  change(app, `Loaded the samples of ${example.name}`, {
    samples,
    commonLabels: example.labels,
    clock: example.clock,
    holdEnd: example.holdEnd ?? false,
    steps: [],
  });
  selection.setState({ sampleId: samples[0]?.id ?? null });
}
