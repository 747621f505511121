/** Finding a stage by its name, or by what it does. */
import type { StageCategory } from "@sluice/engine";

/** A stage that can be added. */
export interface AddableStage {
  /** Without `stage.`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
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

/**
 * Those that have every word of `query` in name, sentence, kind or example. Names that begin with it come first, then those
 * that contain it; deprecated ones last.
 */
export function findStages(stages: readonly AddableStage[], query: string): AddableStage[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const first = words[0] ?? "";
  const rank = ({ name, deprecated }: AddableStage) =>
    deprecated !== undefined ? 3 : name.startsWith(first) ? 0 : name.includes(first) ? 1 : 2;
  return stages
    .filter(({ name, summary, category, code }) => {
      const text = `stage.${name} ${summary} ${KIND_OF_STAGE[category]} ${code}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => rank(a) - rank(b));
}
