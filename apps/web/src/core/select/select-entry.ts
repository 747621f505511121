import type { StoresPart } from "../page/app.ts";

/** Selects a sample entry; the stage stays. */
export function selectEntry(app: StoresPart, sampleId: number): void {
  if (app.stores.selection.getState().sampleId === sampleId) return;
  app.stores.selection.setState({ sampleId });
}
