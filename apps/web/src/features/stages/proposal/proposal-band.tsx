/** The proposal in one line above the text, while no stages are shown. */
import { ScanSearch } from "lucide-react";
import { useRef } from "react";
import { useApp } from "../../../core/page/app-context.ts";
import { tooltip } from "../../../core/page/commands.ts";
import { useFocusRequest } from "../../../core/page/use-focus-request.ts";
import { grouped } from "../../../core/text/counted.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import * as offerCss from "../list/offer.module.css";
import { showProposal, startEmpty, takeProposal } from "./proposal-actions.ts";
import { headOf, takeWords, wantedOf } from "./proposal-words.ts";
import { useProposal } from "./use-proposal.ts";

export function ProposalBand() {
  const app = useApp();
  const state = useProposal();
  const { proposal } = state;
  const button = useRef<HTMLButtonElement>(null);
  const isThere = proposal !== null && proposal.text !== "";
  useFocusRequest("offer", () => button.current?.focus() ?? button.current !== null, isThere);
  if (!isThere) return null;
  const { figures } = proposal;
  return (
    <section className={offerCss.unreadBand} aria-label="Proposed pipeline">
      <span className="visually-hidden" role="status">
        {headOf(proposal)}. {tooltip(app, "offer")}
      </span>
      <ScanSearch aria-hidden="true" size={14} />
      <span className={offerCss.said}>
        <b>{headOf(proposal)}</b>
        <span className="muted">
          , {grouped(figures.parsed)} of {grouped(figures.parsed + figures.unparsed)} entries parsed
        </span>
      </span>
      <span className={offerCss.bandButtons}>
        <button
          ref={button}
          type="button"
          className={buttonClass("small")}
          title={tooltip(app, "proposal.take", "Put them into the pipeline")}
          onClick={() => void takeProposal(app)}
        >
          {takeWords(wantedOf(proposal, state).size)}
        </button>
        <button type="button" className={buttonClass("quiet", "small")} onClick={() => showProposal(app)}>
          Review
        </button>
        <button type="button" className={buttonClass("quiet", "small")} onClick={() => startEmpty(app)}>
          Start empty
        </button>
      </span>
    </section>
  );
}
