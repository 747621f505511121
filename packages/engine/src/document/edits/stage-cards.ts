/**
 * The written stages of a document, also those with errors, and with switched-off ones (`// sluice:off` … `// sluice:on`) in
 * their places: the basis of lists of stages and of their edits.
 */
import type { Span } from "../../base/span.ts";
import { type ComponentSpec, isPipeline } from "../../components/component-spec.ts";
import { COMPONENT_CATALOG } from "../../components/index.ts";
import { isStage } from "../../pipeline/decode-stages.ts";
import type { StageSpec } from "../../pipeline/stage-spec.ts";
import { STAGE_CATALOG } from "../../stages/index.ts";
import type { BlockStatement, SourceFile, Statement } from "../../syntax/ast.ts";
import { parseFile } from "../../syntax/index.ts";
import { readMarks, switchOn } from "../marks.ts";
import { BARE_STAGES, type DocumentTree } from "../open-document.ts";

export interface StageCard {
  /** The path of a stage, `4.1`; `off 2` for the second stretch of the pipeline that is switched off. */
  readonly id: string;
  /** Without `stage.`; of a stretch of several stages all, with commas between. */
  readonly name: string;
  readonly off: boolean;
  /** Takes stages inside. */
  readonly nests: boolean;
  /** Of the block, or from `sluice:off` to `sluice:on`. */
  readonly span: Span;
  readonly children: readonly StageCard[];
}

export interface PipelineCards {
  /** As in `DocumentPipeline`. */
  readonly id: string;
  readonly cards: readonly StageCard[];
}

/** The cards of every pipeline that is written in `document`; none where it does not parse. */
export function listStageCards(document: DocumentTree): PipelineCards[] {
  if (document.syntaxErrors.length > 0) return [];
  const { file } = document;
  const { switchedOff } = readMarks(file);
  return pipelineBodies(document).map(({ id, parent, steps }) => ({
    id,
    cards: steps === undefined ? cardsIn(file, parent, switchedOff) : stepCards(steps),
  }));
}

/** The block with the stages or steps of each pipeline: a component, or (undefined) the file itself. */
export function pipelineBodies({ file, kind }: Pick<DocumentTree, "file" | "kind">): {
  readonly id: string;
  readonly parent: BlockStatement | undefined;
  /** Without stages: what is written as its steps. */
  readonly steps?: WrittenSteps | undefined;
}[] {
  // A file with only comments becomes a body of stages with its first stage.
  if (kind === "stages" || file.body.length === 0) return [{ id: BARE_STAGES, parent: undefined }];
  const seen = new Set<string>();
  const bodies = file.body.flatMap((statement) => {
    if (statement.kind !== "block" || !statement.label) return [];
    const spec = COMPONENT_CATALOG.get(statement.name);
    if (spec === undefined || !isPipeline(spec)) return [];
    const id = `${statement.name}.${statement.label}`;
    if (seen.has(id)) return [];
    seen.add(id);
    return [{ id, parent: statement, steps: writtenSteps(statement, spec) }];
  });
  // As pipelines are ordered.
  return [...bodies.filter(({ steps }) => steps === undefined), ...bodies.filter(({ steps }) => steps !== undefined)];
}

/** The steps of a pipeline without stages, in their order. */
export interface WrittenSteps {
  readonly kind: "rules" | "component";
  readonly spec: StageSpec;
  readonly statements: readonly BlockStatement[];
}

function writtenSteps(parent: BlockStatement, { steps, asStage }: ComponentSpec): WrittenSteps | undefined {
  if (asStage !== undefined) return { kind: "component", spec: asStage, statements: [parent] };
  if (steps === undefined) return undefined;
  const statements = parent.body.filter(
    (one): one is BlockStatement => one.kind === "block" && one.name === steps.block,
  );
  return { kind: "rules", spec: steps.rule, statements };
}

const stepCards = ({ spec, statements }: WrittenSteps): StageCard[] =>
  statements.map(({ span }, i) => ({
    id: String(i + 1),
    name: spec.name,
    off: false,
    nests: false,
    span,
    children: [],
  }));

function cardsIn(file: SourceFile, parent: BlockStatement | undefined, switchedOff: readonly Span[]): StageCard[] {
  let off = 0;
  const within = (block: BlockStatement | undefined, prefix: string): StageCard[] => {
    let nth = 0;
    return bodyUnits(file, block, switchedOff).flatMap(({ statement, span, name }): StageCard[] => {
      if (statement === undefined) {
        return [{ id: `off ${++off}`, name: name!, off: true, nests: false, span, children: [] }];
      }
      if (statement.kind !== "block" || !isStage(statement)) return [];
      const id = `${prefix}${++nth}`;
      const stage = nameOfStage(statement);
      const nests = STAGE_CATALOG.get(stage)?.nests === true;
      return [{ id, name: stage, off: false, nests, span, children: nests ? within(statement, `${id}.`) : [] }];
    });
  };
  return within(parent, "");
}

/** An item of a body: a statement, or a switched-off stretch of stages. */
export interface BodyUnit {
  readonly span: Span;
  readonly statement: Statement | undefined;
  /** Of what is switched off. */
  readonly name: string | undefined;
}

/** The items of the body of `parent` (undefined: of the file), in order. */
export function bodyUnits(
  file: SourceFile,
  parent: BlockStatement | undefined,
  switchedOff: readonly Span[],
): BodyUnit[] {
  const body = parent?.body ?? file.body;
  const { start, end } = parent?.bodySpan ?? file.span;
  const units: BodyUnit[] = body.map((statement) => ({ span: statement.span, statement, name: undefined }));
  for (const span of switchedOff) {
    const isHere = start <= span.start && span.end <= end;
    // Inside another statement, or around one that is not switched off.
    if (!isHere || body.some((one) => one.span.start < span.end && span.start < one.span.end)) continue;
    const name = nameOfSwitchedOff(file.text, span);
    if (name !== undefined) units.push({ span, statement: undefined, name });
  }
  return units.sort((a, b) => a.span.start - b.span.start);
}

function nameOfSwitchedOff(text: string, span: Span): string | undefined {
  const { file, diagnostics } = parseFile(switchOn(text, span)[0]!.text);
  if (diagnostics.length > 0 || file.body.length === 0) return undefined;
  const stages = file.body.filter((one): one is BlockStatement => one.kind === "block" && isStage(one));
  return stages.length < file.body.length ? undefined : stages.map(nameOfStage).join(", ");
}

const nameOfStage = ({ nameParts }: BlockStatement): string => nameParts.slice(1).join(".");

/** All of them in the order of the text, each before those inside it. */
export const flattenCards = (cards: readonly StageCard[]): StageCard[] =>
  cards.flatMap((card) => [card, ...flattenCards(card.children)]);
