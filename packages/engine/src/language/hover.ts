/** The meaning of the name under a cursor, from specs and from the declarations of template functions. */
import { unquote } from "@sluice/languages/gonumber";
import { findFunction, functionNames } from "@sluice/languages/gotemplate";
import type { Span } from "../base/span.ts";
import { spanInside } from "../schema/literal-offsets.ts";
import { callsFunctions } from "../schema/value-kinds.ts";
import type { Expression, SourceFile, Statement } from "../syntax/ast.ts";
import { argumentHistory, type BodyShape, blockHistory, findBlock, type KnownBlock, TOP_LEVEL } from "./body-shape.ts";
import {
  describeBlock,
  describeComponent,
  describeField,
  describeFunction,
  describeStage,
  withHistory,
} from "./describe.ts";

export interface Hover {
  /** Markdown. */
  readonly text: string;
  /** The name that it is about. */
  readonly span: Span;
}

/** Explains the block, the argument or, inside a template, the function at `offset` (UTF-16); undefined elsewhere. */
export function hover(file: SourceFile, offset: number): Hover | undefined {
  let body: readonly Statement[] = file.body;
  let shape: BodyShape | undefined = TOP_LEVEL;
  for (;;) {
    const statement = body.find(({ span }) => span.start <= offset && offset <= span.end);
    if (statement === undefined || shape === undefined) return undefined;
    const onName = statement.nameSpan.start <= offset && offset <= statement.nameSpan.end;
    if (statement.kind === "attribute") {
      const field = Object.hasOwn(shape.fields, statement.name) ? shape.fields[statement.name] : undefined;
      if (field === undefined) return undefined;
      if (onName) {
        const history = argumentHistory(statement.name, shape);
        return { text: withHistory(describeField(statement.name, field), history), span: statement.nameSpan };
      }
      return callsFunctions(field.type) ? hoverTemplate(statement.value, offset) : undefined;
    }
    const found = findBlock(statement.name, shape);
    if (onName) {
      const history = found && blockHistory(statement.name, found, shape);
      return found && { text: withHistory(describe(statement.name, found), history), span: statement.nameSpan };
    }
    shape = found?.shape;
    body = statement.body;
  }
}

/** Explains a function inside a template. */
function hoverTemplate(value: Expression, offset: number): Hover | undefined {
  const text = value.kind === "literal" && value.literal === "string" ? unquote(value.text) : undefined;
  for (const { name, start, end } of functionNames(text ?? "")) {
    const span = spanInside(value, start, end);
    const fn = span.start <= offset && offset <= span.end ? findFunction(name) : undefined;
    if (fn !== undefined) return { text: describeFunction(fn), span };
  }
  return undefined;
}

function describe(name: string, known: KnownBlock): string {
  switch (known.kind) {
    case "stage":
      return describeStage(known.spec);
    case "component":
      return describeComponent(known.spec);
    case "block":
      return describeBlock(name, known.spec);
  }
}
