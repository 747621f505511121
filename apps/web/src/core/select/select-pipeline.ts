import { selectedPipeline } from "../model/selected.ts";
import type { StoresPart } from "../page/app.ts";

/** Chooses which component of the configuration is previewed; its first stage is selected. */
export function selectPipeline(app: StoresPart, pipelineId: string): void {
  const pipeline = selectedPipeline(app.stores.analysis.getState().good, pipelineId);
  app.stores.selection.setState({ pipelineId, stagePath: pipeline?.stages[0]?.path ?? null });
}
