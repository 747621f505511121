/** Foldable ranges: blocks, lists and maps of several lines, comments, and switched-off stages. */
import type { Span } from "../base/span.ts";
import { readMarks } from "../document/marks.ts";
import type { SourceFile } from "../syntax/ast.ts";
import { walkExpression, walkStatements } from "../syntax/index.ts";

export interface Fold {
  /** Of what is folded: its first line stays, and for code its last. */
  readonly span: Span;
  readonly kind: "code" | "comment";
}

/** The folds of a file, as far as it can be understood, in the order of the text. */
export function folds(file: SourceFile): Fold[] {
  const found: Fold[] = [];
  const line = (offset: number) => file.lines.position(offset).line;
  const add = (span: Span, kind: Fold["kind"]) => {
    if (line(span.start) < line(span.end)) found.push({ span, kind });
  };
  walkStatements(file.body, (statement) => {
    add(statement.span, "code");
    if (statement.kind === "block") return;
    walkExpression(statement.value, (expression) => {
      const isNested = expression.span.start !== statement.value.span.start;
      if (isNested && (expression.kind === "array" || expression.kind === "object")) add(expression.span, "code");
      return true;
    });
  });
  const off = readMarks(file).switchedOff;
  for (const span of off) add(span, "comment");
  for (const { span } of file.comments)
    if (!off.some(({ start, end }) => start < span.end && span.start < end)) add(span, "comment");
  return found.sort((a, b) => a.span.start - b.span.start);
}
