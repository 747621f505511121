/**
 * Changes said in terms of the tree, as the smallest edits of the text that say them: comments, order and spacing
 * elsewhere stay as they are. `fmt` makes the rest of it pretty.
 */
import type { TextEdit } from "../base/diagnostic.ts";
import type { Span } from "../base/span.ts";
import type { BlockStatement, SourceFile, Statement } from "../syntax/ast.ts";
import { referencesOf } from "./open-document.ts";

/** Takes a statement out, with its lines where nothing else stands in them. */
export function removeStatement(text: string, { span }: Statement): TextEdit[] {
  const lines = wholeLines(text, span);
  return [{ span: lines ?? span, text: "" }];
}

/** Puts `code` into the body of `parent` (undefined: of the file) as its statement number `index`. */
export function insertStatement(
  file: SourceFile,
  parent: BlockStatement | undefined,
  index: number,
  code: string,
): TextEdit[] {
  const { text } = file;
  const body = parent?.body ?? file.body;
  const next = body[index];
  if (next !== undefined) {
    const lines = wholeLines(text, next.span);
    const at = lines?.start ?? next.span.start;
    const lead = lines === undefined ? "\n" : indentAt(text, next.span.start);
    return [{ span: { start: at, end: at }, text: `${lead}${indented(code, lead)}\n` }];
  }
  const last = body.at(-1);
  const indent =
    last !== undefined
      ? indentAt(text, last.span.start)
      : parent === undefined
        ? ""
        : `${indentAt(text, parent.span.start)}  `;
  const at = last?.span.end ?? (parent === undefined ? text.length : parent.bodySpan.start + 1);
  const lineEnd = endOfLine(text, at);
  // A comment behind the last statement stays behind it.
  if (last !== undefined && /^[ \t]*(?:\/\/.*)?\r?$/.test(text.slice(at, lineEnd)))
    return [{ span: { start: lineEnd, end: lineEnd }, text: `\n${indent}${indented(code, indent)}` }];
  const before = at === 0 || (last === undefined && parent === undefined && text.endsWith("\n")) ? "" : "\n";
  return [{ span: { start: at, end: at }, text: `${before}${indent}${indented(code, indent)}\n` }];
}

/** Gives an argument of `parent` a value, written as it stands in the configuration. */
export function setArgument(file: SourceFile, parent: BlockStatement, name: string, value: string): TextEdit[] {
  const given = parent.body.find((one) => one.kind === "attribute" && one.name === name);
  if (given?.kind === "attribute") return [{ span: given.value.span, text: value }];
  // Arguments stand before blocks.
  const blocks = parent.body.findIndex(({ kind }) => kind === "block");
  return insertStatement(file, parent, blocks < 0 ? parent.body.length : blocks, `${name} = ${value}`);
}

/** Gives a component another label, and changes what refers to it. */
export function renameComponent(file: SourceFile, block: BlockStatement, label: string): TextEdit[] {
  if (block.labelSpan === undefined || block.label === undefined) return [];
  const id = [...block.nameParts, block.label];
  const references = referencesOf(file).filter(({ path }) => id.every((part, i) => path[i] === part));
  return [
    { span: block.labelSpan, text: JSON.stringify(label) },
    ...references.map(({ path, span }) => ({ span, text: path.with(id.length - 1, label).join(".") })),
  ];
}

/** The lines of `span` with their end; undefined where something else stands in them. */
function wholeLines(text: string, span: Span): Span | undefined {
  const start = text.lastIndexOf("\n", span.start - 1) + 1;
  const end = endOfLine(text, span.end);
  if (text.slice(start, span.start).trim() !== "" || text.slice(span.end, end).trim() !== "") return undefined;
  return { start, end: Math.min(end + 1, text.length) };
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, at))![0];
}

const indented = (code: string, indent: string): string =>
  code.includes("`") ? code : code.replaceAll("\n", `\n${indent.replace("\n", "")}`);
