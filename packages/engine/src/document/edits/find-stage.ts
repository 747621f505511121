/** Stages of a document and the blocks inside them, by name; also those with mistakes. */
import { isStage } from "../../pipeline/decode-stages.ts";
import type { StageSpec } from "../../pipeline/stage-spec.ts";
import type { Block, Blocks, Fields } from "../../schema/field.ts";
import { STAGE_CATALOG } from "../../stages/index.ts";
import type { BlockStatement, Statement } from "../../syntax/ast.ts";
import type { DocumentTree } from "../open-document.ts";
import { pipelineBodies } from "./stage-cards.ts";

/** A stage of a document: the pipeline's id and the stage's path in it, `4.1`. */
export interface StageAddress {
  readonly pipeline: string;
  readonly stage: string;
}

export interface FoundStage {
  readonly statement: BlockStatement;
  readonly spec: StageSpec;
}

/** Undefined where there is no such stage, or none of that name. */
export function findStage(
  { file, kind }: Pick<DocumentTree, "file" | "kind">,
  { pipeline, stage }: StageAddress,
): FoundStage | undefined {
  const found = pipelineBodies({ file, kind }).find(({ id }) => id === pipeline);
  if (found === undefined) return undefined;
  if (found.steps !== undefined) {
    const { spec, statements } = found.steps;
    const statement = statements[Number(stage) - 1];
    return statement === undefined ? undefined : { statement, spec };
  }
  let body: readonly Statement[] | undefined = found.parent?.body ?? file.body;
  let statement: BlockStatement | undefined;
  for (const number of stage.split(".")) {
    statement = stagesOf(body ?? [])[Number(number) - 1];
    body = statement?.body;
  }
  const spec = statement === undefined ? undefined : STAGE_CATALOG.get(statement.name.slice("stage.".length));
  return statement === undefined || spec === undefined ? undefined : { statement, spec };
}

export const stagesOf = (body: readonly Statement[]): BlockStatement[] =>
  body.filter((one): one is BlockStatement => one.kind === "block" && isStage(one));

/** What a body may hold, of a stage or of a block in it. */
export interface BodyShape {
  readonly fields: Fields;
  readonly blocks: Blocks;
}

export interface FoundBody {
  readonly statement: BlockStatement;
  readonly shape: BodyShape;
}

/** The body at `path`: from a stage's own, which is empty, the index of each block in the body around it. */
export function findBody({ statement, spec }: FoundStage, path: readonly number[]): FoundBody | undefined {
  let found: FoundBody = { statement, shape: spec };
  for (const index of path) {
    const inner = found.statement.body[index];
    const shape = inner?.kind === "block" ? blockNamed(found.shape.blocks, inner.name) : undefined;
    if (inner?.kind !== "block" || shape === undefined) return undefined;
    found = { statement: inner, shape };
  }
  return found;
}

export const blockNamed = (blocks: Blocks, name: string): Block | undefined =>
  Object.hasOwn(blocks, name) ? blocks[name] : undefined;
