import type { App } from "../app.ts";
import type { Example } from "../examples/index.ts";
import { DEFAULT_SEED } from "../persistence/stored-state.ts";
import { replaceContent } from "../state/document-store.ts";
import { splitLines } from "../state/samples.ts";
import { notify } from "./notify.ts";
import { undoReplacement } from "./undo-replacement.ts";

/** Opens an example's configuration and samples in place of what is there; one undo brings that back. */
export function openExample(app: App, example: Example): void {
  const { document, selection, view } = app.stores;
  const { nextId } = document.getState();
  const samples = splitLines(example.lines).map((line, i) => ({ id: nextId + i, line }));
  view.setState({ filter: { kind: "all" }, search: "", unfolded: {} });
  replaceContent(document, `Opened the example ${example.name}`, {
    name: example.name,
    text: example.config,
    samples,
    commonLabels: example.labels,
    clock: example.clock,
    seed: DEFAULT_SEED,
  });
  document.setState({ nextId: nextId + samples.length });
  selection.setState({ sampleId: samples[0]?.id ?? null, stagePath: null, pipelineId: null });
  notify(app, "info", `Opened the example “${example.name}”.`, { label: "Undo", run: () => undoReplacement(app) });
}

/** Takes only an example's samples and labels. */
export function loadExampleSamples(app: App, example: Example): void {
  const { document, selection, view } = app.stores;
  const { nextId } = document.getState();
  const samples = splitLines(example.lines).map((line, i) => ({ id: nextId + i, line }));
  view.setState({ filter: { kind: "all" }, search: "" });
  replaceContent(document, `Took the samples of ${example.name}`, {
    samples,
    commonLabels: example.labels,
    clock: example.clock,
  });
  document.setState({ nextId: nextId + samples.length });
  selection.setState({ sampleId: samples[0]?.id ?? null });
  notify(app, "info", `Took the samples of “${example.name}”.`, { label: "Undo", run: () => undoReplacement(app) });
}
