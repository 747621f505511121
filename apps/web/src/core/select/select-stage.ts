import { selectedPipeline, selectedStage } from "../model/selected.ts";
import type { MemoryPart, StoresPart } from "../page/app.ts";

type AwaitingPart = StoresPart & Pick<MemoryPart, "awaited">;

/** Selects a stage, and shows it in the editor unless the editor is where it was selected. */
export function selectStage(app: StoresPart, path: string, from: "list" | "editor" = "list"): void {
  const { selection, analysis, view, document } = app.stores;
  if (view.getState().offCard !== null) view.setState({ offCard: null });
  if (selection.getState().stagePath !== path) selection.setState({ stagePath: path });
  if (from === "editor") return;
  const good = analysis.getState().good;
  const stage = selectedStage(selectedPipeline(good, selection.getState().pipelineId), path);
  // Places of the last good text are not those of a text with errors.
  if (stage === undefined || good?.text !== document.getState().text) return;
  view.setState({ reveal: { start: stage.start, end: stage.end, to: "sight" } });
}

/** Selects the stage at `path` of the text as it is now, as soon as that is understood. `shown`: in the editor, too. */
export function awaitStage(app: AwaitingPart, path: string | null, shown: boolean): void {
  app.awaited.stage = path === null ? null : { text: app.stores.document.getState().text, path, shown };
}

/** The stage that is to be selected in `text`, which is understood now; once. */
export function takeAwaitedStage(app: AwaitingPart, text: string): MemoryPart["awaited"]["stage"] {
  const { stage } = app.awaited;
  if (stage?.text === text || app.stores.document.getState().text === text) app.awaited.stage = null;
  return stage?.text === text ? stage : null;
}
