import { stageAt } from "../model/stage-identity.ts";
import type { StoresPart } from "../page/app.ts";
import { selectStage } from "./select-stage.ts";

/** Selects the stage around the editor's cursor, and the pipeline that it belongs to. */
export function followCursor(app: StoresPart, offset: number): void {
  const { analysis, document, selection } = app.stores;
  const good = analysis.getState().good;
  if (good === null || good.text !== document.getState().text) return;
  const pipeline = good.pipelines.find((one) => one.start <= offset && offset <= one.end);
  const stage = pipeline === undefined ? undefined : stageAt(pipeline.stages, offset);
  if (pipeline === undefined || stage === undefined) return;
  const selected = selection.getState().pipelineId ?? good.pipelines[0]?.id;
  if (pipeline.id !== selected) selection.setState({ pipelineId: pipeline.id, stagePath: stage.path });
  else selectStage(app, stage.path, "editor");
}
