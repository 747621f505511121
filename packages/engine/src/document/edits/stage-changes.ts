/**
 * Changes of a stage's arguments and blocks from a form, as the smallest edits. What the schema refuses is refused here with
 * the same messages.
 */
import { applyEdits, type TextEdit } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import { CompiledTexts } from "../../schema/compiled-text.ts";
import { type ControlValue, findUnwritableName, writeControl } from "../../schema/control-values.ts";
import type { Block, Field } from "../../schema/field.ts";
import { kindOf } from "../../schema/value-kinds.ts";
import type { AttributeStatement, Expression } from "../../syntax/ast.ts";
import { evaluate, parseExpression, writeText } from "../../syntax/index.ts";
import type { OpenedDocument } from "../open-document.ts";
import { insertStatement, removeStatement, setArgument } from "./edits.ts";
import { type FoundBody, findBody, findStage, type StageAddress } from "./find-stage.ts";
import { NOT_PARSED, STAGE_GONE } from "./refusals.ts";
import { type FormBody, readStageForm } from "./stage-form.ts";
import { changeValue } from "./value-edits.ts";

/** `body`: the body of the argument or block, as in `FormBody.path`. */
export type StageChange =
  | { readonly kind: "set"; readonly body: BodyPath; readonly argument: string; readonly value: ControlValue }
  /** As an expression: a reference, a call. */
  | { readonly kind: "write"; readonly body: BodyPath; readonly argument: string; readonly code: string }
  | { readonly kind: "clear"; readonly body: BodyPath; readonly argument: string }
  | { readonly kind: "add-block"; readonly body: BodyPath; readonly block: string }
  /** The block whose own path is `body`. */
  | { readonly kind: "remove-block"; readonly body: BodyPath };

type BodyPath = readonly number[];

export type StageChanged =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly messages: readonly string[] };

/** `open` opens the changed text as `document` was opened. Never throws for what a text or a change contains. */
export function changeStage(
  document: OpenedDocument,
  place: StageAddress,
  change: StageChange,
  open: (text: string) => OpenedDocument,
): StageChanged {
  if (document.syntaxErrors.length > 0) return refused(NOT_PARSED);
  const stage = findStage(document, place);
  const inner = change.kind === "remove-block" ? change.body.slice(0, -1) : change.body;
  const body = stage && findBody(stage, inner);
  if (body === undefined) return refused(STAGE_GONE);
  const made = editsFor(document, body, change);
  if (typeof made === "string") return refused(made);
  const text = applyEdits(document.text, made);
  if (text === document.text) return { ok: true, edits: [] };
  const after = open(text);
  const messages = worseFor(document, after, place, change);
  return messages.length > 0 ? { ok: false, messages } : { ok: true, edits: made };
}

const refused = (...messages: string[]): StageChanged => ({ ok: false, messages });

/** Or why there are none. */
function editsFor(document: OpenedDocument, body: FoundBody, change: StageChange): TextEdit[] | string {
  const { file } = document;
  const { statement, shape } = body;
  switch (change.kind) {
    case "add-block": {
      const block = Object.hasOwn(shape.blocks, change.block) ? shape.blocks[change.block] : undefined;
      if (block === undefined) return `There is no block ${change.block} here.`;
      return insertStatement(file, statement, statement.body.length, newBlock(change.block, block));
    }
    case "remove-block": {
      const block = statement.body[change.body.at(-1) ?? -1];
      return block === undefined ? [] : removeStatement(file, block);
    }
  }
  const field = Object.hasOwn(shape.fields, change.argument) ? shape.fields[change.argument] : undefined;
  if (field === undefined) return `There is no argument ${change.argument} here.`;
  const given = statement.body.find(
    (one): one is AttributeStatement => one.kind === "attribute" && one.name === change.argument,
  );
  const clear = () => (given === undefined ? [] : removeStatement(file, given));
  if (change.kind === "clear") return clear();
  if (change.kind === "write") {
    const code = change.code.trim();
    const { expression, diagnostics } = parseExpression(code);
    if (diagnostics.length > 0) return diagnostics[0]!.message;
    return isDefault(field, expression) ? clear() : setArgument(file, statement, change.argument, code);
  }
  const name = findUnwritableName(change.value);
  if (name !== undefined)
    return `The name ${JSON.stringify(name)} cannot be written: a name has no quotes, backslashes or line breaks.`;
  const control = kindOf(field.type).control(field.type);
  const written = writeControl(control, change.value, given?.value);
  const { expression, diagnostics } = parseExpression(written);
  if (diagnostics.length > 0) return diagnostics[0]!.message;
  if (isDefault(field, expression)) return clear();
  if (given === undefined) return setArgument(file, statement, change.argument, written);
  return changeValue(file, given.value, control, change.value);
}

/** Whether it equals the default. */
function isDefault({ type, presence }: Field, expression: Expression): boolean {
  if (presence.kind !== "default") return false;
  const evaluated = evaluate(expression, { lookup: () => undefined });
  const kind = kindOf(type);
  const decoded = evaluated.ok ? kind.decode(evaluated.value, type, new CompiledTexts()) : undefined;
  return decoded?.ok === true && kind.same(decoded.value, presence.value, type);
}

/** With its required arguments, from its examples. */
function newBlock(name: string, block: Block): string {
  const lines = Object.entries(block.fields)
    .filter(([, { presence }]) => presence.kind === "required")
    .map(([argument, { type, example }]) => {
      const [choice] = kindOf(type).choices(type);
      return `  ${argument} = ${example ?? (choice === undefined ? '""' : writeText(choice.value))}\n`;
    });
  for (const [inner, one] of Object.entries(block.blocks))
    if (one.occurs === "at-least-one") lines.push(newBlock(inner, one).replaceAll(/^/gm, "  "));
  return lines.length === 0 ? `${name} { }` : `${name} {\n${lines.join("")}}`;
}

/**
 * Errors of the change that refuse it: any at its own argument; outside the stage, or when a block is removed, only new ones.
 * A rule across arguments does not refuse the change of one of them, since the others could not follow then: it is reported
 * at its place.
 */
function worseFor(
  before: OpenedDocument,
  after: OpenedDocument,
  place: StageAddress,
  change: StageChange,
): readonly string[] {
  if (after.syntaxErrors.length > 0) return [after.syntaxErrors[0]!.message];
  const form = readStageForm(after, place);
  const stage = findStage(after, place)?.statement.span;
  if (form === undefined || stage === undefined) return ["The stage would no longer be there."];
  if ("argument" in change) {
    const own = bodyAt(form.body, change.body)?.fields.find(({ name }) => name === change.argument);
    const errors = (own?.problems ?? []).filter(({ severity }) => severity === "error");
    if (errors.length > 0) return [...new Set(errors.map(({ message }) => message))];
  }
  const added = errorsOf(after, change.kind === "remove-block" ? undefined : stage);
  for (const message of errorsOf(before)) {
    const i = added.indexOf(message);
    if (i >= 0) added.splice(i, 1);
  }
  return [...new Set(added)];
}

/** Messages of errors, without those inside `but`. */
function errorsOf({ diagnostics }: OpenedDocument, but?: Span): string[] {
  return diagnostics
    .filter(
      ({ severity, span }) => severity === "error" && !(but && span && but.start <= span.start && span.end <= but.end),
    )
    .map(({ message }) => message);
}

/** The body at `path` in a form. */
export function bodyAt(body: FormBody, path: BodyPath): FormBody | undefined {
  let found: FormBody | undefined = body;
  for (let depth = 1; depth <= path.length && found !== undefined; depth++)
    found = found.blocks.find((one) => one.body.path[depth - 1] === path[depth - 1])?.body;
  return found;
}
