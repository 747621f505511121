/**
 * Builds one tree from all stacks. Nodes are numbers, and arrays have their properties: parents come before their
 * children, the root is 0, and children are in the order of their names.
 */
import { checkLimit } from "./limits.ts";
import { IntList, type Profile, sampleCount } from "./profile.ts";

export interface CallTree {
  readonly functions: readonly string[];
  /** The function of each node; -1 for the root. */
  readonly names: Int32Array;
  readonly parents: Int32Array;
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  readonly depths: Int32Array;
  readonly deepest: number;
  /** By sample type: the cost of the node itself, and its cost including callees. */
  readonly selfs: readonly Float64Array[];
  readonly totals: readonly Float64Array[];
}

/** Finds children by parent and function: open addressing, since a map of a million numbers is much slower. */
class NodeTable {
  readonly names = new IntList();
  readonly parents = new IntList();
  readonly depths = new IntList();
  #slots = new Int32Array(1 << 14).fill(-1);

  constructor() {
    this.#add(-1, -1, 0);
  }

  child(parent: number, name: number): number {
    const slots = this.#slots;
    const parents = this.parents.items;
    const names = this.names.items;
    const mask = slots.length - 1;
    for (let slot = hash(parent, name) & mask; ; slot = (slot + 1) & mask) {
      const node = slots[slot]!;
      if (node < 0) return this.#insert(slot, parent, name);
      if (parents[node] === parent && names[node] === name) return node;
    }
  }

  #insert(slot: number, parent: number, name: number): number {
    const node = this.#add(parent, name, this.depths.items[parent]! + 1);
    checkLimit("nodes", node + 1);
    this.#slots[slot] = node;
    if (node * 2 > this.#slots.length) this.#grow();
    return node;
  }

  #add(parent: number, name: number, depth: number): number {
    this.names.push(name);
    this.parents.push(parent);
    this.depths.push(depth);
    return this.names.length - 1;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 4).fill(-1);
    const mask = slots.length - 1;
    for (let node = 1; node < this.names.length; node++) {
      let slot = hash(this.parents.items[node]!, this.names.items[node]!) & mask;
      while (slots[slot]! >= 0) slot = (slot + 1) & mask;
      slots[slot] = node;
    }
    this.#slots = slots;
  }
}

function hash(parent: number, name: number): number {
  let mixed = Math.imul(parent, 0x9e3779b1) ^ Math.imul(name, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

/** `keep`: the samples that count, by 1. */
export function buildCallTree(profile: Profile, keep?: Uint8Array): CallTree {
  const { frames, offsets, values } = profile;
  const types = profile.sampleTypes.length;
  const table = new NodeTable();
  const nodes = new Int32Array(sampleCount(profile)).fill(-1);
  // Consecutive stacks begin alike: keep the nodes of the last one, by depth, and where its frames begin and end.
  const path = new IntList();
  let last = 0;
  let lastEnd = 0;
  for (let sample = 0; sample < nodes.length; sample++) {
    if (keep !== undefined && keep[sample] === 0) continue;
    const from = offsets[sample]!;
    const end = offsets[sample + 1]!;
    let at = from;
    for (const most = Math.min(end, from + lastEnd - last); at < most && frames[at] === frames[last + at - from]; )
      at++;
    let node = at === from ? 0 : path.items[at - from - 1]!;
    path.length = at - from;
    for (; at < end; at++) {
      node = table.child(node, frames[at]!);
      path.push(node);
    }
    nodes[sample] = node;
    last = from;
    lastEnd = end;
  }
  const names = table.names.toArray();
  const parents = table.parents.toArray();
  const depths = table.depths.toArray();
  const selfs = Array.from({ length: types }, () => new Float64Array(names.length));
  for (let sample = 0; sample < nodes.length; sample++) {
    const node = nodes[sample]!;
    if (node < 0) continue;
    for (let type = 0; type < types; type++) selfs[type]![node]! += values[sample * types + type]!;
  }
  const totals = selfs.map((self) => {
    const total = Float64Array.from(self);
    for (let node = names.length - 1; node > 0; node--) total[parents[node]!]! += total[node]!;
    return total;
  });
  return {
    functions: profile.functions,
    names,
    parents,
    depths,
    deepest: depths.reduce((most, depth) => Math.max(most, depth), 0),
    ...linkChildren(profile.functions, names, parents),
    selfs,
    totals,
  };
}

/** Links the children of each node in the order of their names, so that two graphs of one program look alike. */
function linkChildren(functions: readonly string[], names: Int32Array, parents: Int32Array) {
  const ranks = new Int32Array(functions.length);
  const sorted = functions.map((_, i) => i).sort((a, b) => (functions[a]! < functions[b]! ? -1 : 1));
  for (const [rank, name] of sorted.entries()) ranks[name] = rank;
  // Counting sort: nodes of the last name first, each inserted before its siblings.
  const starts = new Int32Array(functions.length + 1);
  for (let node = 1; node < names.length; node++) starts[ranks[names[node]!]! + 1]!++;
  for (let rank = 1; rank < starts.length; rank++) starts[rank]! += starts[rank - 1]!;
  const order = new Int32Array(Math.max(0, names.length - 1));
  for (let node = 1; node < names.length; node++) order[starts[ranks[names[node]!]!]!++] = node;
  const firstChild = new Int32Array(names.length).fill(-1);
  const nextSibling = new Int32Array(names.length).fill(-1);
  for (let i = order.length - 1; i >= 0; i--) {
    const node = order[i]!;
    const parent = parents[node]!;
    nextSibling[node] = firstChild[parent]!;
    firstChild[parent] = node;
  }
  return { firstChild, nextSibling };
}

/** The shown name of a node. */
export const nodeName = (tree: CallTree, node: number): string =>
  node === 0 ? "all" : (tree.functions[tree.names[node]!] ?? "");

/** The names from below the root to the node. */
export function pathOf(tree: CallTree, node: number): string[] {
  const path: string[] = [];
  for (let at = node; at > 0; at = tree.parents[at]!) path.push(nodeName(tree, at));
  return path.reverse();
}

/** Without an exponent, which readers of folded text do not support. */
const plainNumber = (value: number): string => (Number.isInteger(value) ? BigInt(value).toString() : `${value}`);

/** The stacks at and below a node as folded text: `main;parse 12`, one line for each stack with a cost. */
export function foldedText(tree: CallTree, from: number, type: number): string {
  const lines: string[] = [];
  const self = tree.selfs[type]!;
  const path = pathOf(tree, tree.parents[from]!);
  let node = from;
  while (node >= 0) {
    if (node > 0) path.push(nodeName(tree, node));
    if (self[node] !== 0 && path.length > 0) lines.push(`${path.join(";")} ${plainNumber(self[node]!)}`);
    if (tree.firstChild[node]! >= 0) {
      node = tree.firstChild[node]!;
      continue;
    }
    for (;;) {
      if (node > 0) path.pop();
      if (node === from) return lines.join("\n");
      if (tree.nextSibling[node]! >= 0) {
        node = tree.nextSibling[node]!;
        break;
      }
      node = tree.parents[node]!;
    }
  }
  return lines.join("\n");
}
