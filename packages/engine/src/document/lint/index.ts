/**
 * Lints: probable mistakes of a pipeline without errors, found across its stages by what each reads and sets
 * (`pipeline/stage-flow.ts`). Where anything may be meant (names known only at run time, branches that may not be taken) a
 * lint is silent: a false alarm is worse than none. Each lint has its documentation in `pages`, with an example that runs as a test.
 */
import { atOnce } from "../../base/at-once.ts";
import type { Diagnostic } from "../../base/diagnostic.ts";
import type { StageNode } from "../../pipeline/stage-spec.ts";
import type { SourceFile } from "../../syntax/ast.ts";
import { highCardinalityLabel } from "./cardinality-lint.ts";
import { droppedBefore } from "./dropped-lint.ts";
import { decidedBySource, streamsMixed } from "./given/given-lints.ts";
import { blockCut, decolorizeTooLate, firstlineMatchesAll, linesLost, multilineTooLate } from "./join-lints.ts";
import { labelNotValue, valueNotLabel } from "./kind-lints.ts";
import { blankInName, emptyLabel, labelName, patternAsName, templateAsText, tenantRemoved } from "./label-lints.ts";
import type { Finding, Lint } from "./lint.ts";
import { PipelineNames } from "./names.ts";
import { ageBeforeTimestamp, multilineTooEarly, unreachableStage } from "./order-lints.ts";
import { valueOverwritten } from "./overwritten-lint.ts";
import { costlyPattern, groupWithoutName } from "./pattern-lints.ts";
import { differsInAlloy, readBeforeSet } from "./read-lints.ts";
import { readAfterRemoved, removedBeforeSet } from "./removed-lints.ts";
import { replaceGroups, replaceWithoutGroup } from "./replace-lints.ts";
import { changeUnused, labelUnused, pipelineWithoutEffect, valueUnused } from "./set-lints.ts";
import { unwrapsNothing } from "./source-lints.ts";
import { locationIgnored, timeOverwritten } from "./time-lints.ts";
import { nameNotSet } from "./unset-lints.ts";
import { type ReachingLabels, viewPipeline } from "./view.ts";

/** In the order of their documentation. */
export const LINTS: readonly Lint[] = [
  readBeforeSet,
  blankInName,
  groupWithoutName,
  nameNotSet,
  readAfterRemoved,
  valueNotLabel,
  labelNotValue,
  removedBeforeSet,
  valueOverwritten,
  valueUnused,
  changeUnused,
  pipelineWithoutEffect,
  labelUnused,
  unreachableStage,
  droppedBefore,
  unwrapsNothing,
  decidedBySource,
  streamsMixed,
  multilineTooEarly,
  multilineTooLate,
  blockCut,
  linesLost,
  firstlineMatchesAll,
  decolorizeTooLate,
  ageBeforeTimestamp,
  timeOverwritten,
  locationIgnored,
  replaceWithoutGroup,
  replaceGroups,
  costlyPattern,
  differsInAlloy,
  tenantRemoved,
  emptyLabel,
  labelName,
  templateAsText,
  patternAsName,
  highCardinalityLabel,
];

/** Findings of one pipeline at most: what is generated may repeat a mistake without end. */
const MAX_FINDINGS = 100;

/** What the lints find in a pipeline of `file` without errors; `known`: the diagnostics of the file so far. */
export function lintPipeline(
  stages: readonly StageNode[],
  file: SourceFile,
  known: readonly Diagnostic[],
): Diagnostic[] {
  return atOnce(lintPipelineInSteps(stages, file, known));
}

/** The same in steps: it stops after each lint. `given`: the labels that reach the file's components. */
export function* lintPipelineInSteps(
  stages: readonly StageNode[],
  file: SourceFile,
  known: readonly Diagnostic[],
  given?: ReachingLabels,
): Generator<void, Diagnostic[]> {
  if (stages.length === 0) return [];
  const pipeline = viewPipeline(stages, file, known, given);
  const names = new PipelineNames(pipeline);
  const found: Diagnostic[] = [];
  for (const lint of LINTS) {
    for (const finding of lint.find(pipeline, names)) {
      if (found.length >= MAX_FINDINGS) return found;
      found.push(toDiagnostic(lint, finding));
    }
    yield;
  }
  return found;
}

const toDiagnostic = ({ severity, code }: Lint, { message, span, fix, related }: Finding): Diagnostic => ({
  severity,
  code,
  message,
  span,
  related,
  fixes: fix && [fix],
});
