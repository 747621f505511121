import type { App } from "../../core/page/app.ts";
import { notify } from "../../core/page/notify.ts";
import type { Formatted } from "../../core/workers/language-protocol.ts";

const REFUSED: Readonly<Record<Exclude<Formatted["kind"], "formatted">, string>> = {
  "not parsed": "The configuration does not parse, so it was not formatted.",
  "changes meaning": "Formatting would change what the configuration means, so it was not formatted.",
};

/** Formats the configuration. Leaves a text that does not parse, or whose meaning would change, unchanged. */
export async function formatText(app: App): Promise<void> {
  const { text } = app.stores.document.getState();
  const formatted = await app.language.format(text);
  if (formatted === undefined) notify(app, "error", "The configuration could not be formatted. Try again.");
  else if (formatted.kind !== "formatted") notify(app, "error", REFUSED[formatted.kind]);
  else if (app.stores.document.getState().text === text && formatted.text !== text)
    app.stores.document.transact("Formatted the configuration", { text: formatted.text });
}
