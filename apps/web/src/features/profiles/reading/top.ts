/** The cost of each function, its own and including callees, over all of its occurrences. */
import type { CallTree } from "./call-tree.ts";

export interface FunctionCost {
  readonly name: string;
  /** By sample type. */
  readonly self: readonly number[];
  readonly total: readonly number[];
}

/** A function that calls itself counts once in its total. */
export function topFunctions(tree: CallTree): FunctionCost[] {
  const { names, firstChild, nextSibling, parents, functions, selfs, totals } = tree;
  const types = selfs.length;
  const self = Array.from({ length: types }, () => new Float64Array(functions.length));
  const total = Array.from({ length: types }, () => new Float64Array(functions.length));
  const seen = new Uint8Array(functions.length);
  const onPath = new Int32Array(functions.length);
  let node = 0;
  for (;;) {
    const name = names[node]!;
    if (name >= 0) {
      seen[name] = 1;
      const outermost = onPath[name]!++ === 0;
      for (let type = 0; type < types; type++) {
        self[type]![name]! += selfs[type]![node]!;
        if (outermost) total[type]![name]! += totals[type]![node]!;
      }
    }
    if (firstChild[node]! >= 0) {
      node = firstChild[node]!;
      continue;
    }
    // Climb until there is a next one.
    while (node >= 0) {
      if (names[node]! >= 0) onPath[names[node]!]!--;
      if (nextSibling[node]! >= 0) break;
      node = parents[node]!;
    }
    if (node < 0) break;
    node = nextSibling[node]!;
  }
  return functions.flatMap((name, i) =>
    seen[i] === 0 ? [] : [{ name, self: self.map((column) => column[i]!), total: total.map((column) => column[i]!) }],
  );
}

export type TopOrder = "self" | "total" | "name";

/** Most expensive first; equal costs by name. */
export function sortTop(costs: readonly FunctionCost[], order: TopOrder, type: number): FunctionCost[] {
  const byName = (a: FunctionCost, b: FunctionCost) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  if (order === "name") return costs.toSorted(byName);
  const other = order === "self" ? "total" : "self";
  return costs.toSorted(
    (a, b) => b[order][type]! - a[order][type]! || b[other][type]! - a[other][type]! || byName(a, b),
  );
}
