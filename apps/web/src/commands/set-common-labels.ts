import type { App } from "../app.ts";
import { setLabelText } from "../state/document-store.ts";

/** Takes the labels of every sample, as written. While the text cannot be read, the last labels hold and the field says why. */
export function setCommonLabels(app: App, text: string): void {
  setLabelText(app.stores.document, text);
}
