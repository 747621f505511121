import type { App } from "../page/app.ts";

/** Selects a sample entry; the stage stays. */
export function selectEntry(app: App, sampleId: number): void {
  if (app.stores.selection.getState().sampleId === sampleId) return;
  app.stores.selection.setState({ sampleId });
}
