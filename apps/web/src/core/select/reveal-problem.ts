/** Goes to places in the text; if it is hidden, it is shown beside the stages. */
import type { Problem } from "../model/analysis.ts";
import { selectedPipeline } from "../model/selected.ts";
import type { StoresPart } from "../page/app.ts";

/** Puts the editor's cursor where the problem is. */
export function revealProblem(app: StoresPart, { start, end }: Pick<Problem, "start" | "end">): void {
  const { settings, view } = app.stores;
  const shown = settings.getState().pipelineView ?? "stages";
  if (shown === "stages" || shown === "graph") settings.setState({ pipelineView: "split" });
  view.setState({ reveal: { start, end, to: "focus" } });
}

/** Puts the editor's cursor where the next stage of the pipeline would stand: on the last line inside the component. */
export function writeStage(app: StoresPart): void {
  const { analysis, document, selection } = app.stores;
  const { text } = document.getState();
  const good = analysis.getState().good;
  const pipeline = good?.text === text ? selectedPipeline(good, selection.getState().pipelineId) : undefined;
  const at = pipeline === undefined ? text.length : text.slice(0, pipeline.end).replace(/\n?[ \t]*\}$/, "").length;
  revealProblem(app, { start: at, end: at });
}
