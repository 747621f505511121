/**
 * Which expressions depend on an environment variable that is not set where a configuration is only looked at. What the
 * variable holds where the configuration runs is not known, so that nothing may be concluded from its being empty here.
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

/** Whether `expression` asks for a variable that `env` does not have; without `env` nothing is set. */
export function asksUnset(expression: Expression, env: StandardLibraryHost["env"], scope: Scope): boolean {
  if (env === undefined) return findReferences(expression).some(({ path }) => isEnvironment(path));
  return unsetVariable(expression, env, scope) !== undefined;
}

/** The first variable that `expression` asks for and `env` does not have. */
export function unsetVariable(
  expression: Expression,
  env: NonNullable<StandardLibraryHost["env"]>,
  scope: Scope,
): string | undefined {
  let found: string | undefined;
  walkExpression(expression, (e) => {
    if (found !== undefined || e.kind !== "call") return found === undefined;
    const path = pathOf(e.value);
    // It says itself what counts where a variable is not set.
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
  // Of what may not be read it is not told whether it is there.
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
