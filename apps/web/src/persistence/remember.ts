/** Writes the document, the selection and the settings as they change, a little later than the change. */
import type { App } from "../app.ts";
import { notify } from "../commands/notify.ts";
import { contentOf } from "../state/document-store.ts";
import { KEYS, type TextStorage, write } from "./stored-state.ts";

const DELAY = 300;

/** Starts remembering. The result writes what is pending, for when the page is left. */
export function remember(app: App, storage: TextStorage | undefined): () => void {
  const { stores } = app;
  let warned = false;
  const pending = new Map<string, () => unknown>();
  let cancel: (() => void) | undefined;
  const flush = () => {
    cancel?.();
    cancel = undefined;
    for (const [key, value] of pending) {
      if (write(storage, key, value()) || warned) continue;
      warned = true;
      notify(
        app,
        "error",
        "This browser does not keep the page's state: it is full or not allowed. Export what you want to keep.",
      );
    }
    pending.clear();
  };
  const later = (key: string, value: () => unknown) => {
    pending.set(key, value);
    cancel ??= app.scheduler.after(DELAY, flush);
  };
  stores.document.subscribe(() => later(KEYS.document, () => contentOf(stores.document.getState())));
  stores.selection.subscribe(() => later(KEYS.selection, () => stores.selection.getState()));
  stores.settings.subscribe(() => later(KEYS.settings, () => stores.settings.getState()));
  return flush;
}
