/** Keeps the same stages open while the text around them changes: their paths shift. */
import type { Analysis, PipelineItem } from "../../../core/model/analysis.ts";
import { selectedPipeline } from "../../../core/model/selected.ts";
import { findSame, type Listed } from "../../../core/model/stage-identity.ts";
import type { App } from "../../../core/page/app.ts";

/** Follows the last text without errors; the result stops it. */
export function followOpenStages({ stores }: App): () => void {
  const { analysis, selection, stageList } = stores;
  return analysis.subscribe(({ good }, { good: before }) => {
    if (good === null || good === before) return;
    const { pipelineId } = selection.getState();
    const after = selectedPipeline(good, pipelineId);
    if (after === undefined) return;
    const old = before === null ? undefined : selectedPipeline(before, pipelineId);
    // Stages that are switched off, too.
    const [thenCards, nowCards] = [cardsOf(before ?? good, old ?? after), cardsOf(good, after)];
    const open = Object.entries(stageList.getState().open).flatMap(([path, isOpen]) =>
      isOpen ? (findSame(path, thenCards, nowCards) ?? []) : [],
    );
    stageList.setState({ open: Object.fromEntries(open.map((path) => [path, true])) });
  });
}

/** The cards of a pipeline in the order of the text; its stages where the text does not parse. */
function cardsOf({ text, cards }: Analysis, { id, stages }: PipelineItem): Listed {
  const own = cards?.find((pipeline) => pipeline.id === id)?.cards;
  return { text, stages: own?.map((card) => ({ ...card, path: card.id })) ?? stages };
}
