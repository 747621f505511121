/**
 * The automaton of a pattern whose states are the characters written in it (Glushkov's), for the analysis of cost. An
 * edge knows whether more than one way through the pattern leads along it. Assertions count as always true, and a
 * counted repetition that is long counts as a loop: both can only make a pattern look more costly than it is.
 */

import type { PropertyCache } from "./properties.ts";
import { Flag, Op, type RegexNode } from "./syntax/ast.ts";
import { foldOrbit, MAX_CODE_POINT, type Ranges, rangesOverlap } from "./syntax/classes.ts";

const MAX_STATES = 2000;
/** What building one may cost. */
export const MAX_EDGES = 60_000;
/** A counted repetition is written out up to this many states; beyond, it counts as a loop. */
const MAX_UNROLLED = 48;

const ANY: Ranges = [0, MAX_CODE_POINT];
const NOT_NEWLINE: Ranges = [0, 9, 11, MAX_CODE_POINT];

/** What a node of one character matches; `undefined` for other nodes. */
export function characterSet(node: RegexNode): Ranges | undefined {
  if (node.op === Op.Any) return ANY;
  if (node.op === Op.AnyNotNewline) return NOT_NEWLINE;
  return node.op === Op.Class ? node.runes : undefined;
}

/** What one code point of a literal matches. */
export function literalSet(node: RegexNode, rune: number): Ranges {
  return node.flags & Flag.FoldCase ? foldOrbit(rune) : [rune, rune];
}

/** Whether a counted repetition of a body with that many states is written out. */
export function isUnrolled(states: number, min: number, max: number): boolean {
  return states * (max < 0 ? min : max) <= MAX_UNROLLED;
}

/** States (a character each) that a node has when its repetitions are written out as this file does. */
export function countStates(node: RegexNode): number {
  if (node.op === Op.Literal) return node.runes.length;
  if (characterSet(node) !== undefined) return 1;
  let sum = 0;
  for (const sub of node.sub) sum += countStates(sub);
  if (node.op !== Op.Repeat || node.max === 0) return node.op === Op.Repeat ? 0 : sum;
  return isUnrolled(sum, node.min, node.max) ? sum * Math.max(1, node.max < 0 ? node.min : node.max) : sum;
}

/** How many ways lead somewhere: 1, or 2 for "more than one". */
type Ways = Map<number, number>;

interface Fragment {
  readonly first: Ways;
  readonly last: Ways;
  /** Ways of matching nothing. */
  readonly empty: number;
  /** States after which the fragment can end at once, with no assertion that could still fail. */
  readonly ends: readonly number[];
  /** Whether the fragment can match nothing with no assertion that could fail. */
  readonly emptyEnds: boolean;
}

const NOTHING: Fragment = { first: new Map(), last: new Map(), empty: 1, ends: [], emptyEnds: true };
const ASSERTION: Fragment = { ...NOTHING, emptyEnds: false };

class TooLarge extends Error {}

export class Automaton {
  /** Set of each state, by number; equal sets share a number. */
  readonly setOf: number[] = [];
  readonly sets: Ranges[] = [];
  /** Edges of each state: target → 1, or 2 for more than one way. */
  readonly edges: Ways[] = [];
  /** States after which the pattern has matched for certain, whatever follows. */
  accepting: ReadonlySet<number> = new Set();
  /** Whether the pattern matches nothing for certain, so that a search succeeds where it starts. */
  acceptsEmpty = false;
  /** The state of the search; -1 when the pattern is anchored. */
  search = -1;
  readonly #setIds = new Map<string, number>();
  readonly #overlaps = new Map<number, boolean>();
  readonly #properties: PropertyCache;
  #edgeCount = 0;

  private constructor(properties: PropertyCache) {
    this.#properties = properties;
  }

  /**
   * The automaton of a pattern, `undefined` when it is too large to analyze. Unless `anchored`, state 0 is the search
   * itself: it takes any character and leads to every beginning.
   */
  static build(root: RegexNode, properties: PropertyCache, anchored: boolean): Automaton | undefined {
    const automaton = new Automaton(properties);
    try {
      const search = anchored ? -1 : automaton.#state(ANY);
      const whole = automaton.#fragment(root);
      automaton.search = search;
      automaton.accepting = new Set(whole.ends);
      automaton.acceptsEmpty = whole.emptyEnds;
      if (search >= 0) {
        automaton.#connect(new Map([[search, 1]]), new Map([[search, 1]]), 1);
        automaton.#connect(new Map([[search, 1]]), whole.first, 1);
      }
      return automaton;
    } catch (error) {
      if (error instanceof TooLarge) return undefined;
      throw error;
    }
  }

  /** States, edges, and bounds of classes. */
  get size(): number {
    return this.setOf.reduce((sum, set) => sum + 1 + this.sets[set]!.length, this.#edgeCount);
  }

  /** Whether one character can be taken by both states. */
  overlap(a: number, b: number): boolean {
    const x = this.setOf[a]!;
    const y = this.setOf[b]!;
    if (x === y) return this.sets[x]!.length > 0;
    const key = x < y ? x * this.sets.length + y : y * this.sets.length + x;
    let known = this.#overlaps.get(key);
    if (known === undefined) {
      known = rangesOverlap(this.sets[x]!, this.sets[y]!);
      this.#overlaps.set(key, known);
    }
    return known;
  }

  #state(set: Ranges): number {
    if (this.setOf.length >= MAX_STATES) throw new TooLarge();
    const key = set.join(" ");
    let id = this.#setIds.get(key);
    if (id === undefined) {
      id = this.sets.length;
      this.sets.push(set);
      this.#setIds.set(key, id);
    }
    this.setOf.push(id);
    this.edges.push(new Map());
    return this.setOf.length - 1;
  }

  #connect(from: Ways, to: Ways, ways: number): void {
    this.#edgeCount += from.size * to.size;
    if (this.#edgeCount > MAX_EDGES) throw new TooLarge();
    for (const [a, x] of from) {
      const edges = this.edges[a]!;
      for (const [b, y] of to) edges.set(b, Math.min(2, (edges.get(b) ?? 0) + x * y * ways));
    }
  }

  #concat(a: Fragment, b: Fragment): Fragment {
    if (a === NOTHING) return b;
    if (b === NOTHING) return a;
    this.#connect(a.last, b.first, 1);
    return {
      first: a.empty === 0 ? a.first : merge(a.first, b.first, a.empty),
      last: b.empty === 0 ? b.last : merge(b.last, a.last, b.empty),
      empty: Math.min(2, a.empty * b.empty),
      ends: b.emptyEnds ? [...a.ends, ...b.ends] : b.ends,
      emptyEnds: a.emptyEnds && b.emptyEnds,
    };
  }

  #single(set: Ranges): Fragment {
    const state = this.#state(set);
    const ways: Ways = new Map([[state, 1]]);
    return { first: ways, last: ways, empty: 0, ends: [state], emptyEnds: false };
  }

  #fragment(node: RegexNode): Fragment {
    const set = characterSet(node);
    if (set !== undefined) return this.#single(set);
    switch (node.op) {
      case Op.NoMatch:
        return { ...ASSERTION, empty: 0 };
      case Op.Literal:
        return node.runes.reduce<Fragment>(
          (whole, rune) => this.#concat(whole, this.#single(literalSet(node, rune))),
          NOTHING,
        );
      case Op.Capture:
        return this.#fragment(node.sub[0]!);
      case Op.Concat:
        return node.sub.reduce<Fragment>((whole, sub) => this.#concat(whole, this.#fragment(sub)), NOTHING);
      case Op.Alternate: {
        let first: Ways = new Map();
        let last: Ways = new Map();
        let empty = 0;
        let emptyEnds = false;
        const ends: number[] = [];
        for (const sub of node.sub) {
          const part = this.#fragment(sub);
          for (const end of part.ends) ends.push(end);
          emptyEnds ||= part.emptyEnds;
          first = merge(first, part.first, 1);
          last = merge(last, part.last, 1);
          empty += part.empty;
        }
        return { first, last, empty: Math.min(2, empty), ends, emptyEnds };
      }
      case Op.Star:
        return this.#loop(node.sub[0]!, true);
      case Op.Plus:
        return this.#loop(node.sub[0]!, false);
      case Op.Quest:
        return optional(this.#fragment(node.sub[0]!));
      case Op.Repeat:
        return this.#repeat(node);
      case Op.Empty:
        return NOTHING;
      default:
        return ASSERTION;
    }
  }

  #loop(body: RegexNode, canSkip: boolean): Fragment {
    // The form that is written natively has no empty rounds.
    const inner = this.#properties.withoutEmpty(body) ?? body;
    const part = this.#fragment(inner);
    this.#connect(part.last, part.first, 1);
    return canSkip || inner !== body ? optional(part) : part;
  }

  #repeat(node: RegexNode): Fragment {
    const body = node.sub[0]!;
    const { min, max } = node;
    if (max === 0) return NOTHING;
    const inner = max === 1 ? body : (this.#properties.withoutEmpty(body) ?? body);
    const least = inner === body ? min : 0;
    if (!isUnrolled(countStates(inner), least, max)) return this.#loop(inner, least === 0);
    let whole: Fragment = NOTHING;
    const required = max < 0 ? Math.max(0, least - 1) : least;
    for (let i = 0; i < required; i++) whole = this.#concat(whole, this.#fragment(inner));
    if (max < 0) return this.#concat(whole, this.#loop(inner, least === 0));
    const copies: Fragment[] = [];
    for (let i = least; i < max; i++) copies.push(this.#fragment(inner));
    let tail: Fragment = NOTHING;
    for (const copy of copies.reverse()) tail = optional(this.#concat(copy, tail));
    return this.#concat(whole, tail);
  }
}

function optional(part: Fragment): Fragment {
  return { ...part, empty: Math.min(2, part.empty + 1), emptyEnds: true };
}

function merge(a: Ways, b: Ways, ways: number): Ways {
  const out = new Map(a);
  for (const [state, n] of b) out.set(state, Math.min(2, (out.get(state) ?? 0) + n * ways));
  return out;
}
