import type { App } from "../app.ts";

/** Takes the labels of every sample, as written. A text that does not parse sets none, and the field says why. */
export function setCommonLabels(app: App, text: string): void {
  app.stores.document.setState({ commonLabels: text });
}
