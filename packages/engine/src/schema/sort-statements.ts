/** The contents of a body by name. What is not allowed there is reported, with the name that was probably meant. */
import { nearest } from "@sluice/languages/base";
import { meaning, type Report } from "../base/diagnostic.ts";
import type { AttributeStatement, BlockStatement, Statement } from "../syntax/ast.ts";
import { evaluate } from "../syntax/evaluator.ts";
import { type BodySpec, blockHead, type DecodeContext, type InnerContext } from "./body-spec.ts";
import { kindOf } from "./value-kinds.ts";

export interface SortedStatements {
  readonly attributes: ReadonlyMap<string, AttributeStatement>;
  readonly blocks: ReadonlyMap<string, readonly { statement: BlockStatement; index: number }[]>;
  readonly claimed: readonly BlockStatement[];
  /** An unknown name is probably a mistyped missing one: once it is fixed, what is still missing is reported. */
  readonly mistyped: boolean;
  /** Whether what is missing under `name` may be there under an unknown one. */
  readonly maybe: (name: string) => boolean;
  /** Those with an unknown name, by the one of the spec that each probably means. */
  readonly meant: readonly Meant[];
}

export interface Meant {
  readonly name: string;
  readonly statement: Statement;
}

/** The contents of a body by name; what is not allowed there is reported. */
export function* sortStatements(
  body: readonly Statement[],
  spec: BodySpec,
  context: InnerContext,
  claims: (block: BlockStatement) => boolean,
): Generator<void, SortedStatements> {
  const { report } = context;
  const attributes = new Map<string, AttributeStatement>();
  const blocks = new Map<string, { statement: BlockStatement; index: number }[]>();
  const claimed: BlockStatement[] = [];
  let mistyped = false;
  const meant: Meant[] = [];
  /** Something unknown may mean any name. */
  let open = false;
  const note = (statement: Statement, name: string | undefined): void => {
    if (name !== undefined) meant.push({ name, statement });
  };
  for (const [index, statement] of body.entries()) {
    yield;
    // What a syntax error took with it may be any of those that are missing then.
    if (statement.kind === "attribute" && statement.broken === "rest") open = true;
    if (isBroken(statement) && !Object.hasOwn(spec.fields, statement.name)) open = true;
    else if (spec.notRun?.includes(statement.name)) reportNotRun(statement, context);
    else if (statement.kind === "attribute") {
      const known = meant.length;
      if (!takeAttribute(statement, { spec, body }, attributes, context, (name) => note(statement, name))) {
        mistyped = true;
        open ||= meant.length === known;
      }
    } else if (Object.hasOwn(spec.blocks, statement.name)) {
      const list = blocks.get(statement.name) ?? [];
      list.push({ statement, index });
      blocks.set(statement.name, list);
    } else if (claims(statement)) claimed.push(statement);
    else {
      note(statement, reportUnknownBlock(statement, spec, report));
      if (Object.hasOwn(spec.fields, statement.name)) open = true;
    }
  }
  const maybe = (name: string) => open || meant.some((one) => one.name === name);
  return { attributes, blocks, claimed, mistyped: mistyped || open, meant, maybe };
}

const isBroken = (statement: Statement): boolean => statement.kind === "attribute" && statement.broken !== undefined;

/** In the flow of a server it would be left out: a login that is not sent, a limit that does not hold. */
function reportNotRun(statement: Statement, { notRun, decodeOnly, report }: DecodeContext): void {
  if (decodeOnly) return;
  const [kind, span] =
    statement.kind === "block"
      ? (["block", blockHead(statement)] as const)
      : (["argument", statement.nameSpan] as const);
  const known = `${JSON.stringify(statement.name)} is ${kind === "block" ? "a block" : "an argument"} that Alloy has and Sluice does not run yet`;
  report({
    severity: notRun ?? "error",
    code: `${kind}-not-run`,
    message:
      notRun === undefined ? `${known}: remove it to run the configuration without it` : `${known}; it is ignored here`,
    span,
  });
}

/** Files an attribute under its name; false when the spec has no such argument. */
function takeAttribute(
  statement: AttributeStatement,
  { spec, body }: { readonly spec: BodySpec; readonly body: readonly Statement[] },
  taken: Map<string, AttributeStatement>,
  context: InnerContext,
  mean: (name: string | undefined) => void,
): boolean {
  const { name, span } = statement;
  const { report } = context;
  const shown = JSON.stringify(name);
  if (Object.hasOwn(spec.blocks, name)) {
    report({
      severity: "error",
      code: "block-expected",
      message: `${shown} must be a block, but is used as an attribute`,
      span,
    });
  } else if (!Object.hasOwn(spec.fields, name)) {
    const near = nearest(name, Object.keys(spec.fields)) ?? onlyMissing(statement, spec, body, context);
    report({
      severity: "error",
      code: "unknown-argument",
      message: `unrecognized attribute name ${shown}`,
      span,
      ...meaning(near, statement.nameSpan),
    });
    mean(near);
  } else if (taken.has(name)) {
    const related = [{ message: "first given here", span: taken.get(name)!.span }];
    report({
      severity: "error",
      code: "duplicate-argument",
      message: `attribute ${shown} may only be provided once`,
      span,
      related,
    });
  } else taken.set(name, statement);
  return Object.hasOwn(spec.fields, name);
}

/**
 * The one argument that is required and missing, if the only unknown one has a value for it: `pattern = "…"` in a stage that
 * needs `expression`.
 */
function onlyMissing(
  { name, value }: AttributeStatement,
  spec: BodySpec,
  body: readonly Statement[],
  context: InnerContext,
): string | undefined {
  const written = new Set(body.map((one) => one.name));
  const isUnknown = (one: string) => !Object.hasOwn(spec.fields, one) && !Object.hasOwn(spec.blocks, one);
  if ([...written].some((one) => one !== name && isUnknown(one))) return undefined;
  const missing = Object.entries(spec.fields).filter(
    ([one, { presence }]) => presence.kind === "required" && !written.has(one),
  );
  const [only] = missing;
  if (only === undefined || missing.length > 1) return undefined;
  const evaluated = evaluate(value, context.scope);
  if (!evaluated.ok || evaluated.value.type === "null") return undefined;
  const { type } = only[1];
  const decoded = kindOf(type).decode(evaluated.value, type, context.texts);
  // A number would be taken as a text, too.
  const isPlain = evaluated.value.type === "number" || evaluated.value.type === "bool";
  return decoded.ok && (!isPlain || typeof decoded.value === typeof evaluated.value.value) ? only[0] : undefined;
}

/** The name of the block that is probably meant, if there is one. */
function reportUnknownBlock(statement: BlockStatement, spec: BodySpec, report: Report): string | undefined {
  const shown = JSON.stringify(statement.name);
  const span = blockHead(statement);
  if (Object.hasOwn(spec.fields, statement.name)) {
    report({
      severity: "error",
      code: "attribute-expected",
      message: `${shown} must be an attribute, but is used as a block`,
      span,
    });
    return undefined;
  }
  const near = nearest(statement.name, Object.keys(spec.blocks));
  const hint = meaning(near, statement.nameSpan);
  report({ severity: "error", code: "unknown-block", message: `unrecognized block name ${shown}`, span, ...hint });
  return near;
}
