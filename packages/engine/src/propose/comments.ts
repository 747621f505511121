/** Lines that say something about the log itself: names of columns, the program that writes it, when it was closed. */

/** A frame of a stack trace has a number: `#0 {main}`. */
const COMMENT = /^#(?:\s|[A-Za-z]|$)/;
/** Share of the lines above which they are entries. */
const MOST = 0.5;

export const isComment = (line: string): boolean => COMMENT.test(line);

/** The same, for lines of which many may be such: those of a slow query log are entries. */
export function commentsIn(lines: readonly string[]): (line: string) => boolean {
  const count = lines.filter(isComment).length;
  return count > lines.length * MOST ? () => false : isComment;
}
