/**
 * One sample by itself, exactly as a run of all samples has it. That can be where no stage knows of the entries before: a
 * page shows the entry that somebody looks at long before the others are through.
 */
import type { Nanos } from "@sluice/languages/base";
import type { StageNode } from "../pipeline/stage-spec.ts";
import { Preview, type PreviewOptions, type PreviewPipeline, type Sample } from "./preview.ts";

/** Whether what these stages do to an entry is up to that entry alone, but for what they leave to chance. */
const areStateless = (stages: readonly StageNode[]): boolean =>
  stages.every(({ spec, children }) => spec.state === "none" && areStateless(children));

/**
 * The preview of the sample at `index` alone; `passed` is the time by which the samples before it move the clock.
 * Undefined where the samples before it decide what becomes of it.
 */
export function previewOne(
  pipeline: PreviewPipeline,
  sample: Sample,
  { index, passed }: { readonly index: number; readonly passed: Nanos },
  options: PreviewOptions,
): Preview | undefined {
  if (!areStateless(pipeline.stages)) return undefined;
  const start = options.start + passed;
  const preview = Preview.run(pipeline, [sample], { ...options, start, firstSample: index });
  return preview.drewRandom ? undefined : preview;
}
