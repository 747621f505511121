/**
 * From an error about a value to a diagnostic at the place in the text where the value came from. Alloy remembers for
 * every value the expression that gave it, by the value's identity; the message shows that expression as `fmt` prints
 * it, followed by the way to the element at fault.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Expression, SourceFile } from "./ast.ts";
import { quoteString } from "./characters.ts";
import { formatExpression } from "./printing/format.ts";
import { printValueLiteral } from "./printing/print-value.ts";
import type { Value, ValueError } from "./value.ts";

/** A diagnostic about a value. `value` shows it where the text itself does not. */
export interface ValueDiagnostic extends Diagnostic {
  readonly value?: string | undefined;
}

/** Which expression gave a value. Of several the last one. */
export class ValueOrigins {
  readonly #expressions = new Map<Value, Expression>();

  record(value: Value, expression: Expression): void {
    if (value.type !== "null") this.#expressions.set(value, expression);
  }

  find(value: Value): Expression | undefined {
    return this.#expressions.get(value);
  }
}

/** The text of an error as the outermost caller would see it. */
export function errorText(error: ValueError): string {
  switch (error.kind) {
    case "value":
    case "plain":
      return error.message;
    case "type":
      return `expected ${error.expected}, got ${error.value.type}`;
    case "missing-key":
      return `key ${quoteString(error.missing)} does not exist`;
    default:
      return errorText(error.inner);
  }
}

/** Stable codes of errors about values. */
function codeOf(error: ValueError): string {
  switch (error.kind) {
    case "value":
      return "eval-value";
    case "type":
      return "eval-type";
    case "missing-key":
      return "eval-missing-key";
    case "plain":
      return "eval-error";
    default:
      return codeOf(error.inner);
  }
}

/**
 * The diagnostic for `error`. `fallback` is the expression to point at when no value on the way to the error has a known
 * origin (null never has); `file` is where the expressions were parsed from.
 */
export function explainValueError(
  error: ValueError,
  origins: ValueOrigins,
  fallback: Expression | undefined,
  file?: SourceFile,
): ValueDiagnostic {
  if (error.kind === "plain")
    return { severity: "error", code: "eval-error", message: error.message, span: fallback?.span };
  let node: Expression | undefined;
  let path = "";
  let message = "";
  let cause: Value | undefined;
  let literal = false;
  let meant: string | undefined;
  for (let next: ValueError | undefined = error; next && next.kind !== "plain"; ) {
    const step: Exclude<ValueError, { kind: "plain" }> = next;
    next = undefined;
    cause = step.kind === "argument" ? step.argument : step.value;
    switch (step.kind) {
      case "value":
        ({ message, meant } = step);
        break;
      case "type":
        message = `should be ${step.expected}, got ${step.value.type}`;
        break;
      case "missing-key":
        message = `does not have field named ${quoteString(step.missing)}`;
        break;
      case "element":
        path += `[${step.index}]`;
        next = step.inner;
        break;
      case "field":
        path += `.${step.field}`;
        next = step.inner;
        break;
      case "argument":
        message = errorText(step.inner);
        next = step.inner;
    }
    const found = origins.find(cause);
    // A place in the text makes the way that led there superfluous.
    if (found && literal) path = "";
    if (found) node = found;
    literal = found !== undefined;
  }
  node ??= fallback;
  const shown = node ? formatExpression(node, file) : "";
  const value = cause && cause.type !== "null" && !literal ? printValueLiteral(cause) : undefined;
  const hint = meant === undefined ? "" : `; did you mean ${quoteString(meant)}?`;
  const fix =
    meant !== undefined && node?.kind === "literal" && path === ""
      ? { title: `Change to ${meant}`, edits: [{ span: node.span, text: quoteString(meant) }] }
      : undefined;
  return {
    severity: "error",
    code: codeOf(error),
    message: `${shown}${path} ${message}${hint}`,
    span: node?.span,
    value,
    fixes: fix && [fix],
  };
}
