/** The stages that can be added at a place: those that the samples need there first, each with a text made of the samples. */
import type { StageDraft, StagePlace, ValuePlace } from "@sluice/engine";
import type { CardItem } from "../../../core/model/analysis.ts";
import type { App } from "../../../core/page/app.ts";
import type { AddableStage } from "../../../core/workers/addable-stage.ts";
import { isGone } from "../../../core/workers/gone.ts";

export interface DraftedStage extends AddableStage {
  /** Stages in `code` before it, which extract what it reads. */
  readonly before: number;
  /** Why the samples need it. */
  readonly why: string | undefined;
}

/** Milliseconds for which the list waits for a run of the text and for drafts; without them stages are as in the reference. */
export const PATIENCE = 3000;

export async function loadDrafted(app: App, at: StagePlace): Promise<readonly DraftedStage[]> {
  const [stages, drafts] = await Promise.all([app.language.addableStages(), draftsInTime(app, at)]);
  const rankOf = new Map(drafts.map(({ name }, i) => [name, i]));
  return stages
    .map((stage) => {
      const draft = drafts[rankOf.get(stage.name) ?? -1];
      return { ...stage, code: draft?.code ?? stage.code, before: draft?.before ?? 0, why: draft?.why };
    })
    .sort((a, b) => (rankOf.get(a.name) ?? 0) - (rankOf.get(b.name) ?? 0));
}

function draftsInTime(app: App, at: StagePlace): Promise<readonly StageDraft[]> {
  return new Promise((resolve) => {
    let over = false;
    const end = (drafts: readonly StageDraft[]) => {
      over = true;
      cancel();
      resolve(drafts);
    };
    const cancel = app.scheduler.after(PATIENCE, () => end([]));
    void askDrafts(app, at, () => over).then(end);
  });
}

async function askDrafts(app: App, at: StagePlace, isOver: () => boolean): Promise<readonly StageDraft[]> {
  const { document, preview } = app.stores;
  if (document.getState().samples.length === 0) return [];
  const { text } = document.getState();
  const place = placeInRun(app.derived.cards().cards, at);
  while (!isOver()) {
    const { result } = preview.getState();
    const answer = result === null ? undefined : await app.preview.drafts({ run: result.id, text, place });
    if (answer !== undefined && !isGone(answer)) return answer;
    if (isGone(answer) && answer.why === "failed") return [];
    // The last run is of the text before.
    await new Promise<void>((resolve) => {
      const stop = preview.subscribe((now) => {
        if (now.result === result) return;
        stop();
        resolve();
      });
    });
  }
  return [];
}

/** Where the entries are that a stage at `at` will get: before the stage that follows, or after the one above. */
export function placeInRun(cards: readonly CardItem[], { parent, index }: StagePlace): ValuePlace {
  const siblings = cards.filter((card) => card.parent === parent && !card.off);
  const next = siblings.find((card) => card.index >= index);
  if (next !== undefined) return { side: "before", path: next.id };
  const previous = siblings.at(-1);
  if (previous !== undefined) return { side: "after", path: previous.id };
  return parent === undefined ? { side: "start" } : { side: "before", path: parent };
}
