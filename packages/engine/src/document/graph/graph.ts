/**
 * The components of a document and the edges between them: receivers in `forward_to`, values that are used, names that are
 * missing. The graph and its edits are based on it. It is read from the tree alone, so it also has components with errors and
 * those that Sluice does not run.
 */
import type { Span } from "../../base/span.ts";
import type { ComponentSpec, GraphKind } from "../../components/component-spec.ts";
import { COMPONENT_CATALOG } from "../../components/index.ts";
import { isStage } from "../../pipeline/decode-stages.ts";
import { isValueExport } from "../../schema/exported.ts";
import type { CapsuleKind, Fields } from "../../schema/field.ts";
import type { AttributeStatement, BlockStatement, SourceFile } from "../../syntax/ast.ts";
import {
  createStandardLibrary,
  findReferences,
  quoteString,
  type Reference,
  walkExpression,
  walkStatements,
} from "../../syntax/index.ts";
import { BARE_STAGES, type DocumentTree } from "../open-document.ts";
import { ownComponents } from "../own-components.ts";
import { FORWARD_TO, REJECTED_TO } from "../receiver-arguments.ts";
import { describeForeign } from "./foreign-components.ts";

export type GraphNodeKind = GraphKind | "other";

/** A component; plain data. */
export interface GraphNode {
  /** `logs.process.main`; where several components are called the same, `logs.process.main (2)` for the second. */
  readonly id: string;
  /** `logs.process`, as written. */
  readonly name: string;
  readonly label: string;
  readonly kind: GraphNodeKind;
  /** `kept`: Sluice does not run it. `missing`: it is not there, and something refers to it. */
  readonly state: "run" | "kept" | "missing";
  /** What others can forward to it, and what it forwards; undefined: nothing, or unknown. */
  readonly takes: CapsuleKind | undefined;
  readonly gives: CapsuleKind | undefined;
  /** Stages inside it, nested ones included. */
  readonly stages: number;
  /** Of the block; of a missing one the first reference. */
  readonly span: Span;
}

/** What goes from one component to another; plain data. */
export interface GraphEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** `values`: `to` uses an export of `from`, such as targets. `other`: what Sluice does not know, such as metrics. */
  readonly carries: CapsuleKind | "values" | "other";
  /** How often `to` is named: it gets as many copies. */
  readonly times: number;
  /** Only what `from` could not deliver goes this way. */
  readonly refused?: true;
  /** Every name of it is an element of a plain list in `forward_to`, and can be taken out there. */
  readonly editable: boolean;
}

/** Nodes in the order of the text, missing ones last; edges in the order in which they are written. */
export interface ComponentGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** Exports of components that Sluice does not know which something is sent to; others are values that are read. */
const RECEIVING = new Set(["receiver", "input"]);

const LIBRARY = createStandardLibrary({});

/** A component of a file, by its id in the graph. */
export interface ComponentBlock {
  readonly id: string;
  readonly block: BlockStatement;
}

/**
 * All blocks that are components, whether Sluice runs them or not, and what defines or imports some; those that configure
 * Alloy itself are none.
 */
export function componentBlocks({ body }: Pick<SourceFile, "body">): ComponentBlock[] {
  const seen = new Map<string, number>();
  const ownKind = ownComponents(body);
  return body.flatMap((block) => {
    if (block.kind !== "block" || isStage(block)) return [];
    if (block.nameParts.length < 2 && ownKind(block) === undefined) return [];
    const name = block.label ? `${block.name}.${block.label}` : block.name;
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return [{ id: nth === 1 ? name : `${name} (${nth})`, block }];
  });
}

/** The graph of a document; undefined where the text does not parse. */
export function readGraph({ file, kind, syntaxErrors }: DocumentTree): ComponentGraph | undefined {
  if (syntaxErrors.length > 0) return undefined;
  if (kind === "stages") {
    const about = { id: BARE_STAGES, name: BARE_STAGES, label: "", span: file.span };
    const process = { kind: "process", state: "run", takes: undefined, gives: undefined } as const;
    return { nodes: [{ ...about, ...process, stages: countStages(file) }], edges: [] };
  }
  const blocks = componentBlocks(file);
  const nodes = new Map(blocks.map(({ id, block }) => [id, describeBlock(id, block)]));
  const edges = new Map<string, GraphEdge>();
  for (const { id, block } of blocks) {
    // References of a definition stay inside it.
    if (block.name === "declare") continue;
    for (const { path, to, span, listed, refused } of referencesOut(block, nodes)) {
      const target = nodes.get(to) ?? describeMissing(to, span);
      if (!nodes.has(to)) nodes.set(to, target);
      const receives = path === undefined || isReceiver(target.name, path.at(-1)!);
      const edge = receives
        ? { from: id, to, carries: target.takes ?? target.gives ?? ("other" as const) }
        : { from: to, to: id, carries: "values" as const };
      const edgeId = `${edge.from} → ${edge.to}${receives ? "" : " (values)"}`;
      const known = edges.get(edgeId);
      const editable = listed && known?.editable !== false;
      const times = (known?.times ?? 0) + 1;
      edges.set(edgeId, { id: edgeId, ...edge, times, ...(refused && receives && { refused }), editable });
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

interface Outgoing {
  /** Undefined where a component is named in quotes. */
  readonly path: readonly string[] | undefined;
  /** Id of the component, existing or not. */
  readonly to: string;
  readonly span: Span;
  /** It is an element of a plain list of receivers. */
  readonly listed: boolean;
  /** It is a receiver of what could not be delivered. */
  readonly refused?: true;
}

/** What a block says of other components, in the order of the text. */
function referencesOut(block: BlockStatement, known: ReadonlyMap<string, unknown>): Outgoing[] {
  const found: Outgoing[] = [];
  walkStatements(block.body, (statement, parents) => {
    if (statement.kind !== "attribute") return;
    const refused = parents.length === 0 && statement.name === REJECTED_TO && { refused: true as const };
    const listed = new Set(parents.length === 0 ? receiversIn(statement).map(({ span }) => span) : []);
    for (const { path, span } of findReferences(statement.value)) {
      if (LIBRARY.has(path[0]!) || path.length < 2) continue;
      found.push({ path, to: componentOf(path, known), span, listed: listed.has(span), ...refused });
    }
    // profiles.source.demo pushes to a receiver as a profiler does, and names it in quotes.
    if (statement.name === "receiver")
      walkExpression(statement.value, (e) => {
        if (e.kind === "literal")
          for (const to of known.keys())
            if (e.text === quoteString(to)) found.push({ path: undefined, to, span: e.span, listed: false });
        return true;
      });
  });
  return found;
}

/** The elements of a plain list of receivers; none where it is anything else. */
export const receiversIn = ({ name, value }: AttributeStatement) =>
  name === FORWARD_TO && value.kind === "array" ? value.elements : [];

/** The component that a path leads into: an existing one, or the name that it would have. */
export function componentOf(path: Reference["path"], known: { has(id: string): boolean }): string {
  for (let parts = path.length; parts >= 2; parts--) {
    const id = path.slice(0, parts).join(".");
    if (known.has(id)) return id;
  }
  return path.slice(0, Math.max(2, path.length - 1)).join(".");
}

function describeBlock(id: string, block: BlockStatement): GraphNode {
  const spec = COMPONENT_CATALOG.get(block.name);
  return {
    id,
    name: block.name,
    label: block.label ?? "",
    ...describeKind(block.name, spec),
    state: spec === undefined ? "kept" : "run",
    stages: spec?.stages ? countStages(block) : 0,
    span: block.span,
  };
}

function describeMissing(id: string, span: Span): GraphNode {
  const dot = id.lastIndexOf(".");
  const name = id.slice(0, dot);
  const kind = describeKind(name, COMPONENT_CATALOG.get(name));
  return { id, name, label: id.slice(dot + 1), ...kind, state: "missing", stages: 0, span };
}

function describeKind(name: string, spec: ComponentSpec | undefined): Pick<GraphNode, "kind" | "takes" | "gives"> {
  if (spec === undefined) return describeForeign(name);
  return { kind: spec.graphKind, takes: receiverOf(spec)?.kind, gives: forwards(spec.fields) };
}

/** The export of a component that others push to. */
export function receiverOf({
  exports,
}: ComponentSpec): { readonly name: string; readonly kind: CapsuleKind } | undefined {
  for (const [name, kind] of Object.entries(exports)) if (!isValueExport(kind)) return { name, kind };
  return undefined;
}

/** Whether something is sent to this export of a component with this name. */
function isReceiver(name: string, exported: string): boolean {
  const kind = COMPONENT_CATALOG.get(name)?.exports[exported];
  return kind === undefined ? RECEIVING.has(exported) : !isValueExport(kind);
}

function forwards(fields: Fields): CapsuleKind | undefined {
  const type = fields[FORWARD_TO]?.type;
  return type?.kind === "list" && type.of.kind === "capsule" ? type.of.capsule : undefined;
}

function countStages({ body }: Pick<BlockStatement, "body">): number {
  let stages = 0;
  walkStatements(body, (statement) => {
    if (statement.kind === "block" && isStage(statement)) stages++;
  });
  return stages;
}
