/** Line ends: one rule for everything that reads, writes or edits a text. */
export type LineEnd = "\n" | "\r\n";

/** `\r\n` where all lines end so. */
export const lineEndOf = (text: string): LineEnd =>
  text.includes("\r\n") && !/(?:^|[^\r])\n/.test(text) ? "\r\n" : "\n";

export const withLineEnds = (text: string, lineEnd: LineEnd): string => text.replaceAll(/\r?\n/g, lineEnd);

/** The lines of a text; one line end at the very end adds none. */
export function splitLines(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
