/**
 * Lays out frames: rows of rectangles below the zoomed frame. Only visible ones are laid out, so a tree of a million
 * nodes costs no more than the pixels of its widest rows.
 */
import type { CallTree } from "./call-tree.ts";

export interface FrameBox {
  readonly node: number;
  /** Rows above it, including those of the zoomed frame's callers. */
  readonly row: number;
  /** Pixels. */
  readonly x: number;
  readonly width: number;
}

export interface FlameView {
  readonly tree: CallTree;
  /** The width of each node: its cost including callees. */
  readonly totals: Float64Array;
  /** The frame that spans the whole width. */
  readonly zoomed: number;
  readonly width: number;
}

/** Frames narrower than this get no box; their space stays empty. */
const MIN_WIDTH = 1;

/** The boxes in rows from `first` to `last`. */
export function layOut(view: FlameView, first: number, last: number): FrameBox[] {
  const { tree, totals, zoomed, width } = view;
  const boxes: FrameBox[] = [];
  // The callers of the zoomed frame span the whole width.
  for (let node = zoomed; node >= 0; node = tree.parents[node]!) {
    const row = tree.depths[node]!;
    if (row >= first && row <= last) boxes.push({ node, row, x: 0, width });
  }
  const whole = totals[zoomed]!;
  if (!(whole > 0)) return boxes;
  let row: FrameBox[] = [{ node: zoomed, row: tree.depths[zoomed]!, x: 0, width }];
  while (row.length > 0 && row[0]!.row < last) {
    const next: FrameBox[] = [];
    for (const box of row) {
      let { x } = box;
      for (let child = tree.firstChild[box.node]!; child >= 0; child = tree.nextSibling[child]!) {
        const own = (Math.max(0, totals[child]!) / whole) * width;
        if (own >= MIN_WIDTH) next.push({ node: child, row: box.row + 1, x, width: own });
        x += own;
      }
    }
    if (next.length > 0 && next[0]!.row >= first) for (const box of next) boxes.push(box);
    row = next;
  }
  return boxes;
}

/** The number of rows, including the zoomed frame's callers and frames that are too narrow to see. */
export function rowCount({ tree, zoomed }: Pick<FlameView, "tree" | "zoomed">): number {
  if (zoomed === 0) return tree.deepest + 1;
  let deepest = tree.depths[zoomed]!;
  let node = zoomed;
  for (;;) {
    deepest = Math.max(deepest, tree.depths[node]!);
    if (tree.firstChild[node]! >= 0) {
      node = tree.firstChild[node]!;
      continue;
    }
    while (node !== zoomed && tree.nextSibling[node]! < 0) node = tree.parents[node]!;
    if (node === zoomed) return deepest + 1;
    node = tree.nextSibling[node]!;
  }
}

/** The frames that were zoomed into, nested, from the root down to the current one. */
export type ZoomTrail = readonly number[];

export const UNZOOMED: ZoomTrail = [0];

/** Zooms into `node`, and keeps its callers among the earlier ones. */
export function zoomInto({ parents }: Pick<CallTree, "parents">, trail: ZoomTrail, node: number): ZoomTrail {
  const callers = new Set<number>();
  for (let at = parents[node]!; at >= 0; at = parents[at]!) callers.add(at);
  return [...trail.filter((one) => callers.has(one)), node];
}

/** Returns to the previous frame. */
export const zoomOut = (trail: ZoomTrail): ZoomTrail => (trail.length > 1 ? trail.slice(0, -1) : UNZOOMED);

/** Where an arrow key moves from a frame; frames without width are skipped. */
export function stepFrame(view: FlameView, from: number, key: string): number {
  const { tree, totals, zoomed } = view;
  const visible = (node: number) => totals[node]! > 0;
  switch (key) {
    case "ArrowUp":
      return tree.parents[from]! >= 0 ? tree.parents[from]! : from;
    case "ArrowDown": {
      // The widest callee below the zoomed frame; above it the way back.
      if (tree.depths[from]! < tree.depths[zoomed]!) {
        let node = zoomed;
        while (tree.parents[node] !== from) node = tree.parents[node]!;
        return node;
      }
      let widest = -1;
      for (let child = tree.firstChild[from]!; child >= 0; child = tree.nextSibling[child]!)
        if (visible(child) && (widest < 0 || totals[child]! > totals[widest]!)) widest = child;
      return widest < 0 ? from : widest;
    }
    case "ArrowLeft":
    case "ArrowRight": {
      if (tree.depths[from]! <= tree.depths[zoomed]!) return from;
      let before = -1;
      for (let node = tree.firstChild[tree.parents[from]!]!; node >= 0; node = tree.nextSibling[node]!) {
        if (!visible(node)) continue;
        if (key === "ArrowLeft" && node === from) return before < 0 ? from : before;
        if (key === "ArrowRight" && before === from) return node;
        before = node;
      }
      return from;
    }
    case "Home":
      return zoomed;
    default:
      return from;
  }
}
