/** Puts a whole body of stages into a pipeline: a part of the worker that is loaded with the first such edit. */
import {
  type EditedStages,
  editGraph,
  listStageCards,
  type OpenedDocument,
  openDocument,
  type PutMode,
  putStages,
} from "@sluice/engine";

/**
 * The text with `stages` in a pipeline; undefined: in one that is added, for a configuration that has none. `card`: the first of
 * them.
 */
export function putStagesInto(
  document: OpenedDocument,
  pipeline: string | undefined,
  stages: string,
  mode: PutMode,
): EditedStages {
  if (pipeline === undefined) {
    const added = editGraph(document, { kind: "add", name: "logs.process" });
    if (!added.ok) return added;
    return putStagesInto(openDocument(added.text), added.node ?? "", stages, "replace");
  }
  const there = listStageCards(document).find(({ id }) => id === pipeline)?.cards.length ?? 0;
  const put = putStages({ document: openDocument(stages) }, document, pipeline, mode);
  return put.ok ? { ...put, card: String(mode === "append" ? there + 1 : 1) } : put;
}
