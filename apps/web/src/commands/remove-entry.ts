import type { App } from "../app.ts";
import { replaceContent } from "../state/document-store.ts";
import { notify } from "./notify.ts";
import { undoReplacement } from "./undo-replacement.ts";

/** Removes one sample and selects its neighbour; one undo brings it back. */
export function removeEntry(app: App, sampleId: number): void {
  const { document, selection } = app.stores;
  const { samples } = document.getState();
  const index = samples.findIndex((sample) => sample.id === sampleId);
  if (index < 0) return;
  const neighbour = samples[index + 1] ?? samples[index - 1];
  if (selection.getState().sampleId === sampleId && neighbour !== undefined)
    selection.setState({ sampleId: neighbour.id });
  replaceContent(document, `Removed entry ${index + 1}`, { samples: samples.toSpliced(index, 1) });
  notify(app, "info", `Removed entry ${index + 1}.`, { label: "Undo", run: () => undoReplacement(app) });
}
