import type { App } from "../app.ts";
import { notify } from "./notify.ts";

/** Formats the configuration. A text that does not parse stays as it is. */
export async function formatText(app: App): Promise<void> {
  const { text } = app.stores.document.getState();
  const formatted = await app.language.format(text);
  if (formatted === undefined) notify(app, "error", "The configuration does not parse, so it was not formatted.");
  else if (app.stores.document.getState().text === text && formatted !== text)
    app.stores.document.transact("Formatted the configuration", { text: formatted });
}
