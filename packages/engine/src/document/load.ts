/**
 * Loads a whole configuration file: its components with decoded arguments and stages, the flow between them, and all mistakes
 * at their places. In a preview, mistakes that matter only to a server are warnings. Also reads a bare body of stages.
 */
import { atOnce } from "../base/at-once.ts";
import type { Diagnostic, Report } from "../base/diagnostic.ts";
import { hasErrors } from "../base/diagnostic.ts";
import { decodeStageBody } from "../pipeline/decode-stages.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import { CompiledTexts } from "../schema/compiled-text.ts";
import type { Exports } from "../schema/exported.ts";
import { STAGE_CATALOG } from "../stages/index.ts";
import type { Expression, SourceFile } from "../syntax/ast.ts";
import { createStandardLibrary, type ParseResult, parseFile } from "../syntax/index.ts";
import type { ComponentNode, DecodedRules, LoadedConfig, LoadOptions } from "./component-node.ts";
import { readLogging } from "./config-blocks.ts";
import { findSharedPorts } from "./diagnostics/shared-ports.ts";
import { asksUnset } from "./diagnostics/unset-environment.ts";
import { ComponentEvaluator } from "./evaluate-component.ts";
import { findCycles } from "./graph/forward-cycles.ts";
import { findRetryTimes } from "./graph/retry-times.ts";
import { findSendLoops } from "./graph/send-loops.ts";
import { readTopLevel } from "./top-level.ts";

export type { ComponentNode, Evaluation, LoadedConfig, LoadOptions } from "./component-node.ts";

/** Parses, checks and decodes a configuration. Never throws for what a text contains. */
export function loadConfig(text: string, options: LoadOptions = {}): LoadedConfig {
  return loadParsedConfig(parseFile(text), options);
}

/** The same for a text that is parsed already. */
export function loadParsedConfig(parsed: ParseResult, options: LoadOptions = {}): LoadedConfig {
  return atOnce(loadConfigInSteps(parsed, options));
}

/** Of each component, also of those that have an error of their own: there without the stages and rules that have one. */
interface DecodedParts {
  readonly decodedStages: readonly (readonly StageNode[])[];
  readonly decodedRules: readonly DecodedRules[];
}

/** The same in steps. `ahead`: what takes long is compiled in steps, too. */
export function* loadConfigInSteps(
  parsed: ParseResult,
  options: LoadOptions,
  ahead = false,
): Generator<void, LoadedConfig & DecodedParts> {
  const { file, diagnostics: syntaxDiagnostics } = parsed;
  const diagnostics: Diagnostic[] = [...syntaxDiagnostics];
  const report: Report = (diagnostic) => void diagnostics.push(diagnostic);
  const { blocks, mistyped, opaque, refused } = yield* readTopLevel(file.body, options, report);
  const logging = yield* readLogging(file.body, options, report);
  const evaluator = yield* ComponentEvaluator.inSteps(file, blocks, { opaque, refused, mistyped }, options);
  if (!options.decodeOnly) findCycles(file, evaluator.links).forEach(report);
  /** Of what has been evaluated; what the others export is not known. */
  const exports = new Map<string, Exports>();
  const nodes = new Map<string, ComponentNode>();
  for (const id of evaluator.order) {
    if (ahead) yield* evaluator.compileAhead(id);
    const node = yield* evaluator.evaluateInSteps(id, (other) => exports.get(other), report);
    yield;
    if (node === undefined) continue;
    nodes.set(id, node);
    if (node.exports !== undefined) exports.set(id, node.exports);
  }
  for (const block of mistyped) yield* evaluator.checkInSteps(block, (other) => exports.get(other), report);
  const components = blocks.flatMap(({ id }) => nodes.get(id) ?? []);
  if (!options.decodeOnly) {
    for (const find of [findCycles, findSharedPorts, findSendLoops, findRetryTimes])
      find(file, components).forEach(report);
  }
  diagnostics.sort((a, b) => (a.span?.start ?? -1) - (b.span?.start ?? -1));
  const evaluate: LoadedConfig["evaluate"] = (id, exportsOf) => {
    const told: Diagnostic[] = [];
    const node = evaluator.evaluate(id, exportsOf, (diagnostic) => void told.push(diagnostic));
    return node === undefined || hasErrors(told) ? { ok: false, diagnostics: told } : { ok: true, node };
  };
  const decodedStages = blocks.map(({ id }) => evaluator.stagesOf(id));
  const ok = !hasErrors(diagnostics);
  return { file, components, decodedStages, decodedRules: evaluator.rules, logging, diagnostics, ok, evaluate };
}

export interface LoadedStages {
  readonly file: SourceFile;
  readonly stages: readonly StageNode[];
  readonly diagnostics: readonly Diagnostic[];
  readonly ok: boolean;
}

/** Parses, checks and decodes a bare body of stages. */
export function loadStages(text: string, options: LoadOptions = {}): LoadedStages {
  return loadParsedStages(parseFile(text), options);
}

/** The same for a text that is parsed already. */
export function loadParsedStages(parsed: ParseResult, options: LoadOptions = {}): LoadedStages {
  const { file, diagnostics: syntaxDiagnostics } = parsed;
  const diagnostics: Diagnostic[] = [...syntaxDiagnostics];
  const library = createStandardLibrary(options.library ?? {});
  const scope = { lookup: (name: string) => library.get(name), names: () => library.names };
  const context = {
    scope,
    report: (d: Diagnostic) => void diagnostics.push(d),
    isUnknowable: (expression: Expression) =>
      (options.purpose ?? "run") !== "run" && asksUnset(expression, options.library?.env, scope),
    decodeOnly: options.decodeOnly,
    texts: new CompiledTexts(),
  };
  const stages = decodeStageBody(file.body, options.stages ?? STAGE_CATALOG, context);
  diagnostics.sort((a, b) => (a.span?.start ?? -1) - (b.span?.start ?? -1));
  return { file, stages, diagnostics, ok: !hasErrors(diagnostics) };
}
