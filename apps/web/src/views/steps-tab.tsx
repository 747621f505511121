/** Every stage of the pipeline with what it did to the selected entry. */
import { useEffect, useMemo, useRef } from "react";
import { makeStepViews, type StepView } from "../inspect/step-view.ts";
import { useApp, useAppState } from "./app-context.ts";
import { EntryCard } from "./entry-card.tsx";
import { StatusMark } from "./status-mark.tsx";
import { StepCard } from "./step-card.tsx";
import { useOutcomes, usePipeline } from "./use-derived.ts";

export function StepsTab() {
  const app = useApp();
  const sampleId = useAppState("selection", (state) => state.sampleId);
  const stagePath = useAppState("selection", (state) => state.stagePath);
  const steps = useAppState("preview", (state) => state.steps);
  const samples = useAppState("document", (state) => state.samples);
  const result = useAppState("preview", (state) => state.result);
  const pipeline = usePipeline();
  const outcome = useOutcomes().get(sampleId ?? -1);
  const views = useMemo(
    () => (steps === null || pipeline === undefined ? [] : makeStepViews(pipeline.stages, steps.list)),
    [pipeline, steps],
  );
  const list = useRef<HTMLOListElement>(null);
  const shown = steps?.sampleId;

  // biome-ignore lint/correctness/useExhaustiveDependencies: also when other steps are shown
  useEffect(() => {
    list.current?.querySelector(`[data-path="${stagePath}"]`)?.scrollIntoView({ block: "nearest" });
  }, [stagePath, shown, app]);

  if (samples.length === 0) return <p className="empty">Add samples to see what each stage does to them.</p>;
  if (pipeline === undefined)
    return (
      <p className="empty">
        Write a logs.process component, or just a few stage blocks, to see what they do to this entry.
      </p>
    );
  if (steps === null) return result === null ? <p className="empty">Nothing was run yet.</p> : null;
  const first = steps.list.find((step) => step.before !== undefined)?.before;
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
      {outcome !== undefined && (
        <Ending
          views={views}
          status={outcome.status}
          outputs={outcome.outputs}
          drops={outcome.drops}
          heldBy={outcome.heldBy}
        />
      )}
    </>
  );
}

interface EndingProps {
  readonly views: readonly StepView[];
  readonly status: Parameters<typeof StatusMark>[0]["status"];
  readonly outputs: number;
  readonly drops: readonly { readonly path: string; readonly reason: string }[];
  readonly heldBy: string | undefined;
}

/** What became of the entry as a whole. */
function Ending({ views, status, outputs, drops, heldBy }: EndingProps) {
  const drop = drops[0];
  const last = views.findLast((view) => view.status !== "not reached");
  return (
    <p className="ending">
      <StatusMark status={status} />{" "}
      {drop !== undefined && outputs === 0
        ? `Dropped by stage ${drop.path}, counted under the reason “${drop.reason}”.`
        : status === "held"
          ? `Held${heldBy === undefined ? "" : ` by stage ${heldBy}`} until more input comes or time passes.`
          : outputs === 1
            ? `Came out after stage ${last?.path ?? ""}.`
            : `Came out as ${outputs} entries.`}
    </p>
  );
}
