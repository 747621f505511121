/** What the preview worker says, put into the stores. */
import type { Stores } from "../app.ts";
import { type PreviewClient, type PreviewEvents, RUN_LIMIT } from "./preview-client.ts";

export function receiveRun(stores: Stores, client: () => PreviewClient): PreviewEvents {
  const { preview, selection } = stores;
  return {
    started: () => preview.setState({ status: "running", message: null }),
    ran(result) {
      const sampleIds = sampleIdsOfRun.get(stores) ?? [];
      preview.setState({ status: "idle", result, sampleIds, message: null });
      requestSelectedSteps(stores, client());
    },
    refused: (message) => preview.setState({ status: "failed", message }),
    failed: (message) => preview.setState({ status: "failed", message }),
    stopped: (limit) =>
      preview.setState({
        status: "stopped",
        message: limit
          ? `The run was stopped after ${RUN_LIMIT / 1000} s. What is shown is from the run before.`
          : "The run was stopped. What is shown is from the run before.",
      }),
    steps({ run, sample, steps: list, outputs }) {
      const state = preview.getState();
      const sampleId = state.sampleIds[sample];
      if (state.result?.id !== run || sampleId === undefined || sampleId !== selection.getState().sampleId) return;
      preview.setState({ steps: { run, sampleId, sample, list, outputs } });
    },
  };
}

/** Ids of the samples that the run under way was given. */
export const sampleIdsOfRun = new WeakMap<Stores, readonly number[]>();

/** Asks for the steps of the selected entry, where the last run knows it. */
export function requestSelectedSteps(stores: Stores, client: PreviewClient): void {
  const { result, sampleIds } = stores.preview.getState();
  const { sampleId } = stores.selection.getState();
  const index = sampleId === null ? -1 : sampleIds.indexOf(sampleId);
  if (result !== null && index >= 0) client.requestSteps(result.id, index);
  else if (stores.preview.getState().steps !== null && sampleId === null) stores.preview.setState({ steps: null });
}
