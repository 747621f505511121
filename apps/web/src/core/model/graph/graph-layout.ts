/**
 * Where the components of a graph are drawn: in ranks from left to right, or downwards, each as far on as whatever leads to
 * it asks for, in an order with few crossings. Connections that pass ranks have a lane of their own there, so that they run
 * beside the components and not under them.
 */

export interface LayoutNode {
  readonly id: string;
}

export interface LayoutEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

export interface LayoutSizes {
  readonly width: number;
  readonly height: number;
  /** Between ranks, and between what stands in one. */
  readonly between: number;
  readonly within: number;
}

/** The way that entries take: to the right, or down. */
export type GraphShape = "across" | "down";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface GraphLayout {
  /** The upper left corner of each node; none is left of or above 0. */
  readonly nodes: ReadonlyMap<string, Point>;
  /** The points of each edge between its ends: the middles of its lanes. */
  readonly lanes: ReadonlyMap<string, readonly Point[]>;
  /** The ids of each rank, in their order. */
  readonly ranks: readonly (readonly string[])[];
  readonly width: number;
  readonly height: number;
}

/** A node, or the lane of an edge in a rank that it passes. */
interface Item {
  readonly node: string | undefined;
  readonly edge: string | undefined;
  readonly rank: number;
  readonly height: number;
  before: Item[];
  after: Item[];
  /** Of its middle, along its rank. */
  y: number;
}

const LANE = 20;
/** Of all edges: those for which there are no lanes left run under the components. */
const MAX_LANES = 3000;
const SWEEPS = 4;

/** The same graph is drawn in the same way each time. Edges between nodes that are not there are left out. */
export function layOut(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
  sizes: LayoutSizes,
  shape: GraphShape = "across",
): GraphLayout {
  const [along, thick] = shape === "across" ? [sizes.width, sizes.height] : [sizes.height, sizes.width];
  const known = new Set(nodes.map(({ id }) => id));
  const drawn = edges.filter(({ from, to }) => known.has(from) && known.has(to) && from !== to);
  const forward = withoutCircles(nodes, drawn);
  const ranks = rankNodes(nodes, forward);
  const items = new Map(nodes.map(({ id }) => [id, itemOf({ node: id }, ranks.get(id)!, thick)]));
  const columns: Item[][] = Array.from({ length: Math.max(0, ...ranks.values()) + 1 }, () => []);
  for (const item of items.values()) columns[item.rank]!.push(item);
  const lanesOf = new Map<string, Item[]>();
  let room = MAX_LANES;
  for (const { id, from, to } of forward) {
    let last = items.get(from)!;
    const end = items.get(to)!;
    const lanes: Item[] = [];
    const passed = end.rank - last.rank - 1;
    if (passed > room) {
      link(last, end);
      continue;
    }
    room -= passed;
    for (let rank = last.rank + 1; rank < end.rank; rank++) {
      const lane = itemOf({ edge: id }, rank, LANE);
      columns[rank]!.push(lane);
      lanes.push(lane);
      link(last, lane);
      last = lane;
    }
    link(last, end);
    lanesOf.set(id, lanes);
  }
  // Nodes without connections would be pushed about by the others.
  const apart = [...items.values()].filter(({ before, after }) => before.length + after.length === 0);
  const joined = columns.map((column) => column.filter((item) => !apart.includes(item)));
  order(joined);
  place(joined, sizes);
  for (const [i, column] of joined.entries()) columns[i] = column;
  putBelow(columns[0] ?? [], apart, sizes);
  const top = Math.min(0, ...columns.flat().map(({ y, height }) => y - height / 2));
  const at = (x: number, y: number): Point => (shape === "across" ? { x, y } : { x: y, y: x });
  const x = (rank: number) => rank * (along + sizes.between);
  const far = Math.max(0, ...columns.flat().map(({ y, height }) => y + height / 2)) - top;
  const size = at(x(columns.length - 1) + along, far);
  return {
    nodes: new Map([...items].map(([id, { rank, y }]) => [id, at(x(rank), y - thick / 2 - top)])),
    lanes: new Map(
      [...lanesOf].map(([id, lanes]) => [id, lanes.map(({ rank, y }) => at(x(rank) + along / 2, y - top))]),
    ),
    ranks: columns.map((column) => column.flatMap(({ node }) => node ?? [])),
    width: size.x,
    height: size.y,
  };
}

const itemOf = (what: { node?: string; edge?: string }, rank: number, height: number): Item => ({
  node: what.node,
  edge: what.edge,
  rank,
  height,
  before: [],
  after: [],
  y: 0,
});

function link(from: Item, to: Item): void {
  from.after.push(to);
  to.before.push(from);
}

/** Leaves out edges that close a circle. */
function withoutCircles<E extends LayoutEdge>(nodes: readonly LayoutNode[], edges: readonly E[]): E[] {
  const kept = new Set<E>();
  const state = new Map<string, "open" | "done">();
  for (const { id } of nodes) {
    if (state.has(id)) continue;
    state.set(id, "open");
    const path = [{ id, out: edges.filter(({ from }) => from === id), at: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const edge = top.out[top.at++];
      if (edge === undefined) {
        state.set(top.id, "done");
        path.pop();
        continue;
      }
      const seen = state.get(edge.to);
      if (seen === "open") continue;
      kept.add(edge);
      if (seen === "done") continue;
      state.set(edge.to, "open");
      path.push({ id: edge.to, out: edges.filter(({ from }) => from === edge.to), at: 0 });
    }
  }
  return edges.filter((edge) => kept.has(edge));
}

/** The column of each node: one after the last of its predecessors; without any, right before the first of its successors. */
function rankNodes(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Map<string, number> {
  const ranks = new Map(nodes.map(({ id }) => [id, 0]));
  // Each round settles one more column at least.
  for (let changed = true; changed; ) {
    changed = false;
    for (const { from, to } of edges) {
      const least = ranks.get(from)! + 1;
      if (ranks.get(to)! >= least) continue;
      ranks.set(to, least);
      changed = true;
    }
  }
  const led = new Set(edges.map(({ to }) => to));
  for (const { id } of nodes) {
    const next = edges.filter(({ from }) => from === id).map(({ to }) => ranks.get(to)!);
    if (!led.has(id) && next.length > 0) ranks.set(id, Math.min(...next) - 1);
  }
  return ranks;
}

const mean = (items: readonly Item[], value: (item: Item) => number): number | undefined =>
  items.length === 0 ? undefined : items.reduce((sum, item) => sum + value(item), 0) / items.length;

/** Sorts each column by where its neighbours stand in the one before, and then in the one after, some times. */
function order(columns: Item[][]): void {
  const place = new Map<Item, number>();
  const note = (column: readonly Item[]) => {
    for (const [i, item] of column.entries()) place.set(item, i);
  };
  for (const column of columns) note(column);
  const sortBy = (column: Item[], side: "before" | "after") => {
    const wanted = new Map(column.map((item, i) => [item, mean(item[side], (one) => place.get(one)!) ?? i]));
    column.sort((a, b) => wanted.get(a)! - wanted.get(b)!);
    note(column);
  };
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const column of columns) sortBy(column, "before");
    for (const column of columns.toReversed()) sortBy(column, "after");
  }
}

/** Brings each item as near to its neighbours as the others in its column leave room for. */
function place(columns: readonly Item[][], { within }: LayoutSizes): void {
  for (const column of columns) spread(column, within, () => 0);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const column of columns) spread(column, within, (item) => mean(item.before, ({ y }) => y) ?? item.y);
    for (const column of columns.toReversed())
      spread(column, within, (item) => mean(item.after, ({ y }) => y) ?? mean(item.before, ({ y }) => y) ?? item.y);
  }
}

/** Adds `items` to a column, one below the other, after what stands there. */
function putBelow(column: Item[], items: readonly Item[], { within }: LayoutSizes): void {
  for (const item of items) {
    const last = column.at(-1);
    item.y = last === undefined ? 0 : last.y + (last.height + item.height) / 2 + within;
    column.push(item);
  }
}

/** In their order and apart, halfway between as far up and as far down as they can go from where they are wanted. */
function spread(column: readonly Item[], gap: number, wanted: (item: Item) => number): void {
  const wants = column.map(wanted);
  const apart = (i: number) => (column[i - 1]!.height + column[i]!.height) / 2 + gap;
  const low = [...wants];
  for (let i = 1; i < low.length; i++) low[i] = Math.max(low[i]!, low[i - 1]! + apart(i));
  const high = [...wants];
  for (let i = high.length - 1; i > 0; i--) high[i - 1] = Math.min(high[i - 1]!, high[i]! - apart(i));
  for (const [i, item] of column.entries()) item.y = (low[i]! + high[i]!) / 2;
}
