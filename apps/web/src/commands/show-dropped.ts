import type { App } from "../app.ts";
import { makeRows, outcomesById } from "../state/sample-rows.ts";
import { selectEntry } from "./select-entry.ts";
import { selectStage } from "./select-stage.ts";
import { setFilter } from "./set-filter.ts";

/** Shows the entries that a stage dropped, the first of them selected, at that stage. */
export function showDropped(app: App, path: string): void {
  const { document, preview } = app.stores;
  const { result, sampleIds } = preview.getState();
  const filter = { kind: "stage", path, effect: "dropped" } as const;
  setFilter(app, filter);
  const rows = makeRows(document.getState().samples, outcomesById(result, sampleIds), filter, "");
  if (rows[0] !== undefined) selectEntry(app, rows[0].sample.id);
  selectStage(app, path);
}
