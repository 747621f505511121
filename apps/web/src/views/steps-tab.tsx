/** Every stage of the pipeline with what it did to the selected entry. */
import { useEffect, useRef } from "react";
import type { StepView } from "../domain/inspect/step-view.ts";
import type { SampleOutcome } from "../domain/run.ts";
import { describeHeld } from "../domain/sample-rows.ts";
import { useApp, useAppState } from "./app-context.ts";
import { EntryCard } from "./entry-card.tsx";
import { OriginLinks } from "./origin-links.tsx";
import { StatusMark } from "./status-mark.tsx";
import { StepCard } from "./step-card.tsx";
import { useDerived } from "./use-derived.ts";

export function StepsTab() {
  const app = useApp();
  const sampleId = useAppState("selection", (state) => state.sampleId);
  const stagePath = useAppState("selection", (state) => state.stagePath);
  const steps = useAppState("preview", (state) => state.steps);
  const samples = useAppState("document", (state) => state.samples);
  const result = useAppState("preview", (state) => state.result);
  const pipeline = useDerived("pipeline");
  const outcome = useDerived("outcomes").get(sampleId ?? -1);
  const views = useDerived("stepViews");
  const list = useRef<HTMLOListElement>(null);
  const shown = steps?.sampleId;

  // biome-ignore lint/correctness/useExhaustiveDependencies: also when other steps are shown
  useEffect(() => {
    const step = list.current?.querySelector(`[data-path="${stagePath}"]`);
    step?.scrollIntoView({ block: "nearest" });
    // Above the first one stands what was sent; it belongs in the picture.
    if (step?.previousElementSibling === null)
      list.current?.previousElementSibling?.scrollIntoView({ block: "nearest" });
  }, [stagePath, shown, app]);

  if (samples.length === 0) return <p className="empty">Add samples to see what each stage does to them.</p>;
  if (pipeline === undefined)
    return (
      <p className="empty">
        Write a logs.process component, or just a few stage blocks, to see what they do to this entry.
      </p>
    );
  if (steps === null) return result === null ? <p className="empty">Nothing was run yet.</p> : null;
  const first = steps.steps.find((step) => step.before?.origins.includes(steps.sample))?.before;
  return (
    <>
      {first !== undefined && <EntryCard title="Sent" entry={first} />}
      <ol className="steps" aria-label="Steps" ref={list}>
        {views.map((view) => (
          <li key={view.key} data-path={view.path}>
            <StepCard view={view} selected={view.path === stagePath} />
          </li>
        ))}
      </ol>
      {outcome !== undefined && <Ending views={views} outcome={outcome} />}
    </>
  );
}

/** What became of the entry as a whole. */
function Ending({ views, outcome }: { views: readonly StepView[]; outcome: SampleOutcome }) {
  const context = useDerived("runContext");
  const { status, settled, outputs, mergedFrom } = outcome;
  const drop = outcome.drops[0];
  const last = views.findLast((view) => view.status !== "not_reached");
  return (
    <p className="ending">
      <StatusMark status={status} />
      <span>
        {settled === "held" ? (
          <>
            Held {describeHeld(outcome, context)}
            {outcome.heldUntil === undefined ? " until more input comes or the input ends." : "."}
          </>
        ) : drop !== undefined && outputs === 0 ? (
          `Dropped by stage ${drop.path}, counted under the reason “${drop.reason}”.`
        ) : mergedFrom !== undefined ? (
          <>
            Came out as one entry with <OriginLinks indexes={mergedFrom} />.
          </>
        ) : outputs === 1 ? (
          last === undefined ? (
            "Came out as it was sent: there is no stage."
          ) : (
            `Came out after stage ${last.path}.`
          )
        ) : (
          `Came out as ${outputs} entries.`
        )}
      </span>
    </p>
  );
}
