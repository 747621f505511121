/**
 * Puts the stages of one configuration into a component of another, the usual way from a draft into the running
 * configuration. Only the lines of stages change; everything else stays byte for byte. The server does it, since it has the
 * secrets.
 */

import { atOnce } from "../../base/at-once.ts";
import { applyEdits, type TextEdit } from "../../base/diagnostic.ts";
import { withLineEnds } from "../../base/line-ends.ts";
import type { Span } from "../../base/span.ts";
import { isStage } from "../../pipeline/decode-stages.ts";
import type { SourceFile } from "../../syntax/ast.ts";
import { readMarks } from "../marks.ts";
import { type DocumentTree, readTree } from "../open-document.ts";
import { linesOf, startOfOwnComments } from "./edits.ts";
import { NOT_PARSED } from "./refusals.ts";
import { type BodyUnit, bodyUnits, pipelineBodies } from "./stage-cards.ts";
import { editStages, indented, SHARED_LINES } from "./stage-edits.ts";
import { asIn, hasLinesOfContent, nextLine, restOfLine, unitOfIndent, withIndent } from "./text-lines.ts";

/** Whether stages replace the existing ones or follow them. */
export type PutMode = "replace" | "append";

/** Why it cannot be done, as a sentence. */
interface Refused {
  readonly ok: false;
  readonly reason: string;
}

export type StagesPut = { readonly ok: true; readonly text: string } | Refused;

export interface StagesFrom {
  readonly document: DocumentTree;
  /** Undefined: the only pipeline with stages. */
  readonly pipeline?: string | undefined;
}

const refuse = (reason: string): Refused => ({ ok: false, reason });

/** Pipelines of a document that can have stages. */
export const stagePipelines = (document: DocumentTree): string[] =>
  document.syntaxErrors.length > 0
    ? []
    : pipelineBodies(document).flatMap(({ id, steps }) => (steps === undefined ? id : []));

/** The pipeline that can have stages around an offset of a document, and whether it has none yet; a bare body is all of its text. */
export function pipelineAt(
  document: DocumentTree,
  offset: number,
): { readonly id: string; readonly isEmpty: boolean } | undefined {
  const found = document.syntaxErrors.length > 0 ? [] : pipelineBodies(document);
  const around = found.find(
    ({ parent, steps }) =>
      steps === undefined && (parent === undefined || (parent.span.start <= offset && offset <= parent.span.end)),
  );
  if (around === undefined) return undefined;
  return { id: around.id, isEmpty: stageRuns(document, around.id)?.length === 0 };
}

/** The text of `into` with the stages of `from` in its pipeline `pipeline`. */
export const putStages = (from: StagesFrom, into: DocumentTree, pipeline: string, mode: PutMode): StagesPut =>
  atOnce(putStagesInSteps(from, into, pipeline, mode));

/** The same with pauses between its parts. */
export function* putStagesInSteps(
  from: StagesFrom,
  into: DocumentTree,
  pipeline: string,
  mode: PutMode,
): Generator<void, StagesPut> {
  if (into.syntaxErrors.length > 0) return refuse(NOT_PARSED);
  const known = stagePipelines(into);
  if (!known.includes(pipeline)) {
    const others = known.length === 0 ? "it has no component with stages" : `it has ${known.join(", ")}`;
    return refuse(`The configuration that runs has no ${pipeline}: ${others}.`);
  }
  const taken = takeStages(from);
  if (!taken.ok) return taken;
  yield;
  const runs = stageRuns(into, pipeline);
  if (runs === undefined) return refuse(SHARED_LINES);
  yield;
  if (runs.length > 0) return writeStages(into.text, runs, taken.code, mode);
  // The edits of the list know the place of a component's first stage and the space around it.
  const one = { kind: "insert", code: "stage.decolorize { }", to: { parent: undefined, index: 0 } } as const;
  const begun = editStages(into, pipeline, one);
  if (!begun.ok) return begun;
  yield;
  const tree = readTree(begun.text);
  return writeStages(tree.text, stageRuns(tree, pipeline)!, taken.code, "replace");
}

function writeStages(text: string, runs: readonly Span[], code: string, mode: PutMode): StagesPut {
  const [first, ...others] = runs;
  const written = indented({ text: inUnitsOf(code, text), indent: "" }, indentOf(text.slice(first!.start, first!.end)));
  if (mode === "append") {
    const { end } = runs.at(-1)!;
    return {
      ok: true,
      text: applyEdits(text, [{ span: { start: end, end }, text: asIn(`\n\n${written}`, text) }]),
    };
  }
  const edits: TextEdit[] = [
    { span: first!, text: asIn(written, text) },
    ...others.map(({ start, end }) => ({ span: { start, end: nextLine(text, end) }, text: "" })),
  ];
  return { ok: true, text: applyEdits(text, edits) };
}

const indentOf = (lines: string): string => /^[ \t]*/.exec(lines)![0];

/** `code` indented as `text` is. Lines of a raw string are content, so that such code is not changed. */
const inUnitsOf = (code: string, text: string): string =>
  hasLinesOfContent(code) ? code : withIndent(code, unitOfIndent(text));

/** The stages of a pipeline with their comments, without indentation. */
function takeStages({ document, pipeline }: StagesFrom): { readonly ok: true; readonly code: string } | Refused {
  if (document.syntaxErrors.length > 0) return refuse("The draft does not parse: see its problems.");
  const known = stagePipelines(document);
  const id = pipeline ?? (known.length === 1 ? known[0] : undefined);
  if (known.length === 0) return refuse("The draft has no pipeline with stages.");
  if (id === undefined) return refuse(`The draft has several pipelines: say which of ${known.join(", ")} to take.`);
  if (!known.includes(id)) return refuse(`The draft has no pipeline ${id}: it has ${known.join(", ")}.`);
  const runs = stageRuns(document, id);
  if (runs === undefined) return refuse(SHARED_LINES);
  if (runs.length === 0) return refuse(`${id} of the draft has no stages.`);
  const parts = runs.map(({ start, end }) => {
    const lines = withLineEnds(document.text.slice(start, end), "\n");
    return indented({ text: lines, indent: indentOf(lines) }, "");
  });
  return { ok: true, code: parts.join("\n\n") };
}

/** Stretches of whole lines that hold stages and nothing else; undefined where one shares its lines with other code. */
function stageRuns(document: DocumentTree, pipeline: string): Span[] | undefined {
  const { file } = document;
  const parent = pipelineBodies(document).find(({ id }) => id === pipeline)?.parent;
  const units = bodyUnits(file, parent, readMarks(file).switchedOff);
  const isStaged = ({ statement }: BodyUnit) =>
    statement === undefined || (statement.kind === "block" && isStage(statement));
  const runs: Span[] = [];
  for (let at = 0; at < units.length; at++) {
    if (!isStaged(units[at]!)) continue;
    let last = at;
    while (last + 1 < units.length && isStaged(units[last + 1]!)) last++;
    const [start, end] = [unitLines(file, units[at]!)?.start, unitLines(file, units[last]!)?.end];
    if (start === undefined || end === undefined) return undefined;
    runs.push({ start, end });
    at = last;
  }
  return runs;
}

function unitLines(file: SourceFile, { span, statement }: BodyUnit): Span | undefined {
  if (statement !== undefined) return linesOf(file, statement);
  const [start, end] = [startOfOwnComments(file, span.start), restOfLine(file.text, span.end)];
  return start === undefined || end === undefined ? undefined : { start, end };
}
