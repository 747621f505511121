/**
 * Changes of the tree (remove, insert, move, set an argument, rename) as the smallest edits of the text: comments, order and
 * spacing elsewhere stay, and each `sluice:ignore` stays with its statement. `format-document.ts` formats the rest.
 */
import type { TextEdit } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import type { BlockStatement, Expression, SourceFile, Statement } from "../../syntax/ast.ts";
import { pathOf, walkExpression, walkStatements } from "../../syntax/index.ts";
import { ignoresAbove, staysInPlace } from "../marks.ts";
import { asIn, indentAt, nextLine, reindented, restOfLine, startOfLine, wholeLines } from "./text-lines.ts";

/** Removes a statement, with its lines if nothing else is on them, and with its `sluice:ignore` marks. */
export function removeStatement(file: SourceFile, statement: Statement): TextEdit[] {
  const { text } = file;
  const spans = [...ignoresAbove(file, statement), statement.span];
  return spans.map((span) => ({ span: wholeLines(text, span) ?? span, text: "" }));
}

/** Puts `code` into the body of `parent` (undefined: of the file) as its statement number `index`. */
export function insertStatement(
  file: SourceFile,
  parent: BlockStatement | undefined,
  index: number,
  code: string,
): TextEdit[] {
  const place = placeAt(file, parent, parent?.body ?? file.body, index);
  return [insertion(file, place, place.indent + reindented(code, "", place.indent))];
}

/**
 * Makes a statement number `index` of the body of `parent` (undefined: of the file), counted without it. The comments right
 * above it and after it go along. Nothing is moved into itself.
 */
export function moveStatement(
  file: SourceFile,
  statement: Statement,
  parent: BlockStatement | undefined,
  index: number,
): TextEdit[] {
  const { text } = file;
  const all = parent?.body ?? file.body;
  const isInside =
    parent !== undefined && statement.span.start <= parent.span.start && parent.span.end <= statement.span.end;
  if (isInside || all.indexOf(statement) === index) return [];
  const body = all.filter((one) => one !== statement);
  const place = placeAt(file, parent, body, index);
  const indent = indentAt(text, statement.span.start);
  const own = linesOf(file, statement);
  const lines = text.slice(own?.start ?? statement.span.start, own?.end ?? statement.span.end);
  const moved =
    own === undefined || indent !== place.indent
      ? place.indent + reindented(lines.trimStart(), indent, place.indent)
      : lines;
  const removed = own === undefined ? statement.span : { start: own.start, end: nextLine(text, own.end) };
  return [{ span: removed, text: "" }, insertion(file, place, moved)];
}

/** Sets an argument of `parent` to a value in configuration syntax. */
export function setArgument(file: SourceFile, parent: BlockStatement, name: string, value: string): TextEdit[] {
  const given = parent.body.find((one) => one.kind === "attribute" && one.name === name);
  if (given?.kind === "attribute") return [{ span: given.value.span, text: value }];
  // Arguments precede blocks.
  const blocks = parent.body.findIndex(({ kind }) => kind === "block");
  return insertStatement(file, parent, blocks < 0 ? parent.body.length : blocks, `${name} = ${value}`);
}

/** Renames a component, with all references. */
export function renameComponent(file: SourceFile, block: BlockStatement, label: string): TextEdit[] {
  if (block.labelSpan === undefined || block.label === undefined) return [];
  const id = [...block.nameParts, block.label].join(".");
  const edits = [{ span: block.labelSpan, text: JSON.stringify(label) }];
  const visit = (e: Expression) => {
    if (e.kind === "access" && pathOf(e)?.join(".") === id) edits.push({ span: e.nameSpan, text: label });
    return true;
  };
  walkStatements(file.body, (statement) => {
    if (statement.kind === "attribute") walkExpression(statement.value, visit);
  });
  return edits;
}

/** Where lines can be inserted, and what has to surround them. */
interface Place {
  readonly at: number;
  readonly indent: string;
  readonly before: boolean;
  readonly after: boolean;
}

/** `body`: that of `parent`, or of the file, without what is about to go. */
function placeAt(
  file: SourceFile,
  parent: BlockStatement | undefined,
  body: readonly Statement[],
  index: number,
): Place {
  const { text } = file;
  const next = body[index];
  if (next !== undefined) {
    const indent = indentAt(text, next.span.start);
    const lines = linesAbove(file, next);
    if (lines === undefined) return { at: next.span.start, indent, before: true, after: true };
    return { at: lines, indent, before: false, after: true };
  }
  const last = body.at(-1);
  if (last === undefined && parent === undefined) {
    const isLineStart = text === "" || text.endsWith("\n");
    return { at: text.length, indent: "", before: !isLineStart, after: true };
  }
  const indent = last === undefined ? `${indentAt(text, parent!.span.start)}  ` : indentAt(text, last.span.start);
  const at = last?.span.end ?? parent!.bodySpan.start + 1;
  const lineEnd = restOfLine(text, at);
  return lineEnd === undefined
    ? { at, indent, before: true, after: true }
    : { at: lineEnd, indent, before: true, after: false };
}

function insertion({ text }: SourceFile, { at, before, after }: Place, lines: string): TextEdit {
  const written = asIn(`${before ? "\n" : ""}${lines}${after ? "\n" : ""}`, text);
  return { span: { start: at, end: at }, text: written };
}

/** A statement's lines with the comments right above it, without the last line's end; undefined where other code shares them. */
export function linesOf(file: SourceFile, statement: Statement): Span | undefined {
  const start = linesAbove(file, statement);
  const end = restOfLine(file.text, statement.span.end);
  return start === undefined || end === undefined ? undefined : { start, end };
}

/**
 * Where the lines of a statement begin, with those of the comments right above it; undefined if something precedes it on its
 * line.
 */
function linesAbove(file: SourceFile, statement: Statement): number | undefined {
  const start = startOfOwnComments(file, statement.span.start);
  if (start === undefined) return undefined;
  const ignores = ignoresAbove(file, statement).map((one) => wholeLines(file.text, one)?.start ?? start);
  return Math.min(start, ...ignores);
}

/**
 * Start of the lines of what begins at `at`, with those of the comments right above it; undefined if something precedes it on
 * its line. Marks about their own place end the comments.
 */
export function startOfOwnComments({ text, comments }: SourceFile, at: number): number | undefined {
  let start = startOfLine(text, at);
  if (text.slice(start, at).trim() !== "") return undefined;
  for (const comment of comments.flatMap((group) => group.comments).toReversed()) {
    if (comment.span.start >= start) continue;
    const lineStart = startOfLine(text, comment.span.start);
    const isAlone = text.slice(lineStart, comment.span.start).trim() === "";
    const isAdjacent = /^[ \t\r]*\n$/.test(text.slice(comment.span.end, start));
    if (!isAlone || !isAdjacent || staysInPlace(comment.text)) break;
    start = lineStart;
  }
  return start;
}
