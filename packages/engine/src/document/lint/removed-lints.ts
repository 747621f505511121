/** Lints about labels that are removed too early. */
import type { QuickFix } from "../../base/diagnostic.ts";
import type { FlowKind, NameUse } from "../../pipeline/stage-flow.ts";
import { labelDrop } from "../../stages/label-drop.ts";
import { pack } from "../../stages/pack.ts";
import { structuredMetadata } from "../../stages/structured-metadata.ts";
import { moveStatement } from "../edits/edits.ts";
import { isRemadeLabel, isUsualLabel } from "./incoming.ts";
import type { Lint } from "./lint.ts";
import type { PipelineNames } from "./names.ts";
import { isOpenValue, needs } from "./needs.ts";
import { isOf, isOnTheWayOf, type LintedPipeline, type LintedStage, named, placeOf, placesRead } from "./view.ts";
import { whereaboutsOf } from "./whereabouts.ts";

const PLACES: Readonly<Record<FlowKind, string>> = {
  label: "the label",
  metadata: "the structured metadata",
  extracted: "the extracted value",
};

export const readAfterRemoved: Lint = {
  code: "read-after-removed",
  severity: "warning",
  *find(pipeline, names) {
    for (const stage of pipeline.stages) {
      for (const use of [...needs(stage, "label", "metadata"), ...fromLabelAlone(names, stage)]) {
        const where = whereaboutsOf(names, stage, use.kind, use.name);
        if (where.is !== "removed") continue;
        const { by } = where;
        yield {
          message: `${PLACES[use.kind]} ${JSON.stringify(use.name)} is read here, and ${named(pipeline, by)} ${removalBy(by)}`,
          span: placeOf(stage, use).span,
          related: [{ message: "removed here", span: by.block.nameSpan }],
          fix: moveBehind(pipeline, by, stage),
        };
      }
    }
  },
};

function removalBy(stage: LintedStage): string {
  if (isOf(stage, structuredMetadata)) return "moved it to the structured metadata";
  return isOf(stage, pack) ? "packed it into the line" : "removed it";
}

/** What `stage.structured_metadata` can read as a label alone: one that a stage set, and that nothing extracts. */
function* fromLabelAlone(names: PipelineNames, stage: LintedStage): Iterable<NameUse> {
  const extracted = placesRead(stage, "extracted");
  for (const use of stage.flow.reads ?? []) {
    if (use.kind !== "label" || use.optional || !extracted.has(use)) continue;
    const where = whereaboutsOf(names, stage, "label", use.name);
    if (where.is !== "removed" || where.had === undefined || isOpenValue(names, stage, use.name, where.had)) continue;
    yield use;
  }
}

/** Puts `first` right behind `second`, where the stages between have nothing to do with what it removes and sets. */
function moveBehind({ file }: LintedPipeline, first: LintedStage, second: LintedStage): QuickFix | undefined {
  const { siblings, parentBlock, block, flow } = first;
  const [from, to] = [siblings.indexOf(first), siblings.indexOf(second)];
  if (to < 0 || to < from) return undefined;
  const touched = [...(flow.removes ?? []), ...(flow.sets ?? [])];
  const isApart = siblings
    .slice(from + 1, to)
    .every(
      ({ flow: between, children, node }) =>
        children.length === 0 &&
        node.spec.state === "none" &&
        !between.readsAny?.length &&
        !between.setsAny?.length &&
        flow.keepsLabels === undefined &&
        !touched.some(({ kind, name }) =>
          [...(between.reads ?? []), ...(between.sets ?? []), ...(between.removes ?? [])].some(
            (use) => use.kind === kind && use.name === name,
          ),
        ),
    );
  if (!isApart) return undefined;
  // The later one goes before, or over those between the earlier one goes behind.
  const body = parentBlock?.body ?? file.body;
  if (to === from + 1)
    return {
      title: `Move ${second.block.name} before ${block.name}`,
      edits: moveStatement(file, second.block, parentBlock, body.indexOf(block)),
    };
  return {
    title: `Move ${block.name} behind ${second.block.name}`,
    edits: moveStatement(file, block, parentBlock, body.indexOf(second.block)),
  };
}

export const removedBeforeSet: Lint = {
  code: "removed-before-set",
  severity: "warning",
  *find(pipeline, names) {
    for (const stage of pipeline.stages) {
      for (const { kind, name, argument } of stage.flow.removes ?? []) {
        if (kind !== "label" || !isOf(stage, labelDrop) || argument === undefined) continue;
        if (isUsualLabel(name) || isRemadeLabel(name) || pipeline.incoming.has(name)) continue;
        const setters = names.setters(kind, name);
        const [later] = setters;
        if (later === undefined || setters.some((one) => one.stage.order < stage.order)) continue;
        if (names.isBlindAt(stage, kind) || !isOnTheWayOf(later.stage, stage)) continue;
        if (names.removers(kind, name).some(({ order }) => order > later.stage.order)) continue;
        yield {
          message: `the label ${JSON.stringify(name)} is dropped here, and only ${named(pipeline, later.stage)} sets it, so that it stays`,
          span: placeOf(stage, { kind, name, argument }).span,
          related: [{ message: "set here", span: later.stage.block.nameSpan }],
        };
      }
    }
  },
};
