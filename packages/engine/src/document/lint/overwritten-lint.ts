/** A lint about values that `stage.match` overwrites with labels. */
import type { Lint } from "./lint.ts";
import type { PipelineNames } from "./names.ts";
import { isOnTheWayOf, type LintedPipeline, type LintedStage, named } from "./view.ts";

export const valueOverwritten: Lint = {
  code: "value-overwritten",
  severity: "warning",
  title: "A label overwrites the extracted value of its name",
  doc: "Where the stages of a stage.match begin, all labels are copied into the extracted map again. A value that was extracted after the label of its name was made is lost there, inside the block and after it. Make it a label before the stage.match, or extract it under another name. A preview also shows where a label that came with the entry does so.",
  example: `stage.static_labels {
  values = { level = "unknown" }
}

stage.logfmt {
  mapping = { level = "" }
}

stage.match {
  selector = \`{app="shop"}\`

  stage.decolorize { }
}

stage.labels {
  values = { level = "" }
}
`,
  *find(pipeline, names) {
    for (const stage of pipeline.stages) {
      if (stage.children.length === 0) continue;
      for (const { name, label, value } of overwrittenAt(pipeline, stage, names)) {
        yield {
          message: `the label ${JSON.stringify(name)} of ${named(pipeline, label)} overwrites the value that ${named(pipeline, value)} extracts`,
          span: stage.block.nameSpan,
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
  readonly name: string;
  readonly label: LintedStage;
  readonly value: LintedStage;
}

/** Labels at a match whose value was extracted after they were made, and is read later. */
function* overwrittenAt({ stages }: LintedPipeline, match: LintedStage, names: PipelineNames): Iterable<Overwritten> {
  const before = stages.filter((one) => one.order < match.order);
  const seen = new Set<string>();
  for (const value of before) {
    if (!isOnTheWayOf(value, match)) continue;
    for (const { kind, name } of value.flow.sets ?? []) {
      if (kind !== "extracted" || seen.has(name)) continue;
      const last = names.setters("extracted", name).findLast(({ stage }) => stage.order < match.order)?.stage;
      const label = names.setters("label", name).findLast(({ stage }) => stage.order < match.order)?.stage;
      if (last !== value || label === undefined || label.order >= value.order || !isOnTheWayOf(label, match)) continue;
      seen.add(name);
      // A match between has overwritten it already, and what removes the label ends this.
      if (before.some((one) => one.order > label.order && (one.children.length > 0 || removes(one, name)))) continue;
      if (names.readers("extracted", name).some(({ stage }) => stage.order > match.order)) yield { name, label, value };
    }
  }
}

const removes = ({ flow }: LintedStage, label: string): boolean =>
  flow.setsAny?.includes("label") === true ||
  (flow.keepsLabels !== undefined && !flow.keepsLabels.includes(label)) ||
  (flow.removes?.some(({ kind, name }) => kind === "label" && name === label) ?? false);
