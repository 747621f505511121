/** Converts selected parts of a shown line to offsets in the line itself. */

/** A shown piece of a text: where it begins in the line, and which part of it is selected. */
export interface ShownPart {
  readonly from: number;
  /** Characters of the line that it stands for. */
  readonly length: number;
  /** Offsets in the shown text; a mark of a hidden character counts as a whole. */
  readonly start: number;
  readonly end: number;
}

/** The selection over all parts, from the first to the last; undefined if it is empty. */
export function joinParts(parts: readonly ShownPart[]): { readonly start: number; readonly end: number } | undefined {
  const chosen = parts.filter(({ start, end }) => start < end);
  if (chosen.length === 0) return undefined;
  const start = Math.min(...chosen.map((part) => part.from + Math.min(part.start, part.length)));
  const end = Math.max(...chosen.map((part) => part.from + Math.min(part.end, part.length)));
  return start < end ? { start, end } : undefined;
}

/** Converts an offset in a text field, where every line end is one character, to an offset in `line`. */
export function fromFieldOffset(line: string, offset: number): number {
  let at = 0;
  for (let shown = 0; shown < offset && at < line.length; shown++) at += line.startsWith("\r\n", at) ? 2 : 1;
  return at;
}
