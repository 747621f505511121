/**
 * Which expressions depend on an environment variable that is not set where a configuration is only looked at. What the
 * variable holds where the configuration runs is not known, so that nothing may be concluded from its being empty here.
 */
import {
  type Expression,
  evaluate,
  findReferences,
  pathOf,
  type Scope,
  type StandardLibraryHost,
  walkExpression,
} from "../syntax/index.ts";

const isEnvironment = (path: readonly string[] | undefined): boolean =>
  path?.[0] === "env" || (path?.[0] === "sys" && path[1] === "env");

/** Whether `expression` asks for a variable that `env` does not have; without `env` nothing is set. */
export function asksUnset(expression: Expression, env: StandardLibraryHost["env"], scope: Scope): boolean {
  if (env === undefined) return findReferences(expression).some(({ path }) => isEnvironment(path));
  let found = false;
  walkExpression(expression, (e) => {
    if (found || e.kind !== "call") return !found;
    const path = pathOf(e.value);
    // It says itself what counts where a variable is not set.
    if (path?.[0] === "coalesce" && path.length === 1) return false;
    if (!isEnvironment(path) || e.args.length !== 1) return true;
    const name = evaluate(e.args[0]!, scope);
    if (name.ok && name.value.type === "string") found = env(name.value.value) === undefined;
    return !found;
  });
  return found;
}
