import { withoutTurns } from "../text/shown-name.ts";
import type { Scheduler } from "../workers/port.ts";
import type { Notice, NoticeAction, SharedStores, Stores } from "./stores.ts";

/**
 * How long a notice stays, in milliseconds, and for each of its characters; errors stay until they are closed, or another
 * document is opened.
 */
const SHOWN = 8000;
const READ = 40;
const MAX_SHOWN = 30_000;
/** How long it stays at least once the pointer or the focus has left it. */
const AFTER_HELD = 2000;
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
    notices: newest([...kept, { id, kind, text: withoutTurns(text), topic, about, action }]),
  });
  const expire = () => {
    if (stores.notices.getState().held) scheduler.after(AFTER_HELD, expire);
    else dismissNotice({ scheduler, stores }, id);
  };
  if (kind === "info") scheduler.after(Math.min(MAX_SHOWN, SHOWN + READ * Math.max(0, text.length - 100)), expire);
}

/** As many as are shown. An error that nobody closed stays longer than what passes anyway; the last one always shows. */
function newest(notices: readonly Notice[]): readonly Notice[] {
  const rest = notices.slice(0, -1);
  while (rest.length >= MAX_NOTICES) {
    const passing = rest.findIndex(({ kind }) => kind === "info");
    rest.splice(Math.max(0, passing), 1);
  }
  return [...rest, ...notices.slice(-1)];
}

/** While it is read or its buttons are used, a notice stays. */
export function holdNotices({ stores }: Notifier, held: boolean): void {
  if (stores.notices.getState().held !== held) stores.notices.setState({ held });
}

export function dismissNotices({ stores }: Notifier): void {
  stores.notices.setState({ notices: [], held: false });
}

export function dismissNotice({ stores }: Notifier, id: number): void {
  const { notices } = stores.notices.getState();
  const left = notices.filter((notice) => notice.id !== id);
  // What is closed under the pointer hears no more of it.
  stores.notices.setState(left.length === 0 ? { notices: left, held: false } : { notices: left });
}

/** Dismisses errors of documents other than the one with the id `current`. */
export function dismissErrorsOfOthers({ stores }: Notifier, current: string): void {
  const { notices } = stores.notices.getState();
  const kept = notices.filter(({ kind, about }) => kind !== "error" || about === undefined || about === current);
  if (kept.length < notices.length) stores.notices.setState({ notices: kept });
}
