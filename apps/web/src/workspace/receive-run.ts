/** What the preview worker says, put into the stores. */
import { outcomesById, telltaleStage } from "../domain/sample-rows.ts";
import { selectedPipeline } from "../domain/selected.ts";
import { type PreviewClient, type PreviewEvents, RUN_LIMIT } from "../workers/preview-client.ts";
import type { Stores } from "./stores.ts";

export function receiveRun(stores: Stores, client: () => PreviewClient, currentTime: () => number): PreviewEvents {
  const { analysis, preview, selection } = stores;
  return {
    started: () => preview.setState({ status: "running", message: null }),
    ran(result) {
      const { good } = analysis.getState();
      const stages = good?.text === result.text ? (selectedPipeline(good, result.pipeline)?.stages ?? []) : [];
      const stageNames = Object.fromEntries(stages.map(({ path, name }) => [path, name]));
      preview.setState({ status: "idle", result, finished: currentTime(), stageNames, message: null });
      land(stores);
      requestSelectedSteps(stores, client());
      const names = rowNamesOf(stores);
      if (names.length > 0) client().requestValues(result.id, names);
    },
    refused: (message) => preview.setState({ status: "failed", message }),
    failed: (message) => preview.setState({ status: "failed", message }),
    stopped: (limit) =>
      preview.setState({
        status: "stopped",
        message: limit ? `The run was stopped after ${RUN_LIMIT / 1000} s.` : "The run was stopped.",
      }),
    values: (values) => preview.setState({ values }),
    steps(trace) {
      const { result } = preview.getState();
      if (result?.id !== trace.run || trace.sampleId !== selection.getState().sampleId) return;
      preview.setState({ steps: trace });
    },
  };
}

/** Selects the stage of a new pipeline that the selected entry is looked at for first. */
function land({ preview, selection }: Stores): void {
  const { landing, result } = preview.getState();
  if (landing === null) return;
  preview.setState({ landing: null });
  const { sampleId, stagePath } = selection.getState();
  const outcome = sampleId === null ? undefined : outcomesById(result).get(sampleId);
  const path = outcome === undefined ? undefined : telltaleStage(outcome);
  if (stagePath === landing && path !== undefined) selection.setState({ stagePath: path });
}

/** What the rows of the open document's samples show. */
export const rowNamesOf = ({ settings, documents }: Stores): readonly string[] =>
  settings.getState().rowNames[documents.getState().currentId] ?? [];

/** Asks for the steps of the selected entry, where the last run knows it. */
export function requestSelectedSteps(stores: Stores, client: PreviewClient): void {
  const { result, steps } = stores.preview.getState();
  const { sampleId } = stores.selection.getState();
  const index = sampleId === null || result === null ? -1 : result.sampleIds.indexOf(sampleId);
  if (result !== null && index >= 0) client.requestSteps(result.id, index);
  else if (steps !== null && sampleId === null) stores.preview.setState({ steps: null });
}
