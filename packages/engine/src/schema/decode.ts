/**
 * Turns a body of the configuration into typed arguments, by its spec. Every mistake is reported at its own place and
 * decoding continues after it, so that one run shows them all; a body with an error gives no arguments. Texts are those
 * of Alloy's decoder where it has one.
 */
import type { Report } from "../base/diagnostic.ts";
import type { Span } from "../base/span.ts";
import type { AttributeStatement, BlockStatement, Expression, Statement } from "../syntax/ast.ts";
import { evaluate, type Scope } from "../syntax/evaluator.ts";
import { NULL, secretOf, type ValueError } from "../syntax/value.ts";
import { explainValueError } from "../syntax/value-error.ts";
import { CompiledTexts } from "./compiled-text.ts";
import type { Block, Blocks, Check, Field, Fields } from "./field.ts";
import { nearest } from "./nearest.ts";
import { kindOf } from "./value-kinds.ts";

export interface DecodeContext {
  readonly scope: Scope;
  readonly report: Report;
  /** Whether an expression's value is known only where other programs run: the argument then counts as empty, with a warning. */
  readonly isUnknowable?: ((expression: Expression) => boolean) | undefined;
  /**
   * Whether an expression uses a value that is not known yet, and has an empty one in its place: only what is wrong whatever
   * the value will be is an error.
   */
  readonly isPending?: ((expression: Expression) => boolean) | undefined;
  /** What is refused only when a component is loaded or built is passed over. */
  readonly decodeOnly?: boolean | undefined;
  /** Shared by all that is decoded of one document. */
  readonly texts?: CompiledTexts | undefined;
  /** What Alloy has and Sluice does not run is passed over, with a warning. */
  readonly tolerant?: boolean | undefined;
}

type InnerContext = DecodeContext & { readonly texts: CompiledTexts };

/** What a body may hold. */
export interface BodySpec {
  readonly fields: Fields;
  readonly blocks: Blocks;
  readonly check?: Check | undefined;
  /** Arguments and blocks that Alloy has here and Sluice does not run yet. */
  readonly notRun?: readonly string[] | undefined;
  /** Present where something is built from the arguments at once (a stage), so that values which are not known must hold too. */
  readonly create?: unknown;
}

export interface DecodedBody {
  /** Arguments by field and block name; undefined when the body has an error. */
  readonly args: Record<string, unknown> | undefined;
  /** Blocks that the spec does not name and `claims` took, in order. */
  readonly claimed: readonly BlockStatement[];
  /** Where the values of the attributes stand. */
  readonly argumentSpans: ReadonlyMap<string, Span>;
}

/**
 * Decodes `body`. `owner` is where a missing argument is reported. `claims` tells which further blocks are allowed
 * (stages inside a component or a `stage.match`); they are given back undecoded.
 */
export function decodeBody(
  body: readonly Statement[],
  spec: BodySpec,
  owner: Span,
  context: DecodeContext,
  claims: (block: BlockStatement) => boolean = () => false,
): DecodedBody {
  let failed = false;
  const report: Report = (diagnostic) => {
    if (context.decodeOnly && diagnostic.phase !== undefined) return;
    if (diagnostic.severity === "error") failed = true;
    context.report(diagnostic);
  };
  const inner: InnerContext = { ...context, report, texts: context.texts ?? new CompiledTexts() };

  // A name that is not known is probably a missing one mistyped: once it is mended, what is still missing will be told.
  let mistyped = false;
  const attributes = new Map<string, AttributeStatement>();
  const blocks = new Map<string, { statement: BlockStatement; index: number }[]>();
  const claimed: BlockStatement[] = [];
  for (const [index, statement] of body.entries()) {
    if (spec.notRun?.includes(statement.name)) reportNotRun(statement, inner);
    else if (statement.kind === "attribute") mistyped = !takeAttribute(statement, spec, attributes, report) || mistyped;
    else if (Object.hasOwn(spec.blocks, statement.name)) {
      const list = blocks.get(statement.name) ?? [];
      list.push({ statement, index });
      blocks.set(statement.name, list);
    } else if (claims(statement)) claimed.push(statement);
    else reportUnknownBlock(statement, spec, report);
  }

  const args: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(spec.fields)) {
    const attribute = attributes.get(name);
    if (attribute !== undefined) {
      args[name] = decodeAttribute(attribute, field, inner);
      if (field.deprecated !== undefined) reportDeprecated(attribute, field.deprecated, report);
    } else if (field.presence.kind === "default") args[name] = field.presence.value;
    else if (field.presence.kind === "required" && !mistyped) {
      report({
        severity: "error",
        code: "missing-argument",
        message: missingArgument(name),
        span: owner,
      });
    }
  }
  for (const [name, block] of Object.entries(spec.blocks)) {
    args[name] = decodeBlocks(name, block, blocks.get(name) ?? [], owner, inner, mistyped);
  }
  const unknown =
    spec.create === undefined &&
    [...attributes.values()].some(({ value }) => context.isUnknowable?.(value) || context.isPending?.(value));
  if (!failed && !unknown && spec.check !== undefined)
    runCheck(spec, args, { attributes, blocks, stages: claimed.length > 0 }, owner, report);
  const argumentSpans = new Map([...attributes].map(([name, { value }]) => [name, value.span]));
  return { args: failed ? undefined : args, claimed, argumentSpans };
}

/** What is said where the argument `name` is missing. */
export const missingArgument = (name: string): string => `missing required attribute ${JSON.stringify(name)}`;

function reportDeprecated({ name, nameSpan }: AttributeStatement, instead: string, report: Report): void {
  report({
    severity: "warning",
    code: "deprecated-argument",
    message: `${JSON.stringify(name)} is deprecated: ${instead}`,
    span: nameSpan,
  });
}

/** In the flow of a server it would be left out: a login that is not sent, a limit that does not hold. */
function reportNotRun(statement: Statement, { tolerant, decodeOnly, report }: DecodeContext): void {
  if (decodeOnly) return;
  const [kind, span] =
    statement.kind === "block"
      ? (["block", blockHead(statement)] as const)
      : (["argument", statement.nameSpan] as const);
  const known = `${JSON.stringify(statement.name)} is ${kind === "block" ? "a block" : "an argument"} that Alloy has and Sluice does not run yet`;
  report({
    severity: tolerant ? "warning" : "error",
    code: `${kind}-not-run`,
    message: tolerant ? `${known}; it is ignored here` : `${known}: remove it to run the configuration without it`,
    span,
  });
}

/** Files an attribute under its name; false when the spec has no such argument. */
function takeAttribute(
  statement: AttributeStatement,
  spec: BodySpec,
  taken: Map<string, AttributeStatement>,
  report: Report,
): boolean {
  const { name, span } = statement;
  const shown = JSON.stringify(name);
  if (Object.hasOwn(spec.blocks, name)) {
    report({
      severity: "error",
      code: "block-expected",
      message: `${shown} must be a block, but is used as an attribute`,
      span,
    });
  } else if (!Object.hasOwn(spec.fields, name)) {
    const near = nearest(name, Object.keys(spec.fields));
    const fixes =
      near === undefined
        ? undefined
        : [{ title: `Change to ${near}`, edits: [{ span: statement.nameSpan, text: near }] }];
    report({
      severity: "error",
      code: "unknown-argument",
      message: `unrecognized attribute name ${shown}`,
      span,
      fixes,
    });
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

function reportUnknownBlock(statement: BlockStatement, spec: BodySpec, report: Report): void {
  const shown = JSON.stringify(statement.name);
  const span = blockHead(statement);
  if (Object.hasOwn(spec.fields, statement.name)) {
    report({
      severity: "error",
      code: "attribute-expected",
      message: `${shown} must be an attribute, but is used as a block`,
      span,
    });
    return;
  }
  const near = nearest(statement.name, Object.keys(spec.blocks));
  const fixes =
    near === undefined
      ? undefined
      : [{ title: `Change to ${near}`, edits: [{ span: statement.nameSpan, text: near }] }];
  report({ severity: "error", code: "unknown-block", message: `unrecognized block name ${shown}`, span, fixes });
}

/** From a block's name to its opening brace. */
export function blockHead(statement: BlockStatement): Span {
  return { start: statement.span.start, end: statement.bodySpan.start + 1 };
}

/** Reports a label where none may stand. */
export function refuseLabel(statement: BlockStatement, report: Report): void {
  if (statement.labelSpan === undefined || !statement.label) return;
  report({
    severity: "error",
    code: "label-not-allowed",
    message: `block ${JSON.stringify(statement.name)} does not support specifying labels`,
    span: blockHead(statement),
  });
}

function decodeAttribute(attribute: AttributeStatement, field: Field, context: InnerContext): unknown {
  const kind = kindOf(field.type);
  if (context.isUnknowable?.(attribute.value)) {
    context.report({
      severity: "warning",
      code: "unknown-value",
      message: `the value of ${JSON.stringify(attribute.name)} is known only where the configuration runs; it counts as empty here`,
      span: attribute.value.span,
    });
    return emptyOf(field, context);
  }
  const pending = context.isPending?.(attribute.value) === true;
  const evaluated = evaluate(attribute.value, context.scope);
  if (!evaluated.ok) {
    if (pending && evaluated.diagnostics.every(({ code }) => code !== "eval-type")) return emptyOf(field, context);
    for (const diagnostic of evaluated.diagnostics) context.report(diagnostic);
    return undefined;
  }
  if (evaluated.value.type === "null" && isNullable(field)) return undefined;
  const decoded = kind.decode(evaluated.value, field.type, context.texts);
  if (!decoded.ok) {
    if (pending && !isWrongType(decoded.error)) return emptyOf(field, context);
    context.report(explainValueError(decoded.error, evaluated.origins, attribute.value));
    return undefined;
  }
  if (!pending) kind.check(decoded.value, field.type, attribute.value, context.report);
  return decoded.value;
}

function emptyOf({ type }: Field, { texts }: InnerContext): unknown {
  const empty = kindOf(type).decode(NULL, type, texts);
  return empty.ok ? empty.value : undefined;
}

/** Whatever the value will be, it is none of those that are wanted. */
function isWrongType(error: ValueError): boolean {
  switch (error.kind) {
    case "type":
      // A text may be that of a number.
      return error.expected !== "number" || secretOf(error.value) === undefined;
    case "value":
      return error.value.type === "capsule";
    case "element":
    case "field":
    case "argument":
      return isWrongType(error.inner);
    default:
      return false;
  }
}

/** Whether null is the argument's absence: where Alloy has a pointer, and where absence is the empty value anyway. */
const isNullable = ({ presence }: Field): boolean =>
  presence.kind === "optional" || (presence.kind === "required" && presence.nullable === true);

function decodeBlocks(
  name: string,
  block: Block,
  found: readonly { statement: BlockStatement; index: number }[],
  owner: Span,
  context: InnerContext,
  mistyped: boolean,
): unknown {
  const decode = ({ statement, index }: { statement: BlockStatement; index: number }) => {
    refuseLabel(statement, context.report);
    return { args: decodeBody(statement.body, block, statement.nameSpan, context).args, index };
  };
  if (block.occurs === "many" || block.occurs === "at-least-one") {
    if (block.occurs === "at-least-one" && found.length === 0 && !mistyped) {
      context.report({
        severity: "error",
        code: "missing-block",
        message: `missing required block ${JSON.stringify(name)}`,
        span: owner,
      });
    }
    return found.map(decode);
  }
  if (found.length > 1) {
    const head = blockHead(found[0]!.statement);
    const related = [{ message: "given again here", span: blockHead(found[1]!.statement) }];
    context.report({
      severity: "error",
      code: "duplicate-block",
      message: `block ${JSON.stringify(name)} may only be specified once`,
      span: head,
      related,
    });
  }
  if (found.length > 0) return decode(found[0]!);
  return block.occurs === "optional" ? undefined : { args: decodeBody([], block, owner, context).args, index: -1 };
}

/** What stands in a body; `stages` are the blocks that the spec does not name. */
interface Given {
  readonly attributes: ReadonlyMap<string, AttributeStatement>;
  readonly blocks: ReadonlyMap<string, readonly { statement: BlockStatement }[]>;
  readonly stages: boolean;
}

const BUILDING = { phase: "build" } as const;

function runCheck(
  { check, create }: BodySpec,
  args: Record<string, unknown>,
  given: Given,
  owner: Span,
  report: Report,
): void {
  const place = (field: string | undefined, element?: number): Span => {
    if (field === undefined) return owner;
    const value = given.attributes.get(field)?.value;
    const part = element !== undefined && value?.kind === "array" ? value.elements[element] : undefined;
    return (part ?? value)?.span ?? given.blocks.get(field)?.[0]?.statement.nameSpan ?? owner;
  };
  (check as Check<Record<string, unknown>> | undefined)?.(
    args,
    {
      error: (code, message, field, element) =>
        report({
          severity: "error",
          code,
          message,
          span: place(field, element),
          ...(create === undefined ? {} : BUILDING),
        }),
      invalid: (code, message, field) => report({ severity: "error", code, message, span: place(field) }),
      warning: (code, message, field, element) =>
        report({ severity: "warning", code, message, span: place(field, element) }),
    },
    (field) => given.attributes.has(field) || given.blocks.has(field) || (field === "stage" && given.stages),
  );
}
