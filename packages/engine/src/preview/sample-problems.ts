/** What samples show to be wrong with a pipeline, as diagnostics at its stages. */
import type { Diagnostic, QuickFix } from "../base/diagnostic.ts";
import type { LabelSet } from "../base/label-set.ts";
import { insertStatement, setArgument } from "../document/edits/edits.ts";
import { PipelineNames } from "../document/lint/names.ts";
import { valueOverwritten } from "../document/lint/overwritten-lint.ts";
import { type LintedStage, placeOf, viewPipeline } from "../document/lint/view.ts";
import { readMarks, withoutIgnored } from "../document/marks.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import type { SourceFile } from "../syntax/ast.ts";
import { quoteString } from "../syntax/index.ts";
import { findHighCardinality } from "./label-cardinality.ts";
import type { StageDoubt } from "./stage-doubts.ts";

/** Diagnostics of `stages`, in `file`; `doubts` are those of a preview, and `sent` the labels of its output. */
export function findSampleProblems(
  stages: readonly StageNode[],
  file: SourceFile,
  doubts: readonly StageDoubt[],
  sent: Iterable<LabelSet>,
): Diagnostic[] {
  const streams = findHighCardinality(stages, file, sent);
  if (doubts.length === 0) return streams;
  const pipeline = viewPipeline(stages, file, []);
  const known = new Set(
    [...valueOverwritten.find(pipeline, new PipelineNames(pipeline))].map(({ span }) => span.start),
  );
  const byPath = new Map(pipeline.stages.map((stage) => [stage.node.path, stage]));
  /** Of what is extracted and nothing reads later, nothing is lost; what the text shows is reported already. */
  const isOverwritten = ({ order, block }: LintedStage, { doubt: { key } }: StageDoubt) =>
    !known.has(block.nameSpan.start) &&
    pipeline.stages.some(
      ({ order: at, flow }) =>
        at > order && flow.reads?.some(({ kind, name, optional }) => kind === "extracted" && name === key && !optional),
    );
  const found = doubts.flatMap((one) => {
    const stage = byPath.get(one.path);
    if (stage === undefined || (one.doubt.code === valueOverwritten.code && !isOverwritten(stage, one))) return [];
    return [toDiagnostic(stage, file, one)];
  });
  return [...withoutIgnored(found, readMarks(file).marks, file.body), ...streams];
}

function toDiagnostic(stage: LintedStage, file: SourceFile, { doubt, entries }: StageDoubt): Diagnostic {
  const { code, clause, argument, key } = doubt;
  const place = placeOf(stage, { kind: "extracted", name: "", argument, key });
  const shows = entries === 1 ? "a sample shows" : `${entries} samples show`;
  const fix = fixOf(stage, file, doubt);
  return {
    severity: "warning",
    code,
    message: `${clause} (${shows} it)`,
    span: place.span,
    fixes: fix && [fix],
  };
}

function fixOf(
  { block, parentBlock }: LintedStage,
  file: SourceFile,
  { fix, argument, key }: StageDoubt["doubt"],
): QuickFix | undefined {
  if (fix === undefined) return undefined;
  if (fix.before === true) {
    const at = (parentBlock?.body ?? file.body).indexOf(block);
    return { title: fix.title, edits: insertStatement(file, parentBlock, at, fix.text) };
  }
  const value = quoteString(fix.text);
  if (fix.set !== undefined) {
    const isGiven = block.body.some(({ name }) => name === fix.set);
    return isGiven ? undefined : { title: fix.title, edits: setArgument(file, block, fix.set, value) };
  }
  const attribute = block.body.find(({ name }) => name === argument);
  if (attribute?.kind !== "attribute") return undefined;
  const given = attribute.value;
  const field = given.kind === "object" ? given.fields.find(({ name }) => name === key) : undefined;
  const replaced = field?.value ?? given;
  return replaced.kind === "literal" ? { title: fix.title, edits: [{ span: replaced.span, text: value }] } : undefined;
}
