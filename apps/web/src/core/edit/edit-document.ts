/** Edits of the document's texts: configuration, labels, name. */
import { spliceText } from "@sluice/engine";
import { tidyName } from "../model/document.ts";
import type { Marks } from "../model/history.ts";
import type { StoresPart } from "../page/app.ts";
import { type EditKind, labelOfEdit } from "../text/edit-kind.ts";

/** `caret`: where the cursor was before. */
export interface EditedText {
  readonly kind?: EditKind;
  readonly caret?: Marks["caret"];
}

/** Takes the configuration's text as the editor has it. */
export function setText(app: StoresPart, text: string, { kind = "typed", caret }: EditedText = {}): void {
  const at = spliceText(app.stores.document.getState().text, text)?.at ?? 0;
  const line = text.slice(0, at).split("\n").length;
  app.stores.document.transact(
    labelOfEdit(kind, kind === "typed" ? `line ${line} of the configuration` : "the configuration"),
    { text },
    { ...(kind === "typed" ? { group: "typing" } : {}), ...(caret === undefined ? {} : { marks: { caret } }) },
  );
}

/** Takes the labels of every sample, as written. While the text cannot be read, the last labels hold and the field says why. */
export function setCommonLabels(app: StoresPart, commonLabels: string, kind: EditKind = "typed"): void {
  app.stores.document.transact(
    labelOfEdit(kind, "the labels"),
    { commonLabels },
    kind === "typed" ? { group: "labels" } : {},
  );
}

/** Names the pipeline. An empty name is not taken. */
export function rename(app: StoresPart, name: string): void {
  const tidy = tidyName(name);
  if (tidy !== "") app.stores.document.transact(`Renamed to “${tidy}”`, { name: tidy });
}

/** Puts the last text without errors in the place of one that has some. */
export function restoreGoodText(app: StoresPart): void {
  const good = app.stores.analysis.getState().good;
  if (good !== null) app.stores.document.transact("Went back to the last valid configuration", { text: good.text });
}
