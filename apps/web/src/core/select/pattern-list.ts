/** What is done with the patterns of the samples: filters by them, and groups that are opened and folded. */
import type { DerivedPart, StoresPart } from "../page/app.ts";
import { selectShownEntry } from "./set-filter.ts";

/** Lists the samples by pattern, or one by one. */
export function groupSamples(app: StoresPart, groupSamples: boolean): void {
  app.stores.settings.setState({ groupSamples });
  app.stores.sampleList.setState({ mode: "list" });
}

/** Shows the entries of a pattern alone, in place of all that was shown or hidden by pattern. */
export function showOnlyPattern(app: DerivedPart, number: number): void {
  app.stores.patterns.setState({ filters: [{ number, shown: true }] });
  selectShownEntry(app);
}

/** Hides the entries of one more pattern. */
export function hidePattern(app: DerivedPart, number: number): void {
  app.stores.patterns.setState(({ filters }) => ({
    filters: [...filters.filter((one) => one.number !== number), { number, shown: false }],
  }));
  selectShownEntry(app);
}

/** Takes the filters by this pattern away; without one, all of them. */
export function clearPatternFilter(app: DerivedPart, number?: number): void {
  app.stores.patterns.setState(({ filters }) => ({
    filters: number === undefined ? [] : filters.filter((one) => one.number !== number),
  }));
  selectShownEntry(app);
}

/** Opens or folds a group. */
export function setFold(app: StoresPart, number: number, open: boolean): void {
  app.stores.patterns.setState(({ folds }) => ({ folds: new Map(folds).set(number, open) }));
}

/** Opens the group of an entry that is selected without the list, so that it is in sight there. */
export function revealEntry(app: DerivedPart, sampleId: number): void {
  if (!app.derived.isGrouped()) return;
  const group = app.derived.groups().find(({ rows }) => rows.some(({ sample }) => sample.id === sampleId));
  if (group !== undefined && !group.isOpen) setFold(app, group.number, true);
}
