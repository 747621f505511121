/**
 * What the parser passed over in a text with syntax errors. Which argument a value there belongs to is unknown, since a missing
 * quote, sign or letter may have changed its name. So all of it is hidden: on each line only a name before `=`, `:` or a brace,
 * and signs, are shown. What stands as written is judged by its argument, as in any text (`hide-argument.ts`).
 */
import { STEP } from "../../base/at-once.ts";
import type { Span } from "../../base/span.ts";
import type { SourceFile } from "../../syntax/ast.ts";
import { walkStatements } from "../../syntax/index.ts";
import { isSecretByName } from "./secret-arguments.ts";

/** A name that stays visible, with signs around it. A line that ends in `=` may be one of a key. */
const NAME =
  /^[\s}\])]*(?:(?:[A-Za-z_][\w.]{0,100}[ \t]*(?=[:{]|=[ \t]*[^\s=])|"[A-Za-z_]\w{0,100}"[ \t]*(?=:|=[ \t]*[^\s=]))[\s=:{}[\](),]*)?/;
const SIGNS = /^[\s,;=:(){}[\]"'`+*-]*$/;

/** The places of what is hidden, in order, without overlaps: each within one line. In steps. */
export function* passedOverInSteps(file: SourceFile): Generator<void, Span[]> {
  const { text } = file;
  const hidden: Span[] = [];
  let at = 0;
  for (const { start, end } of [...(yield* readSpansInSteps(file)), { start: text.length, end: text.length }]) {
    if (start > at) {
      for (const one of hiddenIn(text, at, start)) {
        hidden.push(one);
        if (hidden.length % STEP === 0) yield;
      }
    }
    at = Math.max(at, end);
  }
  return hidden;
}

/** What the parser read as written: whole arguments, the headers of blocks, and comments on lines of their own or after these. */
function* readSpansInSteps({ text, body, comments }: SourceFile): Generator<void, Span[]> {
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
  yield;
  const kept: Span[] = [];
  let at = 0;
  /** Whether something that was not read stands before it on its line. */
  let isBehind = false;
  for (const [nth, one] of all.entries()) {
    if (nth % STEP === 0) yield;
    const between = text.slice(at, one.start);
    const lineEnd = between.lastIndexOf("\n");
    isBehind = (isBehind && lineEnd < 0) || /[^\s{}]/.test(between.slice(lineEnd + 1));
    // In `url = http://me:pw@host` it is no comment; one that is not closed holds the rest of the text.
    const isDoubtful = "isComment" in one && (isBehind || isOpen(text, one));
    if (!isDoubtful) kept.push(one);
    at = Math.max(at, one.end);
  }
  return kept;
}

const isOpen = (text: string, { start, end }: Span): boolean =>
  text.startsWith("/*", start) && (end - start < 4 || !text.endsWith("*/", end));

function* hiddenIn(text: string, from: number, to: number): Generator<Span> {
  let isRaw = false;
  for (const { 0: line, index } of text.slice(from, to).matchAll(/[^\n]+/g)) {
    const shown = isRaw ? 0 : NAME.exec(line)![0].length;
    if (!SIGNS.test(line.slice(shown)))
      yield { start: from + index + shown, end: from + index + line.trimEnd().length };
    if (line.split("`").length % 2 === 0) isRaw = !isRaw;
  }
}
