/**
 * What the parser passed over in a text with syntax errors. Which argument a value there belongs to is unknown, since a missing
 * quote, sign or letter may have changed its name. So all of it is hidden: on each line only a name before `=`, `:` or a brace,
 * and signs, are shown. What stands as written is judged by its argument, as in any text (`hide-argument.ts`).
 */
import type { Span } from "../../base/span.ts";
import type { SourceFile } from "../../syntax/ast.ts";
import { walkStatements } from "../../syntax/index.ts";
import { isSecretByName } from "./secret-arguments.ts";

/** A name that stays visible, with signs around it. A line that ends in `=` may be one of a key. */
const NAME =
  /^[\s}\])]*(?:(?:[A-Za-z_][\w.]{0,100}[ \t]*(?=[:{]|=[ \t]*[^\s=])|"[A-Za-z_]\w{0,100}"[ \t]*(?=:|=[ \t]*[^\s=]))[\s=:{}[\](),]*)?/;
const SIGNS = /^[\s,;=:(){}[\]"'`+*-]*$/;

/** The places of what is hidden, in order, without overlaps: each within one line. */
export function passedOver(file: SourceFile): Span[] {
  const { text } = file;
  const hidden: Span[] = [];
  let at = 0;
  for (const { start, end } of [...readSpans(file), { start: text.length, end: text.length }]) {
    if (start > at) hideLines(text, at, start, hidden);
    at = Math.max(at, end);
  }
  return hidden;
}

/** What the parser read as written: whole arguments, the headers of blocks, and comments on lines of their own or after these. */
function readSpans({ text, body, comments }: SourceFile): Span[] {
  const read: Span[] = [];
  walkStatements(body, (statement) => {
    if (statement.kind === "block") {
      const { name, nameSpan, labelSpan, span, bodySpan } = statement;
      const label = labelSpan !== undefined && isSecretByName(name) ? labelSpan.start : bodySpan.start + 1;
      read.push({ start: span.start, end: Math.max(nameSpan.end, label) });
    } else if (statement.broken === undefined) read.push(statement.span);
  });
  const all = [
    ...read,
    ...comments.flatMap((group) => group.comments.map(({ span }) => ({ ...span, isComment: true }))),
  ];
  all.sort((a, b) => a.start - b.start);
  const kept: Span[] = [];
  for (const one of all) {
    const line = text.lastIndexOf("\n", one.start - 1) + 1;
    const before = text.slice(Math.max(line, kept.at(-1)?.end ?? 0), one.start);
    // In `url = http://me:pw@host` it is no comment; one that is not closed holds the rest of the text.
    const isDoubtful = "isComment" in one && (/[^\s{}]/.test(before) || isOpen(text, one));
    if (!isDoubtful) kept.push(one);
  }
  return kept;
}

const isOpen = (text: string, { start, end }: Span): boolean =>
  text.startsWith("/*", start) && !text.slice(start + 2, end).endsWith("*/");

function hideLines(text: string, from: number, to: number, hidden: Span[]): void {
  let isRaw = false;
  for (const { 0: line, index } of text.slice(from, to).matchAll(/[^\n]+/g)) {
    const shown = isRaw ? 0 : NAME.exec(line)![0].length;
    if (!SIGNS.test(line.slice(shown)))
      hidden.push({ start: from + index + shown, end: from + index + line.trimEnd().length });
    if (line.split("`").length % 2 === 0) isRaw = !isRaw;
  }
}
