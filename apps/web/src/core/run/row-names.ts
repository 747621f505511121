import type { StoresPart, WorkersPart } from "../page/app.ts";
import { rowNamesOf } from "./receive-run.ts";

/** Values that a row has room for. */
export const MAX_ROW_NAMES = 3;

/** Requests the values that could be shown. */
export function loadRowNames(app: StoresPart & Pick<WorkersPart, "preview">): void {
  const { result } = app.stores.preview.getState();
  if (result !== null) app.preview.requestValues(result.id, rowNamesOf(app.stores));
}

/** Shows these values in the rows of samples; none: the line; automatic: those that stages give, as far as they do. */
export function setRowNames(
  app: StoresPart & Pick<WorkersPart, "preview">,
  names: readonly string[] | "automatic",
): void {
  const { settings, documents } = app.stores;
  const { currentId } = documents.getState();
  const rowNames = { ...settings.getState().rowNames };
  if (names === "automatic") delete rowNames[currentId];
  else rowNames[currentId] = names.slice(-MAX_ROW_NAMES);
  settings.setState({ rowNames });
  loadRowNames(app);
}

/** Adds a value to the rows, or takes it away; with too many the first of them goes. */
export function toggleRowName(app: StoresPart & Pick<WorkersPart, "preview">, name: string): void {
  const chosen = rowNamesOf(app.stores);
  const names = chosen === "automatic" ? [] : chosen;
  setRowNames(app, names.includes(name) ? names.filter((one) => one !== name) : [...names, name]);
}
