import { selectedPipeline, selectedStage } from "../../domain/selected.ts";
import type { App } from "../app.ts";

/** Selects a stage, and shows it in the editor unless the editor is where it was selected. */
export function selectStage(app: App, path: string, from: "list" | "editor" = "list"): void {
  const { selection, analysis, view, document } = app.stores;
  if (selection.getState().stagePath !== path) selection.setState({ stagePath: path });
  if (from === "editor") return;
  const good = analysis.getState().good;
  const stage = selectedStage(selectedPipeline(good, selection.getState().pipelineId), path);
  // Places of the last good text are not those of a text with errors.
  if (stage === undefined || good?.text !== document.getState().text) return;
  view.setState({ reveal: { start: stage.start, end: stage.end, to: "sight" } });
}
