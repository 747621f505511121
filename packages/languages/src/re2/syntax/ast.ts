/**
 * The tree of a pattern, in the shape of Go's `regexp/syntax`: literals are runs, groups that only group leave no node,
 * alternations are factored. The parser builds it in place; after that it is only read.
 */

/** Kinds of node. The order matters: factoring compares the first four, which match one character. */
export const Op = {
  NoMatch: 1,
  Empty: 2,
  Literal: 3,
  Class: 4,
  AnyNotNewline: 5,
  Any: 6,
  BeginLine: 7,
  EndLine: 8,
  BeginText: 9,
  EndText: 10,
  WordBoundary: 11,
  NoWordBoundary: 12,
  Capture: 13,
  Star: 14,
  Plus: 15,
  Quest: 16,
  Repeat: 17,
  Concat: 18,
  Alternate: 19,
  /** Marks on the parser's stack; never in a finished tree. */
  LeftParen: 128,
  VerticalBar: 129,
} as const;
export type Op = (typeof Op)[keyof typeof Op];

/** Flags of a node, and of the parser at a place. */
export const Flag = {
  FoldCase: 1,
  DotNewline: 8,
  OneLine: 16,
  NonGreedy: 32,
  WasDollar: 256,
} as const;

/** One node, as its readers see it. */
export interface RegexNode {
  readonly op: Op;
  readonly flags: number;
  readonly sub: readonly RegexNode[];
  /** Code points of a literal, or pairs of bounds of a class. */
  readonly runes: readonly number[];
  /** Bounds of a repeat; `max` -1: no upper bound. */
  readonly min: number;
  readonly max: number;
  /** Number of a capturing group, from 1; 0 elsewhere. */
  readonly cap: number;
  readonly name: string;
}

/** One node, as the parser builds it. */
export interface MutableNode {
  op: Op;
  flags: number;
  sub: MutableNode[];
  runes: number[];
  min: number;
  max: number;
  cap: number;
  name: string;
  /** Height and size of the compiled form, once the limits are being tracked; 0: not computed. */
  height: number;
  size: number;
}

export function createNode(op: Op, flags = 0): MutableNode {
  return { op, flags, sub: [], runes: [], min: 0, max: 0, cap: 0, name: "", height: 0, size: 0 };
}

/** Whether the node's repetition prefers fewer. */
export function isLazy(node: RegexNode): boolean {
  return (node.flags & Flag.NonGreedy) !== 0;
}
