/**
 * Walking a tree, and finding what an expression refers to: the edges of the graph of components.
 */
import type { Span } from "../base/span.ts";
import type { BlockStatement, Expression, Statement } from "./ast.ts";

/** A path of names such as `logs.write.out.receiver`, with its place. */
export interface Reference {
  readonly path: string[];
  readonly span: Span;
}

/** The expressions directly inside of `e`, in order. */
export function childExpressions(e: Expression): readonly Expression[] {
  switch (e.kind) {
    case "literal":
    case "identifier":
      return [];
    case "array":
      return e.elements;
    case "object":
      return e.fields.map((field) => field.value);
    case "access":
    case "unary":
      return [e.value];
    case "index":
      return [e.value, e.index];
    case "call":
      return [e.value, ...e.args];
    case "binary":
      return [e.left, e.right];
    case "paren":
      return [e.inner];
  }
}

/** Calls `visit` for `e` and everything in it, outer ones first; where `visit` says `false`, the inside is skipped. */
export function walkExpression(e: Expression, visit: (e: Expression) => boolean): void {
  if (!visit(e)) return;
  for (const child of childExpressions(e)) walkExpression(child, visit);
}

/** Calls `visit` for every statement, outer ones first, with the blocks around it. */
export function walkStatements(
  statements: readonly Statement[],
  visit: (statement: Statement, parents: readonly BlockStatement[]) => void,
  parents: readonly BlockStatement[] = [],
): void {
  for (const statement of statements) {
    visit(statement, parents);
    if (statement.kind === "block") walkStatements(statement.body, visit, [...parents, statement]);
  }
}

/** The blocks that hold a place, the outermost first. */
export function blocksAround(statements: readonly Statement[], at: number): BlockStatement[] {
  const block = statements.find(
    (one): one is BlockStatement => one.kind === "block" && one.span.start <= at && at < one.span.end,
  );
  return block === undefined ? [] : [block, ...blocksAround(block.body, at)];
}

/**
 * All paths in an expression that begin with an identifier, as long as they go: `a.b[0].c` gives `a.b`. Names of the
 * standard library are included; the caller knows which names are components.
 */
export function findReferences(expression: Expression): Reference[] {
  const found: Reference[] = [];
  walkExpression(expression, (e) => {
    const path = pathOf(e);
    if (path) found.push({ path, span: e.span });
    return !path;
  });
  return found;
}

/** The names of `a.b.c`; undefined for every other expression. */
export function pathOf(e: Expression): string[] | undefined {
  const path: string[] = [];
  let at = e;
  for (; at.kind === "access"; at = at.value) path.push(at.name);
  if (at.kind !== "identifier") return undefined;
  path.push(at.name);
  return path.reverse();
}

/** Functions that read an environment variable; the first is Alloy's old name. */
const ENVIRONMENT: ReadonlySet<string> = new Set(["env", "sys.env"]);

/** Whether it is a call that reads an environment variable. */
export const isEnvironmentCall = (e: Expression): boolean =>
  e.kind === "call" && ENVIRONMENT.has(pathOf(e.value)?.join(".") ?? "");

/** Without parentheses around it. */
export const unwrapped = (value: Expression): Expression => (value.kind === "paren" ? unwrapped(value.inner) : value);
