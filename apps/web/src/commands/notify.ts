import type { App } from "../app.ts";
import type { Notice } from "../state/stores.ts";

/** How long a notice stays, in milliseconds; errors stay until they are closed. */
const SHOWN = 8000;
const MAX_NOTICES = 3;

let lastId = 0;

/** Shows a short message, with at most one thing to do about it. */
export function notify(app: App, kind: Notice["kind"], text: string, action?: Notice["action"]): void {
  const id = ++lastId;
  const { notices } = app.stores.notices.getState();
  // What an older message offers to undo would undo the newer change.
  const kept = action === undefined ? notices : notices.filter((notice) => notice.action === undefined);
  app.stores.notices.setState({ notices: [...kept, { id, kind, text, action }].slice(-MAX_NOTICES) });
  if (kind === "info") app.scheduler.after(SHOWN, () => dismissNotice(app, id));
}

export function dismissNotice(app: App, id: number): void {
  const { notices } = app.stores.notices.getState();
  app.stores.notices.setState({ notices: notices.filter((notice) => notice.id !== id) });
}
