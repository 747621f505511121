/**
 * Turns a body of the configuration into typed arguments, by its spec. Every mistake is reported at its own place and
 * decoding continues after it, so that one run shows them all; a body with an error gives no arguments. Texts are those
 * of Alloy's decoder where it has one.
 */

import { atOnce } from "../base/at-once.ts";
import type { Report } from "../base/diagnostic.ts";
import type { Span } from "../base/span.ts";
import type { AttributeStatement, BlockStatement, Statement } from "../syntax/ast.ts";
import { evaluate } from "../syntax/evaluator.ts";
import { NULL, secretOf, type ValueError } from "../syntax/value.ts";
import { explainValueError } from "../syntax/value-error.ts";
import { type BodySpec, blockHead, countsAsEmpty, type DecodeContext, type InnerContext } from "./body-spec.ts";
import { runCheck } from "./check-arguments.ts";
import { CompiledTexts } from "./compiled-text.ts";
import type { Args, ArgsOf, Block, Blocks, DecodedBlock, Field, Fields } from "./field.ts";
import { type Meant, type SortedStatements, sortStatements } from "./sort-statements.ts";
import { kindOf } from "./value-kinds.ts";

export interface DecodedBody<F extends Fields = Fields, B extends Blocks = Blocks> {
  /** Arguments by field and block name; undefined when the body has an error. */
  readonly args: ArgsOf<F, B> | undefined;
  /** Its blocks without those that have an error, by their names; the body itself may have one. */
  readonly sound: ReadonlyMap<string, readonly DecodedBlock[]>;
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

  const { attributes, blocks, claimed, mistyped, meant, maybe } = yield* sortStatements(body, spec, inner, claims);
  let wrong = failed || mistyped;
  if (!context.decodeOnly) yield* checkMeant(meant, { attributes, blocks }, spec, inner);

  const args: Record<string, unknown> = {};
  const sound = new Map<string, readonly DecodedBlock[]>();
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
      if (field.inert !== undefined && !context.decodeOnly) reportInert(attribute, field.inert, report);
    } else if (field.presence.kind === "default") args[name] = field.presence.value;
    else if (field.presence.kind === "required" && !maybe(name))
      report({ severity: "error", code: "missing-argument", message: missingArgument(name), span: owner });
    if (failed || (attribute === undefined && maybe(name))) unsure.add(name);
    wrong ||= failed;
  }
  for (const [name, block] of Object.entries(spec.blocks)) {
    failed = false;
    const decoded = yield* decodeBlocks(name, block, blocks.get(name) ?? [], owner, inner, maybe(name));
    args[name] = decoded;
    sound.set(name, [decoded ?? []].flat().filter(isDecoded));
    // One with a syntax error inside has nothing more to say.
    if (holdsUndecoded(decoded)) failed = true;
    if (failed || (!blocks.has(name) && maybe(name))) unsure.add(name);
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
  return { args: wrong ? undefined : (args as ArgsOf<F, B>), sound, claimed, argumentSpans };
}

/** Reports what is wrong inside a block with a mistyped name. What the whole is missing may follow from its name. */
export const insideOf =
  ({ nameSpan }: BlockStatement, report: Report): Report =>
  (diagnostic) => {
    if (diagnostic.span !== nameSpan) report(diagnostic);
  };

/** What is wrong inside arguments and blocks with a mistyped name, as if they had the name that is meant. */
function* checkMeant(
  meant: readonly Meant[],
  { attributes, blocks }: Pick<SortedStatements, "attributes" | "blocks">,
  spec: BodySpec,
  context: InnerContext,
): Generator<void, void> {
  for (const { name, statement } of meant) {
    yield;
    if (statement.kind === "block") {
      const block = spec.blocks[name];
      // One that may stand once, and does, is not what is meant.
      const again = block !== undefined && block.occurs !== "many" && block.occurs !== "at-least-one";
      if (block === undefined || (again && blocks.has(name))) continue;
      const inside = { ...context, report: insideOf(statement, context.report) };
      yield* decodeBlock({ statement, index: -1 }, block, inside);
    } else {
      const field = spec.fields[name];
      if (field !== undefined && !attributes.has(name)) decodeAttribute(statement, field, context);
    }
  }
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

function reportInert({ name, nameSpan }: AttributeStatement, why: string, report: Report): void {
  const message = `${JSON.stringify(name)} does nothing here: ${why}`;
  report({ severity: "warning", code: "argument-not-run", message, span: nameSpan });
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
    const { describeUnknown } = context;
    const unknown = describeUnknown?.(attribute.value, attribute.name) ?? countsAsEmpty(attribute.name, "warning");
    context.report({ ...unknown, code: "unknown-value", span: attribute.value.span });
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

/** A block whose arguments have an error has none. */
type MaybeDecoded = Pick<DecodedBlock, "index"> & { readonly args: Args | undefined };

const isDecoded = (one: MaybeDecoded): one is DecodedBlock => one.args !== undefined;

/** Whether a block among those that `decodeBlocks` gave has an error. */
const holdsUndecoded = (decoded: MaybeDecoded | MaybeDecoded[] | undefined): boolean =>
  ![decoded ?? []].flat().every(isDecoded);

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
