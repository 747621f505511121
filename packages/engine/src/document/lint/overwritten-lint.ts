/** A lint about values that `stage.match` overwrites with labels. */
import type { Lint } from "./lint.ts";
import type { PipelineNames } from "./names.ts";
import { isOnTheWayOf, type LintedStage, named } from "./view.ts";

export const valueOverwritten: Lint = {
  code: "value-overwritten",
  severity: "warning",
  *find(pipeline, names) {
    for (const name of names.labels()) {
      for (const { label, value, match } of overwritten(name, names)) {
        yield {
          message: `the label ${JSON.stringify(name)} of ${named(pipeline, label)} overwrites the value that ${named(pipeline, value)} extracts`,
          span: match.block.nameSpan,
          related: [
            { message: "makes the label", span: label.block.nameSpan },
            { message: "extracts the value", span: value.block.nameSpan },
          ],
        };
      }
    }
  },
};

interface Overwritten {
  readonly label: LintedStage;
  readonly value: LintedStage;
  readonly match: LintedStage;
}

/** Where a label is made, then a value of its name is extracted, and then a branch begins before that is read. */
function* overwritten(name: string, names: PipelineNames): Iterable<Overwritten> {
  const values = names.setters("extracted", name).map(({ stage }) => stage);
  const labels = names.setters("label", name).map(({ stage }) => stage);
  if (values.length === 0) return;
  for (const label of labels) {
    const match = names.branches.find((one) => one.order > label.order && isOnTheWayOf(label, one));
    if (match === undefined) continue;
    const isBetween = ({ order }: LintedStage): boolean => label.order < order && order < match.order;
    const value = values.findLast((one) => isBetween(one) && isOnTheWayOf(one, match));
    if (value === undefined || labels.some(isBetween) || names.removers("label", name).some(isBetween)) continue;
    if (names.blinding.some((one) => isBetween(one) && one.flow.setsAny?.includes("label"))) continue;
    if (names.readers("extracted", name).some(({ stage }) => stage.order > match.order)) yield { label, value, match };
  }
}
