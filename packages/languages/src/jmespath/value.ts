/** Values while an expression is evaluated, and the comparisons and bounds that evaluation and functions share. */
import { LimitError } from "../base/limit-error.ts";
import { NULL_OBJECT } from "../json/grammar.ts";

/** `&expression`, passed to functions. */
export type ExpressionReference = (value: Value) => Value;

/** A JSON value or an expression reference. All numbers are floats. */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [key: string]: Value }
  | ExpressionReference;

/** An object while it is being made. */
export type ObjectValue = { [key: string]: Value };

/** `Array.isArray` that keeps the element type of a read-only list. */
export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Whether a value, or what the library takes for a node, is an expression reference. */
export function isFunction(value: unknown): value is ExpressionReference {
  return typeof value === "function";
}

/** An evaluation that fails; thrown inside this folder only, and returned as data at its edge. */
export class EvaluationError extends Error {}

/** Nodes evaluated and elements produced per search. */
export const MAX_STEPS = 5_000_000;
/** UTF-16 units of one produced text. */
export const MAX_TEXT = 16_777_216;

/** Counts the work of one search. */
export class Budget {
  #left = MAX_STEPS;

  /** Begins anew. */
  reset(): void {
    this.#left = MAX_STEPS;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new LimitError("jmespath-work", `the expression needs more than ${MAX_STEPS} steps`);
  }
}

/** Refuses to make a text of `length` units when that is beyond the bound. */
export function checkTextLength(length: number): void {
  if (length > MAX_TEXT) throw new LimitError("jmespath-text", `the expression makes a text longer than ${MAX_TEXT}`);
}

export function isObject(value: Value): value is { readonly [key: string]: Value } {
  return typeof value === "object" && value !== null && !isList(value);
}

/** Deep equality. Functions are never equal, as in Go. */
export function isEqual(left: Value, right: Value, budget: Budget): boolean {
  const waiting: [Value, Value][] = [[left, right]];
  for (;;) {
    const pair = waiting.pop();
    if (pair === undefined) return true;
    budget.spend(1);
    const [a, b] = pair;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
      if (a !== b || typeof a === "function") return false;
    } else if (isList(a)) {
      if (!isList(b) || a.length !== b.length) return false;
      for (let i = 0; i < a.length; i++) waiting.push([a[i]!, b[i]!]);
    } else {
      if (isList(b) || (a === NULL_OBJECT) !== (b === NULL_OBJECT)) return false;
      const keys = Object.keys(a);
      if (keys.length !== Object.keys(b).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(b, key)) return false;
        waiting.push([a[key]!, b[key]!]);
      }
    }
  }
}
