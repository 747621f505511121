/** What came out for the selected entry, as the next component gets it. */
import { useMemo } from "react";
import { outputsOf } from "../inspect/step-view.ts";
import { useAppState } from "./app-context.ts";
import { EntryCard } from "./entry-card.tsx";
import { PairTable } from "./entry-diff.tsx";
import { usePipeline } from "./use-derived.ts";

export function OutputTab() {
  const steps = useAppState("preview", (state) => state.steps);
  const pipeline = usePipeline();
  const outputs = useMemo(
    () => (steps === null || pipeline === undefined ? [] : outputsOf(pipeline.stages, steps.list)),
    [steps, pipeline],
  );
  if (steps === null) return <p className="empty">Select an entry to see what came out for it.</p>;
  if (outputs.length === 0)
    return <p className="empty">Nothing came out for this entry. “Steps” says where it went and why.</p>;
  return outputs.map((entry, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: outputs have no identity but their order
    <EntryCard key={i} title={outputs.length === 1 ? "Came out" : `Output ${i + 1}`} entry={entry}>
      <PairTable
        title="extracted (not sent)"
        changes={Object.entries(entry.extracted).map(([name, value]) => ({
          kind: "same",
          name,
          before: value,
          after: value,
        }))}
        typed
      />
    </EntryCard>
  ));
}
