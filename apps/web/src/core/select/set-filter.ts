import { nearestRow, type SampleFilter } from "../model/sample-rows.ts";
import type { DerivedPart, StoresPart } from "../page/app.ts";
import { selectEntry } from "./select-entry.ts";

/** Shows only some entries. The list and the inspector show the same: an entry that is left out gives way to the nearest one. */
export function setFilter(app: DerivedPart, filter: SampleFilter): void {
  app.stores.entryFilter.setState({ filter });
  selectShownEntry(app);
}

/** Shows only entries whose line contains a text. */
export function setSearch(app: DerivedPart, search: string): void {
  app.stores.entryFilter.setState({ search });
  selectShownEntry(app);
}

/** Shows all entries; the selected one stays. */
export function showAllEntries(app: DerivedPart): void {
  app.stores.entryFilter.setState({ filter: { kind: "all" }, search: "" });
  showAllPatterns(app);
}

/** Takes all filters by pattern away; the selected entry stays. */
export function showAllPatterns(app: StoresPart): void {
  if (app.stores.patterns.getState().filters.length > 0) app.stores.patterns.setState({ filters: [] });
}

/**
 * Selects the nearest entry of the list if the selected one is not in it. If the list is empty, the selection stays, and the
 * inspector says that it is not in the list.
 */
export function selectShownEntry(app: DerivedPart): void {
  const rows = app.derived.rows();
  const { sampleId } = app.stores.selection.getState();
  if (rows.some(({ sample }) => sample.id === sampleId)) return;
  const index = app.stores.document.getState().samples.findIndex(({ id }) => id === sampleId);
  const next = nearestRow(rows, index + 1);
  if (next !== undefined) selectEntry(app, next.sample.id);
}
