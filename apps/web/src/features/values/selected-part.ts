/** Parts of a line that are selected in the page, as offsets in the line itself. */

/** A stretch of a text that is shown: where it begins in the line, and how much of it is selected. */
export interface ShownPart {
  readonly from: number;
  /** Characters of the line that it stands for. */
  readonly length: number;
  /** Offsets in what is shown; a mark of a hidden character counts as a whole. */
  readonly start: number;
  readonly end: number;
}

/** What the parts select together: from the first to the last; undefined where that is nothing. */
export function joinParts(parts: readonly ShownPart[]): { readonly start: number; readonly end: number } | undefined {
  const chosen = parts.filter(({ start, end }) => start < end);
  if (chosen.length === 0) return undefined;
  const start = Math.min(...chosen.map((part) => part.from + Math.min(part.start, part.length)));
  const end = Math.max(...chosen.map((part) => part.from + Math.min(part.end, part.length)));
  return start < end ? { start, end } : undefined;
}

/** Offset in `line` of an offset in a text field that shows it: there every line end is one character. */
export function fromFieldOffset(line: string, offset: number): number {
  let at = 0;
  for (let shown = 0; shown < offset && at < line.length; shown++) at += line.startsWith("\r\n", at) ? 2 : 1;
  return at;
}
