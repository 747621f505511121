import type { Problem } from "../../domain/analysis.ts";
import type { App } from "../app.ts";

/** Puts the editor's cursor where the problem is; where only stages are shown, the text comes beside them. */
export function revealProblem(app: App, { start, end }: Pick<Problem, "start" | "end">): void {
  const { settings, view } = app.stores;
  if ((settings.getState().pipelineView ?? "stages") === "stages") settings.setState({ pipelineView: "split" });
  view.setState({ reveal: { start, end, to: "focus" } });
}
