/** The proposal of the open document, kept up with it while a view shows it. */
import { useEffect } from "react";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import { useDerived } from "../../../core/page/use-derived.ts";
import type { ProposalState } from "./proposal-session.ts";

export function useProposal(): ProposalState {
  const app = useApp();
  const state = useAppState("proposal", (now) => now);
  const isOffered = state.proposal !== null && state.proposal.text !== "";
  const labels = useDerived("commonLabels");
  useEffect(() => app.proposals.follow(), [app]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads them itself
  useEffect(() => app.proposals.takeLabels(), [app, labels]);
  useEffect(() => {
    app.stores.proposal.setState({ offered: isOffered });
    return () => app.stores.proposal.setState({ offered: false });
  }, [app, isOffered]);
  return state;
}
