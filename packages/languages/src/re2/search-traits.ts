/** The cost of a search, as far as the pattern's shape shows it: for advice about patterns. */
import { isLazy, Op, type RegexNode } from "./syntax/ast.ts";

const partsOf = (root: RegexNode): readonly RegexNode[] => (root.op === Op.Concat ? root.sub : [root]);

/** Whether a search finds a match in every text. False where the shape does not show it. */
export function matchesEveryText(root: RegexNode): boolean {
  const parts = partsOf(root);
  const fromStart = parts[0]?.op === Op.BeginText;
  const toEnd = parts.at(-1)?.op === Op.EndText;
  const middle = parts.filter((_, i) => !(fromStart && i === 0) && !(toEnd && i === parts.length - 1));
  if (!middle.every(matchesNothingAnywhere)) return false;
  return !(fromStart && toEnd) || middle.some((part) => part.op === Op.Star && part.sub[0]!.op === Op.Any);
}

/** Whether it can match the empty text at any place. */
function matchesNothingAnywhere(node: RegexNode): boolean {
  switch (node.op) {
    case Op.Empty:
    case Op.Star:
    case Op.Quest:
      return true;
    case Op.Repeat:
      return node.min === 0 || matchesNothingAnywhere(node.sub[0]!);
    case Op.Plus:
    case Op.Capture:
      return matchesNothingAnywhere(node.sub[0]!);
    case Op.Concat:
      return node.sub.every(matchesNothingAnywhere);
    case Op.Alternate:
      return node.sub.some(matchesNothingAnywhere);
    default:
      return false;
  }
}

/** The `.*`, or `.*?`, that a pattern begins with, where more comes after it; a group around it counts as none. */
export function leadingWildcard(root: RegexNode): "greedy" | "lazy" | undefined {
  const [first, ...rest] = partsOf(root);
  if (first?.op !== Op.Star || rest.length === 0) return undefined;
  const { op } = first.sub[0]!;
  if (op !== Op.AnyNotNewline && op !== Op.Any) return undefined;
  return isLazy(first) ? "lazy" : "greedy";
}
