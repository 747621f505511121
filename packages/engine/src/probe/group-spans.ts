/** Places of an expression's groups, or a pattern's captures. */

/** UTF-16 offsets in the expression. Groups count from 1; without a name it is undefined. */
export interface GroupSpan {
  readonly group: number;
  readonly name: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** Escapes, quoted texts, classes, openings of groups, closings. */
const PIECES = /\\Q[\s\S]*?(?:\\E|$)|\\[\s\S]|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|\((\?(?!P?<))?|\)/g;

/** The same expression for an RE2 that knows only `(?P<name>…)`, where Go also reads `(?<name>…)`. */
export function withOldGroupNames(pattern: string): string {
  let written = "";
  let done = 0;
  for (const { 0: piece, index } of pattern.matchAll(PIECES)) {
    if (piece !== "(" || !/^\?<[^=!]/.test(pattern.slice(index + 1, index + 4))) continue;
    written += `${pattern.slice(done, index)}(?P`;
    done = index + 2;
  }
  return written + pattern.slice(done);
}

/** The outermost groups of an expression that compiles; none if they cannot be distinguished. */
export function groupSpans(
  pattern: string,
  { groupCount, groupNames }: { readonly groupCount: number; readonly groupNames: readonly (string | undefined)[] },
): readonly GroupSpan[] {
  const spans: GroupSpan[] = [];
  const open: { readonly start: number; readonly group: number | undefined }[] = [];
  let count = 0;
  for (const { 0: piece, 1: plain, index } of pattern.matchAll(PIECES)) {
    if (piece.startsWith("(")) open.push({ start: index, group: plain === undefined ? ++count : undefined });
    if (piece !== ")") continue;
    const opened = open.pop();
    if (opened === undefined) return [];
    const { start, group } = opened;
    if (group !== undefined && open.every((one) => one.group === undefined))
      spans.push({ group, name: groupNames[group], start, end: index + 1 });
  }
  return count === groupCount && open.length === 0 ? spans : [];
}

/** The named captures of a pattern. */
export function patternSpans(pattern: string): readonly GroupSpan[] {
  return [...pattern.matchAll(/<([A-Za-z_][A-Za-z0-9_]*)>/g)]
    .filter(([, name]) => name !== "_")
    .map(({ 0: written, 1: name, index }, i) => ({ group: i + 1, name, start: index, end: index + written.length }));
}
