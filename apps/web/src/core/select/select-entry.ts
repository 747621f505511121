import type { StoresPart } from "../page/app.ts";

/** Selects a sample entry; the stage stays. */
export function selectEntry(app: StoresPart, sampleId: number): void {
  const { patterns } = app.stores;
  if (patterns.getState().cursor !== null) patterns.setState({ cursor: null });
  if (app.stores.selection.getState().sampleId === sampleId) return;
  app.stores.selection.setState({ sampleId });
}
