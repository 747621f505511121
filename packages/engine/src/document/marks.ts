/**
 * Comments that mean something, which Alloy passes over: `// sluice:off` … `// sluice:on` around what is switched off (each
 * line of it a comment), `// sluice:ignore CODE` above what a warning is about, `// sluice:samples FILE`.
 */
import type { Diagnostic, TextEdit } from "../base/diagnostic.ts";
import type { Span } from "../base/span.ts";
import type { Comment, SourceFile, Statement } from "../syntax/ast.ts";

export const MARK_WORDS = ["off", "on", "ignore", "samples"] as const;
export type MarkWord = (typeof MARK_WORDS)[number];

export interface Mark {
  readonly word: MarkWord;
  /** What stands behind the word: a code, a file; empty for the others. */
  readonly argument: string;
  readonly span: Span;
}

export interface Marks {
  readonly marks: readonly Mark[];
  /** From each `off` to its `on`, both included. */
  readonly switchedOff: readonly Span[];
  readonly diagnostics: readonly Diagnostic[];
}

const MARK = /^\/\/\s*sluice:(\S*)\s*(.*?)\s*$/;
const TAKES: Readonly<Record<MarkWord, string | undefined>> = {
  off: undefined,
  on: undefined,
  ignore: "the code of a warning",
  samples: "a file",
};

/** The marks of a file, and what is wrong with them. */
export function readMarks({ comments }: Pick<SourceFile, "comments">): Marks {
  const marks: Mark[] = [];
  const switchedOff: Span[] = [];
  const diagnostics: Diagnostic[] = [];
  let open: Span | undefined;
  const warn = (code: string, message: string, span: Span) =>
    diagnostics.push({ severity: "warning", code, message, span });
  for (const { text, span } of lineComments(comments)) {
    const [, word, argument = ""] = MARK.exec(text) ?? [];
    if (word === undefined) continue;
    const known = MARK_WORDS.find((one) => one === word);
    if (known === undefined) {
      const all = MARK_WORDS.map((one) => `sluice:${one}`).join(", ");
      warn("unknown-mark", `"sluice:${word}" means nothing: there are ${all}`, span);
      continue;
    }
    if (TAKES[known] !== undefined && argument === "")
      warn("mark-incomplete", `sluice:${word} needs ${TAKES[known]}`, span);
    marks.push({ word: known, argument, span });
    if (known === "off") {
      if (open !== undefined) warn("mark-unpaired", "sluice:off has no sluice:on before the next sluice:off", open);
      open = span;
    } else if (known === "on") {
      if (open === undefined) warn("mark-unpaired", "sluice:on has no sluice:off before it", span);
      else switchedOff.push({ start: open.start, end: span.end });
      open = undefined;
    }
  }
  if (open !== undefined) warn("mark-unpaired", "sluice:off has no sluice:on after it", open);
  return { marks, switchedOff, diagnostics };
}

const lineComments = (groups: SourceFile["comments"]): Comment[] =>
  groups.flatMap(({ comments }) => comments.filter(({ style }) => style === "line"));

/** `diagnostics` without the warnings that a `sluice:ignore` above their statement names. Errors stay. */
export function withoutIgnored(
  diagnostics: readonly Diagnostic[],
  marks: readonly Mark[],
  body: readonly Statement[],
): Diagnostic[] {
  const ignored = marks.flatMap(({ word, argument, span }) => {
    const below = word === "ignore" ? statementAfter(body, span.end) : undefined;
    return below === undefined ? [] : [{ code: argument, span: below.span }];
  });
  return diagnostics.filter(
    ({ severity, code, span }) =>
      severity !== "warning" ||
      span === undefined ||
      !ignored.some((one) => one.code === code && one.span.start <= span.start && span.start < one.span.end),
  );
}

/** The statement that begins next after `offset`, in the block that `offset` stands in. */
function statementAfter(body: readonly Statement[], offset: number): Statement | undefined {
  const around = body.find(({ span }) => span.start < offset && offset < span.end);
  if (around?.kind === "block") return statementAfter(around.body, offset);
  return body.find(({ span }) => span.start >= offset);
}

/** The edits that switch off the statement at `span`; undefined where other code shares its lines. */
export function switchOff(text: string, span: Span): TextEdit[] | undefined {
  const start = text.lastIndexOf("\n", span.start - 1) + 1;
  const lineEnd = text.indexOf("\n", span.end);
  const end = lineEnd < 0 ? text.length : lineEnd;
  if (text.slice(start, span.start).trim() !== "" || text.slice(span.end, end).trim() !== "") return undefined;
  const indent = text.slice(start, span.start);
  const lines = text.slice(start, end).split("\n");
  if (lines.some((line) => MARK.test(line.trim()))) return undefined;
  const off = [
    `${indent}// sluice:off`,
    ...lines.map((line) => `//${line === "" ? "" : ` ${line}`}`),
    `${indent}// sluice:on`,
  ];
  return [{ span: { start, end }, text: off.join("\n") }];
}

/** The edits that switch on what stands at `span`, from its `sluice:off` to its `sluice:on`: it is as it was before. */
export function switchOn(text: string, { start, end }: Span): TextEdit[] {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const inside = text.slice(lineStart, end).split("\n").slice(1, -1);
  return [
    { span: { start: lineStart, end }, text: inside.map((line) => line.replace(/^[ \t]*\/\/ ?/, "")).join("\n") },
  ];
}
