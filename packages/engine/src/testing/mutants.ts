/**
 * Mutants of a configuration: each stage deleted, neighbours swapped, each argument negated or emptied. Good tests fail on
 * each of them. A change that the check refuses, or that asks for the same as before, is no mutant: another one is tried in its
 * place.
 */
import { applyEdits, type TextEdit } from "../base/diagnostic.ts";
import { moveStatement, removeStatement } from "../document/edits/edits.ts";
import { type OpenedDocument, openDocument, previewablePipelines } from "../document/open-document.ts";
import { sameStages } from "../pipeline/same-stages.ts";
import type { Blocks, Field, Fields } from "../schema/field.ts";
import type { ValueType } from "../schema/value-type.ts";
import { STAGE_CATALOG } from "../stages/index.ts";
import type { AttributeStatement, BlockStatement, Expression, SourceFile, Statement } from "../syntax/ast.ts";

export interface Mutant {
  /** What was changed; the same for as long as stages and arguments stay where they are. */
  readonly id: string;
  readonly kind: "delete" | "swap" | "argument";
  readonly text: string;
}

/** A place that could not be changed so that the check takes it and it asks for something else. */
export interface Unchangeable {
  readonly id: string;
  readonly kind: Mutant["kind"];
  readonly text: undefined;
}

/** All mutants of a configuration or a bare body of stages that has no errors. */
export function* mutants(text: string): Generator<Mutant | Unchangeable> {
  const document = openDocument(text, { purpose: "preview" });
  for (const place of placesIn(document)) {
    const found = place.tries.find((edits) => isOther(document, applyEdits(text, edits)));
    const { id, kind } = place;
    yield found === undefined ? { id, kind, text: undefined } : { id, kind, text: applyEdits(text, found) };
  }
}

interface MutablePlace {
  readonly id: string;
  readonly kind: Mutant["kind"];
  /** Changes, the first that makes a mutant is taken. */
  readonly tries: readonly (readonly TextEdit[])[];
}

/** The check takes `text`, and its stages ask for something else. */
function isOther(before: OpenedDocument, text: string): boolean {
  const after = openDocument(text, { purpose: "preview" });
  const [old, made] = [previewablePipelines(before), previewablePipelines(after)];
  if (!after.ok && before.ok) return false;
  return old.length !== made.length || old.some(({ stages }, i) => !sameStages(stages, made[i]!.stages));
}

const PREFIX = "stage.";
const isStage = (one: Statement): one is BlockStatement => one.kind === "block" && one.name.startsWith(PREFIX);

function* placesIn({ kind, file }: OpenedDocument): Generator<MutablePlace> {
  if (kind === "stages") yield* stagesIn(file, undefined, file.body, "");
  else
    for (const one of file.body)
      if (one.kind === "block" && one.body.some(isStage)) {
        const prefix = file.body.filter((other) => other.kind === "block" && other.body.some(isStage)).length > 1;
        yield* stagesIn(file, one, one.body, "", prefix ? `${one.name}.${one.label}: ` : "");
      }
}

function* stagesIn(
  file: SourceFile,
  parent: BlockStatement | undefined,
  body: readonly Statement[],
  outer: string,
  prefix = "",
): Generator<MutablePlace> {
  const stages = body.filter(isStage);
  const nameOf = (at: number) => `${outer}${at + 1} ${stages[at]!.name.slice(PREFIX.length)}`;
  for (const [at, stage] of stages.entries()) {
    yield { id: `${prefix}delete ${nameOf(at)}`, kind: "delete", tries: [removeStatement(file, stage)] };
    const next = stages[at + 1];
    if (next !== undefined) {
      const id = `${prefix}swap ${nameOf(at)} and ${nameOf(at + 1)}`;
      yield { id, kind: "swap", tries: [moveStatement(file, stage, parent, body.indexOf(next))] };
    }
    const spec = STAGE_CATALOG.get(stage.name.slice(PREFIX.length));
    if (spec !== undefined) yield* argumentsOf(file, stage, spec, `${prefix}${nameOf(at)}`);
    yield* stagesIn(file, stage, stage.body, `${outer}${at + 1}.`, prefix);
  }
}

function* argumentsOf(
  file: SourceFile,
  block: BlockStatement,
  spec: { readonly fields: Fields; readonly blocks: Blocks },
  name: string,
): Generator<MutablePlace> {
  const counts = new Map<string, number>();
  for (const one of block.body) {
    if (one.kind === "attribute") {
      const field = spec.fields[one.name];
      if (field !== undefined) yield* changesOf(file, one, field, `${name}: ${one.name}`);
    } else if (!one.name.startsWith(PREFIX)) {
      const nth = (counts.get(one.name) ?? 0) + 1;
      counts.set(one.name, nth);
      const inner = spec.blocks[one.name];
      if (inner !== undefined) yield* argumentsOf(file, one, inner, `${name}, ${one.name} ${nth}`);
    }
  }
}

function* changesOf(
  file: SourceFile,
  attribute: AttributeStatement,
  { type }: Field,
  id: string,
): Generator<MutablePlace> {
  const { value } = attribute;
  const set = (text: string, span = value.span): readonly TextEdit[] => [{ span, text }];
  const remove = removeStatement(file, attribute);
  const made = (how: string, tries: readonly (readonly TextEdit[])[]): MutablePlace => ({
    id: `${id} ${how}`,
    kind: "argument",
    tries,
  });
  if (value.kind === "array" || value.kind === "object") {
    yield made("emptied", [set(value.kind === "array" ? "[]" : "{}"), remove]);
    const parts: readonly { readonly span: { start: number; end: number } }[] =
      value.kind === "array" ? value.elements : value.fields;
    if (parts.length < 2) return;
    for (const [i, { span }] of parts.entries()) {
      const what = value.kind === "object" ? value.fields[i]!.name : `element ${i + 1}`;
      // With the comma after it, or that before the last one.
      const next = parts[i + 1]?.span.start;
      const gone =
        next === undefined ? { start: parts[i - 1]!.span.end, end: span.end } : { start: span.start, end: next };
      yield made(`without ${what}`, [set("", gone)]);
    }
    return;
  }
  const negated = negations(file.text, value, type);
  for (const [i, one] of negated.entries()) yield made(negated.length === 1 ? "negated" : `negated ${i + 1}`, [one]);
  if (negated.length === 0) yield made("emptied", [...emptied(value, type).map((text) => set(text)), remove]);
}

/** Opposites: of a truth, of a choice, of each matcher of a selector. */
function negations(text: string, value: Expression, type: ValueType): (readonly TextEdit[])[] {
  if (value.kind !== "literal") return [];
  const { span, literal, text: written } = value;
  if (literal === "bool") return [[{ span, text: written === "true" ? "false" : "true" }]];
  if (type.kind === "enum") {
    const others = type.values.filter((one) => JSON.stringify(one.value) !== written);
    return others.slice(0, 1).map((one) => [{ span, text: JSON.stringify(one.value) }]);
  }
  if (type.kind !== "language" || type.language !== "logql") return [];
  return operatorsIn(text.slice(span.start, span.end)).map(({ at, operator, to }) => [
    { span: { start: span.start + at, end: span.start + at + operator.length }, text: to },
  ]);
}

const OPPOSITES: Readonly<Record<string, string>> = { "=": "!=", "!=": "=", "=~": "!~", "!~": "=~" };
const LINE_OPPOSITES: Readonly<Record<string, string>> = { "|=": "!=", "!=": "|=", "|~": "!~", "!~": "|~" };

/** Operators of a written selector, outside its texts. */
function operatorsIn(written: string): { at: number; operator: string; to: string }[] {
  const found: { at: number; operator: string; to: string }[] = [];
  const outer = written[0];
  let inBraces = false;
  for (let at = 1; at < written.length - 1; ) {
    // Texts inside: with escaped quotes in a quoted text, and with plain ones in a raw one.
    const quote = /^(?:\\"(?:\\\\\\"|(?!\\").)*\\"|"(?:\\.|[^"\\])*")/s.exec(written.slice(at))?.[0];
    if (quote !== undefined && (outer === "`" || quote.startsWith("\\"))) {
      at += quote.length;
      continue;
    }
    if (written[at] === "{" || written[at] === "}") inBraces = written[at] === "{";
    const operator = /^(?:=~|!~|!=|\|=|\|~|=)/.exec(written.slice(at))?.[0];
    const to = operator === undefined ? undefined : (inBraces ? OPPOSITES : LINE_OPPOSITES)[operator];
    if (operator !== undefined && to !== undefined) found.push({ at, operator, to });
    at += operator?.length ?? 1;
  }
  return found;
}

/** Values that say nothing, or as little as the check takes. */
function emptied(value: Expression, type: ValueType): readonly string[] {
  if (type.kind === "duration") return ['""', '"0s"', '"1ns"', '"8760h"'];
  if (type.kind === "bytes") return ['""', '"0B"', '"1B"'];
  if (value.kind === "literal" && (value.literal === "number" || value.literal === "float"))
    return ["0", "1", `-${value.text}`, `${Number(value.text) + 1}`];
  return ['""'];
}
