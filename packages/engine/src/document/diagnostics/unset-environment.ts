/**
 * Which expressions depend on an environment variable that is not set where a configuration is only checked. Its value where
 * the configuration runs is not known, so that nothing may be concluded from its being empty here.
 */
import type { Diagnostic } from "../../base/diagnostic.ts";
import type { BlockStatement } from "../../syntax/ast.ts";
import {
  type Expression,
  evaluate,
  findReferences,
  pathOf,
  type Scope,
  type StandardLibraryHost,
  walkExpression,
  walkStatements,
} from "../../syntax/index.ts";

const isEnvironment = (path: readonly string[] | undefined): boolean =>
  path?.[0] === "env" || (path?.[0] === "sys" && path[1] === "env");

/** Whether `expression` reads a variable that `env` lacks; without `env` no variable is set. */
export function asksUnset(expression: Expression, env: StandardLibraryHost["env"], scope: Scope): boolean {
  if (env === undefined) return findReferences(expression).some(({ path }) => isEnvironment(path));
  return unsetVariable(expression, env, scope) !== undefined;
}

/** The first variable that `expression` reads and `env` lacks. */
export function unsetVariable(
  expression: Expression,
  env: NonNullable<StandardLibraryHost["env"]>,
  scope: Scope,
): string | undefined {
  let found: string | undefined;
  walkExpression(expression, (e) => {
    if (found !== undefined || e.kind !== "call") return found === undefined;
    const path = pathOf(e.value);
    // It has its own default for a variable that is not set.
    if (path?.[0] === "coalesce" && path.length === 1) return false;
    if (!isEnvironment(path) || e.args.length !== 1) return true;
    const name = evaluate(e.args[0]!, scope);
    if (name.ok && name.value.type === "string" && env(name.value.value) === undefined) found = name.value.value;
    return found === undefined;
  });
  return found;
}

/** The same error, with the variable that is not set and that its argument asks for: that is likely why. */
export function withUnset(
  diagnostic: Diagnostic,
  block: BlockStatement,
  { env, deniesEnv }: StandardLibraryHost,
  scope: Scope,
): Diagnostic {
  const { severity, span } = diagnostic;
  if (env === undefined || severity !== "error" || span === undefined) return diagnostic;
  // Nothing is said about variables that may not be read.
  const readable = (name: string) => (deniesEnv?.(name) === undefined ? env(name) : "");
  let unset: string | undefined;
  walkStatements(block.body, (statement) => {
    if (statement.kind !== "attribute" || unset !== undefined) return;
    const { start, end } = statement.value.span;
    if (start <= span.start && span.end <= end) unset = unsetVariable(statement.value, readable, scope);
  });
  if (unset === undefined) return diagnostic;
  return { ...diagnostic, message: `${diagnostic.message} (the environment variable ${unset} is not set)` };
}
