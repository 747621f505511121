import type { App } from "../app.ts";

/** Takes the configuration's text as the editor has it. */
export function setText(app: App, text: string): void {
  if (text !== app.stores.document.getState().text) app.stores.document.setState({ text });
}
