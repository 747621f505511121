/** What an opened card shows: the form of its stage; of one that is switched off, what is written there. */
import { Code } from "lucide-react";
import { describeFlow } from "../domain/flow.ts";
import { type CardBranch, stageCode } from "../domain/stage-tree.ts";
import { selectCard } from "../workspace/commands/edit-stages.ts";
import { setPipelineView } from "../workspace/commands/settings.ts";
import { useApp, useReadOnly } from "./app-context.ts";
import { StageForm } from "./forms/stage-form.tsx";
import { useFlow } from "./stage-flow.tsx";
import { useDerived } from "./use-derived.ts";

export function StageDetails({ branch }: { branch: CardBranch }) {
  const app = useApp();
  const { text } = useDerived("cards");
  const readOnly = useReadOnly();
  const flow = useFlow(branch.card);
  return (
    <div className="stage-body" data-keys="stage-details">
      {flow !== undefined && <p className="stage-facts">{describeFlow(flow)}</p>}
      {branch.card.off ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        <pre className="log-box stage-code" tabIndex={0}>
          {stageCode(text, branch)}
        </pre>
      ) : (
        <StageForm stagePath={branch.card.id} />
      )}
      <span>
        <button
          type="button"
          className="button small"
          onClick={() => {
            setPipelineView(app, "split");
            selectCard(app, branch.card.id);
          }}
        >
          <Code aria-hidden="true" size={12} /> {readOnly ? "Show" : "Edit"} in the code
        </button>
      </span>
    </div>
  );
}
