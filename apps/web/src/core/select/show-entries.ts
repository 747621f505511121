import { formatRanges } from "../model/sample-rows.ts";
import type { DerivedPart } from "../page/app.ts";
import { selectEntry } from "./select-entry.ts";
import { setFilter, showAllPatterns } from "./set-filter.ts";

/** Selects a sample of the last run; several are shown alone in the list, the first of them selected. */
export function showEntries(app: DerivedPart, indexes: readonly number[]): void {
  const sampleIds = app.stores.preview.getState().result?.sampleIds ?? [];
  const ids = indexes.flatMap((index) => sampleIds[index] ?? []);
  if (ids.length === 0) return;
  if (ids.length > 1) setFilter(app, { kind: "entries", ids, what: `entries ${formatRanges(indexes)}` });
  else setFilter(app, { kind: "all" });
  app.stores.entryFilter.setState({ search: "" });
  showAllPatterns(app);
  selectEntry(app, ids[0]!);
}
