/** The content of an open card: the form of its stage, or the text of a disabled one. */
import { Code } from "lucide-react";
import { describeFlow } from "../../../core/model/graph/flow.ts";
import { type CardBranch, stageCode } from "../../../core/model/stage-tree.ts";
import { useApp, useReadOnly } from "../../../core/page/app-context.ts";
import { setPipelineView } from "../../../core/page/settings.ts";
import { useDerived } from "../../../core/page/use-derived.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import * as readingCss from "../../../ui/reading.module.css";
import { StageForm } from "../forms/stage-form.tsx";
import { selectCard } from "./edit-stages.ts";
import { useFlow } from "./stage-flow.tsx";
import * as css from "./stages.module.css";

export function StageDetails({ branch }: { branch: CardBranch }) {
  const app = useApp();
  const { text } = useDerived("cards");
  const readOnly = useReadOnly();
  const flow = useFlow(branch.card);
  return (
    <div className={css.body} data-keys="stage-details">
      {flow !== undefined && <p className={css.facts}>{describeFlow(flow)}</p>}
      {branch.card.off ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        <pre className={`${readingCss.logBox} ${css.code}`} tabIndex={0}>
          {stageCode(text, branch)}
        </pre>
      ) : (
        <StageForm stagePath={branch.card.id} />
      )}
      <span>
        <button
          type="button"
          className={buttonClass("small")}
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
