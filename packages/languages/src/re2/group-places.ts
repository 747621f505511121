/**
 * Places of a match's groups, from the texts of the groups alone: in `user=(\S+)@` the first group starts five units into the
 * match. V8 takes some three times as long for a match with positions (flag `d`).
 *
 * It works if the pattern is a sequence in which every group is an element of its own, without groups inside, and the text
 * between a group and the match's start, its end or the group before has a fixed width in UTF-16 units.
 */
import { Flag, Op, type RegexNode } from "./syntax/ast.ts";

/** Distances that place all groups of a match. */
export interface GroupPlaces {
  /** Groups counted from the match's start: units between each and the one before it (or the start). */
  readonly fromStart: readonly number[];
  /** The groups that follow, counted from the match's end: units between each and the one after it (or the end). */
  readonly fromEnd: readonly number[];
}

/** The distances for a pattern with groups; undefined if the texts do not show them. */
export function findGroupPlaces(root: RegexNode, groupCount: number): GroupPlaces | undefined {
  const parts = root.op === Op.Concat ? root.sub : [root];
  const captures = parts.filter(({ op }) => op === Op.Capture);
  if (captures.length !== groupCount || captures.some(({ cap }, i) => cap !== i + 1)) return undefined;
  const fromStart = measure(parts);
  if (fromStart.length === groupCount) return { fromStart, fromEnd: [] };
  const fromEnd = measure(parts.toReversed()).toReversed();
  if (fromStart.length + fromEnd.length < groupCount) return undefined;
  return { fromStart, fromEnd: fromEnd.slice(fromStart.length - groupCount) };
}

/** Widths before each group, up to the first group before which there is something of no fixed width. */
function measure(parts: readonly RegexNode[]): number[] {
  const gaps: number[] = [];
  let gap = 0;
  for (const part of parts) {
    if (part.op === Op.Capture) {
      gaps.push(gap);
      gap = 0;
      continue;
    }
    const width = widthOf(part);
    if (width === undefined) break;
    gap += width;
  }
  return gaps;
}

/**
 * Units that every match of the node takes; undefined where that varies, or is not known. Recursion as deep as the parser
 * allows.
 */
function widthOf(node: RegexNode): number | undefined {
  switch (node.op) {
    case Op.Empty:
    case Op.BeginLine:
    case Op.EndLine:
    case Op.BeginText:
    case Op.EndText:
    case Op.WordBoundary:
    case Op.NoWordBoundary:
      return 0;
    case Op.Literal:
      // A letter's other case may be of another width.
      if (node.flags & Flag.FoldCase) return undefined;
      return node.runes.reduce((sum, rune) => sum + (rune > 0xffff ? 2 : 1), 0);
    case Op.Class:
      return node.runes.every((bound) => bound <= 0xffff) ? 1 : undefined;
    case Op.Repeat: {
      const width = node.min === node.max ? widthOf(node.sub[0]!) : undefined;
      return width === undefined ? undefined : width * node.min;
    }
    case Op.Concat: {
      let sum = 0;
      for (const sub of node.sub) {
        const width = widthOf(sub);
        if (width === undefined) return undefined;
        sum += width;
      }
      return sum;
    }
    default:
      return undefined;
  }
}

/** `[start0, end0, start1, end1, …]` of a match. */
export function placeGroups({ fromStart, fromEnd }: GroupPlaces, match: RegExpExecArray): number[] {
  const start = match.index;
  const end = start + match[0].length;
  const out = [start, end];
  let at = start;
  for (let i = 0; i < fromStart.length; i++) {
    at += fromStart[i]!;
    out.push(at);
    at += match[i + 1]!.length;
    out.push(at);
  }
  if (fromEnd.length === 0) return out;
  at = end;
  const first = fromStart.length + 1;
  for (let i = fromEnd.length - 1; i >= 0; i--) {
    at -= fromEnd[i]!;
    const group = first + i;
    out[2 * group + 1] = at;
    at -= match[group]!.length;
    out[2 * group] = at;
  }
  return out;
}
