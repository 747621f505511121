/**
 * Which expressions depend on an environment variable that is not set where a configuration is only checked. Its value where
 * the configuration runs is not known, so that nothing may be concluded from its being empty here.
 */
import type { Diagnostic } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import { countsAsEmpty, type UnknownValue } from "../../schema/body-spec.ts";
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

const readsEnvironment = (expression: Expression): boolean =>
  findReferences(expression).some(({ path }) => isEnvironment(path));

/** Whether `expression` reads a variable that `env` lacks; without `env` no variable is set. */
export function asksUnset(expression: Expression, env: StandardLibraryHost["env"], scope: Scope): boolean {
  return env === undefined ? readsEnvironment(expression) : unsetVariable(expression, env, scope) !== undefined;
}

/**
 * What is said of an argument's value that is known only where the configuration runs: a variable to set is a warning, and
 * what another component gives there is not.
 */
export function describeUnset(
  expression: Expression,
  argument: string,
  env: StandardLibraryHost["env"],
  scope: Scope,
): UnknownValue {
  const unset = env && unsetVariable(expression, env, scope);
  if (unset === undefined) return countsAsEmpty(argument, "info");
  const message = `the environment variable ${unset} is not set here, so the value of ${JSON.stringify(argument)} is not checked`;
  return { severity: "warning", message };
}

/** The first variable that `expression` reads and `env` lacks. */
function unsetVariable(
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

/** The unset variables that a block's arguments read. The block is walked once, however many mistakes it has. */
export class UnsetEnvironment {
  readonly #block: BlockStatement;
  readonly #host: StandardLibraryHost;
  readonly #scope: Scope;
  /** Values that read the environment, in the order of the text: none lies within another. */
  #reading: readonly Expression[] | undefined;
  readonly #unset = new Map<Expression, string | undefined>();

  constructor(block: BlockStatement, host: StandardLibraryHost, scope: Scope) {
    this.#block = block;
    this.#host = host;
    this.#scope = scope;
  }

  /** The same error, with the variable that is not set and that its argument asks for: that is likely why. */
  explain(diagnostic: Diagnostic): Diagnostic {
    const { severity, span } = diagnostic;
    if (this.#host.env === undefined || severity !== "error" || span === undefined) return diagnostic;
    const value = this.#around(span);
    const unset = value && this.#unsetIn(value, this.#host.env);
    if (unset === undefined) return diagnostic;
    return { ...diagnostic, message: `${diagnostic.message} (the environment variable ${unset} is not set)` };
  }

  /** The value among `#reading` that `span` lies in. */
  #around(span: Span): Expression | undefined {
    this.#reading ??= readingIn(this.#block);
    let [low, high] = [0, this.#reading.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#reading[middle]!.span.end < span.end) low = middle + 1;
      else high = middle;
    }
    const value = this.#reading[low];
    return value !== undefined && value.span.start <= span.start ? value : undefined;
  }

  #unsetIn(value: Expression, env: NonNullable<StandardLibraryHost["env"]>): string | undefined {
    if (this.#unset.has(value)) return this.#unset.get(value);
    // Nothing is said about variables that may not be read.
    const readable = (name: string) => (this.#host.deniesEnv?.(name) === undefined ? env(name) : "");
    const unset = unsetVariable(value, readable, this.#scope);
    this.#unset.set(value, unset);
    return unset;
  }
}

function readingIn({ body }: BlockStatement): Expression[] {
  const reading: Expression[] = [];
  walkStatements(body, (statement) => {
    if (statement.kind === "attribute" && readsEnvironment(statement.value)) reading.push(statement.value);
  });
  return reading;
}
