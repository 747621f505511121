/** Pieces of Markdown that hold any text. */

/** A cell of a table. */
export const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", "<br>");

/** Text with backticks in it needs more of them around it, and room at its ends. */
export function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((match) => match[0].length));
  const ticks = "`".repeat(longest + 1);
  const room = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${ticks}${room}${text}${room}${ticks}`;
}

/** A block of code. */
export function fence(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((match) => match[0].length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${language}\n${text}\n${ticks}`;
}
