/** JMESPath expressions of arguments. The decoder has checked them, so one that does not compile here is a bug. */
import { compileJmesPath, type JmesExpression } from "@sluice/languages/jmespath";

/** `text` compiled; throws when a check let a bad one through. */
export function requireJmesPath(text: string): JmesExpression {
  const compiled = compileJmesPath(text);
  if (!compiled.ok) throw new Error(`undetected bad expression: ${compiled.message}`);
  return compiled.expression;
}
