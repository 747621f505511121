/**
 * Keeps analysis and preview up with the document: the text is analysed a moment after the last key, and what has no
 * errors is run. A text with errors changes only the problems; the last good stages and results stay, as long as it
 * still is the same pipeline.
 */
import type { Analysis } from "../domain/analysis.ts";
import { selectedPipeline } from "../domain/selected.ts";
import { areReplaced, followStage } from "../domain/stage-identity.ts";
import { isSamePipeline } from "../domain/stale.ts";
import type { App } from "./app.ts";
import { isRunDue, runPreview } from "./commands/run-preview.ts";
import { requestSelectedSteps } from "./receive-run.ts";

/** Milliseconds after the last change. */
export const DEBOUNCE = 120;

/** Starts following; analyses and runs at once. The result stops it. */
export function followDocument(app: App): () => void {
  const { stores } = app;
  let stopped = false;
  let cancelAnalysis: (() => void) | undefined;
  let cancelRun: (() => void) | undefined;

  const analyzeNow = async () => {
    const { text } = stores.document.getState();
    const analysis = await app.language.analyze(text);
    if (analysis === undefined || stopped) return;
    takeAnalysis(app, analysis);
    // Opened with a broken text: the one from before it shows what it did.
    if (analysis.ok || stores.analysis.getState().good !== null || app.lastGood === null) return;
    const before = await app.language.analyze(app.lastGood);
    if (before?.ok && !stopped && stores.analysis.getState().good === null && isSamePipeline(analysis, before)) {
      stores.analysis.setState({ good: before });
      takeGood(app, before, null);
    }
  };
  const runLater = () => {
    cancelRun?.();
    cancelRun = app.scheduler.after(DEBOUNCE, () => isRunDue(app) && runPreview(app));
  };

  const unsubscribe = [
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
        state.holdEnd !== before.holdEnd ||
        state.steps !== before.steps
      ) {
        keepSampleSelected(app);
        runLater();
      }
    }),
    stores.selection.subscribe((state, before) => {
      if (state.sampleId !== before.sampleId) requestSelectedSteps(stores, app.preview);
      if (state.pipelineId !== before.pipelineId) runLater();
    }),
    stores.files.subscribe(() => {
      const pipeline = app.derived.pipeline();
      if (pipeline?.stages.some((stage) => stage.resources.length > 0)) runLater();
    }),
  ];
  keepSampleSelected(app);
  void analyzeNow();
  return () => {
    stopped = true;
    cancelAnalysis?.();
    cancelRun?.();
    for (const stop of unsubscribe) stop();
    app.preview.close();
  };
}

/** Puts an analysis in place, keeps the same stage selected, and runs what has no errors. */
function takeAnalysis(app: App, analysis: Analysis): void {
  const { analysis: store } = app.stores;
  const before = store.getState().good;
  const another = before !== null && !isSamePipeline(analysis, before);
  if (another) forgetRun(app);
  if (analysis.ok) {
    store.setState({ current: analysis, good: analysis });
    takeGood(app, analysis, before);
  } else store.setState(another ? { current: analysis, good: null } : { current: analysis });
}

/** Another pipeline altogether: what is known of the old one says nothing about it. */
function forgetRun(app: App): void {
  app.preview.stop();
  app.ran.inputs = null;
  app.stores.selection.setState({ stagePath: null });
  app.stores.preview.setState({
    status: "idle",
    result: null,
    stageNames: {},
    steps: null,
    values: null,
    message: null,
  });
}

function takeGood(app: App, analysis: Analysis, before: Analysis | null): void {
  const { preview, selection } = app.stores;
  const { stagePath, pipelineId } = selection.getState();
  const after = selectedPipeline(analysis, pipelineId);
  if (after !== undefined) {
    const old = before === null ? undefined : selectedPipeline(before, pipelineId);
    const now = { stages: after.stages, text: analysis.text };
    const then = old === undefined || before === null ? now : { stages: old.stages, text: before.text };
    const isNew = stagePath === null || areReplaced(then, now);
    const path = (isNew ? after.stages[0]?.path : followStage(stagePath, then, now)) ?? null;
    if (path !== stagePath) selection.setState({ stagePath: path });
    if (isNew) preview.setState({ landing: path });
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
