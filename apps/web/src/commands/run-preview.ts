import type { App } from "../app.ts";
import { sampleIdsOfRun } from "../preview/receive-run.ts";
import { selectedPipeline } from "../state/selected.ts";

/** Runs the samples through the selected pipeline of the last text without errors. */
export function runPreview(app: App, options: { limited: boolean } = { limited: true }): void {
  const { document, analysis, selection, preview } = app.stores;
  const { samples, labels, clock, seed } = document.getState();
  const good = analysis.getState().good;
  if (good === null) return;
  const pipeline = selectedPipeline(good, selection.getState().pipelineId);
  if (pipeline === undefined) {
    app.preview.stop();
    preview.setState({ status: "idle", result: null, steps: null, message: null });
    return;
  }
  sampleIdsOfRun.set(
    app.stores,
    samples.map((sample) => sample.id),
  );
  app.preview.run(
    {
      text: good.text,
      pipeline: pipeline.id,
      samples: samples.map((sample) => ({
        line: sample.line,
        labels: { ...labels, ...sample.labels },
        timestamp: sample.timestamp,
      })),
      clock,
      seed,
    },
    options,
  );
}
