/**
 * Counts the ways through a pattern that do not come from loops: alternatives that begin alike, optional parts that
 * what follows could take as well. That number multiplies the work of backtracking, whatever the text.
 */

import { characterSet, countStates, isUnrolled, literalSet } from "./automaton.ts";
import type { PropertyCache } from "./properties.ts";
import { Op, type RegexNode } from "./syntax/ast.ts";
import { cleanRanges, type Ranges, rangesOverlap } from "./syntax/classes.ts";

const MAX_WAYS = 2 ** 40;

export class ChoiceCounter {
  readonly #properties: PropertyCache;
  readonly #first = new Map<RegexNode, Ranges>();

  constructor(properties: PropertyCache) {
    this.#properties = properties;
  }

  /** An upper bound of the ways through `node`, when characters of `follow` may come after it. */
  count(node: RegexNode, follow: Ranges): number {
    return Math.min(MAX_WAYS, this.#count(node, follow));
  }

  #count(node: RegexNode, follow: Ranges): number {
    const body = node.sub[0];
    switch (node.op) {
      case Op.Capture:
        return this.count(body!, follow);
      case Op.Star:
      case Op.Plus:
        return this.count(body!, union(this.#firstOf(body!), follow));
      case Op.Quest:
        return this.#optional(body!, follow);
      case Op.Repeat: {
        if (node.max === 0) return 1;
        if (node.max === 1) return node.min === 1 ? this.count(body!, follow) : this.#optional(body!, follow);
        const inner = this.#properties.withoutEmpty(body!) ?? body!;
        const least = inner === body ? node.min : 0;
        const first = this.#firstOf(inner);
        const once = this.count(inner, union(first, follow));
        if (!isUnrolled(countStates(inner), least, node.max)) return once;
        const rounds = node.max < 0 ? least : node.max;
        const exits = node.max < 0 || !rangesOverlap(first, follow) ? 1 : node.max - least + 1;
        return once ** rounds * exits;
      }
      case Op.Concat: {
        let ways = 1;
        let after = follow;
        for (let i = node.sub.length - 1; i >= 0; i--) {
          const sub = node.sub[i]!;
          ways *= this.count(sub, after);
          after = this.#properties.of(sub).nullable ? union(this.#firstOf(sub), after) : this.#firstOf(sub);
        }
        return ways;
      }
      case Op.Alternate: {
        // Alternatives that begin differently exclude each other.
        let seen: Ranges = [];
        let ways = 0;
        for (const sub of node.sub) {
          const begins = this.#properties.of(sub).nullable ? union(this.#firstOf(sub), follow) : this.#firstOf(sub);
          const own = this.count(sub, follow);
          ways = rangesOverlap(seen, begins) ? ways + own : Math.max(ways, own);
          seen = union(seen, begins);
        }
        return ways;
      }
      default:
        return 1;
    }
  }

  #optional(body: RegexNode, follow: Ranges): number {
    const ways = this.count(body, follow);
    const ambiguous = this.#properties.of(body).nullable || rangesOverlap(this.#firstOf(body), follow);
    return ambiguous ? ways + 1 : ways;
  }

  /** Characters that a match of the node can begin with. */
  #firstOf(node: RegexNode): Ranges {
    const known = this.#first.get(node);
    if (known !== undefined) return known;
    let first: Ranges = characterSet(node) ?? [];
    if (node.op === Op.Literal) first = node.runes.length === 0 ? [] : literalSet(node, node.runes[0]!);
    else if (node.op === Op.Concat) {
      for (const sub of node.sub) {
        first = union(first, this.#firstOf(sub));
        if (!this.#properties.of(sub).nullable) break;
      }
    } else for (const sub of node.sub) first = union(first, this.#firstOf(sub));
    this.#first.set(node, first);
    return first;
  }
}

function union(a: Ranges, b: Ranges): Ranges {
  if (a.length === 0) return b;
  return b.length === 0 ? a : cleanRanges([...a, ...b]);
}
