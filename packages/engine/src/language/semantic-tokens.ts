/**
 * Meanings of names in a configuration, which a grammar of words cannot know: known names, references, texts of embedded
 * languages, comments with a meaning. Unknown and wrong names have none.
 */
import { unquote } from "@sluice/languages/gonumber";
import { findFunction, functionNames } from "@sluice/languages/gotemplate";
import type { Span } from "../base/span.ts";
import { readMarks } from "../document/marks.ts";
import { spanInside } from "../schema/literal-offsets.ts";
import { callsFunctions } from "../schema/value-kinds.ts";
import type { ValueType } from "../schema/value-type.ts";
import type { Expression, LiteralExpression, SourceFile, Statement } from "../syntax/ast.ts";
import { findReferences, walkExpression } from "../syntax/index.ts";
import { type BodyShape, findBlock, TOP_LEVEL } from "./body-shape.ts";
import { ComponentNames } from "./component-names.ts";

export const SEMANTIC_KINDS = [
  "component",
  "stage",
  "block",
  "label",
  "argument",
  /** To a component of the file. */
  "reference",
  /** Of the standard library, or of templates. */
  "function",
  "regexp",
  /** Tokens of a comment with a meaning. */
  "mark",
] as const;
export type SemanticKind = (typeof SEMANTIC_KINDS)[number];

export interface SemanticToken {
  readonly kind: SemanticKind;
  readonly span: Span;
  readonly deprecated: boolean;
}

/** The tokens of a file, as far as it can be understood, in the order of the text; none within another. */
export function semanticTokens(file: SourceFile): SemanticToken[] {
  const found: SemanticToken[] = [];
  const names = new ComponentNames(file);
  const add = (kind: SemanticKind, span: Span, deprecated = false) => {
    if (span.start < span.end) found.push({ kind, span, deprecated });
  };
  const readBody = (body: readonly Statement[], shape: BodyShape | undefined) => {
    for (const statement of body) {
      if (statement.kind === "attribute") {
        const { name, nameSpan, value } = statement;
        const field = shape !== undefined && Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
        if (field !== undefined) add("argument", nameSpan, field.deprecated !== undefined);
        readValue(value, field?.type);
        continue;
      }
      const known = shape === undefined ? undefined : findBlock(statement.name, shape);
      if (known !== undefined)
        add(known.kind, statement.nameSpan, known.kind === "stage" && known.spec.deprecated !== undefined);
      if (statement.label && statement.labelSpan !== undefined) add("label", statement.labelSpan);
      readBody(statement.body, known?.shape);
    }
  };
  const readValue = (value: Expression, type: ValueType | undefined) => {
    for (const { path, span } of findReferences(value)) if (names.find(path) !== undefined) add("reference", span);
    walkExpression(value, (expression) => {
      if (expression.kind === "call") {
        const callee = expression.value;
        const isName = callee.kind === "identifier" || callee.kind === "access";
        if (isName) add("function", callee.kind === "access" ? callee.nameSpan : callee.span);
      }
      if (expression.kind === "literal" && expression.literal === "string") readText(expression, type);
      return true;
    });
  };
  const readText = (literal: LiteralExpression, type: ValueType | undefined) => {
    const inner = innermost(type);
    if (inner?.kind !== "language") return;
    if (inner.language === "re2") add("regexp", literal.span);
    if (!callsFunctions(inner)) return;
    for (const { name, start, end } of functionNames(unquote(literal.text) ?? ""))
      if (findFunction(name) !== undefined) add("function", spanInside(literal, start, end));
  };
  readBody(file.body, TOP_LEVEL);
  for (const { span, word } of readMarks(file).marks) {
    const text = file.text.slice(span.start, span.end);
    const at = span.start + text.indexOf(`sluice:${word}`);
    add("mark", { start: at, end: at + `sluice:${word}`.length });
  }
  return found.sort((a, b) => a.span.start - b.span.start);
}

/** What the texts within a list or a map are. */
function innermost(type: ValueType | undefined): ValueType | undefined {
  let at = type;
  while (at !== undefined && (at.kind === "list" || at.kind === "map")) at = at.of;
  return at;
}
