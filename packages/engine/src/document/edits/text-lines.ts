/** Lines around places of a text, for edits of whole lines that leave the others unchanged. */
import { lineEndOf, withLineEnds } from "../../base/line-ends.ts";
import type { Span } from "../../base/span.ts";

export const startOfLine = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;

/** Where the next line begins; the text's end in the last one. */
export function nextLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

/** The blanks that the line around `at` begins with, up to there. */
export const indentAt = (text: string, at: number): string => /^[ \t]*/.exec(text.slice(startOfLine(text, at), at))![0];

/** Whether only blanks precede `at` on its line. */
export const beginsLine = (text: string, at: number): boolean => text.slice(startOfLine(text, at), at).trim() === "";

/** The end of the line, if only comments follow `at`. */
export function restOfLine(text: string, at: number): number | undefined {
  const rest = /[ \t]*(?:\/\*(?:[^*]|\*(?!\/))*\*\/[ \t]*)*(?:\/\/[^\r\n]*)?(?=\r*(?:\n|$))/y;
  rest.lastIndex = at;
  const found = rest.exec(text);
  return found === null ? undefined : at + found[0].length;
}

/** The lines of `span` with their end; undefined if they hold something else. */
export function wholeLines(text: string, span: Span): Span | undefined {
  const start = startOfLine(text, span.start);
  const end = nextLine(text, span.end);
  if (text.slice(start, span.start).trim() !== "" || text.slice(span.end, end).trim() !== "") return undefined;
  return { start, end };
}

/** The formatter indents by tabs. */
export const unitOfIndent = (text: string): string => (/^\t/m.test(text) ? "\t" : "  ");

/** Code that is indented by two blanks, or by a tab as the formatter does, indented by `unit`. */
export const withIndent = (code: string, unit: string): string =>
  code.replaceAll(/^(?: {2}|\t)+/gm, (blanks) => unit.repeat(blanks.replaceAll("  ", "\t").length));

/** Whether a raw string has several lines: their indentation is content. Backquotes in strings and comments begin none. */
export const hasLinesOfContent = (code: string): boolean =>
  (code.match(/"(?:[^"\\\n]|\\.)*"|\/\/.*|\/\*[\s\S]*?\*\/|`[^`]*`/g) ?? []).some(
    (part) => part.startsWith("`") && part.includes("\n"),
  );

/** Indents the lines after the first, except empty ones. With a raw string of several lines, nothing is changed. */
export const reindented = (code: string, from: string, to: string): string =>
  hasLinesOfContent(code) ? code : code.replaceAll(new RegExp(`\n${from}(?=[^\r\n])`, "g"), `\n${to}`);

/** `code` with the line ends that `text` has. */
export const asIn = (code: string, text: string): string => withLineEnds(code, lineEndOf(text));
