/** A pipeline for lints: its stages in the order of the text, with what each reads and sets, and where that is written. */
import type { Diagnostic } from "../../base/diagnostic.ts";
import { onceFor } from "../../base/once-for.ts";
import type { Span } from "../../base/span.ts";
import { isStage, stageOf } from "../../pipeline/decode-stages.ts";
import type { FlowKind, NameUse, StageFlow } from "../../pipeline/stage-flow.ts";
import { flowOf, type StageNode, type StageSpec } from "../../pipeline/stage-spec.ts";
import { CompiledText } from "../../schema/compiled-text.ts";
import { spanInside } from "../../schema/literal-offsets.ts";
import { STAGE_CATALOG } from "../../stages/index.ts";
import type { BlockStatement, Expression, ObjectField, SourceFile } from "../../syntax/ast.ts";
import { unwrapped, walkStatements } from "../../syntax/index.ts";
import type { WrittenLabels } from "./given/written-labels.ts";
import { type IncomingLabels, labelsBefore } from "./incoming.ts";

/** What lints read of a stage. */
type LintedNode = Pick<StageNode, "args" | "path" | "span"> & {
  readonly spec: Pick<StageSpec, "name" | "category" | "state" | "fields">;
};

export interface LintedStage {
  readonly node: LintedNode;
  readonly flow: StageFlow;
  readonly block: BlockStatement;
  /** The block around it: a `stage.match` or the component; undefined in a bare body. */
  readonly parentBlock: BlockStatement | undefined;
  /** The `stage.match` around it. */
  readonly parent: LintedStage | undefined;
  /** The stages of its body, itself included. */
  readonly siblings: readonly LintedStage[];
  readonly children: readonly LintedStage[];
  /** Place in the order of the text, nested ones after their parent. */
  readonly order: number;
}

export interface LintedPipeline {
  readonly file: SourceFile;
  /** Labels that something before it in the document may give. */
  readonly incoming: IncomingLabels;
  /** Of the entries of each source, the labels with which they come, where the document says so. */
  readonly reaching: readonly WrittenLabels[] | undefined;
  /** In the order of the text. */
  readonly stages: readonly LintedStage[];
}

const EVERYTHING: readonly FlowKind[] = ["extracted", "label", "metadata"];
/** Of a stage whose arguments are known only where it runs. */
const UNKNOWN: StageFlow = { readsAny: EVERYTHING, setsAny: EVERYTHING };
/** Of a stage with an error: what it is meant to read may be anything. */
const READER: StageFlow = { readsAny: EVERYTHING };
const WRITER: StageFlow = { ...UNKNOWN, setsLine: true };
/** No lint knows a stage with an error. */
const BROKEN: LintedNode["spec"] = { name: "", category: "transform", state: "global", fields: {} };
const NO_VALUES: ReadonlySet<StageSpec["category"]> = new Set(["filter", "metric", "buffer"]);

/** What a stage with an error may do, by its kind alone. */
function flowOfBroken(block: BlockStatement): StageFlow {
  const spec = stageOf(block, STAGE_CATALOG);
  return spec !== undefined && !spec.nests && NO_VALUES.has(spec.category) ? READER : WRITER;
}

interface PlacedBlock {
  readonly block: BlockStatement;
  readonly parent: BlockStatement | undefined;
}

/** For a file, whose pipelines are checked one by one; by the start of each block. */
const blocksOf = onceFor((file: SourceFile): ReadonlyMap<number, PlacedBlock> => {
  const blocks = new Map<number, PlacedBlock>();
  walkStatements(file.body, (statement, parents) => {
    if (statement.kind === "block") blocks.set(statement.span.start, { block: statement, parent: parents.at(-1) });
  });
  return blocks;
});

/** Places of unknown values. */
const unknownIn = onceFor((diagnostics: readonly Diagnostic[]): readonly number[] =>
  diagnostics.flatMap(({ code, span }) => (code === "unknown-value" && span ? [span.start] : [])),
);

/** Knows with which labels entries reach the components of a document. */
export interface ReachingLabels {
  reaching(component: BlockStatement | undefined): readonly WrittenLabels[] | undefined;
}

/** `diagnostics`: those of the document, which mark the unknown arguments. `given`: what reaches components of the document. */
export function viewPipeline(
  nodes: readonly StageNode[],
  file: SourceFile,
  diagnostics: readonly Diagnostic[],
  given?: ReachingLabels,
): LintedPipeline {
  const blocks = blocksOf(file);
  const unknown = unknownIn(diagnostics);
  const stages: LintedStage[] = [];
  const view = (level: readonly StageNode[], parent: LintedStage | undefined): LintedStage[] => {
    const siblings: LintedStage[] = [];
    const add = (node: LintedNode, flow: StageFlow, { block, parent: parentBlock }: PlacedBlock) => {
      const children: LintedStage[] = [];
      const stage: LintedStage = { node, flow, block, parentBlock, parent, siblings, children, order: stages.length };
      stages.push(stage);
      siblings.push(stage);
      return { stage, children };
    };
    const byStart = new Map(level.map((node) => [node.span.start, node]));
    for (const block of stagesIn(level, parent)) {
      const placed = blocks.get(block.span.start)!;
      const node = byStart.get(block.span.start);
      if (node === undefined) {
        // Stages with an error are not decoded.
        add({ spec: BROKEN, args: {}, path: "", span: block.span }, flowOfBroken(block), placed);
        continue;
      }
      // Places inside its children belong to them.
      const isUnknown = unknown.some(
        (at) =>
          block.span.start <= at &&
          at < block.span.end &&
          !node.children.some(({ span }) => span.start <= at && at < span.end),
      );
      const { stage, children } = add(node, isUnknown ? UNKNOWN : flowOf(node), placed);
      children.push(...view(node.children, stage));
    }
    return siblings;
  };
  /** The blocks of stages in the body that `level` is of, and those of other steps. */
  const stagesIn = (level: readonly StageNode[], parent: LintedStage | undefined): readonly BlockStatement[] => {
    const around = parent?.block ?? (level[0] && blocks.get(level[0].span.start)?.parent);
    const steps = new Set(level.map(({ span }) => span.start));
    return (around?.body ?? file.body).filter(
      (one): one is BlockStatement => one.kind === "block" && (isStage(one) || steps.has(one.span.start)),
    );
  };
  view(nodes, undefined);
  const component = stages[0]?.parentBlock;
  return {
    file,
    incoming: labelsBefore(file, component),
    reaching: given?.reaching(component),
    stages,
  };
}

/** Whether every entry that reaches `other` also reaches `stage`, unless it is dropped. */
export const isOnTheWayOf = (stage: LintedStage, other: LintedStage): boolean =>
  stage.parent === undefined || ancestorsOf(other).includes(stage.parent);

/** Innermost first. */
export function ancestorsOf(stage: LintedStage): LintedStage[] {
  const found: LintedStage[] = [];
  for (let at = stage.parent; at !== undefined; at = at.parent) found.push(at);
  return found;
}

/** Whether it is a stage of `spec`: for sentences and fixes about the arguments of one stage. */
export const isOf = ({ node }: LintedStage, { name }: { readonly name: string }): boolean => node.spec.name === name;

/** A stage with its line, as a message names it. */
export const named = ({ file }: LintedPipeline, { block }: LintedStage): string =>
  `${block.name} on line ${file.lines.position(block.span.start).line}`;

/**
 * Places where a stage reads what is of one kind: it may read another kind at the same place, whichever exists. Labels may have
 * come with the entry.
 */
export function placesRead({ flow }: LintedStage, kind: FlowKind): { has(use: NameUse): boolean } {
  const keys = new Set((flow.reads ?? []).flatMap((use) => (use.kind === kind ? placeKey(use) : [])));
  return { has: (use) => keys.has(placeKey(use)) };
}

const placeKey = ({ name, argument, key, block }: NameUse): string => JSON.stringify([name, argument, key, block]);

/** Where a name is written. */
export interface NamePlace {
  readonly span: Span;
  /** Of the value that can be replaced to name another; undefined where that is more than a name. */
  readonly replaceable: Span | undefined;
  readonly field: ObjectField | undefined;
}

export function placeOf({ block, node }: LintedStage, use: NameUse): NamePlace {
  const whole = { span: block.nameSpan, replaceable: undefined, field: undefined };
  const inner = use.block === undefined ? block : block.body[use.block];
  const body = inner?.kind === "block" ? inner.body : [];
  const attribute = body.find(({ kind, name }) => kind === "attribute" && name === use.argument);
  if (attribute?.kind !== "attribute") return whole;
  const value = unwrapped(attribute.value);
  if (use.key !== undefined) {
    const field = value.kind === "object" ? value.fields.find(({ name }) => name === use.key) : undefined;
    if (field === undefined) return { ...whole, span: value.span };
    const isPlain = field.value.kind === "literal" && field.value.literal === "string";
    const inValue = use.name !== use.key;
    return {
      span: inValue ? field.value.span : field.nameSpan,
      replaceable: isPlain ? field.value.span : undefined,
      field,
    };
  }
  const isName = value.kind === "literal" && value.text.slice(1, -1) === use.name;
  const span = isName ? value.span : (elementOf(value, use.name) ?? captureOf(node, use, value) ?? value.span);
  return { span, replaceable: isName ? value.span : undefined, field: undefined };
}

/** Of an argument's value; the stage's name where it is not written. `block`: the index of the block that has the argument. */
export const argumentSpan = (stage: LintedStage, argument: string, block?: number): Span =>
  placeOf(stage, { kind: "extracted", name: "", argument, block }).span;

function elementOf(value: Expression, name: string): Span | undefined {
  if (value.kind !== "array") return undefined;
  return value.elements.find((one) => one.kind === "literal" && one.text.slice(1, -1) === name)?.span;
}

/** Where a pattern names a capture: `<name>`, without the brackets. */
function captureOf({ args }: LintedNode, { argument, name }: NameUse, value: Expression): Span | undefined {
  const text = args[argument ?? ""];
  if (!(text instanceof CompiledText)) return undefined;
  const at = text.text.indexOf(`<${name}>`);
  return at < 0 ? undefined : spanInside(value, at + 1, at + 1 + name.length);
}
