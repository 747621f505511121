/**
 * Messages about values that come from the environment or from a file. Whoever may only look at a configuration may not read
 * those, and a message would quote them: also what a function makes of them, which no search for the value finds.
 */
import type { Diagnostic } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import type { AttributeStatement, BlockStatement, Expression, SourceFile } from "../../syntax/ast.ts";
import { evaluate, isEnvironmentCall, pathOf, walkExpression, walkStatements } from "../../syntax/index.ts";

/** Names of functions, and of what holds them, that read the environment. */
const ENVIRONMENT: ReadonlySet<string> = new Set(["env", "sys"]);
/** Components whose values come from outside. */
const FILES = /^(?:local\.file|remote\.\w+)$/;
/** Messages that name what the text has, and no values. */
const WITHOUT_VALUES: ReadonlySet<string> = new Set([
  "missing-argument",
  "missing-block",
  "duplicate-block",
  "unknown-argument",
  "unknown-block",
  "unknown-component",
  "label-not-allowed",
]);
const MAX_PARTS = 6;

interface Attribute {
  readonly value: Expression;
  readonly blocks: readonly BlockStatement[];
}

/**
 * The same with other messages where a value is read. `reads`: whether a variable has a value that may be read; one that may
 * not, or is not set, gives nothing away.
 */
export function withoutReadValues(
  file: Pick<SourceFile, "body">,
  diagnostics: readonly Diagnostic[],
  reads: (variable: string) => boolean,
): readonly Diagnostic[] {
  if (diagnostics.length === 0) return diagnostics;
  const reading = readingIn(file, reads);
  if (reading.length === 0) return diagnostics;
  const heads = [...new Set(reading.flatMap(({ blocks }) => blocks))].map(headOf);
  return diagnostics.map((one) => {
    const { severity, code, span } = one;
    if (span === undefined) return one;
    const isAt = reading.some(({ value }) => touches(span, value.span));
    const isAround = !WITHOUT_VALUES.has(code) && heads.some((head) => touches(span, head));
    if (!isAt && !isAround) return one;
    const message = `${code}: the message is left out, since it may quote a value that the environment or a file holds`;
    return { severity, code, message, span };
  });
}

const touches = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;
const headOf = ({ span, bodySpan }: BlockStatement): Span => ({ start: span.start, end: bodySpan.start + 1 });
const idOf = ({ name, label = "" }: BlockStatement): string => `${name}.${label}`;

/** Attributes that read something, themselves or through the values of other components. */
function readingIn({ body }: Pick<SourceFile, "body">, reads: (variable: string) => boolean): Attribute[] {
  const ids = new Set(body.flatMap((one) => (one.kind === "block" ? idOf(one) : [])));
  const using = new Map<string, Attribute[]>();
  const reading = new Set<Attribute>();
  walkStatements(body, (statement, blocks) => {
    if (statement.kind !== "attribute") return;
    const attribute: Attribute = { value: statement.value, blocks };
    if (readsItself(statement, reads)) reading.add(attribute);
    for (const id of usedBy(statement.value, ids)) {
      const users = using.get(id);
      if (users === undefined) using.set(id, [attribute]);
      else users.push(attribute);
    }
  });
  const files = body.flatMap((one) => (one.kind === "block" && FILES.test(one.name) ? idOf(one) : []));
  const waiting = [
    ...files,
    ...[...reading].flatMap(({ blocks: [outer] }) => (outer === undefined ? [] : idOf(outer))),
  ];
  const seen = new Set(waiting);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
    for (const attribute of using.get(id) ?? []) {
      reading.add(attribute);
      const [outer] = attribute.blocks;
      if (outer === undefined || seen.has(idOf(outer))) continue;
      seen.add(idOf(outer));
      waiting.push(idOf(outer));
    }
  return [...reading];
}

function readsItself({ value }: AttributeStatement, reads: (variable: string) => boolean): boolean {
  let found = false;
  walkExpression(value, (one) => {
    if (found) return false;
    if (one.kind === "call" && isEnvironmentCall(one)) {
      const [name] = one.args;
      const said = name && evaluate(name, { lookup: () => undefined });
      found = said?.ok !== true || said.value.type !== "string" || reads(said.value.value);
      return false;
    }
    if (one.kind === "identifier" && ENVIRONMENT.has(one.name)) found = true;
    return !found;
  });
  return found;
}

/** Components whose values an expression uses; receivers hold none. */
function usedBy(value: Expression, ids: ReadonlySet<string>): Set<string> {
  const used = new Set<string>();
  walkExpression(value, (one) => {
    const path = pathOf(one);
    if (path === undefined) return true;
    if (path.at(-1) === "receiver") return false;
    for (let parts = 1; parts <= Math.min(path.length, MAX_PARTS); parts++) {
      const id = path.slice(0, parts).join(".");
      if (ids.has(id)) used.add(id);
    }
    return false;
  });
  return used;
}
