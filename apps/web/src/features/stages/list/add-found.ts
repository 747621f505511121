/** Stages that a search for something else may have meant. */
import { findStages } from "@sluice/engine";
import type { App } from "../../../core/page/app.ts";
import type { AddableStage } from "../../../core/workers/addable-stage.ts";
import { addStage, placeToAdd } from "./edit-stages.ts";
import { loadDrafted } from "./stage-drafts.ts";

const MAX_MEANT = 3;

/** Those that the whole query fits, though it may be mistyped. */
export function meantStages(stages: readonly AddableStage[], query: string): readonly AddableStage[] {
  const { found, fit } = findStages(stages, query);
  return fit === "closest" ? [] : found.slice(0, MAX_MEANT).map(({ stage }) => stage);
}

/** Adds a stage after the selected one, with a text made of the samples, as the list of stages does. */
export async function addFound(app: App, name: string): Promise<void> {
  const at = placeToAdd(app);
  if (at === undefined) return;
  const stage = (await loadDrafted(app, at)).find((one) => one.name === name);
  if (stage !== undefined) await addStage(app, stage, at);
}
