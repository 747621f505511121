import type { ClockStep } from "../model/clock-steps.ts";
import { findMissingFiles } from "../model/missing-files.ts";
import type { App } from "../page/app.ts";
import type { DocumentState } from "../page/document-store.ts";
import { NO_RESULTS } from "../page/stores.ts";
import type { RunOrder } from "../workers/preview-protocol.ts";

/** Runs the samples through the selected pipeline of the last text without errors. */
export function runPreview(app: App, options: { limited: boolean } = { limited: true }): void {
  const order = prepareRun(app);
  if (order !== undefined) app.preview.run(order, { ...options, first: chosenOf(app) });
}

/** Has the worker look at a text ahead of its run, as far as it will be the same pipeline: the chosen entry comes first. */
export function prepareAhead(app: App, text: string): void {
  const pipeline = app.derived.pipeline();
  const order = pipeline === undefined ? undefined : orderOf(app, text, pipeline.id);
  app.preview.prepare(text, order, chosenOf(app));
}

const chosenOf = ({ stores }: App): number | undefined => stores.selection.getState().sampleId ?? undefined;

/** Takes the last run one step of the clock further; the step is already in the document. */
export function continuePreview(app: App, step: ClockStep): void {
  const order = prepareRun(app);
  if (order !== undefined) app.preview.step(order, step);
}

/** What of a document a run depends on, besides its text. */
export const RUN_INPUTS = [
  "samples",
  "labels",
  "clock",
  "seed",
  "holdEnd",
  "steps",
] as const satisfies readonly (keyof DocumentState)[];

/** Everything that a run depends on. */
function inputsOf({ stores, derived }: App): readonly unknown[] {
  const document = stores.document.getState();
  const { text } = stores.analysis.getState().good ?? {};
  return [text, derived.pipeline()?.id, ...RUN_INPUTS.map((key) => document[key]), stores.files.getState()];
}

/** Whether anything has changed since the last run. */
export function isRunDue(app: App): boolean {
  const { inputs } = app.ran;
  return inputs === null || inputsOf(app).some((input, i) => input !== inputs[i]);
}

/** The order of a run; undefined if nothing can be run, and the preview's state says why. */
function prepareRun(app: App): RunOrder | undefined {
  const { analysis, preview, files } = app.stores;
  const good = analysis.getState().good;
  if (good === null) return undefined;
  app.ran.inputs = inputsOf(app);
  const pipeline = app.derived.pipeline();
  if (pipeline === undefined) {
    app.preview.stop();
    preview.setState(NO_RESULTS);
    return undefined;
  }
  const missing = findMissingFiles(pipeline, files.getState().files);
  if (missing.length > 0) {
    app.preview.stop();
    // What the browser keeps is read in a moment, and then this is asked again.
    if (files.getState().loaded) {
      const { stage, path } = missing[0]!;
      preview.setState({
        status: "failed",
        message: `Stage ${stage.path} ${stage.name} needs ${JSON.stringify(path)}: choose the file.`,
      });
    }
    return undefined;
  }
  return orderOf(app, good.text, pipeline.id);
}

function orderOf({ stores, derived }: App, text: string, pipeline: string): RunOrder {
  const { clock, seed, holdEnd, steps } = stores.document.getState();
  return { text, pipeline, samples: derived.runSamples(), clock, seed, holdEnd, steps };
}
