import { withoutTurns } from "../text/shown-name.ts";
import type { Scheduler } from "../workers/port.ts";
import type { Notice, NoticeAction, SharedStores, Stores } from "./stores.ts";

/** How long a notice stays, in milliseconds; errors stay until they are closed, or another document is opened. */
const SHOWN = 8000;
const MAX_NOTICES = 3;

export interface Notifier {
  readonly scheduler: Scheduler;
  /** With those of a document, where it is about that. */
  readonly stores: Pick<SharedStores, "notices"> & Partial<Pick<Stores, "document" | "documents">>;
}

/** Shows a short message, with at most one thing to do about it. */
export function notify(
  { scheduler, stores }: Notifier,
  kind: Notice["kind"],
  text: string,
  action?: NoticeAction,
  topic?: string,
): void {
  const { notices, lastId } = stores.notices.getState();
  const id = lastId + 1;
  const about = stores.document === undefined ? undefined : stores.documents?.getState().currentId;
  // The change that an older message offers to undo is not the last one any more.
  const kept = notices.filter(
    (notice) =>
      (topic === undefined || notice.topic !== topic) && (action === undefined || notice.action === undefined),
  );
  stores.notices.setState({
    lastId: id,
    notices: [...kept, { id, kind, text: withoutTurns(text), topic, about, action }].slice(-MAX_NOTICES),
  });
  if (kind === "info") scheduler.after(SHOWN, () => dismissNotice({ scheduler, stores }, id));
}

export function dismissNotice({ stores }: Notifier, id: number): void {
  const { notices } = stores.notices.getState();
  stores.notices.setState({ notices: notices.filter((notice) => notice.id !== id) });
}

/** Dismisses errors of documents other than the one with the id `current`. */
export function dismissErrorsOfOthers({ stores }: Notifier, current: string): void {
  const { notices } = stores.notices.getState();
  const kept = notices.filter(({ kind, about }) => kind !== "error" || about === undefined || about === current);
  if (kept.length < notices.length) stores.notices.setState({ notices: kept });
}
