/**
 * Two expressions about the same lines as one: the groups of the first stay as they are written, what lies between them and
 * the new group follows from a line. It counts only if it finds on all lines what the two find.
 */
import { compileRegex, type Regex } from "@sluice/languages/re2";
import { forms } from "./regex-candidates.ts";

/** Lines on which it is tried. */
const TRIED = 1000;

/** `added` has one group, which is behind all that `expression` matches in `line`. */
export function joinExpressions(
  expression: string,
  added: string,
  line: string,
  lines: readonly string[],
): string | undefined {
  const [own, other] = [compiled(expression), compiled(added)];
  const ownAt = own?.execIndices(line);
  const otherAt = other?.execIndices(line);
  const group = added.indexOf("(?P<");
  if (own === undefined || other === undefined || ownAt == null || otherAt == null || group < 0) return undefined;
  if (ownAt[1]! > otherAt[2]!) return undefined;
  const tried = [line, ...lines.slice(0, TRIED)];
  return forms(line.slice(ownAt[1]!, otherAt[2]!))
    .map((between) => `${expression}${between}${added.slice(group)}`)
    .find((one) => {
      const both = compiled(one);
      return both !== undefined && tried.every((text) => findsBoth(text, both, own, other));
    });
}

function compiled(expression: string): Regex | undefined {
  const result = compileRegex(expression);
  return result.ok ? result.regex : undefined;
}

/** Whether it finds in a text what both find there, and nothing where they find nothing. */
function findsBoth(text: string, both: Regex, own: Regex, other: Regex): boolean {
  const found = both.exec(text);
  const [first, second] = [own.exec(text), other.exec(text)];
  if (found === null) return first === null && second === null;
  if (first === null || second === null) return false;
  const groups = own.groupNames.length;
  const isSame = Array.from({ length: groups - 1 }, (_, i) => first[i + 1] === found[i + 1]).every(Boolean);
  return isSame && second[1] === found[groups];
}
