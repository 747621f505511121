/** A configuration's text, understood, in the form that the page shows. Runs in the language worker. */
import {
  COMPONENT_CATALOG,
  type Diagnostic,
  hasErrors,
  isStageBody,
  LineIndex,
  type LoadedConfig,
  type LoadedStages,
  type LoadOptions,
  loadConfig,
  loadStages,
  namedResources,
  parseFile,
  previewablePipelines,
  type StageNode,
  summarizeStage,
  underlinedPlace,
} from "@sluice/engine";
import type { Analysis, PipelineItem, Problem, StageItem } from "../domain/analysis.ts";

/** How a pipeline of a bare body of stages is called. */
export const BARE_STAGES = "stages";

/**
 * A configuration made for Alloy is looked at as it is: components that Sluice does not run are kept, and environment
 * variables, of which a browser has none, are not known.
 */
const PAGE_OPTIONS: LoadOptions = { unknownComponents: "warning" };

/** `problems` at most; a text that is no configuration at all has thousands. */
const MAX_PROBLEMS = 200;

export function loadText(text: string): { config: LoadedConfig } | { stages: LoadedStages } {
  return isStageBody(parseFile(text).file.body)
    ? { stages: loadStages(text) }
    : { config: loadConfig(text, PAGE_OPTIONS) };
}

export function analyze(text: string): Analysis {
  const loaded = loadText(text);
  const lines = new LineIndex(text);
  const diagnostics = "config" in loaded ? loaded.config.diagnostics : loaded.stages.diagnostics;
  return {
    text,
    ok: !hasErrors(diagnostics) || ("config" in loaded && arePipelinesWhole(loaded.config)),
    problems: diagnostics.slice(0, MAX_PROBLEMS).map((diagnostic) => toProblem(diagnostic, lines)),
    pipelines: pipelinesOf(loaded, text, lines),
  };
}

/** Whether every pipeline can be previewed although something else is wrong. */
function arePipelinesWhole(config: LoadedConfig): boolean {
  const written = config.file.body.filter(({ name }) => COMPONENT_CATALOG.get(name)?.stages);
  return written.length > 0 && previewablePipelines(config).length === written.length;
}

function pipelinesOf(loaded: ReturnType<typeof loadText>, text: string, lines: LineIndex): PipelineItem[] {
  if ("stages" in loaded)
    return [{ id: BARE_STAGES, start: 0, end: text.length, stages: listStages(loaded.stages.stages, text, lines) }];
  return loaded.config.components
    .filter((component) => component.spec.stages)
    .map(({ id, span, stages }) => ({ id, start: span.start, end: span.end, stages: listStages(stages, text, lines) }));
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
function toProblem(diagnostic: Diagnostic, lines: LineIndex): Problem {
  const { severity, code, message, fixes } = diagnostic;
  const span = underlinedPlace(diagnostic);
  const start = span?.start ?? 0;
  const { line, column } = lines.position(start);
  return { severity, code, message, start, end: span?.end ?? start, line, column, fixes: fixes ?? [] };
}
