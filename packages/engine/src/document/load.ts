/**
 * A whole configuration file, understood: its components with decoded arguments and stages, who forwards to whom, and
 * everything that is wrong, each at its place. Also reads a bare body of stages, which is how examples and snippets are
 * passed around.
 */
import type { Diagnostic, Report } from "../base/diagnostic.ts";
import { hasErrors } from "../base/diagnostic.ts";
import type { Span } from "../base/span.ts";
import type { ComponentSpec } from "../components/component-spec.ts";
import { COMPONENT_CATALOG, COMPONENTS } from "../components/index.ts";
import { decodeStageBody, decodeStages, isStage, type StageCatalog } from "../pipeline/decode-stages.ts";
import type { Dialect } from "../pipeline/stage.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import { CompiledTexts } from "../schema/compiled-text.ts";
import { blockHead, decodeBody } from "../schema/decode.ts";
import type { CapsuleReference } from "../schema/field.ts";
import { nearest } from "../schema/nearest.ts";
import { STAGE_CATALOG } from "../stages/index.ts";
import type { BlockStatement, Expression, SourceFile, Statement } from "../syntax/ast.ts";
import {
  createStandardLibrary,
  findReferences,
  type ParseResult,
  parseFile,
  type StandardLibraryHost,
  type Value,
} from "../syntax/index.ts";
import { exportedValues } from "./exported-values.ts";
import { findCycles } from "./forward-cycles.ts";
import { findReferenceErrors, leadsInto, referencesIn } from "./reference-errors.ts";
import { findSendLoops } from "./send-loops.ts";
import { findSharedPorts } from "./shared-ports.ts";
import { asksUnset } from "./unset-environment.ts";

/** A component of a configuration, decoded. */
export interface ComponentNode {
  readonly spec: ComponentSpec;
  /** As written, with its label: `loki.process.main`. */
  readonly id: string;
  readonly label: string;
  /** Whose names it was written in. */
  readonly dialect: Dialect;
  readonly args: Readonly<Record<string, unknown>>;
  readonly stages: readonly StageNode[];
  /** Ids of the components that it forwards to, in order. */
  readonly forwardTo: readonly string[];
  readonly span: Span;
}

export interface LoadedConfig {
  readonly file: SourceFile;
  /** Without those that have an error of their own. */
  readonly components: readonly ComponentNode[];
  /** In the order of their places. */
  readonly diagnostics: readonly Diagnostic[];
  readonly ok: boolean;
}

export interface LoadOptions {
  readonly stages?: StageCatalog | undefined;
  readonly library?: StandardLibraryHost | undefined;
  /** Further names that expressions may use. */
  readonly globals?: ReadonlyMap<string, Value> | undefined;
  /**
   * What the configuration is for. To `run` it (default), a component that Sluice does not run is an error: a server would
   * leave it out of the flow. For a `preview`, where only pipelines are looked at, it is a warning: it is kept as it is,
   * and what refers to it counts as empty. So does a reference to a block that is not there, and an environment variable
   * that is not set, or any where the library has no environment.
   */
  readonly purpose?: "run" | "preview" | undefined;
  /**
   * Stop where Alloy's decoding does: what it refuses when it loads components (their names) or builds them (embedded
   * languages, rules across arguments) is passed over. For comparisons; what comes out cannot be built.
   */
  readonly decodeOnly?: boolean | undefined;
}

/** Blocks of Alloy's that configure the process and have no effect here. */
const IGNORED_BLOCKS = new Set(["logging", "tracing", "http", "livedebugging", "remotecfg"]);
const REFUSED_BLOCKS = new Set(["declare", "argument", "export", "foreach"]);
/** What names of Alloy's components begin with: there is such a component, most likely, and it is not mistyped. */
const ALLOY_NAMESPACES = new Set(
  "beyla database_observability discovery faro local loki mimir otelcol prometheus pyroscope remote".split(" "),
);

/** What to do without components of Alloy that others of ours make up for. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ["local.file_match", "put the pattern as `__path__` into `targets` of loki.source.file, and take this block out"],
]);

/** Parses, checks and decodes a configuration. Never throws for what a text contains. */
export function loadConfig(text: string, options: LoadOptions = {}): LoadedConfig {
  return loadParsedConfig(parseFile(text), options);
}

/** The same for a text that is parsed already. */
export function loadParsedConfig(parsed: ParseResult, options: LoadOptions = {}): LoadedConfig {
  const { file, diagnostics: syntaxDiagnostics } = parsed;
  const diagnostics: Diagnostic[] = [...syntaxDiagnostics];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const { blocks, opaque, refused } = readTopLevel(file.body, options, report);
  const known = new Map(blocks.map(({ id, spec }) => [id, spec]));
  const library = createStandardLibrary(options.library ?? {});
  const exported = exportedValues(known);
  const scope = { lookup: (name: string) => exported.get(name) ?? options.globals?.get(name) ?? library.get(name) };
  const catalog = options.stages ?? STAGE_CATALOG;
  const texts = new CompiledTexts();

  const tolerant = options.purpose === "preview";
  const missing = {
    severity: tolerant ? ("warning" as const) : ("error" as const),
    end: file.text.length,
    written: new Set(file.body.map(({ name }) => name)),
  };

  const components: ComponentNode[] = [];
  for (const { statement, spec, id, dialect } of blocks) {
    const unresolved = findReferenceErrors(statement, known, new Set([...opaque, ...refused]), missing);
    for (const diagnostic of unresolved) report(diagnostic);
    // A block that was refused is an error by itself: what refers to it is not another.
    const told = [...unresolved, ...referencesIn(statement).filter((reference) => leadsInto(reference, refused))];
    const unresolvedAt = new Set(unresolved.flatMap(({ severity, span }) => (severity === "error" ? [] : span!.start)));
    const isUnknowable = (expression: Expression) =>
      tolerant &&
      (asksUnset(expression, options.library?.env, scope) ||
        findReferences(expression).some(
          (reference) => leadsInto(reference, opaque) || unresolvedAt.has(reference.span.start),
        ));
    const context = {
      scope,
      report: (diagnostic: Diagnostic) => !coveredBy(diagnostic, told) && report(diagnostic),
      isUnknowable,
      decodeOnly: options.decodeOnly,
      texts,
      tolerant,
    };
    const { args, claimed } = decodeBody(
      statement.body,
      spec,
      statement.nameSpan,
      context,
      spec.stages ? isStage : undefined,
    );
    const stages = decodeStages(claimed, catalog, context);
    if (args === undefined) continue;
    const forwardTo = ((args.forward_to ?? []) as readonly (CapsuleReference | null)[]).flatMap(
      (reference) => reference?.component ?? [],
    );
    components.push({ spec, id, label: statement.label!, dialect, args, stages, forwardTo, span: statement.span });
  }
  if (!options.decodeOnly) {
    for (const find of [findCycles, findSharedPorts, findSendLoops]) find(file, components).forEach(report);
  }
  diagnostics.sort((a, b) => (a.span?.start ?? -1) - (b.span?.start ?? -1));
  return { file, components, diagnostics, ok: !hasErrors(diagnostics) };
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
  const scope = { lookup: (name: string) => library.get(name) };
  const context = {
    scope,
    report: (d: Diagnostic) => void diagnostics.push(d),
    isUnknowable: (expression: Expression) =>
      options.purpose === "preview" && asksUnset(expression, options.library?.env, scope),
    decodeOnly: options.decodeOnly,
    texts: new CompiledTexts(),
  };
  const stages = decodeStageBody(file.body, options.stages ?? STAGE_CATALOG, context);
  diagnostics.sort((a, b) => (a.span?.start ?? -1) - (b.span?.start ?? -1));
  return { file, stages, diagnostics, ok: !hasErrors(diagnostics) };
}

interface TopLevelBlock {
  readonly statement: BlockStatement;
  readonly spec: ComponentSpec;
  readonly id: string;
  readonly dialect: Dialect;
}

interface TopLevel {
  readonly blocks: readonly TopLevelBlock[];
  /** Ids of components that are kept as they are. */
  readonly opaque: ReadonlySet<string>;
  /** Ids of those that are errors. */
  readonly refused: ReadonlySet<string>;
}

function readTopLevel(body: readonly Statement[], options: LoadOptions, report: Report): TopLevel {
  const tolerant = options.purpose === "preview";
  const other = body.find((statement) => statement.kind === "attribute" || !isStage(statement));
  const found: TopLevelBlock[] = [];
  const opaque = new Set<string>();
  const refused = new Set<string>();
  const byId = new Map<string, BlockStatement>();
  for (const statement of body) {
    if (statement.kind === "attribute") {
      report({
        severity: "error",
        code: "unknown-argument",
        message: `unrecognized attribute name ${JSON.stringify(statement.name)}`,
        span: statement.span,
      });
      continue;
    }
    const spec = COMPONENT_CATALOG.get(statement.name);
    if (spec === undefined) {
      const ids = reportUnknownComponent(statement, tolerant, other, report) === "kept" ? opaque : refused;
      ids.add(idOf(statement));
      continue;
    }
    const head = blockHead(statement);
    if (!statement.label) {
      report({
        severity: "error",
        code: "label-required",
        message: `block ${JSON.stringify(statement.name)} requires non-empty label`,
        span: head,
      });
      continue;
    }
    const id = idOf(statement);
    const earlier = byId.get(id);
    if (earlier !== undefined && !options.decodeOnly) {
      const related = [{ message: "declared here", span: blockHead(earlier) }];
      report({
        severity: "error",
        code: "duplicate-component",
        phase: "load",
        message: `component ${JSON.stringify(id)} already declared`,
        span: head,
        related,
      });
      continue;
    }
    byId.set(id, statement);
    found.push({ statement, spec, id, dialect: statement.name === spec.alias ? "loki" : "logs" });
  }
  return { blocks: found, opaque, refused };
}

const idOf = ({ name, label }: BlockStatement): string => (label ? `${name}.${label}` : name);

/** Reports a block that is not a component of ours; `kept` where it is somebody else's and may stay. */
function reportUnknownComponent(
  statement: BlockStatement,
  tolerant: boolean,
  /** What makes the file something else than a bare body of stages. */
  other: Statement | undefined,
  report: Report,
): "kept" | "refused" {
  const { name } = statement;
  const span = blockHead(statement);
  const first = statement.nameParts[0] ?? name;
  if (IGNORED_BLOCKS.has(name)) {
    report({
      severity: "warning",
      code: "block-ignored",
      message: `block ${JSON.stringify(name)} configures Alloy's process and has no effect in Sluice`,
      span,
    });
  } else if (REFUSED_BLOCKS.has(first) || first === "import") {
    report({
      severity: "error",
      code: "block-not-supported",
      message: `${JSON.stringify(name)} is not supported: Sluice reads a single file of components; write the component where it is used`,
      span,
    });
  } else if (first === "stage") {
    report({
      severity: "error",
      code: "stage-outside",
      message: `${JSON.stringify(name)} must be inside logs.process${
        other === undefined
          ? ""
          : `: with ${JSON.stringify(other.name)} in it, the file is a whole configuration, not a bare body of stages`
      }`,
      span,
    });
  } else {
    const near = nearest(name, [...COMPONENT_CATALOG.keys()]);
    if (tolerant && near === undefined && statement.nameParts.length > 1) {
      report({
        severity: "warning",
        code: "component-not-run",
        message: `Sluice does not run ${JSON.stringify(name)}; the block is kept as it is`,
        span,
      });
      return "kept";
    }
    if (near === undefined && ALLOY_NAMESPACES.has(first)) {
      report({
        severity: "error",
        code: "component-not-run",
        message: `Sluice does not run ${JSON.stringify(name)}; ${INSTEAD.get(name) ?? `it runs ${runnable()}`}`,
        span,
      });
      return "refused";
    }
    const fixes =
      near === undefined
        ? undefined
        : [{ title: `Change to ${near}`, edits: [{ span: statement.nameSpan, text: near }] }];
    report({
      severity: "error",
      code: "unknown-component",
      message: `cannot find the definition of component name ${JSON.stringify(name)}; Sluice runs ${runnable()}`,
      span,
      fixes,
    });
  }
  return "refused";
}

const runnable = () => COMPONENTS.map(({ name }) => name).join(", ");

/** Whether something inside this diagnostic's place has been told already. */
function coveredBy({ span }: Diagnostic, told: readonly Pick<Diagnostic, "span">[]): boolean {
  return span !== undefined && told.some((other) => other.span!.start < span.end && span.start < other.span!.end);
}
