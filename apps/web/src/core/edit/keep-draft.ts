import type { StoresPart } from "../page/app.ts";
import { type DraftPlace, type KeptDraft, withDraft } from "../storage/drafts.ts";

/** Keeps what was typed for an argument and refused; undefined: there is nothing to keep any more. */
export function keepDraft(app: StoresPart, place: DraftPlace, draft: Omit<KeptDraft, "place"> | undefined): void {
  const { drafts } = app.stores.view.getState();
  const kept = withDraft(drafts, place, draft && { ...draft, place });
  if (kept !== drafts) app.stores.view.setState({ drafts: kept });
}
