import type { DerivedPart } from "../page/app.ts";
import { selectEntry } from "./select-entry.ts";
import { selectStage } from "./select-stage.ts";
import { setFilter, setSearch, showAllPatterns } from "./set-filter.ts";

/** Shows the entries that a stage dropped, the first of them selected, at that stage. */
export function showDropped(app: DerivedPart, path: string): void {
  const filter = { kind: "stage", path, effect: "dropped" } as const;
  setFilter(app, filter);
  setSearch(app, "");
  showAllPatterns(app);
  const [first] = app.derived.rows();
  if (first !== undefined) selectEntry(app, first.sample.id);
  selectStage(app, path);
}
