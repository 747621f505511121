/**
 * Which labels of a pipeline make nearly every entry a stream of its own. That needs values, so no lint can say it: a
 * preview finds it in its output, and reports it at the stage that sets the label.
 */
import type { Diagnostic, QuickFix } from "../base/diagnostic.ts";
import type { LabelSet } from "../base/label-set.ts";
import type { Span } from "../base/span.ts";
import { insertStatement } from "../document/edits/edits.ts";
import { HIGH_CARDINALITY_PAGE } from "../document/lint/pages/high-cardinality-page.ts";
import { withoutName } from "../document/lint/set-lints.ts";
import { type LintedPipeline, type LintedStage, placeOf, viewPipeline } from "../document/lint/view.ts";
import { readMarks, withoutIgnored } from "../document/marks.ts";
import type { NameUse } from "../pipeline/stage-flow.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import type { SourceFile } from "../syntax/ast.ts";
import { isValidIdentifier, quoteString } from "../syntax/index.ts";

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
      code: HIGH_CARDINALITY_PAGE.code,
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

/** As long as nothing after it reads the label, and its value is an extracted one. */
function moveToMetadata({ file, stages }: LintedPipeline, stage: LintedStage, use: NameUse): QuickFix | undefined {
  const { block, node, parentBlock, flow } = stage;
  const source = flow.reads?.find(({ kind, key }) => kind === "extracted" && key === use.key);
  const isRead = stages.some(
    ({ order, flow: after, node: { spec }, children }) =>
      order > stage.order &&
      (spec.state !== "none" ||
        children.length > 0 ||
        after.keepsLabels !== undefined ||
        [...(after.reads ?? []), ...(after.removes ?? [])].some(
          ({ kind, name }) => kind === "label" && name === use.name,
        )),
  );
  if (node.spec.name !== "labels" || source === undefined || isRead) return undefined;
  const title = `Make ${use.name} structured metadata`;
  const edits = withoutName(stage, use);
  // The only label: the stage becomes the other one, whose argument is written in the same way.
  if (edits === undefined) {
    const isOnly = flow.sets?.length === 1 && block.body.length === 1;
    return isOnly ? { title, edits: [{ span: block.nameSpan, text: "stage.structured_metadata" }] } : undefined;
  }
  const key = isValidIdentifier(use.name) ? use.name : quoteString(use.name);
  const value = source.name === use.name ? "" : source.name;
  const code = `stage.structured_metadata {\n  values = { ${key} = ${quoteString(value)} }\n}`;
  const body = parentBlock?.body ?? file.body;
  return { title, edits: [...edits, ...insertStatement(file, parentBlock, body.indexOf(block) + 1, code)] };
}
