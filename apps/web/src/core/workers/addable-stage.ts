/** Stages to choose from. */
import type { StageCategory } from "@sluice/engine";

/** A stage that can be added. */
export interface AddableStage {
  /** Without `stage.`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** Tasks and synonyms. */
  readonly words: readonly string[];
  readonly category: StageCategory;
  /** What to use instead. */
  readonly deprecated: string | undefined;
  /** How it is written: it is added so. */
  readonly code: string;
}

export const KIND_OF_STAGE: Readonly<Record<StageCategory, string>> = {
  parse: "parses",
  transform: "transforms",
  filter: "filters",
  label: "labels",
  metric: "counts",
  buffer: "buffers",
};
