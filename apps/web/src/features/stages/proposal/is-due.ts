/** Whether stages are proposed for a document: the one rule of views and commands. */
import type { App } from "../../../core/page/app.ts";

/** There are samples, and the pipeline has no stages, or the user asked for a proposal, unless it was begun empty. */
export function isProposalDue({ stores, derived }: Pick<App, "stores" | "derived">): boolean {
  const { cards, stale } = derived.cards();
  const { currentId } = stores.documents.getState();
  const startsEmpty = stores.settings.getState().startedEmpty.includes(currentId);
  const isWanted = stores.proposal.getState().open || (cards.length === 0 && !startsEmpty);
  return isWanted && !stale && stores.document.getState().samples.length > 0;
}
