/** What can be done with a proposal: it is shown, taken, and declined. */
import type { PutMode } from "@sluice/engine";
import { putStages } from "../../../core/edit/put-stages.ts";
import type { App } from "../../../core/page/app.ts";
import { notify } from "../../../core/page/notify.ts";
import { refusesEdits } from "../../../core/page/read-only.ts";
import { setPipelineView } from "../../../core/page/settings.ts";
import { focusStages, selectCard } from "../list/edit-stages.ts";
import { isProposalDue } from "./is-due.ts";

/** Puts the proposed stages into the pipeline, in place of those that it has or after them. */
export async function takeProposal(app: App, mode: PutMode = "replace"): Promise<void> {
  if (refusesEdits(app)) return;
  const { status, awaited } = app.stores.proposal.getState();
  // One key is enough: it is taken already as soon as it is there.
  if (awaited) return;
  if (status === "idle") return say(app, "The samples are not looked at yet. Try again in a moment.");
  if (status === "working") {
    app.stores.proposal.setState({ awaited: true });
    say(app, "The proposed stages are used as soon as they are worked out.");
  }
  const proposal = await app.proposals.settled();
  app.stores.proposal.setState({ awaited: false });
  // Somebody may have begun without it meanwhile.
  if (!app.stores.proposal.getState().offered && !isProposalDue(app)) return;
  if (proposal === undefined || proposal.text === "") {
    if (status === "working") say(app, "There are no stages to propose for these samples.");
    return;
  }
  const { asOf } = app.stores.proposal.getState();
  const clock =
    asOf === null || !proposal.stages.some(({ layer, taken }) => layer === "time" && taken) ? {} : { clock: asOf };
  const label = proposal.title === "" ? "Used the proposed stages" : `Used the proposed stages for ${proposal.title}`;
  await putStages(app, { kind: "put", label, stages: proposal.text, mode, ...clock }, (card) => {
    app.stores.proposal.setState({ open: false });
    if (card !== undefined) selectCard(app, card);
    focusStages(app);
  });
}

const say = (app: App, text: string): void => notify(app, "info", text, undefined, "stages");

/** Whether the stages of a proposal can be used, now or as soon as they are worked out. */
export const canTakeProposal = (app: App): boolean => app.stores.proposal.getState().offered || isProposalDue(app);

/** Shows the proposal for the samples, whatever the pipeline has. */
export function showProposal(app: App): void {
  const { document, proposal, settings } = app.stores;
  if (document.getState().samples.length === 0) {
    notify(app, "info", "There are no samples to propose stages for. Add some lines first.", undefined, "stages");
    return;
  }
  const view = settings.getState().pipelineView;
  if (view === "graph" || view === "code") setPipelineView(app, "stages");
  proposal.setState({ open: true });
  setStartsEmpty(app, false);
  focusProposal(app);
}

/** Goes back to the stages that are there. */
export function closeProposal(app: App): void {
  app.stores.proposal.setState({ open: false });
  app.stores.view.setState({ focus: { on: "stages" } });
}

/** Begins without the stages that are proposed. */
export function startEmpty(app: App): void {
  app.stores.proposal.setState({ open: false });
  setStartsEmpty(app, true);
  app.stores.view.setState({ focus: { on: "stages" } });
}

/** Documents that are remembered. */
const MAX_STARTED = 500;

function setStartsEmpty({ stores }: App, startsEmpty: boolean): void {
  const { currentId } = stores.documents.getState();
  stores.settings.setState(({ startedEmpty }) => {
    const others = startedEmpty.filter((id) => id !== currentId);
    return { startedEmpty: startsEmpty ? [...others, currentId].slice(-MAX_STARTED) : others };
  });
}

/** Puts the focus on what takes the proposed stages. */
export function focusProposal(app: App): void {
  app.stores.view.setState({ focus: { on: "offer" } });
}
