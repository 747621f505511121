import type { App } from "../app.ts";
import { type Example, entriesOf } from "../examples/index.ts";
import { DEFAULT_SEED } from "../persistence/stored-state.ts";
import { type DocumentContent, replaceContent } from "../state/document-store.ts";
import { identify } from "../state/samples.ts";
import { notify } from "./notify.ts";
import { undoReplacement } from "./undo-replacement.ts";

/** Opens an example's configuration and samples in place of what is there; one undo brings that back. */
export function openExample(app: App, example: Example): void {
  app.stores.view.setState({ unfolded: {} });
  take(app, example, `Opened the example ${example.name}`, {
    name: example.name,
    text: example.config,
    seed: DEFAULT_SEED,
  });
  app.stores.selection.setState({ stagePath: null, pipelineId: null });
  notify(app, "info", `Opened the example “${example.name}”.`, { label: "Undo", run: () => undoReplacement(app) });
}

/** Takes only an example's samples, labels and clock. */
export function loadExampleSamples(app: App, example: Example): void {
  take(app, example, `Took the samples of ${example.name}`, {});
  notify(app, "info", `Took the samples of “${example.name}”.`, { label: "Undo", run: () => undoReplacement(app) });
}

function take(app: App, example: Example, what: string, more: Partial<DocumentContent>): void {
  const { document, selection, view } = app.stores;
  const { nextId } = document.getState();
  const samples = identify(entriesOf(example), nextId);
  view.setState({ filter: { kind: "all" }, search: "" });
  replaceContent(document, what, {
    ...more,
    samples,
    commonLabels: example.labels,
    clock: example.clock,
    holdEnd: example.holdEnd ?? false,
    steps: [],
  });
  document.setState({ nextId: nextId + samples.length });
  selection.setState({ sampleId: samples[0]?.id ?? null });
}
