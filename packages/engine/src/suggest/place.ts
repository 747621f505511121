/** Where new stages go in a pipeline, and what the entries are like there. */
import type { ExtractedValue } from "../base/extracted.ts";
import { listStageCards, type StageCard } from "../document/edits/stage-cards.ts";
import { editStages, type StagePlace } from "../document/edits/stage-edits.ts";
import type { DocumentTree } from "../document/open-document.ts";
import type { Snapshot } from "../pipeline/snapshot.ts";
import { snapshotsAt, type ValuePlace } from "../preview/entries-at.ts";
import type { Preview, Sample } from "../preview/preview.ts";

/**
 * The entries at `place` in a finished preview of `samples`, in order, as samples again, so that new stages can be tried on
 * them alone. Lines are well-formed, as displayed.
 */
export function entriesAt(preview: Preview, samples: readonly Sample[], place: ValuePlace): Sample[] {
  if (place.side === "start") return samples.map((sample) => ({ ...sample, line: sample.line.toWellFormed() }));
  return snapshotsAt(preview, place).map(sampleOf);
}

function sampleOf({ line, labels, timestamp, metadata, extracted }: Snapshot): Sample {
  const record: Record<string, ExtractedValue> = extracted.toRecord();
  return { line: line.toWellFormed(), labels: labels.toRecord(), timestamp, metadata, extracted: record };
}

/** Where the cards of `pipeline` have `place`; undefined where there is no such stage. */
function cardPlace(cards: readonly StageCard[], place: ValuePlace): StagePlace | undefined {
  if (place.side === "start" || place.side === "end")
    return { parent: undefined, index: place.side === "start" ? 0 : cards.length };
  const within = (list: readonly StageCard[], parent: string | undefined): StagePlace | undefined => {
    for (const [i, { id, children }] of list.entries()) {
      const found = id === place.path ? { parent, index: place.side === "after" ? i + 1 : i } : within(children, id);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return within(cards, undefined);
}

export interface InsertedStages {
  readonly text: string;
  /** Path of the last of them. */
  readonly path: string;
}

/** Puts `stages`, each a text, at `place` of a pipeline; undefined where there is no such place. */
export function insertStages(
  document: DocumentTree,
  pipeline: string,
  place: ValuePlace,
  stages: readonly string[],
): InsertedStages | undefined {
  const cards = listStageCards(document).find(({ id }) => id === pipeline)?.cards;
  const to = cards && cardPlace(cards, place);
  if (to === undefined) return undefined;
  const code = stages.map((stage) => stage.trimEnd()).join("\n\n");
  const edited = editStages(document, pipeline, { kind: "insert", code, to });
  if (!edited.ok || edited.card === undefined) return undefined;
  const path = edited.card.replace(/\d+$/, (nth) => String(Number(nth) + stages.length - 1));
  return { text: edited.text, path };
}
