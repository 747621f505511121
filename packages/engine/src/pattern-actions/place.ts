/** Where a stage for a pattern stands: where lines are out of what wraps them, and are whole. */
import { listStageCards } from "../document/edits/stage-cards.ts";
import type { DocumentTree } from "../document/open-document.ts";
import { snapshotsAt, type ValuePlace } from "../preview/entries-at.ts";
import type { Preview, Sample } from "../preview/preview.ts";
import { STAGE_CATALOG } from "../stages/index.ts";

export interface PatternPlace {
  readonly place: ValuePlace;
  /** The stage before it; undefined: it is the first. */
  readonly after: { readonly path: string; readonly name: string } | undefined;
}

/** After the last stage of the pipeline itself that makes lines of others, else at its start. */
export function placeForPattern(document: DocumentTree, pipeline: string): PatternPlace {
  const cards = listStageCards(document).find(({ id }) => id === pipeline)?.cards ?? [];
  const last = cards.findLast(({ name, off }) => !off && STAGE_CATALOG.get(name)?.makesLines === true);
  if (last === undefined) return { place: { side: "start" }, after: undefined };
  return { place: { side: "after", path: last.id }, after: { path: last.id, name: last.name } };
}

export interface PlacedEntry {
  readonly line: string;
  /** Index of the sample that it begins with. */
  readonly sample: number;
}

/** The entries of a preview at a place, each with the sample that it begins with. */
export function entriesPlaced(preview: Preview, samples: readonly Sample[], place: ValuePlace): PlacedEntry[] {
  if (place.side === "start") return samples.map(({ line }, sample) => ({ line, sample }));
  return snapshotsAt(preview, place).map(({ line, origins }) => ({ line, sample: Math.min(...origins.slice(0, 100)) }));
}
