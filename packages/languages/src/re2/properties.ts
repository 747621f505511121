/**
 * Facts about a node that the writers and the cost analysis share: whether it can match nothing, whether it only ever
 * matches nothing, and which of its groups take part in every match.
 */
import { createNode, isLazy, type MutableNode, Op, type RegexNode } from "./syntax/ast.ts";

export interface NodeProperties {
  /** Can match the empty text. */
  readonly nullable: boolean;
  /** Matches nothing but the empty text. */
  readonly zeroWidth: boolean;
  /** Number of capturing groups inside. */
  readonly captures: number;
  /** Number of those that are set by every match. */
  readonly definite: number;
}

/** Computes properties once per node. Recursion is bounded by the parser's limit on height. */
export class PropertyCache {
  readonly #known = new Map<RegexNode, NodeProperties>();

  of(node: RegexNode): NodeProperties {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const computed = this.#compute(node);
    this.#known.set(node, computed);
    return computed;
  }

  #compute(node: RegexNode): NodeProperties {
    const subs = node.sub.map((sub) => this.of(sub));
    const captures = subs.reduce((sum, sub) => sum + sub.captures, 0);
    const first = subs[0];
    switch (node.op) {
      case Op.NoMatch:
        return { nullable: false, zeroWidth: true, captures: 0, definite: 0 };
      case Op.Literal:
      case Op.Class:
      case Op.AnyNotNewline:
      case Op.Any:
        return { nullable: false, zeroWidth: false, captures: 0, definite: 0 };
      case Op.Capture:
        return { ...first!, captures: captures + 1, definite: first!.definite + 1 };
      case Op.Star:
      case Op.Quest:
        return { nullable: true, zeroWidth: first!.zeroWidth, captures, definite: 0 };
      case Op.Plus:
        return { ...first!, captures };
      case Op.Repeat:
        return {
          nullable: node.min === 0 || first!.nullable,
          zeroWidth: node.max === 0 || first!.zeroWidth,
          captures,
          definite: node.min === 0 ? 0 : first!.definite,
        };
      case Op.Concat:
        return {
          nullable: subs.every((sub) => sub.nullable),
          zeroWidth: subs.every((sub) => sub.zeroWidth),
          captures,
          definite: subs.reduce((sum, sub) => sum + sub.definite, 0),
        };
      case Op.Alternate:
        // A group is in one alternative only, so no group of an alternation is certain.
        return {
          nullable: subs.some((sub) => sub.nullable),
          zeroWidth: subs.every((sub) => sub.zeroWidth),
          captures,
          definite: 0,
        };
      default:
        return { nullable: true, zeroWidth: true, captures: 0, definite: 0 };
    }
  }

  /**
   * For a node without groups that can match nothing only as its last choice: a node that matches the same otherwise
   * and never nothing (`a*` gives `a+`, `a?b?` gives `ab?|b`). `undefined` where there is none. A loop over the node is
   * then a loop over the result, which is free of the empty rounds that the two engines treat differently.
   */
  withoutEmpty(node: RegexNode): RegexNode | undefined {
    const properties = this.of(node);
    if (properties.captures > 0) return undefined;
    if (!properties.nullable) return node;
    const body = node.sub[0];
    switch (node.op) {
      case Op.Empty:
        return createNode(Op.NoMatch);
      case Op.Star:
      case Op.Plus:
      case Op.Quest: {
        const inner = isLazy(node) ? undefined : this.withoutEmpty(body!);
        if (inner === undefined || node.op === Op.Quest) return inner;
        return derive(Op.Plus, node.flags, [inner]);
      }
      case Op.Repeat: {
        if (node.max === 0) return createNode(Op.NoMatch);
        const inner = isLazy(node) ? undefined : this.withoutEmpty(body!);
        if (inner === undefined) return undefined;
        const repeat = derive(Op.Repeat, node.flags, [inner]);
        repeat.min = 1;
        repeat.max = node.max;
        return repeat;
      }
      case Op.Alternate: {
        const last = node.sub.length - 1;
        if (node.sub.some((sub, i) => i < last && this.of(sub).nullable)) return undefined;
        const tail = this.withoutEmpty(node.sub[last]!);
        return tail && derive(Op.Alternate, node.flags, [...node.sub.slice(0, last), tail]);
      }
      case Op.Concat: {
        const alternatives: RegexNode[] = [];
        for (let i = 0; i < node.sub.length; i++) {
          const head = this.withoutEmpty(node.sub[i]!);
          if (head === undefined) return undefined;
          const rest = node.sub.slice(i + 1);
          alternatives.push(rest.length === 0 ? head : derive(Op.Concat, node.flags, [head, ...rest]));
        }
        return derive(Op.Alternate, node.flags, alternatives);
      }
      default:
        return undefined;
    }
  }
}

function derive(op: Op, flags: number, sub: readonly RegexNode[]): MutableNode {
  const node = createNode(op, flags);
  node.sub = sub as MutableNode[];
  return node;
}
