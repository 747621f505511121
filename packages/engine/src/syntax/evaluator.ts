/**
 * Evaluates expressions. Both sides of `&&` and `||` are always evaluated; an error names the value at fault and is
 * placed where that value came from.
 *
 * Limits: the parser bounds how deep an expression is; here the texts and lists that functions produce are bounded
 * (MAX_PRODUCED in one evaluation), since `encoding.to_base64(encoding.to_base64(…))` grows without end.
 */

import { nearest } from "@sluice/languages/base";
import { unquote } from "@sluice/languages/gonumber";
import { type Diagnostic, meaning } from "../base/diagnostic.ts";
import type { Span } from "../base/span.ts";
import type { CallExpression, Expression, IndexExpression, LiteralExpression, SourceFile } from "./ast.ts";
import { quoteString } from "./characters.ts";
import { parseFloatLiteral, parseNumberLiteral, toInt64 } from "./go-number.ts";
import { applyBinary, applyUnary } from "./operators.ts";
import {
  array,
  bool,
  type CallResult,
  NULL,
  object,
  string,
  type Value,
  type ValueError,
  type ValueType,
} from "./value.ts";
import { explainValueError, ValueOrigins } from "./value-error.ts";

/** Characters of text and items of lists that functions may produce in one evaluation. */
const MAX_PRODUCED = 16 * 1024 * 1024;

/** Errors of one expression that are reported. */
const MAX_ERRORS = 20;

/** Where identifiers are looked up. */
export interface Scope {
  lookup(name: string): Value | undefined;
  /** What can be looked up, for hints about a mistyped identifier. */
  names?(): readonly string[];
}

/** `origins` records which expression gave a value, for errors found later, when the value is decoded. */
export type EvaluationResult =
  | { readonly ok: true; readonly value: Value; readonly origins: ValueOrigins }
  | { readonly ok: false; readonly diagnostics: Diagnostic[] };

/** A scope that looks into each of `maps` in turn. */
export function createScope(...maps: readonly Pick<ReadonlyMap<string, Value>, "get">[]): Scope {
  return {
    lookup(name) {
      for (const map of maps) {
        const value = map.get(name);
        if (value) return value;
      }
      return undefined;
    },
  };
}

/**
 * Evaluates one expression. `file` is where it was parsed from; without it, messages show a value of several lines on one.
 * The rest of an expression with an error is evaluated, too, so that all its errors are reported at once, up to `MAX_ERRORS`;
 * Alloy stops at the first.
 */
export function evaluate(expression: Expression, scope: Scope, file?: SourceFile): EvaluationResult {
  const evaluation = new Evaluation(scope, file);
  const value = evaluation.evaluate(expression);
  if (value) return { ok: true, value, origins: evaluation.origins };
  return { ok: false, diagnostics: evaluation.diagnostics };
}

class Evaluation {
  readonly origins = new ValueOrigins();
  readonly diagnostics: Diagnostic[] = [];
  readonly #scope: Scope;
  readonly #file: SourceFile | undefined;
  #produced = 0;
  /** Nothing more is evaluated: functions made too much, or there are errors enough. */
  #ended = false;

  constructor(scope: Scope, file: SourceFile | undefined) {
    this.#scope = scope;
    this.#file = file;
  }

  /** The value, or undefined when a diagnostic was reported. */
  evaluate(e: Expression): Value | undefined {
    if (this.#ended) return undefined;
    const value = this.#evaluate(e);
    if (value) this.origins.record(value, e);
    return value;
  }

  #evaluate(e: Expression): Value | undefined {
    switch (e.kind) {
      case "literal":
        return this.#literal(e);
      case "array": {
        const items = this.#all(e.elements);
        return items && array(items);
      }
      case "object": {
        const fields = new Map<string, Value>();
        let whole = true;
        for (const field of e.fields) {
          const value = this.evaluate(field.value);
          whole &&= value !== undefined;
          if (value) fields.set(field.name, value);
        }
        return whole ? object(fields) : undefined;
      }
      case "identifier": {
        const value = this.#scope.lookup(e.name);
        if (value) return value;
        const message = `identifier ${quoteString(e.name)} does not exist`;
        return this.#unknown("eval-unknown-identifier", message, e.name, this.#scope.names?.() ?? [], e.span);
      }
      case "access":
        return this.#access(e.value, e.name, e.nameSpan);
      case "index":
        return this.#index(e);
      case "call":
        return this.#call(e);
      case "unary": {
        const value = this.evaluate(e.value);
        return value && this.#take(applyUnary(e.operator, value), e.value);
      }
      case "binary": {
        const left = this.evaluate(e.left);
        const right = this.evaluate(e.right);
        if (!left || !right) return undefined;
        const result = applyBinary(left, e.operator, right);
        return this.#take(result, !result.ok && valueAtFault(result.error) === left ? e.left : e.right);
      }
      case "paren":
        return this.evaluate(e.inner);
    }
  }

  #all(expressions: readonly Expression[]): Value[] | undefined {
    const values: Value[] = [];
    for (const expression of expressions) {
      const value = this.evaluate(expression);
      if (value) values.push(value);
    }
    return values.length === expressions.length ? values : undefined;
  }

  #literal(e: LiteralExpression): Value | undefined {
    switch (e.literal) {
      case "null":
        return NULL;
      case "bool":
        return bool(e.text === "true");
      case "number":
      case "float": {
        const value = e.literal === "number" ? parseNumberLiteral(e.text) : parseFloatLiteral(e.text);
        if (value) return value;
        const message = `strconv.ParseFloat: parsing ${quoteString(e.text)}: value out of range`;
        return this.#report("eval-number-range", message, e.span);
      }
      case "string": {
        const text = unquote(e.text);
        if (text !== undefined) return string(text);
        return this.#report("eval-invalid-literal", "invalid syntax", e.span);
      }
    }
  }

  #access(expression: Expression, name: string, nameSpan: Span): Value | undefined {
    const value = this.evaluate(expression);
    if (!value) return undefined;
    const fields = value.type === "object" || value.type === "capsule" ? value.fields : undefined;
    if (fields) {
      const field = fields.get(name);
      if (field) return field;
      const message = `field ${quoteString(name)} does not exist`;
      return this.#unknown("eval-unknown-field", message, name, [...fields.keys()], nameSpan);
    }
    if (value.type === "capsule") return this.#fail(notConvertible(value), expression);
    const message = `cannot access field ${quoteString(name)} on value of type ${value.type}`;
    return this.#fail({ kind: "value", value, message }, expression);
  }

  #index(e: IndexExpression): Value | undefined {
    const value = this.evaluate(e.value);
    const index = this.evaluate(e.index);
    if (!value || !index) return undefined;
    const wrongIndex = (expected: ValueType) => this.#fail({ kind: "type", value: index, expected }, e.index);
    if (value.type === "array") {
      if (index.type !== "number") return wrongIndex("number");
      const at = toInt64(index);
      const length = value.items.length;
      if (at >= 0n && at < BigInt(length)) return value.items[Number(at)];
      const message = `index ${at} is out of range of array with length ${length}`;
      return this.#fail({ kind: "value", value: index, message }, e.index);
    }
    if (value.type === "object" || value.type === "capsule") {
      if (!value.fields) return this.#fail(notConvertible(value), e.value);
      return index.type === "string" ? (value.fields.get(index.value) ?? NULL) : wrongIndex("string");
    }
    const message = `expected object or array, got ${value.type}`;
    return this.#fail({ kind: "value", value, message }, e.value);
  }

  #call(e: CallExpression): Value | undefined {
    const target = this.evaluate(e.value);
    const args = this.#all(e.args);
    if (!target) return undefined;
    if (target.type !== "function") return this.#fail({ kind: "type", value: target, expected: "function" }, e.value);
    if (!args) return undefined;
    const result = target.call(args, target);
    if (!result.ok) {
      const at = result.error.kind === "argument" ? e.args[args.indexOf(result.error.argument)] : undefined;
      return this.#fail(result.error, at ?? e.value);
    }
    this.#produced += sizeOf(result.value);
    if (this.#produced <= MAX_PRODUCED) return result.value;
    this.#ended = true;
    const message = `the functions of this expression produce more than ${MAX_PRODUCED} characters or list items`;
    return this.#report("eval-limit", message, e.span);
  }

  #take(result: CallResult, fallback: Expression): Value | undefined {
    return result.ok ? result.value : this.#fail(result.error, fallback);
  }

  #fail(error: ValueError, fallback: Expression): undefined {
    return this.#tell(explainValueError(error, this.origins, fallback, this.#file));
  }

  #report(code: string, message: string, at: Span): undefined {
    return this.#tell({ severity: "error", code, message, span: at });
  }

  #unknown(code: string, message: string, name: string, known: readonly string[], span: Span): undefined {
    return this.#tell({ severity: "error", code, message, span, ...meaning(nearest(name, known), span) });
  }

  #tell(diagnostic: Diagnostic): undefined {
    this.diagnostics.push(diagnostic);
    this.#ended ||= this.diagnostics.length >= MAX_ERRORS;
    return undefined;
  }
}

function notConvertible(value: Value): ValueError {
  const message = `expected object or array or a capsule convertible to an object, got ${value.type}`;
  return { kind: "value", value, message };
}

function valueAtFault(error: ValueError): Value | undefined {
  return error.kind === "plain" ? undefined : error.kind === "argument" ? error.argument : error.value;
}

function sizeOf(value: Value): number {
  if (value.type === "string") return value.value.length;
  if (value.type === "array") return value.items.length;
  return value.type === "object" ? value.fields.size : 1;
}
