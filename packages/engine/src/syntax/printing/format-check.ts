/**
 * Finds where formatting changed the meaning of a configuration. The formatter does exactly what `alloy fmt` does, which cuts
 * blanks at line ends and aligns tabs inside strings, doubles backslashes in quoted keys, and may move a line comment in
 * front of code. Users get a warning.
 */
import type { Diagnostic } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import type { Expression, ObjectField, SourceFile, Statement } from "../ast.ts";
import { childExpressions } from "../references.ts";

/** A warning for each difference between a tree and the tree of its formatted text. */
export function findFormatChanges(before: SourceFile, after: SourceFile, parses: boolean): Diagnostic[] {
  const comparison = new Comparison();
  if (!parses || !comparison.statements(before.body, after.body)) {
    const message = "the formatted text does not mean the same: a comment has moved in front of code";
    return [{ severity: "warning", code: "format-changes-structure", message, span: before.span }];
  }
  return comparison.warnings;
}

class Comparison {
  readonly warnings: Diagnostic[] = [];

  /** False when the structure differs; texts that differ are warnings. */
  statements(before: readonly Statement[], after: readonly Statement[]): boolean {
    return before.length === after.length && before.every((statement, i) => this.#statement(statement, after[i]!));
  }

  #statement(a: Statement, b: Statement): boolean {
    if (a.name !== b.name) return false;
    if (a.kind === "block") return b.kind === "block" && a.label === b.label && this.statements(a.body, b.body);
    return b.kind === "attribute" && this.#expression(a.value, b.value);
  }

  #expression(a: Expression, b: Expression): boolean {
    if (a.kind === "literal" && b.kind === "literal") {
      if (a.text !== b.text) this.#warnText(a.span);
      return a.literal === b.literal;
    }
    if (a.kind === "object" && b.kind === "object") {
      const { fields } = b;
      return a.fields.length === fields.length && a.fields.every((field, i) => this.#field(field, fields[i]!));
    }
    if (a.kind !== b.kind || nameOf(a) !== nameOf(b)) return false;
    const inside = childExpressions(b);
    const outside = childExpressions(a);
    return outside.length === inside.length && outside.every((child, i) => this.#expression(child, inside[i]!));
  }

  #field(a: ObjectField, b: ObjectField): boolean {
    if (a.name !== b.name) {
      const message = `formatting changes this key: it is read as ${b.name} afterwards`;
      this.warnings.push({ severity: "warning", code: "format-changes-key", message, span: a.nameSpan });
    }
    return this.#expression(a.value, b.value);
  }

  #warnText(span: Span): void {
    const message = "formatting changes this text: blanks at line ends are cut and tabs are aligned";
    this.warnings.push({ severity: "warning", code: "format-changes-string", message, span });
  }
}

/** What distinguishes two expressions of one kind besides their parts. */
function nameOf(e: Expression): string {
  switch (e.kind) {
    case "identifier":
    case "access":
      return e.name;
    case "unary":
    case "binary":
      return e.operator;
    default:
      return "";
  }
}
