/** A whole pipeline for the samples, with its evidence: every stage can be left out, and one key takes it all. */
import type { Proposal } from "@sluice/engine";
import { ScanSearch, X } from "lucide-react";
import { type FormEvent, type RefObject, useRef } from "react";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import { tooltip } from "../../../core/page/commands.ts";
import { useDerived } from "../../../core/page/use-derived.ts";
import { useFocusRequest } from "../../../core/page/use-focus-request.ts";
import { counted } from "../../../core/text/counted.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import { IconButton } from "../../../ui/tip.tsx";
import * as css from "./proposal.module.css";
import { closeProposal, startEmpty, takeProposal } from "./proposal-actions.ts";
import { describeChanges } from "./proposal-changes.ts";
import { Example, Figures } from "./proposal-facts.tsx";
import { NothingFound } from "./proposal-nothing.tsx";
import { Questions } from "./proposal-questions.tsx";
import type { ProposalState } from "./proposal-session.ts";
import { headOf, takeWords, wantedOf } from "./proposal-words.ts";
import { ProposedStages } from "./proposed-stages.tsx";
import { useProposal } from "./use-proposal.ts";

export function ProposalCard() {
  const app = useApp();
  const state = useProposal();
  const button = useRef<HTMLButtonElement>(null);
  const { proposal, status, message } = state;
  const focusable = proposal !== null && proposal.text !== "";
  useFocusRequest("offer", () => button.current?.focus() ?? button.current !== null, focusable);
  if (status === "failed")
    return (
      <section className={css.card} aria-label="Proposed pipeline" role="alert">
        <p className="tone-error">{message}</p>
        <div className={css.buttons}>
          <button type="button" className={buttonClass()} onClick={() => app.proposals.retry()}>
            Try again
          </button>
          <LeaveButton />
        </div>
      </section>
    );
  if (proposal === null)
    return (
      <section className={css.card} aria-label="Proposed pipeline" aria-busy="true">
        <p className="muted" role="status">
          <Looking />
        </p>
        <div className={css.buttons}>
          <LeaveButton />
        </div>
      </section>
    );
  return proposal.text === "" && proposal.stages.length === 0 ? (
    <NothingFound proposal={proposal} />
  ) : (
    <Proposed state={state} proposal={proposal} button={button} />
  );
}

function Looking() {
  const samples = useAppState("document", (state) => state.samples.length);
  return `Looking for a pipeline in ${counted(samples, "line")}…`;
}

interface ProposedProps {
  readonly state: ProposalState;
  readonly proposal: Proposal;
  readonly button: RefObject<HTMLButtonElement | null>;
}

function Proposed({ state, proposal, button }: ProposedProps) {
  const app = useApp();
  const { cards } = useDerived("cards");
  const there = cards.filter(({ parent }) => parent === undefined);
  const wanted = wantedOf(proposal, state);
  const take = (event: FormEvent) => {
    event.preventDefault();
    void takeProposal(app);
  };
  return (
    <section className={css.pane} aria-label="Proposed pipeline" aria-busy={state.status === "working"}>
      {/* Enter anywhere in it takes the stages. */}
      <form className={css.card} onSubmit={take}>
        <div className={css.top}>
          <header className={css.head}>
            <ScanSearch aria-hidden="true" size={16} />
            <h3>{headOf(proposal)}</h3>
          </header>
          <div className={css.takes}>
            <button
              ref={button}
              type="submit"
              className={buttonClass("primary")}
              title={tooltip(app, "proposal.take", "Put them into the pipeline")}
              disabled={wanted.size === 0}
            >
              {there.length === 0
                ? takeWords(wanted.size)
                : `Replace ${counted(there.length, "stage")} with these ${wanted.size}`}
            </button>
            {there.length > 0 && (
              <button type="button" className={buttonClass()} onClick={() => void takeProposal(app, "append")}>
                Append
              </button>
            )}
            <LeaveButton />
            {state.status === "working" && <span className="muted">Updating…</span>}
          </div>
        </div>
        {there.length > 0 && (
          <p className="muted">
            The pipeline has {counted(there.length, "stage")} already: {there.map(({ name }) => name).join(", ")}. The
            proposal replaces them or follows them.
          </p>
        )}
        <span className="visually-hidden" role="status">
          {headOf(proposal)}. {tooltip(app, "offer")}
        </span>
        <Figures proposal={proposal} samples={state.samples} />
        {state.asOf !== null && (
          <p className="muted">
            The lines have no year and are read as of {state.asOf.slice(0, 10)}. Using the stages sets the clock to
            that.
          </p>
        )}
        {state.before !== null && <Changes before={state.before} proposal={proposal} />}
        <Questions proposal={proposal} answers={state.answers} />
        <Example proposal={proposal} samples={state.samples} />
        <ProposedStages proposal={proposal} wanted={wanted} choices={state.choices} />
      </form>
    </section>
  );
}

/** Back to the stages that are there, or to none. */
function LeaveButton() {
  const app = useApp();
  const isEmpty = useDerived("cards", ({ cards }) => cards.length === 0);
  return (
    <button
      type="button"
      className={buttonClass("quiet")}
      onClick={() => (isEmpty ? startEmpty(app) : closeProposal(app))}
    >
      {isEmpty ? "Start empty" : "Close"}
    </button>
  );
}

function Changes({ before, proposal }: { before: Proposal; proposal: Proposal }) {
  const app = useApp();
  const words = describeChanges(before, proposal);
  if (words === null) return null;
  return (
    <p className={`${controlsCss.note} ${css.changes}`} role="status" data-part="changes">
      <span>{words}.</span>
      <IconButton
        label="Dismiss"
        tip="Dismiss"
        Icon={X}
        onClick={() => app.stores.proposal.setState({ before: null })}
      />
    </p>
  );
}
