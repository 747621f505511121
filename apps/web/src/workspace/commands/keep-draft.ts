import { type DraftPlace, type KeptDraft, withDraft } from "../../domain/forms/drafts.ts";
import type { App } from "../app.ts";

/** Keeps what was typed for an argument and refused; undefined: there is nothing to keep any more. */
export function keepDraft(app: App, place: DraftPlace, draft: Omit<KeptDraft, "place"> | undefined): void {
  const { drafts } = app.stores.view.getState();
  const kept = withDraft(drafts, place, draft && { ...draft, place });
  if (kept !== drafts) app.stores.view.setState({ drafts: kept });
}
