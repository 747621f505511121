/** Edits of the document's texts: configuration, labels, name. */
import { MAX_NAME } from "../../domain/document.ts";
import type { Marks } from "../../domain/history.ts";
import type { App } from "../app.ts";

/** Takes the configuration's text as the editor has it. `caret`: where the cursor was before. */
export function setText(app: App, text: string, caret?: Marks["caret"]): void {
  app.stores.document.transact(
    "Typing in the configuration",
    { text },
    { group: "typing", ...(caret === undefined ? {} : { marks: { caret } }) },
  );
}

/** Takes the labels of every sample, as written. While the text cannot be read, the last labels hold and the field says why. */
export function setCommonLabels(app: App, commonLabels: string): void {
  app.stores.document.transact("Typing in the labels", { commonLabels }, { group: "labels" });
}

/** Names the pipeline. An empty name is not taken. */
export function rename(app: App, name: string): void {
  const trimmed = name.trim().slice(0, MAX_NAME);
  if (trimmed !== "") app.stores.document.transact(`Renamed to “${trimmed}”`, { name: trimmed });
}

/** Puts the last text without errors in the place of one that has some. */
export function restoreGoodText(app: App): void {
  const good = app.stores.analysis.getState().good;
  if (good !== null) app.stores.document.transact("Went back to the last valid configuration", { text: good.text });
}
