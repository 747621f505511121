/** The interface of compiled expressions. */
import type { Value } from "./value.ts";

/** A replacement of a stretch of the expression that quotes a name; offsets are UTF-16. */
export interface QuoteFix {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Something in a valid expression that hardly means what it says. */
export interface JmesWarning {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly fix: QuoteFix;
}

/** What an evaluation gives: a value (an expression reference, too, which has no JSON text), or Go's error text. */
export type SearchResult =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

export interface JmesExpression {
  /** Its steps, where the expression is nothing but names and places (`a.b[0]`). */
  readonly path: readonly (string | number)[] | undefined;
  /** Evaluates the expression. Throws `LimitError` only: too many steps, or too long a text. */
  search(data: Value): SearchResult;
}

export type JmesResult =
  | { readonly ok: true; readonly expression: JmesExpression; readonly warnings: readonly JmesWarning[] }
  | {
      readonly ok: false;
      readonly message: string;
      readonly start: number;
      readonly end: number;
      /** Quotes the name, where an unquoted hyphen is what is wrong. */
      readonly fix?: QuoteFix;
    };
