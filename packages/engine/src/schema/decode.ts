/**
 * Turns a body of the configuration into typed arguments, by its spec. Every mistake is reported at its own place and
 * decoding continues after it, so that one run shows them all; a body with an error gives no arguments. Texts are those
 * of Alloy's decoder where it has one.
 */
import { atOnce } from "../base/at-once.ts";
import type { Report } from "../base/diagnostic.ts";
import type { Span } from "../base/span.ts";
import type { AttributeStatement, BlockStatement, Expression, Statement } from "../syntax/ast.ts";
import { evaluate, type Scope } from "../syntax/evaluator.ts";
import { NULL, secretOf, type ValueError } from "../syntax/value.ts";
import { explainValueError } from "../syntax/value-error.ts";
import { runCheck } from "./check-arguments.ts";
import { CompiledTexts } from "./compiled-text.ts";
import type { Args, ArgsOf, Block, Blocks, Check, DecodedBlock, Field, Fields } from "./field.ts";
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
  /** Mistakes that are refused only when a component is loaded or built are ignored. */
  readonly decodeOnly?: boolean | undefined;
  /** Shared by all that is decoded of one document. */
  readonly texts?: CompiledTexts | undefined;
  /** What Alloy has and Sluice does not run is ignored, with a warning. */
  readonly tolerant?: boolean | undefined;
}

export type InnerContext = DecodeContext & { readonly texts: CompiledTexts };

/** What a body may hold. */
export interface BodySpec<F extends Fields = Fields, B extends Blocks = Blocks> {
  readonly fields: F;
  readonly blocks: B;
  readonly check?: Check<ArgsOf<F, B>> | undefined;
  /** Arguments and blocks that Alloy has here and Sluice does not run yet. */
  readonly notRun?: readonly string[] | undefined;
  /** Present where something is built from the arguments at once (a stage), so that values which are not known must hold too. */
  readonly create?: unknown;
}

export interface DecodedBody<F extends Fields = Fields, B extends Blocks = Blocks> {
  /** Arguments by field and block name; undefined when the body has an error. */
  readonly args: ArgsOf<F, B> | undefined;
  /** Blocks that the spec does not name and `claims` took, in order. */
  readonly claimed: readonly BlockStatement[];
  /** Places of the attributes' values. */
  readonly argumentSpans: ReadonlyMap<string, Span>;
}

/**
 * Decodes `body`. `owner` is where a missing argument is reported. `claims` decides which further blocks are allowed (stages
 * inside a component or a `stage.match`); they are returned undecoded.
 */
export function decodeBody<F extends Fields, B extends Blocks>(
  body: readonly Statement[],
  spec: BodySpec<F, B>,
  owner: Span,
  context: DecodeContext,
  claims?: (block: BlockStatement) => boolean,
): DecodedBody<F, B> {
  return atOnce(decodeBodyInSteps(body, spec, owner, context, claims));
}

/** The same in steps: a body may be as long as a configuration, with a mistake on each line. */
export function* decodeBodyInSteps<F extends Fields, B extends Blocks>(
  body: readonly Statement[],
  spec: BodySpec<F, B>,
  owner: Span,
  context: DecodeContext,
  claims: (block: BlockStatement) => boolean = () => false,
): Generator<void, DecodedBody<F, B>> {
  let failed = false;
  const report: Report = (diagnostic) => {
    if (context.decodeOnly && diagnostic.phase !== undefined) return;
    if (diagnostic.severity === "error") failed = true;
    context.report(diagnostic);
  };
  const inner: InnerContext = { ...context, report, texts: context.texts ?? new CompiledTexts() };

  const { attributes, blocks, claimed, mistyped } = yield* sortStatements(body, spec, inner, claims);
  let wrong = failed || mistyped;

  const args: Record<string, unknown> = {};
  /** Those whose values are not known, since they have an error or are probably written under another name. */
  const unsure = new Set<string>();
  for (const [name, field] of Object.entries(spec.fields)) {
    const attribute = attributes.get(name);
    failed = false;
    if (attribute !== undefined) {
      if (attribute.broken !== undefined) failed = true;
      else args[name] = decodeAttribute(attribute, field, inner);
      yield;
      if (field.deprecated !== undefined) reportDeprecated(attribute, field.deprecated, report);
    } else if (field.presence.kind === "default") args[name] = field.presence.value;
    else if (field.presence.kind === "required" && !mistyped)
      report({ severity: "error", code: "missing-argument", message: missingArgument(name), span: owner });
    if (failed || (mistyped && attribute === undefined)) unsure.add(name);
    wrong ||= failed;
  }
  for (const [name, block] of Object.entries(spec.blocks)) {
    failed = false;
    const decoded = yield* decodeBlocks(name, block, blocks.get(name) ?? [], owner, inner, mistyped);
    args[name] = decoded;
    // One with a syntax error inside has nothing more to say.
    if (holdsUndecoded(decoded)) failed = true;
    if (failed || (mistyped && !blocks.has(name))) unsure.add(name);
    wrong ||= failed;
  }
  const unknown =
    spec.create === undefined &&
    [...attributes.values()].some(({ value }) => context.isUnknowable?.(value) || context.isPending?.(value));
  // In Alloy rules across arguments come after all of them.
  if (!unknown && !(context.decodeOnly && wrong))
    runCheck(spec, { args, unsure, attributes, blocks, stages: claimed.length > 0 }, owner, inner);
  wrong ||= failed;
  const argumentSpans = new Map([...attributes].map(([name, { value }]) => [name, value.span]));
  // Each value was decoded by the field or block of its name.
  return { args: wrong ? undefined : (args as ArgsOf<F, B>), claimed, argumentSpans };
}

interface SortedStatements {
  readonly attributes: ReadonlyMap<string, AttributeStatement>;
  readonly blocks: ReadonlyMap<string, readonly { statement: BlockStatement; index: number }[]>;
  readonly claimed: readonly BlockStatement[];
  /** An unknown name is probably a mistyped missing one: once it is fixed, what is still missing is reported. */
  readonly mistyped: boolean;
}

/** The contents of a body by name; what is not allowed there is reported. */
function* sortStatements(
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
  for (const [index, statement] of body.entries()) {
    yield;
    // What a syntax error took with it may be any of those that are missing then.
    if (statement.kind === "attribute" && statement.broken === "rest") mistyped = true;
    if (isBroken(statement) && !Object.hasOwn(spec.fields, statement.name)) mistyped = true;
    else if (spec.notRun?.includes(statement.name)) reportNotRun(statement, context);
    else if (statement.kind === "attribute") mistyped = !takeAttribute(statement, spec, attributes, report) || mistyped;
    else if (Object.hasOwn(spec.blocks, statement.name)) {
      const list = blocks.get(statement.name) ?? [];
      list.push({ statement, index });
      blocks.set(statement.name, list);
    } else if (claims(statement)) claimed.push(statement);
    else {
      reportUnknownBlock(statement, spec, report);
      if (Object.hasOwn(spec.fields, statement.name)) mistyped = true;
    }
  }
  return { attributes, blocks, claimed, mistyped };
}

const isBroken = (statement: Statement): boolean => statement.kind === "attribute" && statement.broken !== undefined;

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

/** Reports a label where none is allowed. */
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
    const { diagnostics } = evaluated;
    const certain = pending ? diagnostics.filter(({ code }) => code === "eval-type") : diagnostics;
    if (certain.length === 0) return emptyOf(field, context);
    for (const diagnostic of certain) context.report(diagnostic);
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

export function emptyOf({ type }: Field, { texts }: InnerContext): unknown {
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

/** A block whose arguments have an error has none. */
type MaybeDecoded = Pick<DecodedBlock, "index"> & { readonly args: Args | undefined };

/** Whether a block among those that `decodeBlocks` gave has an error. */
const holdsUndecoded = (decoded: MaybeDecoded | MaybeDecoded[] | undefined): boolean =>
  [decoded ?? []].flat().some(({ args }) => args === undefined);

function* decodeBlocks(
  name: string,
  block: Block,
  found: readonly { statement: BlockStatement; index: number }[],
  owner: Span,
  context: InnerContext,
  mistyped: boolean,
): Generator<void, MaybeDecoded | MaybeDecoded[] | undefined> {
  if (block.occurs === "many" || block.occurs === "at-least-one") {
    if (block.occurs === "at-least-one" && found.length === 0 && !mistyped) {
      context.report({
        severity: "error",
        code: "missing-block",
        message: `missing required block ${JSON.stringify(name)}`,
        span: owner,
      });
    }
    const decoded: MaybeDecoded[] = [];
    for (const one of found) decoded.push(yield* decodeBlock(one, block, context));
    return decoded;
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
  if (found.length > 0) return yield* decodeBlock(found[0]!, block, context);
  return block.occurs === "optional" ? undefined : { args: decodeBody([], block, owner, context).args, index: -1 };
}

function* decodeBlock(
  { statement, index }: { readonly statement: BlockStatement; readonly index: number },
  block: Block,
  context: InnerContext,
): Generator<void, MaybeDecoded> {
  refuseLabel(statement, context.report);
  const { args } = yield* decodeBodyInSteps(statement.body, block, statement.nameSpan, context);
  return { args, index };
}
