/** What one stage did to the selected entry, and the pipeline's output for it. */

import type { EntryTrace, SampleOutcome } from "../../core/model/run.ts";
import { describeHeld } from "../../core/model/sample-rows.ts";
import type { StepView } from "../../core/model/step-view.ts";
import { useAppState, useReadOnly } from "../../core/page/app-context.ts";
import { useDerived } from "../../core/page/use-derived.ts";
import { BrokenText } from "../../ui/broken-text.tsx";
import { Fold } from "../../ui/fold.tsx";
import * as paneCss from "../../ui/pane.module.css";
import * as readingCss from "../../ui/reading.module.css";
import { StatusMark } from "../../ui/status-mark.tsx";
import { StageForm } from "../stages/index.ts";
import { LineBox } from "./entry-diff.tsx";
import * as css from "./inspector.module.css";
import { useShownStage } from "./journey.tsx";
import { Leaving } from "./leaving.tsx";
import { OriginLinks } from "./origin-links.tsx";
import { StepCard } from "./step-card.tsx";

export function StageTab() {
  const sampleId = useAppState("selection", (state) => state.sampleId);
  const steps = useAppState("preview", (state) => state.steps);
  const hasSamples = useAppState("document", (state) => state.samples.length > 0);
  const hasResult = useAppState("preview", (state) => state.result !== null);
  const message = useAppState("preview", (state) => state.message);
  const broken = useAppState("analysis", (state) => state.current?.ok === false);
  const isRead = useAppState("analysis", (state) => state.current !== null);
  const stages = useDerived("pipeline", (pipeline) => pipeline?.stages.length);
  const outcome = useDerived("outcomes", (outcomes) => outcomes.get(sampleId ?? -1));
  const views = useDerived("stepViews");
  const shown = useShownStage();
  const view = useAppState("settings", (state) => state.pipelineView);
  // The card already shows the form.
  const hasForm =
    useAppState("stageList", (state) => state.open[shown ?? ""] === true) && view !== "code" && view !== "graph";

  if (!hasSamples) return <p className={paneCss.empty}>Add samples to see what each stage does to them.</p>;
  if (stages === undefined && broken) return <BrokenText brief />;
  if (stages === undefined && !isRead) return <p className={paneCss.empty}>The configuration is being read…</p>;
  if (stages === undefined)
    return (
      <p className={paneCss.empty}>
        Write a logs.process component, or just a few stage blocks, to see what they do to this entry.
      </p>
    );
  if (steps === null) return hasResult ? null : <p className={paneCss.empty}>{message ?? "Running the preview…"}</p>;
  if (stages === 0) return <NoStages steps={steps} />;
  return (
    <>
      {shown !== undefined && !hasForm && (
        <Fold title="Settings" about="of this stage">
          <StageForm stagePath={shown} />
        </Fold>
      )}
      {views
        .filter(({ path }) => path === shown)
        .map((view) => (
          <StepCard key={`${steps.sampleId} ${view.key}`} view={view} />
        ))}
      {outcome !== undefined && (
        <section className={css.leaves} aria-label="Output">
          <Ending views={views} outcome={outcome} />
          <Leaving trace={steps} />
        </section>
      )}
    </>
  );
}

/** The incoming line, from which the first stages are created. */
function NoStages({ steps: { outputs } }: { steps: EntryTrace }) {
  const line = outputs[0]?.entry.line;
  const readOnly = useReadOnly();
  if (line === undefined) return null;
  return (
    <section className={readingCss.noStages} aria-label="No stages">
      <LineBox diff={{ changed: false, parts: [], before: line, after: line }} place={{ side: "end" }} />
      <p>No stages yet: the line leaves unchanged.</p>
      {!readOnly && (
        <p className="muted">
          Select any part of the line to turn it into a label, metadata or the timestamp, or to drop, keep, redact or
          count by it.
        </p>
      )}
    </section>
  );
}

/** The result for the whole entry. */
function Ending({ views, outcome }: { views: readonly StepView[]; outcome: SampleOutcome }) {
  const context = useDerived("runContext");
  const { status, settled, outputs, mergedFrom } = outcome;
  const drop = outcome.drops[0];
  const last = views.findLast((view) => view.status !== "not_reached");
  if (settled === "out" && outputs === 1 && mergedFrom === undefined)
    return (
      <div className={readingCss.sectionHead}>
        <h4>Output</h4>
        <span>{last === undefined ? "(unchanged: no stages)" : `(after stage ${last.path})`}</span>
      </div>
    );
  return (
    <p className={css.ending}>
      <StatusMark status={status} />{" "}
      {settled === "held" ? (
        <>
          {describeHeld(outcome, context)}
          {outcome.heldUntil === undefined ? " until more input arrives or the input ends." : "."}
        </>
      ) : drop !== undefined && outputs === 0 ? (
        `by stage ${drop.path}, counted as “${drop.reason}”.`
      ) : mergedFrom !== undefined ? (
        <>
          · leaves as one entry with <OriginLinks indexes={mergedFrom} />.
        </>
      ) : (
        `· leaves as ${outputs} entries.`
      )}
    </p>
  );
}
