/** Lines that say something about the log itself: names of columns, the program that writes it, when it was closed. */
import { writeStage } from "../detect/index.ts";
import { writeText } from "../syntax/index.ts";
import { listNames } from "./list-names.ts";
import type { PlannedStage } from "./plan.ts";

/** A frame of a stack trace has a number: `#0 {main}`. */
export const COMMENT_BEGIN = "#(?:[A-Za-z\\s]|$)";
const COMMENT_TEXT = `^${COMMENT_BEGIN}`;
const COMMENT = new RegExp(COMMENT_TEXT);
/** Share of the lines above which they are entries. */
const MOST = 0.5;

const isComment = (line: string): boolean => COMMENT.test(line);

/** The same, for lines of which many may be such: those of a slow query log are entries. */
export function commentsIn(lines: readonly string[]): (line: string) => boolean {
  const count = lines.filter(isComment).length;
  return count > lines.length * MOST ? () => false : isComment;
}

/** The first words of comments, of which some are shown. */
const MAX_SHOWN = 6;

/** Comments are no entries that anybody reads. Dropping them is offered, and done on request alone. */
export function findComments(lines: readonly string[]): PlannedStage | undefined {
  const comments = lines.filter(commentsIn(lines));
  if (comments.length === 0) return undefined;
  const words = [...new Set(comments.map((line) => /^#\s*[^\s:]*/.exec(line)![0]))];
  return {
    id: "comments",
    layer: "noise",
    says: "Drop comments",
    evidence: [`${comments.length} of ${lines.length} entries: ${listNames(words.slice(0, MAX_SHOWN))}`],
    byDefault: false,
    needs: [],
    branch: undefined,
    write: () => writeStage("drop", { expression: writeText(COMMENT_TEXT), drop_counter_reason: writeText("comment") }),
  };
}
