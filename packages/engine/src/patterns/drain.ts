/**
 * Drain (He et al., 2017): a tree of fixed depth leads to the few patterns that a line can belong to, and the most similar of
 * them takes it. Levels are the marks of the line (so that all lines of a leaf have values at the same places) and its first words.
 * Everything is bounded; what finds no room is counted by the caller.
 */
import { Cluster } from "./cluster.ts";
import type { Memory } from "./part.ts";
import type { Tokens } from "./tokens.ts";

/** Words by which the tree branches, and branches of a node: further words share one. */
const DEPTH = 2;
const MAX_BRANCHES = 64;
/** Patterns in all, and in a leaf. */
export const MAX_CLUSTERS = 2000;
const MAX_IN_LEAF = 64;
/** Share of the constant words that must be the same. */
const SIMILAR = 0.5;

interface Node {
  readonly branches: Map<string, Node>;
  readonly clusters: Cluster[];
}

const createNode = (): Node => ({ branches: new Map(), clusters: [] });

/** Stands for values, and for words that found no branch of their own. */
const ANY = "*";

export class Drain {
  readonly #roots = new Map<string, Node>();
  readonly #memory: Memory;
  readonly clusters: Cluster[] = [];

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** The pattern that took the entry; undefined where there is no room for one more. */
  add(tokens: Tokens, line: number, example: () => string): Cluster | undefined {
    const leaf = this.#find(tokens);
    if (leaf === undefined) return undefined;
    let cluster = mostSimilar(leaf.clusters, tokens);
    if (cluster === undefined) {
      if (this.clusters.length === MAX_CLUSTERS) return undefined;
      cluster = new Cluster(this.clusters.length, tokens, line, example(), this.#memory);
      leaf.clusters.push(cluster);
      this.clusters.push(cluster);
    }
    cluster.add(tokens, line);
    return cluster;
  }

  #find(tokens: Tokens): Node | undefined {
    const shape = shapeOf(tokens);
    const root = this.#roots.get(shape);
    if (root === undefined && this.clusters.length === MAX_CLUSTERS) return undefined;
    let node: Node = root ?? createNode();
    if (root === undefined) this.#roots.set(shape, node);
    let depth = 0;
    for (let i = 0; i < tokens.count && depth < DEPTH; i++) {
      const kind = tokens.kinds[i]!;
      if (kind === "mark") continue;
      depth++;
      const word = kind === "text" ? tokens.texts[i]! : ANY;
      let next: Node | undefined = node.branches.get(word);
      if (next === undefined) {
        const key = node.branches.size < MAX_BRANCHES ? word : ANY;
        next = node.branches.get(key) ?? createNode();
        node.branches.set(key, next);
      }
      node = next;
    }
    return node;
  }
}

/** Marks with the number of values between them. */
function shapeOf({ count, kinds, texts }: Tokens): string {
  let shape = "";
  for (let i = 0; i < count; i++) shape += kinds[i] === "mark" ? texts[i]! : "a";
  return shape;
}

/** A full leaf gives the entry to its most similar pattern, however little that is. */
function mostSimilar(clusters: readonly Cluster[], tokens: Tokens): Cluster | undefined {
  let best: Cluster | undefined;
  let most = clusters.length < MAX_IN_LEAF ? SIMILAR : 0;
  for (const cluster of clusters) {
    const similarity = cluster.similarity(tokens);
    if (similarity < most || (best !== undefined && similarity === most)) continue;
    best = cluster;
    most = similarity;
    if (similarity === 1) break;
  }
  return best;
}
