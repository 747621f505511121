import type { App } from "../../core/page/app.ts";
import { notify } from "../../core/page/notify.ts";
import type { Formatted } from "../../core/workers/language-protocol.ts";

const REFUSED: Readonly<Record<Exclude<Formatted["kind"], "formatted">, string>> = {
  "not parsed": "The configuration does not parse, so it was not formatted.",
  "changes meaning": "Formatted, this would be another configuration, so it was left as it is.",
};

/** Formats the configuration. A text that does not parse, or would come out as another configuration, stays as it is. */
export async function formatText(app: App): Promise<void> {
  const { text } = app.stores.document.getState();
  const formatted = await app.language.format(text);
  if (formatted === undefined) notify(app, "error", "The configuration could not be formatted. Try again.");
  else if (formatted.kind !== "formatted") notify(app, "error", REFUSED[formatted.kind]);
  else if (app.stores.document.getState().text === text && formatted.text !== text)
    app.stores.document.transact("Formatted the configuration", { text: formatted.text });
}
