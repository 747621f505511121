/** What a JSONPath is once it is read, and the mistakes that end reading or running it. */
import type { Regex } from "@sluice/languages/re2";
import type { Value } from "../../value.ts";

export type Fragment =
  /** `$`: the root of the path. `@`: what was selected so far. */
  | { readonly kind: "root" | "current" }
  /** `.name`, `['name']`, `[n]`, `[a,b]`. */
  | { readonly kind: "keys"; readonly keys: readonly (string | number)[] }
  | Slice
  | { readonly kind: "wildcard" | "descent" }
  | { readonly kind: "filter"; readonly filter: Equation };

export interface Slice {
  readonly kind: "slice";
  readonly start: number;
  readonly end: number | undefined;
  readonly step: number;
}

export type Path = readonly Fragment[];

/** A value that is not there; also a constant of filters. */
export const NOTHING = { type: "nothing" } as const;

/** What filters count and compare with. */
export type Operand =
  | Value
  | { readonly type: "array"; readonly items: readonly Operand[] }
  | { readonly type: "regex"; readonly regex: Regex }
  | typeof NOTHING
  | PathOperand;

export interface PathOperand {
  readonly type: "path";
  readonly path: Path;
}

/** An operator or a function of filters. */
export interface Operation {
  readonly name: string;
  /** Operations with smaller numbers bind closer. */
  readonly precedence: number;
  /** Number of operands that are evaluated; more may be written. */
  readonly operands: 1 | 2;
}

/** A filter: an operand alone, or an operation on others. A missing operand counts as null. */
export interface Equation {
  operation: Operation | undefined;
  operand: Operand | undefined;
  left: Equation | undefined;
  right: Equation | undefined;
}

/** Internal: ends reading or running a path; `JSON_PATH` turns it into a refusal. */
export class PathError {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}
