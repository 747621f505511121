/**
 * Compiles a block's texts of embedded languages before the block is decoded, in steps: opening a configuration spends nearly
 * all its time there, and a server has other work meanwhile. Decoding finds the compiled texts. Only literal texts are found;
 * results of expressions are compiled when they are decoded.
 */
import { isStage, MAX_STAGES, type StageCatalog, stageOf } from "../pipeline/decode-stages.ts";
import type { BodySpec } from "../schema/body-spec.ts";
import type { CompiledTexts } from "../schema/compiled-text.ts";
import type { Block } from "../schema/field.ts";
import type { AttributeStatement, Expression, Statement } from "../syntax/ast.ts";
import { evaluate } from "../syntax/evaluator.ts";

/** No literal refers to anything. */
const NOTHING = { lookup: () => undefined };

export interface Ahead {
  readonly stages: StageCatalog;
  readonly texts: CompiledTexts;
}

/** `body` is a component's, with what it may hold by `spec`. */
export function* compileAhead(
  body: readonly Statement[],
  spec: Pick<BodySpec, "fields" | "blocks">,
  ahead: Ahead,
  total = { stages: 0 },
): Generator<void, void> {
  for (const statement of body) {
    if (statement.kind === "attribute") {
      yield* compileAttribute(statement, spec, ahead.texts);
      continue;
    }
    const block: Block | undefined = Object.hasOwn(spec.blocks, statement.name)
      ? spec.blocks[statement.name]
      : undefined;
    const stage = block === undefined && isStage(statement) ? stageOf(statement, ahead.stages) : undefined;
    // Those beyond are not decoded.
    if (stage !== undefined && ++total.stages > MAX_STAGES) return;
    const inside = block ?? stage;
    if (inside !== undefined) yield* compileAhead(statement.body, inside, ahead, total);
  }
}

function* compileAttribute(
  { name, value: expression }: AttributeStatement,
  { fields }: Pick<BodySpec, "fields">,
  texts: CompiledTexts,
): Generator<void, void> {
  const field = Object.hasOwn(fields, name) ? fields[name]! : undefined;
  if (field?.type.kind === "map" && expression.kind === "object") {
    const { of, emptyIsName } = field.type;
    if (of.kind !== "language") return;
    for (const { name: own, value } of expression.fields) {
      const written = literalText(value);
      // Without an expression the name is one.
      const text = written === "" && emptyIsName ? own : written;
      if (text !== undefined && text !== "") yield* texts.of(of.language, text).compileInSteps();
    }
    return;
  }
  if (field?.type.kind !== "language") return;
  const written = literalText(expression);
  if (written === undefined || written === "") return;
  const text = texts.of(field.type.language, written);
  yield* text.compileInSteps();
  if (field.matchesWhole) yield* text.whole.compileInSteps();
}

/** The text that a literal says; nothing where it is null. */
function literalText(expression: Expression): string | undefined {
  if (expression.kind !== "literal") return undefined;
  const evaluated = evaluate(expression, NOTHING);
  if (!evaluated.ok) return undefined;
  if (evaluated.value.type === "null") return "";
  return evaluated.value.type === "string" ? evaluated.value.value : undefined;
}
