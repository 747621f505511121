/** The entries of a preview at a place of its pipeline. */

import type { Snapshot } from "../pipeline/snapshot.ts";
import type { Step } from "../pipeline/trace.ts";
import type { Preview } from "./preview.ts";

/** Beside a stage, which is named by its path, or at an end of the whole pipeline. */
export type ValuePlace =
  | { readonly side: "before" | "after"; readonly path: string }
  | { readonly side: "start" }
  | { readonly side: "end" };

/** In their order; none at the start, where samples are not entries yet. */
export function snapshotsAt(preview: Preview, place: ValuePlace): readonly Snapshot[] {
  switch (place.side) {
    case "start":
      return [];
    case "end":
      return preview.outputs.map(({ entry }) => entry);
    case "before":
      return stepsAt(preview, place.path).flatMap(({ before }) => before ?? []);
    case "after":
      return stepsAt(preview, place.path).flatMap(({ emitted }) => emitted);
  }
}

/** Steps of one stage, in the order in which they began; one may be about several samples. */
function stepsAt(preview: Preview, path: string): Step[] {
  const found = new Set<Step>();
  for (let i = 0; i < preview.sampleCount; i++)
    for (const step of preview.stepsOf(i)) if (step.path === path) found.add(step);
  return [...found].sort((a, b) => a.sequence - b.sequence);
}
