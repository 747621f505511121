/** The pipeline, stage and entry that are selected. */
import type { EntryJson } from "@sluice/engine";
import type { Analysis, PipelineItem, StageItem } from "./analysis.ts";
import type { EntryTrace } from "./run.ts";
import type { SampleEntry } from "./samples.ts";

/** The chosen pipeline of an analysis, or its first. */
export function selectedPipeline(analysis: Analysis | null, pipelineId: string | null): PipelineItem | undefined {
  return analysis?.pipelines.find((pipeline) => pipeline.id === pipelineId) ?? analysis?.pipelines[0];
}

export function selectedStage(pipeline: PipelineItem | undefined, path: string | null): StageItem | undefined {
  return path === null ? undefined : pipeline?.stages.find((stage) => stage.path === path);
}

export function selectedSample(
  samples: readonly SampleEntry[],
  id: number | null,
): { sample: SampleEntry; index: number } | undefined {
  const index = id === null ? -1 : samples.findIndex((sample) => sample.id === id);
  return index < 0 ? undefined : { sample: samples[index]!, index };
}

/** An entry as it entered the pipeline; undefined if no stage saw it separately. */
export function sentEntry({ steps, sample }: EntryTrace): EntryJson | undefined {
  return steps.find((step) => step.before?.origins.includes(sample))?.before;
}
