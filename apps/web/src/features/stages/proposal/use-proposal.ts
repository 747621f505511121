/** The proposal of the open document, kept up with it while a view shows it. */
import { useEffect } from "react";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import type { ProposalState } from "./proposal-session.ts";

export function useProposal(): ProposalState {
  const app = useApp();
  const state = useAppState("proposal", (now) => now);
  const isOffered = state.proposal !== null && state.proposal.text !== "";
  useEffect(() => app.proposals.follow(), [app]);
  useEffect(() => {
    app.stores.proposal.setState({ offered: isOffered });
    return () => app.stores.proposal.setState({ offered: false });
  }, [app, isOffered]);
  return state;
}
