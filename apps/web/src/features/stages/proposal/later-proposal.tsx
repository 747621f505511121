/** The proposal, which is loaded when it is first shown, and when it is shown. */
import { Suspense } from "react";
import { useAppState, useReadOnly } from "../../../core/page/app-context.ts";
import { useDerived } from "../../../core/page/use-derived.ts";
import { lazyView } from "../../../ui/lazy-view.tsx";

const Card = lazyView("The proposal", async () => ({ default: (await import("./proposal-card.tsx")).ProposalCard }));
const Band = lazyView("The proposal", async () => ({ default: (await import("./proposal-band.tsx")).ProposalBand }));

/** Whether stages are proposed here: there are samples, and the pipeline has none, or the user asked for it. */
export function useIsProposed(): boolean {
  const { cards, stale } = useDerived("cards");
  const isRead = useAppState("analysis", ({ current }) => current !== null);
  const readOnly = useReadOnly();
  const hasSamples = useAppState("document", ({ samples }) => samples.length > 0);
  const currentId = useAppState("documents", (state) => state.currentId);
  const startsEmpty = useAppState("settings", ({ startedEmpty }) => startedEmpty.includes(currentId));
  const isOpen = useAppState("proposal", (state) => state.open);
  const isWanted = isOpen || (cards.length === 0 && !startsEmpty);
  return isWanted && hasSamples && isRead && !stale && !readOnly;
}

export const LaterProposal = () => (
  <Suspense fallback={<p className="muted">Looking for a pipeline…</p>}>
    <Card />
  </Suspense>
);

/** The same in one line, while no stages are shown. */
export const LaterProposalBand = () => (
  <Suspense>
    <Band />
  </Suspense>
);
