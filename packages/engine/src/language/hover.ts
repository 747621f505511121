/** What the name under a cursor means, derived from specs. */
import type { Span } from "../base/span.ts";
import type { BlockStatement, SourceFile, Statement } from "../syntax/ast.ts";
import { type BodyShape, findComponent, findStage, TOP_LEVEL } from "./body-shape.ts";
import { describeBlock, describeComponent, describeField, describeStage } from "./describe.ts";

export interface Hover {
  /** Markdown. */
  readonly text: string;
  /** The name that it is about. */
  readonly span: Span;
}

/** Explains the block or argument name at `offset` (UTF-16); undefined elsewhere. */
export function hover(file: SourceFile, offset: number): Hover | undefined {
  let body: readonly Statement[] = file.body;
  let shape: BodyShape | undefined = TOP_LEVEL;
  for (;;) {
    const statement = body.find(({ span }) => span.start <= offset && offset <= span.end);
    if (statement === undefined || shape === undefined) return undefined;
    const onName = statement.nameSpan.start <= offset && offset <= statement.nameSpan.end;
    if (statement.kind === "attribute") {
      const field = Object.hasOwn(shape.fields, statement.name) ? shape.fields[statement.name] : undefined;
      return onName && field !== undefined
        ? { text: describeField(statement.name, field), span: statement.nameSpan }
        : undefined;
    }
    const found = lookUp(statement, shape);
    if (onName) return found === undefined ? undefined : { text: found.text, span: statement.nameSpan };
    shape = found?.shape;
    body = statement.body;
  }
}

function lookUp(statement: BlockStatement, shape: BodyShape): { text: string; shape: BodyShape } | undefined {
  const stage = shape.stages ? findStage(statement.name) : undefined;
  if (stage !== undefined)
    return { text: describeStage(stage), shape: { fields: stage.fields, blocks: stage.blocks, stages: stage.nests } };
  const component = shape === TOP_LEVEL ? findComponent(statement.name) : undefined;
  if (component !== undefined)
    return {
      text: describeComponent(component),
      shape: { fields: component.fields, blocks: component.blocks, stages: component.stages },
    };
  const block = Object.hasOwn(shape.blocks, statement.name) ? shape.blocks[statement.name] : undefined;
  if (block !== undefined)
    return {
      text: describeBlock(statement.name, block),
      shape: { fields: block.fields, blocks: block.blocks, stages: false },
    };
  return undefined;
}
