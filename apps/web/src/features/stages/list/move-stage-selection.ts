import type { App } from "../../../core/page/app.ts";
import { selectStage } from "../../../core/select/select-stage.ts";

/** Moves the selection by `by` stages. */
export function moveStageSelection(app: App, by: number): void {
  const { stagePath } = app.stores.selection.getState();
  const stages = app.derived.pipeline()?.stages ?? [];
  if (stages.length === 0) return;
  const at = stages.findIndex((stage) => stage.path === stagePath);
  const next = at < 0 ? 0 : Math.max(0, Math.min(stages.length - 1, at + by));
  selectStage(app, stages[next]!.path);
}
