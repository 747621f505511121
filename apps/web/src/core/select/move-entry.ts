import type { DerivedPart } from "../page/app.ts";
import { revealEntry } from "./pattern-list.ts";
import { selectEntry } from "./select-entry.ts";
import { selectShownEntry } from "./set-filter.ts";

/** Selects the entry `by` places further in the list as it is filtered. */
export function moveEntry(app: DerivedPart, by: number): void {
  const { selection } = app.stores;
  const rows = app.derived.listedRows();
  if (rows.length === 0) return;
  const at = rows.findIndex((row) => row.sample.id === selection.getState().sampleId);
  if (at < 0) {
    selectShownEntry(app);
    return;
  }
  const next = Math.max(0, Math.min(rows.length - 1, at + by));
  const { id } = rows[next]!.sample;
  selectEntry(app, id);
  revealEntry(app, id);
}
