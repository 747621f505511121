/**
 * A stage as a form: every argument of its spec with its present value, the blocks that are written and those that can
 * be added, and what is wrong, at its place. Plain data, for any user interface; `stage-changes.ts` changes it.
 */
import type { Diagnostic, Severity } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import { flowOf, type StageNode } from "../../pipeline/stage-spec.ts";
import { historyInside, lackOf } from "../../schema/alloy-versions.ts";
import { type ControlValue, readControl, readControlText } from "../../schema/control-values.ts";
import { missingArgument } from "../../schema/decode.ts";
import type { Field, NameKind } from "../../schema/field.ts";
import type { Control } from "../../schema/value-kind.ts";
import { kindOf } from "../../schema/value-kinds.ts";
import type { AttributeStatement, BlockStatement } from "../../syntax/ast.ts";
import type { OpenedDocument } from "../open-document.ts";
import { type BodyShape, blockNamed, findStage, type StageAddress, stagesOf } from "./find-stage.ts";

export interface StageForm {
  /** The document that it is of. */
  readonly text: string;
  readonly place: StageAddress;
  /** Without `stage.`. */
  readonly name: string;
  readonly summary: string;
  /** The replacement. */
  readonly deprecated: string | undefined;
  readonly body: FormBody;
  /** Names that earlier stages set, as far as their arguments show. */
  readonly names: Readonly<Record<NameKind, readonly string[]>>;
}

export interface FormBody {
  /** From the stage's own body, which is empty, the index of each block in the body around it. */
  readonly path: readonly number[];
  readonly fields: readonly FormField[];
  /** In the order of the text. */
  readonly blocks: readonly FormBlock[];
  readonly addable: readonly AddableBlock[];
  /** Mistakes that belong to none of the fields. */
  readonly problems: readonly FormProblem[];
}

export interface FormBlock {
  readonly name: string;
  readonly doc: string;
  readonly body: FormBody;
}

export interface AddableBlock {
  readonly name: string;
  readonly doc: string;
  /** As of a field. */
  readonly lack: string | undefined;
}

export interface FormField {
  readonly name: string;
  readonly doc: string;
  /** Its type in a few words. */
  readonly type: string;
  readonly control: Control;
  /** `usual` is the default, as its control shows it. */
  readonly presence:
    | { readonly kind: "required" | "optional" }
    | { readonly kind: "default"; readonly text: string; readonly usual: ControlValue | undefined };
  /** As it would be written. */
  readonly example: string | undefined;
  readonly unit: string | undefined;
  readonly deprecated: string | undefined;
  /** Its texts are names of these. */
  readonly names: NameKind | undefined;
  /** As in its spec. */
  readonly over: Field["over"];
  readonly secret: boolean;
  /** What it needs that the target does not have: `needs Alloy 1.17`. */
  readonly lack: string | undefined;
  /** Its text; undefined if it is absent. */
  readonly source: string | undefined;
  /** The value of its control; undefined if it is absent or only code can show it. */
  readonly value: ControlValue | undefined;
  readonly problems: readonly FormProblem[];
}

export interface FormProblem {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
}

/** Undefined if there is no such stage. The text must parse. */
export function readStageForm(document: OpenedDocument, place: StageAddress): StageForm | undefined {
  const found = findStage(document, place);
  if (found === undefined) return undefined;
  const { statement, spec } = found;
  const inside = stagesOf(statement.body).map(({ span }) => span);
  const problems = document.diagnostics.filter(
    ({ span }) => span !== undefined && isWithin(span, statement.span) && !inside.some((one) => isWithin(span, one)),
  );
  return {
    text: document.text,
    place,
    name: spec.name,
    summary: spec.summary,
    deprecated: spec.deprecated,
    body: readBody(document, `stage.${spec.name}`, statement, spec, [], problems),
    names: namesBefore(document, place),
  };
}

/** `at`: where the table of Alloy's releases has it. */
function readBody(
  document: Pick<OpenedDocument, "text" | "target">,
  at: string,
  statement: BlockStatement,
  { fields, blocks }: BodyShape,
  path: readonly number[],
  problems: readonly Diagnostic[],
): FormBody {
  const { text, target } = document;
  const lackIn = (name: string) => (target === "sluice" ? undefined : lackOf(historyInside(at, name), target));
  const taken = new Set<Diagnostic>();
  const take = (wanted: (diagnostic: Diagnostic) => boolean): Diagnostic[] => {
    const found = problems.filter((one) => !taken.has(one) && wanted(one));
    for (const one of found) taken.add(one);
    return found;
  };
  const inner = statement.body.flatMap((one, index): FormBlock[] => {
    const block = one.kind === "block" ? blockNamed(blocks, one.name) : undefined;
    if (one.kind !== "block" || block === undefined) return [];
    const own = take(({ span }) => isWithin(span!, one.span));
    return [
      {
        name: one.name,
        doc: block.doc,
        body: readBody(document, `${at} ${one.name}`, one, block, [...path, index], own),
      },
    ];
  });
  const shown = Object.entries(fields).map(([name, field]) => {
    const given = statement.body.find(
      (one): one is AttributeStatement => one.kind === "attribute" && one.name === name,
    );
    const own =
      given === undefined
        ? take(({ span, message }) => message === missingArgument(name) && isWithin(span!, statement.span))
        : take(({ span }) => isWithin(span!, given.span));
    return { ...readField(text, name, field, given, own), lack: lackIn(name) };
  });
  return {
    path,
    fields: shown,
    blocks: inner,
    addable: Object.entries(blocks)
      .filter(([name, { occurs }]) => /many|at-least-one/.test(occurs) || !inner.some((one) => one.name === name))
      .map(([name, { doc }]) => ({ name, doc, lack: lackIn(name) })),
    problems: problems.filter((one) => !taken.has(one)).map(toProblem),
  };
}

function readField(
  text: string,
  name: string,
  field: Field,
  given: AttributeStatement | undefined,
  problems: readonly Diagnostic[],
): Omit<FormField, "lack"> {
  const { type, presence } = field;
  const kind = kindOf(type);
  const control = kind.control(type);
  const secret = field.sensitive === true || kind.isSecret(type);
  return {
    name,
    doc: field.doc,
    type: kind.describe(type),
    control,
    presence:
      presence.kind !== "default"
        ? { kind: presence.kind }
        : {
            kind: "default",
            text: kind.summarise(presence.value, type),
            usual: secret ? undefined : readControlText(control, kind.print(presence.value, type)),
          },
    example: field.example,
    unit: field.unit,
    deprecated: field.deprecated,
    names: field.names,
    over: field.over,
    secret,
    source: given && text.slice(given.value.span.start, given.value.span.end),
    value: given && readControl(control, given.value),
    problems: problems.map(toProblem),
  };
}

function namesBefore(document: OpenedDocument, { pipeline, stage }: StageAddress): StageForm["names"] {
  const names: Record<NameKind, Set<string>> = { extracted: new Set(), label: new Set(), metadata: new Set() };
  const visit = (nodes: readonly StageNode[]): boolean => {
    for (const node of nodes) {
      if (node.path === stage) return true;
      // Stages around others set their values before those inside.
      for (const { kind, name } of flowOf(node).sets ?? []) names[kind].add(name);
      if (visit(node.children)) return true;
    }
    return false;
  };
  visit(document.pipelines.find(({ id }) => id === pipeline)?.stages ?? []);
  return { extracted: [...names.extracted], label: [...names.label], metadata: [...names.metadata] };
}

const toProblem = ({ severity, code, message }: Diagnostic): FormProblem => ({ severity, code, message });
const isWithin = (inner: Span, outer: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;
