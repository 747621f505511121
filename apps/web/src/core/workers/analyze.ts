/** A configuration's text, understood, in the form that the page shows. Runs in the language worker. */
import {
  type Diagnostic,
  LineIndex,
  listStageCards,
  loadStages,
  messageWithHint,
  type NamedFile,
  namedResources,
  type OpenedDocument,
  openDocument,
  readGraph,
  type Span,
  type StageCard,
  type StageNode,
  sourceLabels,
  summarizeStage,
  switchOn,
  underlinedPlace,
  withParts,
} from "@sluice/engine";
import { type Analysis, type CardItem, notUnderstood, type Problem, type StageItem } from "../model/analysis.ts";

/**
 * A configuration made for Alloy is read as it is: components that Sluice does not run are kept, and environment
 * variables, of which a browser has none, are not known.
 */
export const openForPreview = (text: string): OpenedDocument => openDocument(text, { purpose: "preview" });

/** The same, with the text that was opened last kept: what is asked about it again is not opened anew. */
export function keepLastOpened(): (text: string) => OpenedDocument {
  let last: OpenedDocument | undefined;
  return (text) => {
    if (last?.text !== text) last = openForPreview(text);
    return last;
  };
}

/** `problems` at most; a text that is not a configuration at all has thousands. */
const MAX_PROBLEMS = 200;

export function analyze(text: string): Analysis {
  return describeDocument(openForPreview(text));
}

/** The result of `describe`; if a part of the engine cannot be loaded, an analysis with that as its problem. */
export function analysisOrWhy(text: string, describe: () => Analysis): Analysis | Promise<Analysis> {
  const described = withParts(describe);
  if (!(described instanceof Promise)) return described;
  return described.catch((error: Error) => notUnderstood(text, error.message));
}

/** Whether a text has no errors that prevent a preview. */
export const isSound = ({ ok, allPreviewable, pipelines }: OpenedDocument): boolean =>
  ok || (pipelines.length > 0 && allPreviewable);

export function describeDocument(document: OpenedDocument): Analysis {
  const { text, pipelines, samplesFile } = document;
  const lines = new LineIndex(text);
  const diagnostics =
    samplesFile === undefined ? document.diagnostics : [...document.diagnostics, notOpened(samplesFile)];
  const givenTo = sourceLabels(document.components);
  const listed = pipelines.map(({ id, span, stages }) => ({
    id,
    start: span.start,
    end: span.end,
    stages: listStages(stages, text, lines),
    given: givenTo(id),
  }));
  return {
    text,
    ok: isSound(document),
    problems: diagnostics.slice(0, MAX_PROBLEMS).map((diagnostic) => toProblem(diagnostic, lines)),
    pipelines: listed,
    cards: document.syntaxErrors.length > 0 ? null : listCards(document, listed),
    graph: readGraph(document) ?? null,
    target: document.target,
  };
}

function listCards(document: OpenedDocument, pipelines: Analysis["pipelines"]): NonNullable<Analysis["cards"]> {
  return listStageCards(document).map(({ id, cards }) => {
    const stages = pipelines.find((pipeline) => pipeline.id === id)?.stages ?? [];
    const known = new Map(stages.map((stage) => [stage.path, stage]));
    return { id, cards: placeCards(cards, known, document.text) };
  });
}

function placeCards(
  cards: readonly StageCard[],
  known: ReadonlyMap<string, StageItem>,
  text: string,
  parent?: string,
  depth = 0,
): CardItem[] {
  return cards.flatMap(({ id, name, off, nests, span, children }, index) => {
    const { summary = "", resources = [] } = off
      ? { summary: summarizeSwitchedOff(text, span) }
      : (known.get(id) ?? {});
    const place = { parent, index, depth, start: span.start, end: span.end };
    return [
      { id, name, summary, off, nests, resources, ...place },
      ...placeCards(children, known, text, id, depth + 1),
    ];
  });
}

function summarizeSwitchedOff(text: string, span: Span): string {
  const inner = switchOn(text, span)[0]!.text;
  const [stage] = loadStages(inner, { purpose: "preview" }).stages;
  return stage === undefined ? "" : summarizeStage(stage, inner);
}

/** A page has no files but those that it is given. */
function notOpened({ file, span }: NamedFile): Diagnostic {
  const message = `The page cannot open ${JSON.stringify(file)}: drop the file on the entries, or use sluice preview`;
  return { severity: "info", code: "samples-not-opened", message, span };
}

function listStages(nodes: readonly StageNode[], text: string, lines: LineIndex, depth = 0): StageItem[] {
  return nodes.flatMap((node) => [
    {
      path: node.path,
      name: node.spec.name,
      summary: summarizeStage(node, text),
      depth,
      start: node.span.start,
      end: node.span.end,
      resources: namedResources([{ ...node, children: [] }])
        // An empty path is a mistake of its own.
        .filter(({ path }) => path !== "")
        .map(({ path, span }) => ({ path, start: span.start, end: span.end, ...lines.position(span.start) })),
    },
    ...listStages(node.children, text, lines, depth + 1),
  ]);
}

/** A problem stands where the editor underlines it, so that a click on it leads to the mistake itself. */
export function toProblem(diagnostic: Diagnostic, lines: LineIndex): Problem {
  const { severity, code, fixes } = diagnostic;
  const message = messageWithHint(diagnostic);
  const span = underlinedPlace(diagnostic);
  const start = span?.start ?? 0;
  const { line, column } = lines.position(start);
  return { severity, code, message, start, end: span?.end ?? start, line, column, fixes: fixes ?? [] };
}
