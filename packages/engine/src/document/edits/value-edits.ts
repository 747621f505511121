/**
 * Changes of a value as the smallest edits of its text: in a list or an object only different elements change, so comments
 * and lines between them stay.
 */
import { applyEdits, type TextEdit } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import {
  type ControlValue,
  readControl,
  readControlText,
  sameControlValue,
  writeControl,
  writePair,
} from "../../schema/control-values.ts";
import type { Control } from "../../schema/value-kind.ts";
import type { ArrayExpression, Expression, SourceFile } from "../../syntax/ast.ts";
import { asIn, beginsLine, indentAt, nextLine, restOfLine, startOfLine } from "./text-lines.ts";

/** Edits that turn `expression` into `value`; none if it already is. */
export function changeValue(
  file: SourceFile,
  expression: Expression,
  control: Control,
  value: ControlValue,
): TextEdit[] {
  const { span } = expression;
  const edits = changeElements(file, expression, control, value);
  if (edits !== undefined) {
    const text = file.text.slice(span.start, span.end);
    const moved = edits.map((edit) => ({
      ...edit,
      span: { start: edit.span.start - span.start, end: edit.span.end - span.start },
    }));
    // The layout of a list may be anything: if the edited one is not right, it is written anew.
    const after = readControlText(control, applyEdits(text, moved));
    if (after !== undefined && sameControlValue(after, value)) return edits;
  }
  return [{ span, text: writeControl(control, value, expression) }];
}

/** Appends an element, in configuration syntax, to a list. */
export function addElement(file: SourceFile, list: ArrayExpression, code: string): TextEdit[] {
  const edits = insertElements(file, list, elementsOf(list), list.elements.length, [code]);
  if (edits !== undefined) return edits;
  const { text } = file;
  const [start, end] = [list.span.start + 1, list.span.end - 1];
  const inside = text.slice(start, end);
  if (/^[ \t]*$/.test(inside)) return [{ span: { start, end }, text: code }];
  // After comments, and in a list of lines on one of its own.
  if (!inside.includes("\n")) return [{ span: { start: end, end }, text: inside.endsWith(" ") ? code : ` ${code}` }];
  const indent = indentAt(text, list.span.start);
  const at = beginsLine(text, end) ? startOfLine(text, end) : end;
  return [{ span: { start: at, end: at }, text: asIn(`${at === end ? "\n" : ""}${indent}  ${code},\n`, text) }];
}

/** Removes elements from a list by their ascending indexes. */
export function removeElementsAt(file: SourceFile, list: ArrayExpression, indexes: readonly number[]): TextEdit[] {
  const elements = elementsOf(list);
  const firsts = indexes.filter((index) => !indexes.includes(index - 1));
  return firsts.flatMap((from) => {
    let to = from;
    while (indexes.includes(to)) to++;
    return removeElements(file, list, elements, from, to);
  });
}

const elementsOf = ({ elements }: ArrayExpression): Element[] =>
  elements.map((element) => ({ span: element.span, expression: element }));

interface Element {
  /** With the name, in an object. */
  readonly span: Span;
  readonly expression: Expression;
}

/** Undefined unless both values have elements. */
function changeElements(
  file: SourceFile,
  expression: Expression,
  control: Control,
  value: ControlValue,
): TextEdit[] | undefined {
  if (control.kind !== "rows" && control.kind !== "pairs") {
    const before = readControl(control, expression);
    return before !== undefined && sameControlValue(before, value) ? [] : undefined;
  }
  const list = listOf(expression, control, value);
  if (list === undefined) return undefined;
  const { elements, same, replace, write, count } = list;
  let head = 0;
  while (head < elements.length && head < count && same(head, head)) head++;
  let tail = 0;
  while (tail < elements.length - head && tail < count - head && same(elements.length - 1 - tail, count - 1 - tail))
    tail++;
  const edits: TextEdit[] = [];
  const olds = elements.length - head - tail;
  const news = count - head - tail;
  for (let i = head; i < head + Math.min(olds, news); i++) edits.push(...replace(file, i, i));
  if (olds > news) {
    const removed = removeElements(file, expression, elements, head + news, head + olds);
    return [...edits, ...removed];
  }
  if (news === olds) return edits;
  const added = Array.from({ length: news - olds }, (_, i) => write(head + olds + i));
  const inserted = insertElements(file, expression, elements, head + olds, added);
  return inserted === undefined ? undefined : [...edits, ...inserted];
}

interface List {
  readonly elements: readonly Element[];
  readonly count: number;
  same(before: number, after: number): boolean;
  replace(file: SourceFile, before: number, after: number): TextEdit[];
  write(after: number): string;
}

function listOf(expression: Expression, control: Control, value: ControlValue): List | undefined {
  if (control.kind === "rows" && expression.kind === "array" && Array.isArray(value)) {
    const { elements } = expression;
    const { of } = control;
    return {
      elements: elementsOf(expression),
      count: value.length,
      same: (i, j) => isSame(of, elements[i]!, value[j]),
      replace: (file, i, j) => changeValue(file, elements[i]!, of, value[j]),
      write: (j) => writeControl(of, value[j], elements.at(-1)),
    };
  }
  if (control.kind !== "pairs" || expression.kind !== "object" || typeof value !== "object" || !("pairs" in value))
    return undefined;
  const { fields } = expression;
  const { pairs } = value;
  const { of } = control;
  return {
    elements: fields.map((field) => ({ span: field.span, expression: field.value })),
    count: pairs.length,
    same: (i, j) => fields[i]!.name === pairs[j]![0] && isSame(of, fields[i]!.value, pairs[j]![1]),
    replace(file, i, j) {
      const field = fields[i]!;
      const [name, item] = pairs[j]!;
      const edits = changeValue(file, field.value, of, item);
      if (field.name === name) return edits;
      const written = writePair([name, item], of, field);
      return [{ span: field.nameSpan, text: written.slice(0, written.indexOf(" = ")) }, ...edits];
    },
    write: (j) => writePair(pairs[j]!, of, undefined),
  };
}

function isSame(of: Control, expression: Expression, value: ControlValue): boolean {
  const before = readControl(of, expression);
  return before !== undefined && sameControlValue(before, value);
}

/** Puts `added` in as elements number `index` on; undefined if the list has no other element. */
function insertElements(
  { text }: SourceFile,
  expression: Expression,
  elements: readonly Element[],
  index: number,
  added: readonly string[],
): TextEdit[] | undefined {
  const before = elements[index - 1];
  const next = elements[index];
  if (before === undefined) {
    if (next === undefined) return undefined;
    const at = next.span.start;
    const gap = beginsLine(text, at) ? `\n${indentAt(text, at)}` : " ";
    return [{ span: { start: at, end: at }, text: added.map((one) => `${one},${gap}`).join("") }];
  }
  const comma = commaAfter(text, before.span.end, expression.span.end);
  if (comma === undefined) {
    const at = before.span.end;
    return [{ span: { start: at, end: at }, text: added.map((one) => `, ${one}`).join("") }];
  }
  const end = restOfLine(text, comma + 1);
  if (end === undefined) {
    const span = { start: comma + 1, end: comma + 1 };
    return [{ span, text: added.map((one) => ` ${one},`).join("") }];
  }
  const indent = beginsLine(text, before.span.start)
    ? indentAt(text, before.span.start)
    : next !== undefined && beginsLine(text, next.span.start)
      ? indentAt(text, next.span.start)
      : `${indentAt(text, expression.span.start)}  `;
  const lines = added.map((one) => `\n${indent}${one},`).join("");
  return [{ span: { start: end, end }, text: asIn(lines, text) }];
}

/** Takes elements `from` to `to` out, with the lines that are theirs alone. */
function removeElements(
  { text }: SourceFile,
  expression: Expression,
  elements: readonly Element[],
  from: number,
  to: number,
): TextEdit[] {
  const edits: TextEdit[] = [];
  for (let i = from; i < to; i++) {
    const { start, end } = elements[i]!.span;
    const comma = commaAfter(text, end, expression.span.end);
    const after = comma === undefined ? end : comma + 1;
    const lineEnd = restOfLine(text, after);
    if (beginsLine(text, start) && lineEnd !== undefined && comma !== undefined) {
      edits.push({ span: { start: startOfLine(text, start), end: nextLine(text, lineEnd) }, text: "" });
    } else if (comma !== undefined) {
      const blanks = /^[ \t]*/.exec(text.slice(after))![0].length;
      edits.push({ span: { start, end: lineEnd === undefined ? after + blanks : after }, text: "" });
    } else {
      // The last one is removed with the comma before it, unless the element before is removed, too.
      const previous = i > from ? undefined : elements[i - 1];
      const start0 = previous === undefined ? start : previous.span.end;
      edits.push({ span: { start: start0, end }, text: "" });
    }
  }
  return edits;
}

/** The place of the comma after an element; comments may precede it. */
function commaAfter(text: string, from: number, end: number): number | undefined {
  const blanks = /(?:[ \t\r\n]|\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/[^\r\n]*)*/y;
  blanks.lastIndex = from;
  blanks.exec(text);
  const at = blanks.lastIndex;
  return at < end && text[at] === "," ? at : undefined;
}
