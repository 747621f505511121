/** The top level of a configuration: components that Sluice runs, others that are kept, and what is not allowed there. */

import { nearest } from "@sluice/languages/base";
import { type Diagnostic, meaning, type Report } from "../base/diagnostic.ts";
import { ALLOY_ONLY } from "../components/alloy-only.ts";
import type { ComponentSpec } from "../components/component-spec.ts";
import { COMPONENT_CATALOG, COMPONENTS } from "../components/index.ts";
import { CONFIG_BLOCKS } from "../components/logging-block.ts";
import { isStage } from "../pipeline/decode-stages.ts";
import type { Dialect } from "../pipeline/stage.ts";
import { blockHead } from "../schema/body-spec.ts";
import type { BlockStatement, Statement } from "../syntax/ast.ts";
import type { Purpose } from "./component-node.ts";
import { type OwnKind, ownComponents } from "./own-components.ts";

/** Blocks of Alloy's that configure the process and have no effect here. */
const IGNORED_BLOCKS = new Set(["tracing", "http", "livedebugging", "remotecfg"]);
const REFUSED_BLOCKS = new Set(["declare", "argument", "export", "foreach"]);
/** What names of Alloy's components begin with: there is such a component, most likely, and it is not mistyped. */
export const ALLOY_NAMESPACES: ReadonlySet<string> = new Set(
  "beyla database_observability discovery faro local loki mimir otelcol prometheus pyroscope remote".split(" "),
);

/** See `LoadOptions`. */
export interface TopLevelOptions {
  readonly purpose?: Purpose | undefined;
  readonly decodeOnly?: boolean | undefined;
}

export interface TopLevelBlock {
  readonly statement: BlockStatement;
  readonly spec: ComponentSpec;
  readonly id: string;
  readonly dialect: Dialect;
}

export interface TopLevel {
  readonly blocks: readonly TopLevelBlock[];
  /** Those whose name is mistyped, by the spec that is probably meant: what is inside them is checked all the same. */
  readonly mistyped: readonly TopLevelBlock[];
  /** Ids of components that are kept without being run. */
  readonly opaque: ReadonlySet<string>;
  /** Ids of those that are errors. */
  readonly refused: ReadonlySet<string>;
}

/** Sorts the top level of a file, and reports what is not allowed there. It stops before each statement. */
export function* readTopLevel(
  body: readonly Statement[],
  options: TopLevelOptions,
  report: Report,
): Generator<void, TopLevel> {
  const { purpose = "run" } = options;
  const other = body.find((statement) => statement.kind === "attribute" || !isStage(statement));
  const found: TopLevelBlock[] = [];
  const mistyped: TopLevelBlock[] = [];
  const opaque = new Set<string>();
  const refused = new Set<string>();
  const byId = new Map<string, BlockStatement>();
  const ownKind = ownComponents(body);
  for (const statement of body) {
    yield;
    if (statement.kind === "attribute") {
      report({
        severity: "error",
        code: "unknown-argument",
        message: `unrecognized attribute name ${JSON.stringify(statement.name)}`,
        span: statement.span,
      });
      continue;
    }
    if (Object.hasOwn(CONFIG_BLOCKS, statement.name)) continue;
    const spec = COMPONENT_CATALOG.get(statement.name);
    if (spec === undefined) {
      const own = purpose === "run" ? undefined : ownKind(statement);
      if (own !== undefined) {
        const message = `${JSON.stringify(statement.name)} ${OWN[own]}; ${KEPT[purpose].what}`;
        const { severity } = KEPT[purpose];
        report({ severity, code: "component-not-run", message, span: blockHead(statement) });
        opaque.add(idOf(statement));
        continue;
      }
      const known = reportUnknownComponent(statement, purpose, other, report);
      const id = idOf(statement);
      (known === "kept" ? opaque : refused).add(id);
      if (typeof known === "object" && !options.decodeOnly)
        mistyped.push({ statement, spec: known, id, dialect: "logs" });
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
  return { blocks: found, mistyped, opaque, refused };
}

/** What is said of components that a configuration brings along. */
const OWN = {
  definition: "defines a component, which Sluice does not run",
  import: "imports components, which Sluice does not run",
  use: "is a component that is defined or imported here, which Sluice does not run",
} as const satisfies Record<OwnKind, string>;

const idOf = ({ name, label }: BlockStatement): string => (label ? `${name}.${label}` : name);

/** Reports a block that is not a component of Sluice; `kept`: it belongs to Alloy and may stay. A spec: its name is mistyped. */
function reportUnknownComponent(
  statement: BlockStatement,
  purpose: Purpose,
  /** What makes the file something else than a bare body of stages. */
  other: Statement | undefined,
  report: Report,
): "kept" | "refused" | ComponentSpec {
  const { name } = statement;
  const span = blockHead(statement);
  const first = statement.nameParts[0] ?? name;
  const misplaced = describeMisplaced(name, first, purpose, other);
  if (misplaced !== undefined) {
    report({ ...misplaced, span });
    return misplaced.severity === "info" ? "kept" : "refused";
  }
  const alloys = ALLOY_ONLY.get(name);
  const near = alloys === undefined ? nearest(name, [...COMPONENT_CATALOG.keys()]) : undefined;
  const isKept =
    near === undefined && statement.nameParts.length > 1 && (purpose === "preview" || isKeptForAlloy(purpose, first));
  const notRun = `Sluice does not run ${JSON.stringify(name)}`;
  const unknown = `cannot find the definition of component name ${JSON.stringify(name)}`;
  if (isKept) {
    const instead = alloys === undefined || purpose === "for-alloy" ? "" : `instead, ${alloys.instead}; `;
    const { severity, what } = KEPT[purpose];
    report({ severity, code: "component-not-run", message: `${notRun}; ${instead}${what}`, span });
  } else if (alloys !== undefined)
    report({ severity: "error", code: "component-not-run", message: `${notRun}; instead, ${alloys.instead}`, span });
  else if (near === undefined && ALLOY_NAMESPACES.has(first))
    report({ severity: "error", code: "component-not-run", message: `${notRun}; it runs ${runnable()}`, span });
  else
    report({
      severity: "error",
      code: "unknown-component",
      message: near === undefined ? `${unknown}; Sluice runs ${runnable()}` : unknown,
      span,
      ...meaning(near, statement.nameSpan),
    });
  if (isKept) return "kept";
  return (near === undefined ? undefined : COMPONENT_CATALOG.get(near)) ?? "refused";
}

/** A block that Alloy has at this place and Sluice does not, or that belongs elsewhere. */
function describeMisplaced(
  name: string,
  first: string,
  purpose: Purpose,
  other: Statement | undefined,
): Pick<Diagnostic, "severity" | "code" | "message"> | undefined {
  const quoted = JSON.stringify(name);
  if (IGNORED_BLOCKS.has(name))
    return {
      severity: purpose === "for-alloy" ? "info" : "warning",
      code: "block-ignored",
      message: `block ${quoted} configures Alloy's process and has no effect in Sluice`,
    };
  if (name === "foreach" && purpose === "for-alloy")
    return {
      severity: "info",
      code: "component-not-run",
      message: `Sluice does not run ${quoted}; ${KEPT[purpose].what}`,
    };
  if (REFUSED_BLOCKS.has(first) || first === "import")
    return {
      severity: "error",
      code: "block-not-supported",
      message: `${quoted} is not supported: Sluice reads a single file of components; write the component where it is used`,
    };
  if (first !== "stage") return undefined;
  const why =
    other === undefined
      ? ""
      : `: with ${JSON.stringify(other.name)} in it, the file is a whole configuration, not a bare body of stages`;
  return { severity: "error", code: "stage-outside", message: `${quoted} must be inside logs.process${why}` };
}

/** What is said of blocks that are not run where they are no errors. */
const KEPT = {
  run: { severity: "warning", what: "the block is kept unchanged" },
  preview: { severity: "warning", what: "the block is kept unchanged" },
  "for-alloy": { severity: "info", what: "only Alloy checks the block" },
} as const satisfies Record<Purpose, object>;

/** Alloy refuses components of other names. */
const isKeptForAlloy = (purpose: Purpose, first: string): boolean =>
  purpose === "for-alloy" && ALLOY_NAMESPACES.has(first);

const runnable = () => COMPONENTS.map(({ name }) => name).join(", ");
