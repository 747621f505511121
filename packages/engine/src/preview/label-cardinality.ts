/**
 * Which labels of a pipeline make nearly every entry a stream of its own. A lint knows the names of a few such values; a
 * preview sees the values in its output, and reports them at the stage that sets the label.
 */
import type { Diagnostic, QuickFix } from "../base/diagnostic.ts";
import type { LabelSet } from "../base/label-set.ts";
import type { Span } from "../base/span.ts";
import { highCardinalityLabel, moveToMetadata } from "../document/lint/cardinality-lint.ts";
import { type LintedStage, placeOf, viewPipeline } from "../document/lint/view.ts";
import { readMarks, withoutIgnored } from "../document/marks.ts";
import type { NameUse } from "../pipeline/stage-flow.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import type { SourceFile } from "../syntax/ast.ts";

/** Minimum number of a label's values, and their minimum share of the entries with the label. */
const LEAST_VALUES = 20;
const LEAST_SHARE = 0.5;

/** A label of many values. */
export interface HighLabel {
  readonly name: string;
  readonly values: number;
  readonly entries: number;
  readonly streams: number;
  /** Streams that would be left without it. */
  readonly without: number;
  /** Where a stage sets it. */
  readonly span: Span;
  /** Makes it structured metadata, where nothing reads the label after that. */
  readonly fix: QuickFix | undefined;
}

/** Diagnostics of labels that `stages`, in `file`, set; `sent` are the labels of the output. */
export function findHighCardinality(
  stages: readonly StageNode[],
  file: SourceFile,
  sent: Iterable<LabelSet>,
): Diagnostic[] {
  const found = findHighLabels(stages, file, sent).map(
    ({ name, values, entries, streams, without, span, fix }): Diagnostic => ({
      severity: "warning",
      code: highCardinalityLabel.code,
      message: `the label ${JSON.stringify(name)} has ${values} values in ${entries} entries of the samples: they make ${streams} streams, and ${without} without it`,
      span,
      fixes: fix && [fix],
    }),
  );
  return withoutIgnored(found, readMarks(file).marks, file.body);
}

export function findHighLabels(stages: readonly StageNode[], file: SourceFile, sent: Iterable<LabelSet>): HighLabel[] {
  const pipeline = viewPipeline(stages, file, []);
  const setters = new Map<string, { stage: LintedStage; use: NameUse }>();
  for (const stage of pipeline.stages)
    for (const use of stage.flow.sets ?? [])
      if (use.kind === "label" && use.argument !== undefined) setters.set(use.name, { stage, use });
  if (setters.size === 0) return [];
  const streams = new Map<LabelSet, number>();
  for (const labels of sent) streams.set(labels, (streams.get(labels) ?? 0) + 1);
  const found: HighLabel[] = [];
  for (const [name, { stage, use }] of setters) {
    const values = new Set<string>();
    const others = new Set<LabelSet>();
    let entries = 0;
    for (const [labels, count] of streams) {
      const value = labels.get(name);
      others.add(labels.without(name));
      if (value === undefined) continue;
      values.add(value);
      entries += count;
    }
    if (values.size < LEAST_VALUES || values.size < entries * LEAST_SHARE) continue;
    const fix = moveToMetadata(pipeline, stage, use);
    const { span } = placeOf(stage, use);
    const counts = { values: values.size, entries, streams: streams.size, without: others.size };
    found.push({ name, ...counts, span, fix });
  }
  return found;
}
