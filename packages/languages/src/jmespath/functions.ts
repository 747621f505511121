/**
 * JMESPath's functions: their signatures and the checks before a call, with the original's words. An unknown function,
 * a wrong number of arguments or a wrong type is an error of evaluation, not of compilation, as in the original. What
 * a function does is the library's, unless the tables have another for it.
 */
import type { ArgumentType, FunctionEntry } from "./function-entry.ts";
import { LIST_FUNCTIONS } from "./list-functions.ts";
import { TEXT_FUNCTIONS } from "./text-functions.ts";
import { type Budget, EvaluationError, isList, isObject, type Value } from "./value.ts";

const FUNCTIONS: ReadonlyMap<string, FunctionEntry> = new Map([
  ...Object.entries(LIST_FUNCTIONS),
  ...Object.entries(TEXT_FUNCTIONS),
]);

/** The library's function table. */
export type LibraryFunctions = Readonly<Record<string, { _func(args: readonly Value[]): Value }>>;

/** Checks and calls a function. Throws {@link EvaluationError}. */
export function callFunction(name: string, args: readonly Value[], budget: Budget, library: LibraryFunctions): Value {
  const entry = FUNCTIONS.get(name);
  if (!entry) throw new EvaluationError(`unknown function: ${name}`);
  const least = entry.args.length - (entry.optional ?? 0);
  if (args.length < least) {
    const more = entry.variadic ? "or more " : "";
    const report = args.length === 0 ? "none " : `${entry.variadic ? "only " : ""}${args.length} `;
    throw new EvaluationError(
      `invalid arity, the function '${name}' expects ${least} argument${least > 1 ? "s" : ""} ${more}but ${report}were supplied`,
    );
  }
  if (!entry.variadic && args.length > entry.args.length) {
    throw new EvaluationError(
      `invalid arity, the function '${name}' expects at most ${entry.args.length} arguments but ${args.length} were supplied`,
    );
  }
  args.forEach((arg, i) => {
    budget.spend(sizeOf(arg));
    const types = entry.args[Math.min(i, entry.args.length - 1)]!;
    if (!types.some((type) => hasType(arg, type))) {
      throw new EvaluationError(`invalid type for argument ${i + 1} of '${name}', expected: ${types.join(" or ")}`);
    }
  });
  return entry.call ? entry.call(args, budget) : library[name]!._func(args);
}

/** What looking at an argument once costs, in steps. */
function sizeOf(value: Value): number {
  if (typeof value === "string") return value.length >> 3;
  if (isList(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 1;
}

function hasType(value: Value, type: ArgumentType): boolean {
  switch (type) {
    case "any":
      return true;
    case "array":
      return isList(value);
    case "object":
      return isObject(value);
    case "expref":
      return typeof value === "function";
    case "numbers":
    case "strings": {
      if (!isList(value)) return false;
      const inner = type === "numbers" ? "number" : "string";
      return value.every((item) => typeof item === inner);
    }
    default:
      return typeof value === type;
  }
}
