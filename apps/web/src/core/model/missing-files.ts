/** Files that stages name and that were not chosen yet. */
import type { PipelineItem, StageItem } from "./analysis.ts";
import type { ResourceFiles } from "./resource-file.ts";

export interface MissingFile {
  readonly path: string;
  readonly stage: StageItem;
  /** Where the argument's value stands in the text. */
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** One for each path and stage, in the order of the text. */
export function findMissingFiles(pipeline: PipelineItem | undefined, files: ResourceFiles): MissingFile[] {
  return (pipeline?.stages ?? []).flatMap((stage) =>
    stage.resources
      .filter(({ path }) => !Object.hasOwn(files, path))
      .map(({ path, start, end, line, column }) => ({ path, stage, start, end, line, column })),
  );
}
