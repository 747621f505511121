/** The proposal, which is loaded when it is first shown, and when it is shown. */
import { Suspense } from "react";
import { useApp, useAppState, useReadOnly } from "../../../core/page/app-context.ts";
import { useDerived } from "../../../core/page/use-derived.ts";
import { lazyView } from "../../../ui/lazy-view.tsx";
import { isProposalDue } from "./is-due.ts";

const Card = lazyView("The proposal", async () => ({ default: (await import("./proposal-card.tsx")).ProposalCard }));
const Band = lazyView("The proposal", async () => ({ default: (await import("./proposal-band.tsx")).ProposalBand }));

/** Whether stages are proposed here, as soon as the text is read. */
export function useIsProposed(): boolean {
  const app = useApp();
  useDerived("cards");
  useAppState("document", ({ samples }) => samples.length > 0);
  useAppState("documents", ({ currentId }) => currentId);
  useAppState("settings", ({ startedEmpty }) => startedEmpty);
  useAppState("proposal", ({ open }) => open);
  const isRead = useAppState("analysis", ({ current }) => current !== null);
  const readOnly = useReadOnly();
  return isRead && !readOnly && isProposalDue(app);
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
