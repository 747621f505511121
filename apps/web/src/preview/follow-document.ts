/**
 * Keeps analysis and preview up with the document: the text is analysed a moment after the last key, and what has no
 * errors is run. A text with errors changes only the problems; the last good stages and results stay.
 */
import type { App } from "../app.ts";
import { runPreview } from "../commands/run-preview.ts";
import type { Analysis } from "../language/protocol.ts";
import { selectedPipeline } from "../state/selected.ts";
import { followStage } from "../state/stage-identity.ts";
import { requestSelectedSteps } from "./receive-run.ts";

/** Milliseconds after the last change. */
export const DEBOUNCE = 120;

/** Starts following; analyses and runs at once. */
export function followDocument(app: App): void {
  const { stores } = app;
  let cancelAnalysis: (() => void) | undefined;
  let cancelRun: (() => void) | undefined;

  const analyzeNow = async () => {
    const analysis = await app.language.analyze(stores.document.getState().text);
    if (analysis !== undefined) takeAnalysis(app, analysis);
  };
  const runLater = () => {
    cancelRun?.();
    cancelRun = app.scheduler.after(DEBOUNCE, () => runPreview(app));
  };

  stores.document.subscribe((state, before) => {
    if (state.text !== before.text) {
      cancelAnalysis?.();
      cancelAnalysis = app.scheduler.after(DEBOUNCE, () => void analyzeNow());
    }
    if (
      state.samples !== before.samples ||
      state.labels !== before.labels ||
      state.clock !== before.clock ||
      state.seed !== before.seed ||
      state.holdEnd !== before.holdEnd
    ) {
      keepSampleSelected(app);
      runLater();
    }
  });
  stores.selection.subscribe((state, before) => {
    if (state.sampleId !== before.sampleId) requestSelectedSteps(stores, app.preview);
    if (state.pipelineId !== before.pipelineId) runLater();
  });
  stores.files.subscribe(() => {
    const pipeline = selectedPipeline(stores.analysis.getState().good, stores.selection.getState().pipelineId);
    if (pipeline?.stages.some((stage) => stage.resources.length > 0)) runLater();
  });
  keepSampleSelected(app);
  void analyzeNow();
}

/** Puts an analysis in place, keeps the same stage selected, and runs what has no errors. */
export function takeAnalysis(app: App, analysis: Analysis): void {
  const { analysis: store, selection } = app.stores;
  const before = store.getState();
  if (!analysis.ok) {
    store.setState({ current: analysis });
    return;
  }
  store.setState({ current: analysis, good: analysis });
  const { stagePath, pipelineId } = selection.getState();
  const after = selectedPipeline(analysis, pipelineId);
  if (after !== undefined) {
    const old = before.good === null ? undefined : selectedPipeline(before.good, pipelineId);
    const listed = { stages: after.stages, text: analysis.text };
    const path =
      stagePath === null
        ? after.stages[0]?.path
        : followStage(stagePath, old === undefined ? listed : { stages: old.stages, text: before.good!.text }, listed);
    if ((path ?? null) !== stagePath) selection.setState({ stagePath: path ?? null });
  }
  runPreview(app);
}

/** There is a selected entry as long as there are entries. */
function keepSampleSelected(app: App): void {
  const { samples } = app.stores.document.getState();
  const { sampleId } = app.stores.selection.getState();
  if (sampleId !== null && samples.some((sample) => sample.id === sampleId)) return;
  const next = samples[0]?.id ?? null;
  if (next !== sampleId) app.stores.selection.setState({ sampleId: next });
}
