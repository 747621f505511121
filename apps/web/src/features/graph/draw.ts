/** The drawing of the component graph: positions, counts, problems. */
import type { ComponentGraph, Flow, GraphEdge, GraphFlow, GraphNode, PipelineFlow } from "@sluice/engine";
import type { Problem } from "../../core/model/analysis.ts";
import { type GraphLayout, type GraphShape, layOut, type Point } from "../../core/model/graph/graph-layout.ts";

/** Pixels. */
export const NODE_SIZES = { width: 188, height: 76, between: 60, within: 24 };

export interface DrawnNode {
  readonly node: GraphNode;
  readonly at: Point;
  /** Its errors and warnings. */
  readonly errors: number;
  readonly warnings: number;
  /** For a pipeline what it did; for other components what reached them, if known. */
  readonly flow: PipelineFlow | undefined;
  readonly came: Flow | undefined;
  /** Why there are no counts. */
  readonly failure: string | undefined;
}

export interface DrawnEdge {
  readonly edge: GraphEdge;
  readonly lanes: readonly Point[];
  readonly flow: Flow | undefined;
  /** The entries of this edge together with those from other sources to the same pipeline. */
  readonly shared: Flow | undefined;
  /** Share of the entries on the busiest edge. */
  readonly share: number;
}

export interface DrawnGraph {
  /** Rank by rank. */
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
}

/** The code of problems that the drawing already shows. */
const TOLD = "component-not-run";
const SKIPPED = "Too many entries to count";

/** Limits of what is laid out quickly and still readable. */
const MAX_DRAWN_NODES = 400;
const MAX_DRAWN_EDGES = 1000;

/** Why a graph is not drawn; undefined if it is. */
export function whyNotDrawn({
  nodes,
  edges,
}: Readonly<Record<"nodes" | "edges", readonly unknown[]>>): string | undefined {
  if (nodes.length <= MAX_DRAWN_NODES && edges.length <= MAX_DRAWN_EDGES) return undefined;
  const [components, connections] = [nodes, edges].map(({ length }) => length.toLocaleString("en"));
  const limit = `${MAX_DRAWN_NODES} components and ${MAX_DRAWN_EDGES.toLocaleString("en")} connections`;
  return `This configuration has ${components} components and ${connections} connections. It is not drawn: the limit is ${limit}.`;
}

/** `flow`: null until this text has counts. */
export function drawGraph(
  { nodes, edges }: ComponentGraph,
  layout: GraphLayout,
  flow: GraphFlow | null,
  problems: readonly Problem[],
): DrawnGraph {
  const most = Math.max(1, ...Object.values(flow?.edges ?? {}).map(({ entries }) => entries));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const count = ({ span }: GraphNode, severity: Problem["severity"]) =>
    problems.filter(
      (one) => one.severity === severity && one.code !== TOLD && one.start >= span.start && one.start < span.end,
    ).length;
  return {
    nodes: layout.ranks.flat().map((id) => {
      const node = byId.get(id)!;
      const isThere = node.state !== "missing";
      return {
        node,
        at: layout.nodes.get(id)!,
        errors: isThere ? count(node, "error") : 0,
        warnings: isThere ? count(node, "warning") : 0,
        flow: flow?.pipelines[id],
        came: cameTo(edges, id, flow),
        failure: flow?.failures[id] ?? (flow?.skipped.includes(id) ? SKIPPED : undefined),
      };
    }),
    edges: edges.map((edge) => {
      const passed = flow?.edges[edge.id];
      return {
        edge,
        lanes: layout.lanes.get(edge.id) ?? [],
        flow: passed,
        shared: flow?.shared[edge.id],
        share: (passed?.entries ?? 0) / most,
      };
    }),
  };
}

/** The sum over all incoming edges; undefined if one that carries entries has no count. */
function cameTo(edges: readonly GraphEdge[], id: string, flow: GraphFlow | null): Flow | undefined {
  const flows = edges
    .filter(({ to, carries }) => to === id && carries !== "values")
    .map((edge) => flow?.edges[edge.id]);
  if (flows.length === 0) return undefined;
  let sum: Flow = { entries: 0, bytes: 0 };
  for (const one of flows) {
    if (one === undefined) return undefined;
    sum = { entries: sum.entries + one.entries, bytes: sum.bytes + one.bytes };
  }
  return sum;
}

export const layOutGraph = ({ nodes, edges }: ComponentGraph, shape: GraphShape = "across"): GraphLayout =>
  layOut(nodes, edges, NODE_SIZES, shape);

export type GraphLayouts = Readonly<Record<GraphShape, GraphLayout>>;

/** Share of the pane that stays free at each side. */
export const MARGIN = 0.06;

/** The direction in which the graph is larger in a pane of this size; to the right if that makes little difference. */
export function chooseShape(
  layouts: GraphLayouts,
  pane: { readonly width: number; readonly height: number },
): GraphShape {
  const zoom = ({ width, height }: GraphLayout) => Math.min(1, pane.width / width, pane.height / height);
  return zoom(layouts.down) > 1.15 * zoom(layouts.across) ? "down" : "across";
}

/** Names are illegible below this zoom; the rest is reached by panning. */
export const LEGIBLE_ZOOM = 0.75;

/** The first view of a graph: all of it if that is legible, else its beginning at the smallest legible zoom. */
export function viewportOf(
  { width, height }: Pick<GraphLayout, "width" | "height">,
  pane: { readonly width: number; readonly height: number },
): { readonly x: number; readonly y: number; readonly zoom: number } {
  const room = 1 - 2 * MARGIN;
  const whole = Math.min((pane.width * room) / width, (pane.height * room) / height);
  const zoom = Math.max(LEGIBLE_ZOOM, Math.min(1, whole));
  const start = (length: number, space: number) => Math.max(space * MARGIN, (space - length * zoom) / 2);
  return { x: start(width, pane.width), y: start(height, pane.height), zoom };
}

export type GraphStep = "left" | "right" | "up" | "down" | "first" | "last";

/** Where an arrow key leads from a component: along its connections, or within its rank. Undefined: nowhere. */
export function stepFrom(
  { edges }: { readonly edges: readonly Pick<GraphEdge, "from" | "to">[] },
  { ranks }: Pick<GraphLayout, "ranks">,
  id: string | null,
  step: GraphStep,
  shape: GraphShape = "across",
): string | undefined {
  const all = ranks.flat();
  if (step === "first") return all[0];
  if (step === "last") return all.at(-1);
  if (id === null || !all.includes(id)) return all[0];
  const [back, on] = shape === "across" ? ["left", "right"] : ["up", "down"];
  if (step !== back && step !== on) {
    const rank = ranks.find((one) => one.includes(id))!;
    return rank[rank.indexOf(id) + (step === "up" || step === "left" ? -1 : 1)];
  }
  const linked = edges.flatMap(({ from, to }) =>
    step === on && from === id ? to : step === back && to === id ? from : [],
  );
  return all.find((one) => linked.includes(one) && one !== id);
}

/** The SVG path of an edge through its lanes: straight at both ends and in the lanes. */
export function edgePath(points: readonly Point[], shape: GraphShape): string {
  const [first, ...rest] = points;
  if (first === undefined) return "";
  let path = `M${first.x},${first.y}`;
  let last = first;
  for (const point of rest) {
    const [x, y] = [point.x - last.x, point.y - last.y];
    const bend = Math.max(24, Math.abs(shape === "across" ? x : y) / 2);
    const [bx, by] = shape === "across" ? [bend, 0] : [0, bend];
    path += ` C${last.x + bx},${last.y + by} ${point.x - bx},${point.y - by} ${point.x},${point.y}`;
    last = point;
  }
  return path;
}
