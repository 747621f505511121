/**
 * A smaller pattern that answers "does it match" for another one: without groups, and without what a search finds
 * anyway at either end (`.*foo.*` asks for `foo`, `\d+` for `\d`, `^(?s:.*)x` for `x`).
 */
import { createNode, type MutableNode, Op, type RegexNode } from "./syntax/ast.ts";

/** The pattern to ask instead. */
export function toTestForm(root: RegexNode): RegexNode {
  const bare = withoutCaptures(root);
  let parts: readonly RegexNode[] = bare.op === Op.Concat ? bare.sub : [bare];
  for (let trimmed = trimStart(parts); trimmed !== parts; trimmed = trimStart(parts)) parts = trimmed;
  for (let trimmed = trimEnd(parts); trimmed !== parts; trimmed = trimEnd(parts)) parts = trimmed;
  if (parts.length === 0) return createNode(Op.Empty);
  return parts.length === 1 ? parts[0]! : derive(bare.op === Op.Concat ? bare : createNode(Op.Concat), parts);
}

function derive(node: RegexNode, sub: readonly RegexNode[]): RegexNode {
  const copy: MutableNode = { ...createNode(node.op, node.flags), min: node.min, max: node.max };
  copy.sub = sub as MutableNode[];
  return copy;
}

/** Recursion is bounded by the parser's limit on height. */
function withoutCaptures(node: RegexNode): RegexNode {
  if (node.op === Op.Capture) return withoutCaptures(node.sub[0]!);
  if (node.sub.length === 0) return node;
  const sub = node.sub.map(withoutCaptures);
  const flat = node.op === Op.Concat ? sub.flatMap((part) => (part.op === Op.Concat ? part.sub : [part])) : sub;
  return derive(node, flat);
}

function trimStart(parts: readonly RegexNode[]): readonly RegexNode[] {
  const [first, second] = parts;
  if (first === undefined) return parts;
  if (first.op === Op.BeginText && second !== undefined && takesAnything(second)) return parts.slice(2);
  return replaceEnd(first, parts, (rest, kept) => [...kept, ...rest], parts.slice(1));
}

function trimEnd(parts: readonly RegexNode[]): readonly RegexNode[] {
  const last = parts.at(-1);
  const before = parts.at(-2);
  if (last === undefined) return parts;
  if (last.op === Op.EndText && before !== undefined && takesAnything(before)) return parts.slice(0, -2);
  return replaceEnd(last, parts, (rest, kept) => [...rest, ...kept], parts.slice(0, -1));
}

function replaceEnd(
  end: RegexNode,
  parts: readonly RegexNode[],
  join: (rest: readonly RegexNode[], kept: readonly RegexNode[]) => RegexNode[],
  rest: readonly RegexNode[],
): readonly RegexNode[] {
  if (matchesNothingForSure(end)) return rest;
  if (end.op === Op.Plus) return join(rest, [end.sub[0]!]);
  if (end.op === Op.Repeat && end.min > 0 && end.max !== end.min) {
    const least = derive(end, end.sub) as MutableNode;
    least.max = end.min;
    return join(rest, [least]);
  }
  return parts;
}

/** `(?s:.*)`: any text whatever. */
function takesAnything(node: RegexNode): boolean {
  return node.op === Op.Star && node.sub[0]!.op === Op.Any;
}

/** Whether the empty text is among the matches at any place: no assertion can prevent it. */
function matchesNothingForSure(node: RegexNode): boolean {
  switch (node.op) {
    case Op.Empty:
    case Op.Star:
    case Op.Quest:
      return true;
    case Op.Repeat:
      return node.min === 0 || matchesNothingForSure(node.sub[0]!);
    case Op.Plus:
      return matchesNothingForSure(node.sub[0]!);
    case Op.Concat:
      return node.sub.every(matchesNothingForSure);
    case Op.Alternate:
      return node.sub.some(matchesNothingForSure);
    default:
      return false;
  }
}
