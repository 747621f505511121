/**
 * The difference of two profiles in one tree, whose first column is before and whose second is now. Each counts as a
 * share of its own total, since two profiles rarely have the same length.
 */
import type { CallTree } from "./call-tree.ts";

/** Changes smaller than this share count as none. */
const NOISE = 0.005;

export type Change = "more" | "less" | "same";

const wholes = ({ totals }: CallTree): readonly [number, number] => [totals[0]![0] || 1, totals[1]![0] || 1];

/** The change of a node's share of the total: from -1 to 1. */
export function changeAt(tree: CallTree, node: number): number {
  const [before, now] = wholes(tree);
  return tree.totals[1]![node]! / now - tree.totals[0]![node]! / before;
}

export const changeOf = (difference: number): Change =>
  Math.abs(difference) < NOISE ? "same" : difference > 0 ? "more" : "less";

/** Widths that also show nodes of only one profile: the sum of both shares. */
export function bothShares(tree: CallTree): Float64Array {
  const [before, now] = wholes(tree);
  return tree.totals[0]!.map((total, node) => total / before + tree.totals[1]![node]! / now);
}
