import type { App } from "../app.ts";
import type { RunOrder } from "../preview/preview-client.ts";
import { sampleIdsOfRun } from "../preview/receive-run.ts";
import type { ClockStep } from "../state/clock-steps.ts";
import { findMissingFiles } from "../state/missing-files.ts";
import { selectedPipeline } from "../state/selected.ts";

/** Runs the samples through the selected pipeline of the last text without errors. */
export function runPreview(app: App, options: { limited: boolean } = { limited: true }): void {
  const order = prepareRun(app);
  if (order !== undefined) app.preview.run(order, options);
}

/** Takes the last run one step of the clock further; the step is already in the document. */
export function continuePreview(app: App, step: ClockStep): void {
  const order = prepareRun(app);
  if (order !== undefined) app.preview.step(order, step);
}

/** What to run; undefined where nothing can be, and the preview's state says why. */
function prepareRun(app: App): RunOrder | undefined {
  const { document, analysis, selection, preview, files } = app.stores;
  const { samples, labels, clock, seed, holdEnd, steps } = document.getState();
  const good = analysis.getState().good;
  if (good === null) return undefined;
  const pipeline = selectedPipeline(good, selection.getState().pipelineId);
  if (pipeline === undefined) {
    app.preview.stop();
    preview.setState({ status: "idle", result: null, steps: null, message: null });
    return undefined;
  }
  const missing = findMissingFiles(pipeline, files.getState());
  if (missing.length > 0) {
    app.preview.stop();
    // What the browser keeps is read in a moment, and then this is asked again.
    if (files.getState().loaded) {
      const { stage, path } = missing[0]!;
      preview.setState({
        status: "failed",
        message: `Stage ${stage.path} ${stage.name} needs ${JSON.stringify(path)}: choose the file. What is shown is from the run before.`,
      });
    }
    return undefined;
  }
  sampleIdsOfRun.set(
    app.stores,
    samples.map((sample) => sample.id),
  );
  return {
    text: good.text,
    pipeline: pipeline.id,
    samples: samples.map((sample) => ({
      line: sample.line,
      labels: { ...labels, ...sample.labels },
      timestamp: sample.timestamp,
      metadata: sample.metadata,
      advance: sample.advance,
    })),
    clock,
    seed,
    holdEnd,
    steps,
  };
}
