/** Stages of a configuration, decoded by their specs: the step from syntax to something that can be built. */

import { nearest } from "@sluice/languages/base";
import { atOnce } from "../base/at-once.ts";
import { type Diagnostic, meaning } from "../base/diagnostic.ts";
import { blockHead, type DecodeContext } from "../schema/body-spec.ts";
import { decodeBody, decodeBodyInSteps, insideOf, refuseLabel } from "../schema/decode.ts";
import type { BlockStatement, Statement } from "../syntax/ast.ts";
import type { StageNode, StageSpec } from "./stage-spec.ts";

export type StageCatalog = ReadonlyMap<string, StageSpec>;

const PREFIX = "stage.";
/** How deep `stage.match` may nest. */
export const MAX_STAGE_DEPTH = 50;
/** Stages in one pipeline at most, nested ones included: an entry goes from stage to stage by calls, and a stack ends. */
export const MAX_STAGES = 300;

export const isStage = (block: BlockStatement): boolean => block.name.startsWith(PREFIX);

/** What the stage is that a block says; undefined for one that there is not. */
export const stageOf = ({ name }: BlockStatement, catalog: StageCatalog): StageSpec | undefined =>
  catalog.get(name.slice(PREFIX.length));

/** A body that holds nothing but stages. */
export function decodeStageBody(
  body: readonly Statement[],
  catalog: StageCatalog,
  context: DecodeContext,
): StageNode[] {
  const { claimed } = decodeBody(body, { fields: {}, blocks: {} }, { start: 0, end: 0 }, context, isStage);
  return atOnce(decodeStagesInSteps(claimed, catalog, context));
}

/** Decodes stage blocks; a stage with an error is reported and left out. Paths begin with `parent`. */
export function* decodeStagesInSteps(
  blocks: readonly BlockStatement[],
  catalog: StageCatalog,
  context: DecodeContext,
  parent = "",
  depth = 1,
  total = { stages: 0 },
): Generator<void, StageNode[]> {
  const nodes: StageNode[] = [];
  const refuse = (block: BlockStatement, code: string, message: string): void =>
    context.report({ severity: "error", code, message, span: blockHead(block) });
  for (const [i, block] of blocks.entries()) {
    yield;
    const known = stageOf(block, catalog);
    const name = block.name.slice(PREFIX.length);
    const meant = known === undefined ? nearest(name, [...catalog.keys()]) : undefined;
    if (known === undefined) context.report(unknownStage(block, meant ?? stageForTask(name, catalog)));
    // What is inside a mistyped stage is checked as that of the one that is meant. Alloy does not look into it.
    const spec = known ?? (meant === undefined || context.decodeOnly ? undefined : catalog.get(meant));
    if (spec === undefined) continue;
    if (depth > MAX_STAGE_DEPTH) {
      refuse(block, "stages-too-deep", `stages nest deeper than ${MAX_STAGE_DEPTH}`);
      return nodes;
    }
    if (++total.stages > MAX_STAGES) {
      if (total.stages === MAX_STAGES + 1)
        refuse(block, "too-many-stages", `a pipeline has at most ${MAX_STAGES} stages`);
      return nodes;
    }
    refuseLabel(block, context.report);
    if (spec.deprecated !== undefined) {
      const message = `${block.name} is deprecated: ${spec.deprecated}`;
      context.report({ severity: "warning", code: "deprecated-stage", message, span: block.nameSpan });
    }
    const path = `${parent}${i + 1}`;
    const claims = spec.nests ? isStage : undefined;
    const { args, claimed, argumentSpans } = yield* decodeBodyInSteps(
      block.body,
      spec,
      block.nameSpan,
      known === undefined ? { ...context, report: insideOf(block, context.report) } : context,
      claims,
    );
    const children = yield* decodeStagesInSteps(claimed, catalog, context, `${path}.`, depth + 1, total);
    if (args !== undefined && known !== undefined)
      nodes.push({ spec, args, children, argumentSpans, path, span: block.span });
  }
  return nodes;
}

function unknownStage(block: BlockStatement, near: string | undefined): Diagnostic {
  return {
    severity: "error",
    code: "unknown-stage",
    message: `unrecognized block name ${JSON.stringify(block.name)}`,
    span: blockHead(block),
    ...meaning(near === undefined ? undefined : PREFIX + near, block.nameSpan),
  };
}

/** The stage for a task that was written as its name, `stage.redact`: the one for which that says most. */
function stageForTask(task: string, catalog: StageCatalog): string | undefined {
  const found = [...catalog.values()]
    .map(({ name, words, deprecated }) => ({
      name,
      at: deprecated === undefined ? words.indexOf(task.toLowerCase()) : -1,
    }))
    .filter(({ at }) => at >= 0);
  return found.sort((a, b) => a.at - b.at)[0]?.name;
}
