/** The declaration of a function: its arguments and its effect. */
import type { Budget, Value } from "./value.ts";

/** Types an argument may have; `numbers` and `strings` are lists of only those. */
export type ArgumentType = "number" | "string" | "array" | "object" | "numbers" | "strings" | "expref" | "any";

export interface FunctionEntry {
  readonly args: readonly (readonly ArgumentType[])[];
  /** How many of `args`, from the end, may be left out. */
  readonly optional?: number;
  /** The last of `args` may be repeated. */
  readonly variadic?: boolean;
  /** What it does; left out where the library's own function does the same as the original. */
  call?(args: readonly Value[], budget: Budget): Value;
}
