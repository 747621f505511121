/** Replaces the analysis of the previous text. */
import type { Analysis } from "../model/analysis.ts";
import { selectedPipeline, selectedStage } from "../model/selected.ts";
import { areReplaced, findSame, followStage } from "../model/stage-identity.ts";
import { isSamePipeline } from "../model/stale.ts";
import type { App } from "../page/app.ts";
import { NO_RESULTS } from "../page/stores.ts";
import { selectStage, takeAwaitedStage } from "../select/select-stage.ts";
import { followDrafts } from "../storage/drafts.ts";
import { runPreview } from "./run-preview.ts";

/** Puts an analysis in place, keeps the same stage selected, and runs what has no errors. */
export function takeAnalysis(app: App, analysis: Analysis): void {
  const { analysis: store } = app.stores;
  const before = store.getState().good;
  const another = before !== null && !isSamePipeline(analysis, before);
  if (another) forgetRun(app);
  if (analysis.ok) {
    store.setState({ current: analysis, good: analysis });
    takeGood(app, analysis, before);
  } else store.setState(another ? { current: analysis, good: null } : { current: analysis });
}

/** The text is another pipeline altogether: results of the old one do not apply. */
function forgetRun(app: App): void {
  app.preview.stop();
  app.ran.inputs = null;
  app.stores.selection.setState({ stagePath: null });
  app.stores.preview.setState(NO_RESULTS);
}

/** Runs a text without errors, and follows what is selected from `before` to it. */
export function takeGood(app: App, analysis: Analysis, before: Analysis | null): void {
  const { preview, selection, view } = app.stores;
  const { stagePath, pipelineId } = selection.getState();
  const after = selectedPipeline(analysis, pipelineId);
  const awaited = takeAwaitedStage(app, analysis.text);
  if (after !== undefined) {
    const old = before === null ? undefined : selectedPipeline(before, pipelineId);
    const now = { stages: after.stages, text: analysis.text };
    const then = old === undefined || before === null ? now : { stages: old.stages, text: before.text };
    const wanted = selectedStage(after, awaited?.path ?? null)?.path;
    const isNew = wanted === undefined && (stagePath === null || areReplaced(then, now));
    const followed = isNew || stagePath === null ? after.stages[0]?.path : followStage(stagePath, then, now);
    const path = wanted ?? followed ?? null;
    if (path !== stagePath) selection.setState({ stagePath: path });
    if (wanted !== undefined && awaited?.shown) selectStage(app, wanted);
    if (isNew) preview.setState({ landing: path });
    const { drafts } = view.getState();
    const codeAt = (stage: string) => {
      const { start = 0, end = 0 } = now.stages.find((one) => one.path === stage) ?? {};
      return now.text.slice(start, end);
    };
    view.setState({
      drafts: followDrafts(drafts, after.id, (stage) => findSame(stage, then, now), codeAt),
    });
  }
  runPreview(app);
}
