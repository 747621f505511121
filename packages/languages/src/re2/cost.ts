/**
 * How much a backtracking engine may work on a pattern in the length n of the text. The work is the number of ways in
 * which the pattern can be walked along the text, so it is what the theory of ambiguity of automata bounds:
 *
 * - exponential, when two different ways around one loop read the same text (`(a+)+`);
 * - n^(d+1), when at most d times in a row two loops can read the same text and the first can hand over to the second
 *   (`.*x.*`; the search for a start counts as the first loop);
 * - linear otherwise.
 *
 * See Weber and Seidl, "On the degree of ambiguity of finite automata" (1991). A search that has reached a state after
 * which the pattern has matched for certain tries no other start, so such states do not count for failing searches
 * (`\d+` is linear). Choices outside loops give a factor. Where the analysis would take too long it says exponential:
 * the answer is never better than the truth.
 */

import { Automaton, countStates, isUnrolled, MAX_EDGES } from "./automaton.ts";
import { ChoiceCounter } from "./choices.ts";
import { PropertyCache } from "./properties.ts";
import { Op, type RegexNode } from "./syntax/ast.ts";

export type CostClass =
  | { readonly kind: "linear" }
  /** `degree`: infinite above the largest one that is distinguished. */
  | { readonly kind: "polynomial"; readonly degree: number }
  | { readonly kind: "exponential" };

export interface Cost {
  /** Of one search. */
  readonly costClass: CostClass;
  /** Of all successive searches over one text together, where one search is polynomial. */
  readonly allDegree: number;
  /** Factor that does not grow with the text: choices outside loops. */
  readonly factor: number;
}

/** Steps of the analysis of one pattern. Those of grok's library and of a hundred fields between commas need fewer. */
const MAX_STEPS = 200_000;

/** Beyond it the native form serves no text, so that the exact value does not matter. */
const MAX_DEGREE = 8;

class GaveUp extends Error {}

/**
 * Steps that analyses may still take: states, edges, and bounds of classes of an automaton; pairs and triples of examined
 * states; and the total size of patterns. One budget may be a part of another.
 */
export class AnalysisBudget {
  #left: number;
  #runes: number;
  readonly #whole: AnalysisBudget | undefined;

  /** `runes`: bounds of classes and characters of literals that the patterns may have together. */
  constructor(steps: number, whole?: AnalysisBudget, runes = Number.POSITIVE_INFINITY) {
    this.#left = steps;
    this.#runes = runes;
    this.#whole = whole;
  }

  /** Whether a pattern had more runes than there were left; then none is read any more. */
  get isTooLarge(): boolean {
    return this.#runes < 0 || this.#whole?.isTooLarge === true;
  }

  /** False: there were not as many. */
  takeRunes(runes: number): boolean {
    this.#runes -= runes;
    this.#whole?.takeRunes(runes);
    return !this.isTooLarge;
  }

  get left(): number {
    return Math.max(0, Math.min(this.#left, this.#whole?.left ?? this.#left));
  }

  /** Throws where there are not as many. */
  spend(steps: number): void {
    this.#left -= steps;
    this.#whole?.spend(steps);
    if (this.#left < 0) throw new GaveUp();
  }
}

/** Classifies a pattern. What `whole` has left bounds the work beside the bound for one pattern. */
export function analyzeCost(root: RegexNode, properties = new PropertyCache(), whole?: AnalysisBudget): Cost {
  const factor = new ChoiceCounter(properties).count(root, []);
  if (!hasLoop(root)) return { costClass: { kind: "linear" }, allDegree: 1, factor };
  const exponential: Cost = { costClass: { kind: "exponential" }, allDegree: Number.POSITIVE_INFINITY, factor };
  const budget = new AnalysisBudget(MAX_STEPS, whole);
  if (budget.left === 0) return exponential;
  const automaton = Automaton.build(root, properties, beginsWithTextStart(root));
  try {
    budget.spend(automaton?.size ?? MAX_EDGES);
    if (automaton === undefined) return exponential;
    const degrees = findDegrees(automaton, budget);
    if (degrees === undefined) return exponential;
    const { one, all } = degrees;
    return {
      costClass: one === 0 ? { kind: "linear" } : { kind: "polynomial", degree: one + 1 },
      allDegree: all + 1,
      factor,
    };
  } catch (error) {
    if (error instanceof GaveUp) return exponential;
    throw error;
  }
}

/** Degrees of ambiguity that bound one search, and all successive searches; `undefined`: exponential. */
function findDegrees(automaton: Automaton, budget: AnalysisBudget): { one: number; all: number } | undefined {
  const { search, accepting } = automaton;
  const fromOneStart = new AmbiguityAnalysis(automaton, budget, (state) => state !== search).degree();
  if (fromOneStart === undefined) return undefined;
  if (search < 0) return { one: fromOneStart, all: fromOneStart };
  const failing = automaton.acceptsEmpty
    ? 0
    : new AmbiguityAnalysis(automaton, budget, (state) => !accepting.has(state)).degree()!;
  const one = Math.max(fromOneStart, failing);
  // When nothing leads out of the accepting states, what a successful search reads past the first of them is its match.
  const closed = [...accepting].every((state) =>
    [...automaton.edges[state]!.keys()].every((next) => accepting.has(next)),
  );
  if (closed && !automaton.acceptsEmpty) return { one, all: one };
  return { one, all: Math.max(one, new AmbiguityAnalysis(automaton, budget, () => true).degree()!) };
}

/** Whether every match must begin at the start of the text, so that an engine tries no other start. */
function beginsWithTextStart(node: RegexNode): boolean {
  switch (node.op) {
    case Op.BeginText:
      return true;
    case Op.Capture:
    case Op.Plus:
      return beginsWithTextStart(node.sub[0]!);
    case Op.Concat:
      return beginsWithTextStart(node.sub[0]!);
    case Op.Alternate:
      return node.sub.every(beginsWithTextStart);
    default:
      return false;
  }
}

/** Whether a state of the automaton could lead back to itself. */
function hasLoop(node: RegexNode): boolean {
  if (node.op === Op.Star || node.op === Op.Plus) return true;
  if (node.op === Op.Repeat && node.max !== 0) {
    if (node.max < 0 || !isUnrolled(countStates(node.sub[0]!), node.min, node.max)) return true;
  }
  return node.sub.some(hasLoop);
}

class AmbiguityAnalysis {
  readonly #automaton: Automaton;
  /** Component of each state; components are numbered so that edges lead to lower numbers. */
  readonly #component: number[];
  readonly #members: number[][] = [];
  readonly #edges: readonly (readonly number[])[];
  /** Components with an edge into each component; computed on first use. */
  readonly #sources: (Set<number> | undefined)[] = [];
  readonly #budget: AnalysisBudget;

  /** Looks at the part of the automaton that `includes` leaves. */
  constructor(automaton: Automaton, budget: AnalysisBudget, includes: (state: number) => boolean) {
    this.#automaton = automaton;
    this.#budget = budget;
    this.#edges = automaton.edges.map((edges, state) => (includes(state) ? [...edges.keys()].filter(includes) : []));
    this.#component = findComponents(this.#edges);
    this.#component.forEach((component, state) => {
      this.#members[component] ??= [];
      this.#members[component].push(state);
    });
  }

  /** Degree of ambiguity, infinite from `MAX_DEGREE` on; `undefined`: exponential. */
  degree(): number | undefined {
    // From the last component (nothing leads to it) to the first.
    const loops: number[] = [];
    for (let component = this.#members.length - 1; component >= 0; component--)
      if (this.#members[component]!.some((state) => this.#inside(state, component).length > 0)) loops.push(component);
    if (loops.some((component) => this.#hasTwoWaysAround(component))) return undefined;
    // The longest chain of hand-overs.
    const best = new Map<number, number>();
    let most = 0;
    for (const to of loops) {
      const reaching = this.#reaching(to);
      let longest = 0;
      for (const [from, chain] of best) {
        this.#budget.spend(1);
        if (chain + 1 <= longest || !reaching.has(from)) continue;
        longest = Math.max(longest, this.#handsOver(from, to, reaching) ? chain + 1 : chain);
      }
      best.set(to, longest);
      most = Math.max(most, longest);
      if (most >= MAX_DEGREE) return Number.POSITIVE_INFINITY;
    }
    return most;
  }

  #inside(state: number, component: number): number[] {
    const out: number[] = [];
    for (const next of this.#edges[state]!) if (this.#component[next] === component) out.push(next);
    return out;
  }

  /** The components from which one leads on to `target`, itself included. */
  #reaching(target: number): Set<number> {
    if (this.#sources.length === 0) {
      this.#edges.forEach((edges, state) => {
        this.#budget.spend(edges.length);
        for (const next of edges) {
          this.#sources[this.#component[next]!] ??= new Set();
          this.#sources[this.#component[next]!]!.add(this.#component[state]!);
        }
      });
    }
    const reaching = new Set([target]);
    const stack = [target];
    while (stack.length > 0) {
      const sources = this.#sources[stack.pop()!];
      this.#budget.spend(1 + (sources?.size ?? 0));
      for (const source of sources ?? []) {
        if (reaching.has(source)) continue;
        reaching.add(source);
        stack.push(source);
      }
    }
    return reaching;
  }

  /** Whether two different ways lead around a loop on the same text. */
  #hasTwoWaysAround(component: number): boolean {
    const { edges } = this.#automaton;
    const members = this.#members[component]!;
    for (const state of members)
      for (const next of this.#inside(state, component)) if (edges[state]!.get(next)! > 1) return true;
    // Pairs of states, walked together: does a pair of the same state split, and such a pair join again?
    const n = this.#automaton.edges.length;
    const graph = this.#pairs(members, members, component, component);
    const diagonal = members.map((state) => state * n + state);
    const split = this.#walk(graph.forward, diagonal);
    const joins = this.#walk(graph.backward, diagonal);
    for (const pair of split) if (Math.floor(pair / n) !== pair % n && joins.has(pair)) return true;
    return false;
  }

  /** The graph of pairs of states that read the same text, each within its component. */
  #pairs(as: readonly number[], bs: readonly number[], a: number, b: number): PairGraph {
    const n = this.#automaton.edges.length;
    const forward = new Map<number, number[]>();
    const backward = new Map<number, number[]>();
    const outA = as.map((x) => this.#inside(x, a));
    const outB = bs.map((y) => this.#inside(y, b));
    for (let i = 0; i < as.length; i++) {
      for (let j = 0; j < bs.length; j++) {
        this.#budget.spend(1 + outA[i]!.length * outB[j]!.length);
        const pair = as[i]! * n + bs[j]!;
        for (const x of outA[i]!) {
          for (const y of outB[j]!) {
            if (!this.#automaton.overlap(x, y)) continue;
            push(forward, pair, x * n + y);
            push(backward, x * n + y, pair);
          }
        }
      }
    }
    return { forward, backward };
  }

  /** Whether some text leads from a state of one loop around to itself, over to the other loop, and around that. */
  #handsOver(from: number, to: number, reaching: ReadonlySet<number>): boolean {
    const automaton = this.#automaton;
    const n = automaton.edges.length;
    const graph = this.#pairs(this.#members[from]!, this.#members[to]!, from, to);
    for (const pair of graph.forward.keys()) {
      // Only a pair that comes back to itself can be where both loops go around.
      const around = this.#walk(graph.forward, graph.forward.get(pair)!);
      if (!around.has(pair)) continue;
      const q = Math.floor(pair / n);
      const r = pair % n;
      const start: Triple = [q, q, r];
      const seen = new Set<number>();
      const stack: Triple[] = [start];
      while (stack.length > 0) {
        const [x, y, z] = stack.pop()!;
        const xs = this.#inside(x, from);
        const zs = this.#inside(z, to);
        for (const y2 of this.#edges[y]!) {
          if (!reaching.has(this.#component[y2]!)) continue;
          this.#budget.spend(xs.length * zs.length);
          for (const x2 of xs) {
            if (!automaton.overlap(x2, y2)) continue;
            for (const z2 of zs) {
              if (!automaton.overlap(y2, z2) || !automaton.overlap(x2, z2)) continue;
              if (x2 === q && y2 === r && z2 === r) return true;
              const key = (x2 * n + y2) * n + z2;
              if (seen.has(key)) continue;
              seen.add(key);
              stack.push([x2, y2, z2]);
            }
          }
        }
      }
    }
    return false;
  }

  /** What can be reached, `from` included. */
  #walk(graph: ReadonlyMap<number, readonly number[]>, from: readonly number[]): Set<number> {
    const seen = new Set(from);
    const stack = [...from];
    while (stack.length > 0) {
      const next = graph.get(stack.pop()!);
      this.#budget.spend(1 + (next?.length ?? 0));
      for (const pair of next ?? []) {
        if (seen.has(pair)) continue;
        seen.add(pair);
        stack.push(pair);
      }
    }
    return seen;
  }
}

type Triple = readonly [number, number, number];

interface PairGraph {
  readonly forward: ReadonlyMap<number, readonly number[]>;
  readonly backward: ReadonlyMap<number, readonly number[]>;
}

function push(map: Map<number, number[]>, key: number, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** Strongly connected components (Tarjan, without recursion); an edge between two leads to the lower number. */
function findComponents(edges: readonly (readonly number[])[]): number[] {
  const n = edges.length;
  const index = new Array<number>(n).fill(-1);
  const low = new Array<number>(n).fill(0);
  const component = new Array<number>(n).fill(-1);
  const stack: number[] = [];
  let counter = 0;
  let components = 0;
  for (let root = 0; root < n; root++) {
    if (index[root] !== -1) continue;
    const frames = [{ state: root, next: edges[root]!.values() }];
    index[root] = low[root] = counter++;
    stack.push(root);
    while (frames.length > 0) {
      const frame = frames.at(-1)!;
      const step = frame.next.next();
      if (!step.done) {
        const target = step.value;
        if (index[target] === -1) {
          index[target] = low[target] = counter++;
          stack.push(target);
          frames.push({ state: target, next: edges[target]!.values() });
        } else if (component[target] === -1) low[frame.state] = Math.min(low[frame.state]!, index[target]!);
        continue;
      }
      frames.pop();
      const parent = frames.at(-1);
      if (parent !== undefined) low[parent.state] = Math.min(low[parent.state]!, low[frame.state]!);
      if (low[frame.state] !== index[frame.state]) continue;
      for (let state = -1; state !== frame.state; ) {
        state = stack.pop()!;
        component[state] = components;
      }
      components += 1;
    }
  }
  return component;
}
