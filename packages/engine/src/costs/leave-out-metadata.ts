/** Leaves a name out of the structured metadata that stages of a pipeline set. */
import type { TextEdit } from "../base/diagnostic.ts";
import { removeStatement } from "../document/edits/edits.ts";
import { withoutName } from "../document/lint/set-lints.ts";
import { type LintedStage, viewPipeline } from "../document/lint/view.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import type { SourceFile } from "../syntax/ast.ts";

/** Undefined where no argument names it, or where a stage reads it. */
export function leaveOutMetadata(stages: readonly StageNode[], file: SourceFile, name: string): TextEdit[] | undefined {
  const pipeline = viewPipeline(stages, file, []);
  const isRead = pipeline.stages.some(
    ({ flow }) =>
      flow.readsAny?.includes("metadata") || flow.reads?.some((use) => use.kind === "metadata" && use.name === name),
  );
  if (isRead) return undefined;
  const edits: TextEdit[] = [];
  for (const stage of pipeline.stages) {
    const without = withoutIn(stage, file, name);
    if (without === undefined) return undefined;
    edits.push(...without);
  }
  return edits.length === 0 ? undefined : edits;
}

/** Of one stage, which goes where it sets nothing else. Undefined: cannot be left out of it. */
function withoutIn(stage: LintedStage, file: SourceFile, name: string): TextEdit[] | undefined {
  const { flow, block } = stage;
  const use = flow.sets?.find((one) => one.kind === "metadata" && one.name === name);
  if (use === undefined) return [];
  if (use.argument === undefined) return undefined;
  const edits = withoutName(stage, use);
  if (edits !== undefined) return edits;
  return flow.sets?.length === 1 && block.body.length === 1 ? removeStatement(file, block) : undefined;
}
