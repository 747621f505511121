/** What the preview worker says, put into the stores. */
import type { EntryTrace } from "../model/run.ts";
import { telltaleStage } from "../model/sample-rows.ts";
import { selectedPipeline } from "../model/selected.ts";
import type { Stores } from "../page/stores.ts";
import { sameJson } from "../text/same-json.ts";
import { isGone } from "../workers/gone.ts";
import type { PreviewClient, PreviewEvents } from "../workers/preview-client.ts";
import { runLimit } from "../workers/run-limit.ts";
import { keepOutcomes } from "../workers/share-outcomes.ts";

export function receiveRun(stores: Stores, client: () => PreviewClient, currentTime: () => number): PreviewEvents {
  const { analysis, preview, selection } = stores;
  const namesOf = (text: string, pipeline: string | null): Readonly<Record<string, string>> => {
    const { good } = analysis.getState();
    const stages = good?.text === text ? (selectedPipeline(good, pipeline)?.stages ?? []) : [];
    return Object.fromEntries(stages.map(({ path, name }) => [path, name]));
  };
  /** Shows the steps of the selected entry; steps that were already shown ahead of the other results change nothing. */
  const show = (trace: EntryTrace, names: Readonly<Record<string, string>>): void => {
    const { steps, stepNames } = preview.getState();
    if (trace.sampleId !== selection.getState().sampleId) return;
    if (steps === null || !saysSame(steps, trace) || !sameJson(stepNames, names))
      preview.setState({ steps: trace, stepNames: names });
  };
  return {
    started: () => preview.setState({ status: "running", message: null }),
    ran(given) {
      const result = { ...given, samples: keepOutcomes(preview.getState().result?.samples ?? [], given.samples) };
      const stageNames = namesOf(result.text, result.pipeline);
      preview.setState({ status: "idle", result, finished: currentTime(), stageNames, message: null });
      land(stores);
      requestSelectedSteps(stores, client());
      const names = rowNamesOf(stores);
      if (names === "automatic" || names.length > 0) client().requestValues(result.id, names);
      requestGraph(stores, client());
    },
    refused: (message) => preview.setState({ status: "failed", message }),
    failed: (message) => preview.setState({ status: "failed", message }),
    stopped: (limit) =>
      preview.setState({
        status: "stopped",
        message: limit
          ? `The run was stopped after ${runLimit(stores.document.getState().samples.length) / 1000} s.`
          : "The run was stopped.",
      }),
    values: (values) => preview.setState({ values }),
    first: ({ stageNames: _, ...trace }, text) => show(trace, namesOf(text, selection.getState().pipelineId)),
    ahead({ stageNames, ...trace }, text) {
      const { good } = analysis.getState();
      // Another list of stages is shown with its steps, once all is known of the text.
      if (stageNames === undefined || good === null || text !== stores.document.getState().text) return;
      if (sameJson(stageNames, namesOf(good.text, selection.getState().pipelineId))) show(trace, stageNames);
    },
    steps(trace) {
      const { result, stageNames } = preview.getState();
      if (result?.id === trace.run) show(trace, stageNames);
    },
  };
}

/** Whether two traces differ in nothing but the run that they are of. */
const saysSame = ({ run: _, ...a }: EntryTrace, { run: __, ...b }: EntryTrace): boolean => sameJson(a, b);

/** Selects the stage of a new pipeline that gave the selected entry its status. */
function land({ preview, selection }: Stores): void {
  const { landing, result } = preview.getState();
  if (landing === null) return;
  preview.setState({ landing: null });
  const { sampleId, stagePath } = selection.getState();
  const outcome = sampleId === null ? undefined : result?.samples[result.sampleIds.indexOf(sampleId)];
  const path = outcome === undefined ? undefined : telltaleStage(outcome);
  if (stagePath === landing && path !== undefined) selection.setState({ stagePath: path });
}

/** The names of the values in the rows of the open document's samples; none: rows show the line. */
export const rowNamesOf = ({ settings, documents }: Stores): readonly string[] | "automatic" =>
  settings.getState().rowNames[documents.getState().currentId] ?? "automatic";

/** Requests entry counts for the graph, if it is shown. */
export function requestGraph({ settings, preview }: Stores, client: PreviewClient): void {
  const { result } = preview.getState();
  if (settings.getState().pipelineView !== "graph" || result === null) return;
  void client.graph(result.id).then((graph) => {
    if (!isGone(graph) && preview.getState().result?.id === graph.run) preview.setState({ graph });
  });
}

/** Asks for the steps of the selected entry, where the last run knows it. */
export function requestSelectedSteps(stores: Stores, client: PreviewClient): void {
  const { result, steps } = stores.preview.getState();
  const { sampleId } = stores.selection.getState();
  const index = sampleId === null || result === null ? -1 : result.sampleIds.indexOf(sampleId);
  if (result !== null && index >= 0) client.requestSteps(result.id, index);
  else if (steps !== null && sampleId === null) stores.preview.setState({ steps: null });
}
