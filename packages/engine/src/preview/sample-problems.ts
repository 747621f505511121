/** What samples show to be wrong with a pipeline, as diagnostics at its stages. */
import type { Diagnostic, QuickFix } from "../base/diagnostic.ts";
import type { LabelSet } from "../base/label-set.ts";
import { writeFix } from "../document/edits/proposed-fix.ts";
import { highCardinalityLabel } from "../document/lint/cardinality-lint.ts";
import type { Lint } from "../document/lint/lint.ts";
import { PipelineNames } from "../document/lint/names.ts";
import { moveBefore } from "../document/lint/order-lints.ts";
import { valueOverwritten } from "../document/lint/overwritten-lint.ts";
import {
  isOnTheWayOf,
  type LintedPipeline,
  type LintedStage,
  named,
  placeOf,
  viewPipeline,
} from "../document/lint/view.ts";
import { readMarks, withoutIgnored } from "../document/marks.ts";
import type { StageSwap } from "../pipeline/stage.ts";
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
  const pipeline = viewPipeline(stages, file, []);
  const names = new PipelineNames(pipeline);
  const startsOf = (lint: Lint) => new Set([...lint.find(pipeline, names)].map(({ span }) => span.start));
  const byName = startsOf(highCardinalityLabel);
  const streams = findHighCardinality(stages, file, sent).filter(({ span }) => !byName.has(span!.start));
  if (doubts.length === 0) return streams;
  const known = startsOf(valueOverwritten);
  const byPath = new Map(pipeline.stages.map((stage) => [stage.node.path, stage]));
  /** Of what is extracted and nothing reads later, nothing is lost; what the text shows is reported already. */
  const isOverwritten = ({ order, block }: LintedStage, { doubt: { key } }: StageDoubt) =>
    !known.has(block.nameSpan.start) &&
    pipeline.stages.some(
      ({ order: at, flow }) =>
        at > order && flow.reads?.some(({ kind, name, optional }) => kind === "extracted" && name === key && !optional),
    );
  const unread = new Set(doubts.flatMap(({ path, doubt }) => (doubt.code === "line-replaced" ? path : [])));
  const found = doubts.flatMap((one) => {
    const stage = byPath.get(one.path);
    if (stage !== undefined && one.doubt.code === "line-replaced") {
      const replacer = replacedBefore(stage, pipeline.stages, unread);
      return replacer === undefined ? [] : [lineReplaced(stage, replacer, pipeline, one)];
    }
    if (stage === undefined || (one.doubt.code === valueOverwritten.code && !isOverwritten(stage, one))) return [];
    return [toDiagnostic(stage, pipeline, one)];
  });
  return [...withoutIgnored(found, readMarks(file).marks, file.body), ...streams];
}

/** The stage that replaced the line after a stage of the same kind had read it; `unread`: those of the kind that read none. */
function replacedBefore(
  stage: LintedStage,
  stages: readonly LintedStage[],
  unread: ReadonlySet<string>,
): LintedStage | undefined {
  const before = stages.filter((one) => one.order < stage.order && isOnTheWayOf(one, stage));
  const reader = before.find(
    ({ node }) => node.spec === stage.node.spec && node.args.source === undefined && !unread.has(node.path),
  );
  return reader && before.find(({ flow, order }) => order > reader.order && flow.setsLine === true);
}

function lineReplaced(
  stage: LintedStage,
  replacer: LintedStage,
  pipeline: LintedPipeline,
  { doubt: { code, clause }, entries }: StageDoubt,
): Diagnostic {
  const fix = moveBefore(pipeline, replacer, stage);
  return {
    severity: "warning",
    code,
    message: `${named(pipeline, replacer)} replaces the line before, and ${clause} (${shownBy(entries)} it)`,
    span: stage.block.nameSpan,
    related: [{ message: "replaces the line", span: replacer.block.nameSpan }],
    fixes: fix && [fix],
  };
}

const shownBy = (entries: number): string => (entries === 1 ? "a sample shows" : `${entries} samples show`);

function toDiagnostic(
  stage: LintedStage,
  { file, stages }: LintedPipeline,
  { doubt, entries }: StageDoubt,
): Diagnostic {
  const { code, clause, argument, key, fix } = doubt;
  const place = placeOf(stage, { kind: "extracted", name: "", argument, key });
  const written =
    fix && "stage" in fix
      ? swapStage(stage, stages, fix)
      : fix && writeFix(file, { block: stage.block, parent: stage.parentBlock, argument, key }, fix);
  return {
    severity: "warning",
    code,
    message: `${clause} (${shownBy(entries)} it)`,
    span: place.span,
    fixes: written && [written],
  };
}

/** The other stage, and its names where later stages read them; undefined where one of these is not a plain name. */
function swapStage(
  { block, order }: LintedStage,
  stages: readonly LintedStage[],
  { title, stage, names }: StageSwap,
): QuickFix | undefined {
  const edits = [{ span: block.nameSpan, text: stage }];
  for (const reader of stages) {
    if (reader.order <= order) continue;
    for (const use of reader.flow.reads ?? []) {
      const name = use.kind === "extracted" ? names.get(use.name) : undefined;
      if (name === undefined) continue;
      const span = placeOf(reader, use).replaceable;
      if (span === undefined) return undefined;
      if (!edits.some((edit) => edit.span.start === span.start)) edits.push({ span, text: quoteString(name) });
    }
  }
  return { title, edits };
}
