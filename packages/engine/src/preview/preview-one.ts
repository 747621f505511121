/**
 * One sample by itself, exactly as in a run of all samples. That is possible if no stage depends on earlier entries: a page
 * shows the selected entry long before the others are finished.
 */
import type { Nanos } from "@sluice/languages/base";
import type { StageNode } from "../pipeline/stage-spec.ts";
import { Preview, type PreviewOptions, type PreviewPipeline, type Sample } from "./preview.ts";

/** Whether what these stages do to an entry is up to that entry alone, but for what they leave to chance. */
const areStateless = (stages: readonly StageNode[]): boolean =>
  stages.every(({ spec, children }) => spec.state === "none" && areStateless(children));

/**
 * The preview of the sample at `index` alone; `passed` is the time by which the samples before it move the clock. Undefined
 * if earlier samples affect its result.
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
