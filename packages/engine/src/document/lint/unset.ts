/** What stages read and no stage before them sets. */
import type { NameUse } from "../../pipeline/stage-flow.ts";
import { isRemadeLabel, isUsualLabel } from "./incoming.ts";
import type { PipelineNames } from "./names.ts";
import { type LintedPipeline, type LintedStage, placesRead } from "./view.ts";

export interface StageUse {
  readonly stage: LintedStage;
  readonly use: NameUse;
}

/** What a stage needs of the extracted map, and no stage before it sets. */
export function* unsetReads({ stages }: LintedPipeline, names: PipelineNames): Iterable<StageUse> {
  for (const stage of stages) {
    if (names.isBlindAt(stage, "extracted")) return;
    const labels = placesRead(stage, "label");
    for (const use of stage.flow.reads ?? []) {
      if (use.kind !== "extracted" || use.optional || labels.has(use)) continue;
      if (names.settersBefore(stage, "extracted", use.name).length === 0) yield { stage, use };
    }
  }
}

/**
 * What a stage takes as an extracted value or as a label, and no stage before it sets as either: of names that labels of sources
 * hardly have.
 */
export function* unsetEither(pipeline: LintedPipeline, names: PipelineNames): Iterable<StageUse> {
  for (const stage of pipeline.stages) {
    if (names.isBlindAt(stage, "extracted") || names.isBlindAt(stage, "label")) return;
    const labels = placesRead(stage, "label");
    for (const use of stage.flow.reads ?? []) {
      const { kind, name, optional } = use;
      if (kind !== "extracted" || optional || !labels.has(use) || isUsualLabel(name) || isRemadeLabel(name)) continue;
      if (pipeline.incoming.has(name) || names.settersBefore(stage, "extracted", name).length > 0) continue;
      yield { stage, use };
    }
  }
}
