/**
 * Opens a text: a whole configuration, or a bare body of stages, the form of examples and snippets. Every reader of a
 * configuration's text (page, command line, server, editor services) opens it here, once: the tree, the diagnostics, the
 * components, the pipelines and whether each can be previewed, the dialects, and the references.
 *
 * All mistakes are reported at once. A statement with an error is marked in the tree (`broken`). As long as blocks
 * begin and end where they seem to (`structured`), the other statements are decoded; else only syntax errors are
 * reported.
 */
import { atOnce } from "../base/at-once.ts";
import type { Diagnostic } from "../base/diagnostic.ts";
import { type Span, touchedBy } from "../base/span.ts";
import { isPipeline } from "../components/component-spec.ts";
import { COMPONENT_CATALOG, isInBothDialects } from "../components/index.ts";
import type { LoggingArgs } from "../components/logging-block.ts";
import { isStage } from "../pipeline/decode-stages.ts";
import type { Dialect } from "../pipeline/stage.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import type { TargetVersion } from "../schema/alloy-target.ts";
import type { SourceFile, Statement } from "../syntax/ast.ts";
import { findReferences, type ParseResult, parseFile, type Reference, walkStatements } from "../syntax/index.ts";
import { explainSyntaxErrors } from "./diagnostics/syntax-errors.ts";
import { findVersionDifferences } from "./diagnostics/target-versions.ts";
import { withProposedFixes } from "./edits/proposed-fix.ts";
import { GivenLabels } from "./lint/given/given-labels.ts";
import { lintStreams } from "./lint/given/unlabelled-lint.ts";
import { lintPipeline, lintPipelineInSteps } from "./lint/index.ts";
import { lintJournals } from "./lint/journal-lints.ts";
import { lintRules } from "./lint/rules/lint-rules.ts";
import {
  type ComponentNode,
  type LoadedConfig,
  type LoadOptions,
  loadConfigInSteps,
  loadParsedStages,
} from "./load.ts";
import { type Marks, type NamedFile, readMarks, samplesFileOf, targetOf, withoutIgnored } from "./marks.ts";

/** How the pipeline of a bare body of stages is called. */
export const BARE_STAGES = "stages";

/** A pipeline of a document. */
export interface DocumentPipeline {
  /** `logs.process.main`; `stages` for a bare body. */
  readonly id: string;
  /** What entries go through; `component`: the component itself is the one step. */
  readonly steps: "stages" | "rules" | "component";
  /** Empty for a bare body. */
  readonly label: string;
  readonly dialect: Dialect;
  /** Where `previewable`: all of them. Else those that could be understood. */
  readonly stages: readonly StageNode[];
  readonly span: Span;
  /** The text parses, and nothing is wrong within it. */
  readonly previewable: boolean;
}

export interface OpenedDocument {
  readonly text: string;
  readonly kind: "config" | "stages";
  readonly file: SourceFile;
  /** In the order of their places. */
  readonly diagnostics: readonly Diagnostic[];
  /** Why the text does not parse. In that case the other diagnostics are only errors in unaffected parts. */
  readonly syntaxErrors: readonly Diagnostic[];
  /** There are no errors. */
  readonly ok: boolean;
  /** Without those that have an error of their own; none in a bare body. */
  readonly components: readonly ComponentNode[];
  /** What its block `logging` says, where there is one. */
  readonly logging?: LoggingArgs | undefined;
  /** See `LoadedConfig`. */
  readonly evaluate: LoadedConfig["evaluate"];
  /** In the order of the text, those without stages after those with stages. */
  readonly pipelines: readonly DocumentPipeline[];
  /** Every pipeline that is written can be previewed, although something else may be wrong. */
  readonly allPreviewable: boolean;
  /** The dialects that its components are written in. */
  readonly dialects: ReadonlySet<Dialect>;
  /** What `sluice:samples` names. */
  readonly samplesFile: NamedFile | undefined;
  /** Where it is to run: what the options say, or `sluice:target`. */
  readonly target: TargetVersion;
}

export interface OpenOptions extends LoadOptions {
  /** Whether a bare body of stages is a document. Default true; a server can only run whole files. */
  readonly bareStages?: boolean | undefined;
  /** In place of what `sluice:target` names. */
  readonly target?: TargetVersion | undefined;
  /** Where the target is Alloy, and no other purpose is given, the purpose is `for-alloy`. */
  readonly forTarget?: boolean | undefined;
}

/** A bare body of stages has no components. */
const NOTHING: LoadedConfig["evaluate"] = () => ({ ok: false, diagnostics: [] });

/** Opens `text`. Never throws for what a text contains. */
export function openDocument(text: string, options: OpenOptions = {}): OpenedDocument {
  return atOnce(open(text, options, false));
}

/** The same in steps, between which a server does other work. The whole text is parsed in one. */
export function openDocumentInSteps(text: string, options: OpenOptions = {}): Generator<void, OpenedDocument> {
  return open(text, options, true);
}

function* open(text: string, options: OpenOptions, ahead: boolean): Generator<void, OpenedDocument> {
  const parsed = parseFile(text);
  const { file } = parsed;
  const syntaxErrors = explainSyntaxErrors(parsed);
  const marks = readMarks(file);
  const target = options.target ?? targetOf(marks);
  const isForAlloy = options.forTarget === true && target !== "sluice";
  const loading: OpenOptions = isForAlloy ? { purpose: "for-alloy", ...options } : options;
  const isStages = options.bareStages !== false && isStageBody(file.body);
  const content = isStages
    ? stagesContent(parsed, syntaxErrors, loading)
    : yield* configContent(parsed, syntaxErrors, loading, ahead, target);
  const versions = target === "sluice" || options.decodeOnly ? [] : findVersionDifferences(file, target);
  const all = withProposedFixes([...content.diagnostics, ...versions], file);
  const diagnostics = withMarks(all, marks, file);
  return { text, file, syntaxErrors, samplesFile: samplesFileOf(marks), target, ...content, diagnostics };
}

/** What a document says, apart from its text and its marks. */
type Content = Omit<OpenedDocument, "text" | "file" | "syntaxErrors" | "samplesFile" | "target">;

/** A bare body of stages is one pipeline. */
function stagesContent(parsed: ParseResult, syntaxErrors: readonly Diagnostic[], options: OpenOptions): Content {
  const { file } = parsed;
  const { stages, diagnostics: loaded, ok } = loadParsedStages(parsed, options);
  const isLinted = syntaxErrors.length === 0 && !options.decodeOnly;
  const all = isLinted ? [...loaded, ...lintPipeline(stages, file, loaded)] : loaded;
  const common = { id: BARE_STAGES, steps: "stages", label: "", dialect: "logs" } as const;
  return {
    kind: "stages",
    diagnostics: withSyntaxErrors(all, syntaxErrors, parsed),
    ok,
    components: [],
    evaluate: NOTHING,
    pipelines: [{ ...common, stages, span: file.span, previewable: ok }],
    allPreviewable: ok,
    dialects: new Set(),
  };
}

function* configContent(
  parsed: ParseResult,
  syntaxErrors: readonly Diagnostic[],
  options: OpenOptions,
  ahead: boolean,
  target: TargetVersion,
): Generator<void, Content> {
  yield;
  const { file } = parsed;
  const loadedConfig = yield* loadConfigInSteps(parsed, options, ahead);
  const { components, logging, decodedStages, decodedRules, diagnostics: loaded, ok, evaluate } = loadedConfig;
  const told = withSyntaxErrors(loaded, syntaxErrors, parsed);
  const pipelines = pipelinesOf(components, told, syntaxErrors.length === 0);
  const lints: Diagnostic[] = [];
  // An error of one stage, or of another argument, does not hide what is doubtful about the others.
  const isLinted = syntaxErrors.length === 0 && !options.decodeOnly;
  const given = new GivenLabels(components, decodedRules, file, told);
  for (const stages of isLinted ? decodedStages : []) {
    lints.push(...(yield* lintPipelineInSteps(stages, file, loaded, given)));
    yield;
  }
  if (!options.decodeOnly) lints.push(...lintRules(decodedRules, components, file, given), ...lintStreams(file, given));
  if (isLinted && target === "sluice") lints.push(...lintJournals(file, components));
  const written = file.body.filter(({ name }) => hasPipeline(name));
  return {
    kind: "config",
    diagnostics: [...told, ...lints],
    ok,
    components,
    logging,
    evaluate,
    pipelines,
    allPreviewable: pipelines.filter(({ previewable }) => previewable).length === written.length,
    dialects: new Set(components.flatMap(({ spec, dialect }) => (isInBothDialects(spec) ? [] : dialect))),
  };
}

/** Diagnostics of a text that may not parse: its meaning is checked as far as the parser could read it. */
function withSyntaxErrors(
  loaded: readonly Diagnostic[],
  syntaxErrors: readonly Diagnostic[],
  { file, diagnostics, structured }: ParseResult,
): readonly Diagnostic[] {
  if (syntaxErrors.length === 0) return loaded;
  if (!structured) return syntaxErrors;
  const raw = new Set(diagnostics);
  const broken: Span[] = [];
  /** Where blocks begin that hold one: an argument whose equals sign is missing looks like that. */
  const around = new Set<number>();
  walkStatements(file.body, (statement, parents) => {
    if (statement.kind !== "attribute" || statement.broken === undefined) return;
    broken.push(statement.span);
    if (parents.length > 0) around.add(parents.at(-1)!.span.start);
  });
  const isBroken = touchedBy(broken);
  const meant = loaded.filter((one) => {
    if (one.severity !== "error" || raw.has(one)) return false;
    if (one.span === undefined) return true;
    const { start } = one.span;
    return !isBroken({ start, end: start + 1 }) && !(one.code === "attribute-expected" && around.has(start));
  });
  return [...syntaxErrors, ...meant];
}

function hasPipeline(name: string): boolean {
  const spec = COMPONENT_CATALOG.get(name);
  return spec !== undefined && isPipeline(spec);
}

/** What is wrong with marks is added, and what they say to ignore is left out. */
function withMarks(all: readonly Diagnostic[], { marks, diagnostics }: Marks, file: SourceFile): Diagnostic[] {
  return [...withoutIgnored(all, marks, file.body), ...diagnostics].sort(
    (a, b) => (a.span?.start ?? -1) - (b.span?.start ?? -1),
  );
}

/** What a text says in its syntax alone. */
export type DocumentTree = Pick<OpenedDocument, "text" | "kind" | "file" | "syntaxErrors">;

/** Reads no more of `text` than its syntax, which is a small part of the work of opening it. */
export function readTree(text: string): DocumentTree {
  const parsed = parseFile(text);
  const { file } = parsed;
  const kind = isStageBody(file.body) ? "stages" : "config";
  return { text, kind, file, syntaxErrors: explainSyntaxErrors(parsed) };
}

/** Whether a file holds nothing but stages. */
function isStageBody(body: readonly Statement[]): boolean {
  return body.length > 0 && body.every((statement) => statement.kind === "block" && isStage(statement));
}

/** A mistake elsewhere (an endpoint without an address, for example) does not hide a pipeline. */
function pipelinesOf(
  components: readonly ComponentNode[],
  diagnostics: readonly Diagnostic[],
  parses: boolean,
): DocumentPipeline[] {
  const isTouched = touchedBy(diagnostics.flatMap(({ severity, span }) => (severity === "error" && span ? span : [])));
  const found = components.filter(({ spec }) => isPipeline(spec));
  return [...found.filter(({ spec }) => spec.stages), ...found.filter(({ spec }) => !spec.stages)].map((node) => ({
    id: node.id,
    steps: node.spec.stages ? "stages" : node.spec.steps !== undefined ? "rules" : "component",
    label: node.label,
    dialect: node.dialect,
    stages: node.stages,
    span: node.span,
    previewable: parses && !isTouched(node.span),
  }));
}

/** The pipelines of `document` that can be previewed. */
export const previewablePipelines = ({ pipelines }: Pick<OpenedDocument, "pipelines">): readonly DocumentPipeline[] =>
  pipelines.filter(({ previewable }) => previewable);

/** The previewable pipeline called `wanted`, by its id or its label. */
export function findPipeline(document: OpenedDocument, wanted: string): DocumentPipeline | undefined {
  const pipelines = previewablePipelines(document);
  return pipelines.find(({ id }) => id === wanted) ?? pipelines.find(({ label }) => label === wanted);
}

/** Everything that a file's expressions refer to, names of the standard library included, in the order of the text. */
export function referencesOf({ body }: Pick<SourceFile, "body">): Reference[] {
  const found: Reference[] = [];
  walkStatements(body, (statement) => {
    if (statement.kind !== "attribute") return;
    for (const reference of findReferences(statement.value)) found.push(reference);
  });
  return found;
}
