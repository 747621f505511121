/** Runs a case of kind `expressions`: an expression has the value of another, or an error. */
import { createStandardLibrary, evaluate, parseFile } from "../src/syntax/index.ts";
import type { ExpressionCase, Verdict } from "./cases.ts";
import { firstDifference } from "./compare.ts";
import { valueToJson } from "./value-json.ts";

export function runExpressionCase({ expression, want }: ExpressionCase): Verdict {
  const got = evaluated(expression);
  const difference =
    want === undefined
      ? "error" in got
        ? undefined
        : "want an error, got none"
      : firstDifference(evaluated(want), got, "value");
  return { got, difference };
}

function evaluated(expression: string): ReturnType<typeof valueToJson> | { readonly error: string } {
  const [statement] = parseFile(`x = ${expression}\n`).file.body;
  if (statement?.kind !== "attribute") throw new Error(`no expression: ${expression}`);
  const library = createStandardLibrary();
  const result = evaluate(statement.value, { lookup: (name) => library.get(name) });
  return result.ok ? valueToJson(result.value) : { error: result.diagnostics[0]!.message };
}
