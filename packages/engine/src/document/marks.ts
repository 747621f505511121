/**
 * Comments with a meaning, which Alloy ignores:
 *
 * - `// sluice:off` … `// sluice:on` around lines that are switched off. Each of them is a comment, so that Alloy
 *   ignores them and switching on restores the identical bytes.
 * - `// sluice:ignore CODE` above the statement of a warning.
 * - `// sluice:samples FILE`, which only the command line and editors open, beside the configuration.
 * - `// sluice:target TARGET`: where the configuration is to run, `sluice` or `alloy 1.17`.
 *
 * Other words after `sluice:`, an `off` without its `on`, and code between the two are warnings.
 */

import { nearest } from "@sluice/languages/base";
import { applyEdits, type Diagnostic, meaning, type TextEdit } from "../base/diagnostic.ts";
import { cutMiddle } from "../base/display.ts";
import type { Span } from "../base/span.ts";
import { readTarget, TARGET_FORM, type TargetVersion } from "../schema/alloy-target.ts";
import type { Comment, SourceFile, Statement } from "../syntax/ast.ts";
import { parseFile, walkStatements } from "../syntax/index.ts";
import { WARNING_CODES } from "./diagnostics/warning-codes.ts";
import { asIn, restOfLine, startOfLine, wholeLines } from "./edits/text-lines.ts";

const MARK_WORDS = ["off", "on", "ignore", "samples", "target"] as const;
export type MarkWord = (typeof MARK_WORDS)[number];

export interface Mark {
  readonly word: MarkWord;
  /** The text after the word: a code, a file, a target; empty for the others. */
  readonly argument: string;
  readonly span: Span;
}

export interface Marks {
  readonly marks: readonly Mark[];
  /** From each `off` to its `on`, both included. */
  readonly switchedOff: readonly Span[];
  readonly diagnostics: readonly Diagnostic[];
}

const MARK = /^\/\/\s*sluice:(\S*)(.*)/s;
/** The longest text that a diagnostic repeats of a mark. */
const MAX_QUOTED = 60;
const quoted = (text: string): string => JSON.stringify(cutMiddle(text.toWellFormed(), MAX_QUOTED));
const TAKES: Readonly<Record<MarkWord, string | undefined>> = {
  off: undefined,
  on: undefined,
  ignore: "the code of a warning",
  samples: "a file",
  target: TARGET_FORM,
};

/** The marks of a file, and what is wrong with them. */
export function readMarks({ comments, body }: Pick<SourceFile, "comments" | "body">): Marks {
  const marks: Mark[] = [];
  const pairs: Pair[] = [];
  const diagnostics: Diagnostic[] = [];
  let open: Span | undefined;
  const named = new Set<MarkWord>();
  const warn = (code: string, message: string, span: Span) =>
    diagnostics.push({ severity: "warning", code, message, span });
  for (const { text, span } of lineComments(comments)) {
    const [, word, rest = ""] = MARK.exec(text) ?? [];
    if (word === undefined) continue;
    const argument = rest.trim();
    const known = MARK_WORDS.find((one) => one === word);
    if (known === undefined) {
      const all = MARK_WORDS.map((one) => `sluice:${one}`).join(", ");
      warn("unknown-mark", `${quoted(`sluice:${word}`)} is unknown; use one of ${all}`, span);
      continue;
    }
    if (TAKES[known] !== undefined && argument === "")
      warn("mark-incomplete", `sluice:${word} needs ${TAKES[known]}`, span);
    if (known === "ignore" && argument !== "") {
      const problem = unknownCode(/^\S*/.exec(argument)![0], span.start + text.lastIndexOf(argument));
      if (problem !== undefined) diagnostics.push(problem);
    }
    marks.push({ word: known, argument, span });
    if (known === "off") {
      if (open !== undefined) warn("mark-unpaired", "sluice:off has no sluice:on before the next sluice:off", open);
      open = span;
    } else if (known === "on") {
      if (open === undefined) warn("mark-unpaired", "sluice:on has no sluice:off before it", span);
      else pairs.push({ off: open, on: span });
      open = undefined;
    } else if (isNaming(known) && argument !== "") {
      const what = NAMED[known];
      if (named.has(known))
        warn("mark-repeated", `sluice:${known} names a second ${what}; only the first one is used`, span);
      named.add(known);
    }
    if (known === "target" && argument !== "" && readTarget(argument) === undefined)
      warn("unknown-target", `${quoted(argument)} is no target: expected ${TARGET_FORM}`, span);
  }
  if (open !== undefined) warn("mark-unpaired", "sluice:off has no sluice:on after it", open);
  const switchedOff = pairs.map(({ off, on }) => ({ start: off.start, end: on.end }));
  for (const { pair, edge } of edgesWithin(body, pairs)) {
    if (edge.isEnd)
      warn("mark-unpaired", "sluice:off and its sluice:on are in different blocks; put both in the same one", pair.off);
    else {
      const { name, span, nameSpan } = edge.statement;
      const message = `${name} is not switched off: each line between sluice:off and sluice:on must be a comment`;
      warn("mark-not-off", message, { start: span.start, end: nameSpan.end });
    }
  }
  return { marks, switchedOff, diagnostics };
}

/** What marks name of which a configuration has one. */
const NAMED = { samples: "file", target: "target" } as const;
const isNaming = (word: MarkWord): word is keyof typeof NAMED => Object.hasOwn(NAMED, word);

interface Pair {
  readonly off: Span;
  readonly on: Span;
}

interface Edge {
  readonly at: number;
  readonly statement: Statement;
  readonly isEnd: boolean;
}

/** The first beginning or end of a statement between each `off` and its `on`, where only comments should be. */
function edgesWithin(body: readonly Statement[], pairs: readonly Pair[]): { pair: Pair; edge: Edge }[] {
  if (pairs.length === 0) return [];
  const edges: Edge[] = [];
  walkStatements(body, (statement) => {
    const { start, end } = statement.span;
    edges.push({ at: start, statement, isEnd: false }, { at: end, statement, isEnd: true });
  });
  edges.sort((a, b) => a.at - b.at);
  let next = 0;
  return pairs.flatMap((pair) => {
    while (next < edges.length && edges[next]!.at <= pair.off.start) next++;
    const edge = edges[next];
    return edge !== undefined && edge.at < pair.on.end ? [{ pair, edge }] : [];
  });
}

/** What to say of a code at `start` that no warning has: its mark does nothing. */
function unknownCode(code: string, start: number): Diagnostic | undefined {
  if (WARNING_CODES.has(code)) return undefined;
  const near = nearest(code, [...WARNING_CODES]);
  const span = { start, end: start + code.length };
  return {
    severity: "warning",
    code: "unknown-code",
    message: `no warning has the code ${quoted(code)}`,
    span,
    ...meaning(near, span),
  };
}

/** A file that a mark names, and where. */
export interface NamedFile {
  readonly file: string;
  readonly span: Span;
}

/** What `sluice:samples` names; of several the first. */
export function samplesFileOf({ marks }: Pick<Marks, "marks">): NamedFile | undefined {
  const mark = marks.find(({ word, argument }) => word === "samples" && argument !== "");
  return mark === undefined ? undefined : { file: mark.argument, span: mark.span };
}

/** Where a text with these marks is to run. */
export function targetOf({ marks }: Pick<Marks, "marks">): TargetVersion {
  const mark = marks.find(({ word, argument }) => word === "target" && argument !== "");
  return (mark && readTarget(mark.argument)) ?? "sluice";
}

/** The edits that make `target` the one that `text` names; none for Sluice, which needs no mark. */
function writeTarget({ text, comments, body }: SourceFile, target: TargetVersion): TextEdit[] {
  const marks = readMarks({ comments, body }).marks.filter(({ word }) => word === "target");
  const written = target === "sluice" ? "" : `// sluice:target alloy ${target}`;
  const [first, ...others] = marks;
  const edits = others.map(({ span }): TextEdit => ({ span: lineOf(text, span), text: "" }));
  if (first === undefined) {
    const start = text.startsWith("\uFEFF") ? 1 : 0;
    return written === "" ? [] : [{ span: { start, end: start }, text: asIn(`${written}\n\n`, text) }];
  }
  return [
    written === ""
      ? { span: lineOf(text, first.span), text: "" }
      : { span: withoutReturn(text, first.span), text: written },
    ...edits,
  ];
}

/** A comment's place reaches to its line feed. */
const withoutReturn = (text: string, { start, end }: Span): Span => ({
  start,
  end: text[end - 1] === "\r" ? end - 1 : end,
});

/** `text`, which names `target` as its own. */
export const withTarget = (text: string, target: TargetVersion): string =>
  applyEdits(text, writeTarget(parseFile(text).file, target));

/** The line of a mark that goes, with the blank one below it where it begins the text. */
function lineOf(text: string, span: Span): Span {
  const line = wholeLines(text, span) ?? span;
  const blank = line.start === 0 ? /^[ \t]*\r?\n/.exec(text.slice(line.end))?.[0].length : undefined;
  return { start: line.start, end: line.end + (blank ?? 0) };
}

const lineComments = (groups: SourceFile["comments"]): Comment[] =>
  groups.flatMap(({ comments }) => comments.filter(({ style }) => style === "line"));

/**
 * `diagnostics` without those that a `sluice:ignore` above their statement names; the text after the code says why. Errors
 * stay, since the configuration cannot run.
 */
export function withoutIgnored(
  diagnostics: readonly Diagnostic[],
  marks: readonly Mark[],
  body: readonly Statement[],
): Diagnostic[] {
  const ignored = new Map<string, Span[]>();
  for (const { word, argument, span } of marks) {
    const below = word === "ignore" ? statementAfter(body, span.end) : undefined;
    if (below === undefined) continue;
    const code = /^\S*/.exec(argument)![0];
    const spans = ignored.get(code);
    if (spans === undefined) ignored.set(code, [below.span]);
    else spans.push(below.span);
  }
  return diagnostics.filter(
    ({ severity, code, span }) =>
      severity === "error" ||
      span === undefined ||
      !ignored.get(code)?.some(({ start, end }) => start <= span.start && span.start < end),
  );
}

/** The next statement after `offset` in the block around it. */
function statementAfter(body: readonly Statement[], offset: number): Statement | undefined {
  let [low, high] = [0, body.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (body[middle]!.span.end <= offset) low = middle + 1;
    else high = middle;
  }
  const found = body[low];
  if (found === undefined || found.span.start >= offset) return found;
  return found.kind === "block" ? statementAfter(found.body, offset) : body[low + 1];
}

/** Places of a statement's own `sluice:ignore` marks. */
export const ignoresAbove = (file: SourceFile, statement: Statement): Span[] =>
  readMarks(file).marks.flatMap(({ word, span }) =>
    word === "ignore" && statementAfter(file.body, span.end) === statement ? [span] : [],
  );

/** Whether a comment is a mark about its own place and not about the statement below. */
export function staysInPlace(comment: string): boolean {
  const [, word] = MARK.exec(comment) ?? [];
  return word !== undefined && word !== "ignore";
}

/** The edits that switch off `span`; undefined if other code shares its lines. */
export function switchOff(text: string, span: Span): TextEdit[] | undefined {
  const start = startOfLine(text, span.start);
  const end = restOfLine(text, span.end);
  if (text.slice(start, span.start).trim() !== "" || end === undefined) return undefined;
  const indent = text.slice(start, span.start);
  const off = [
    `${indent}// sluice:off`,
    // Marks inside are comments of comments from here on, and mean nothing until they are switched on.
    ...text
      .slice(start, end)
      .split("\n")
      .map((line) => `//${line === "" ? "" : ` ${line}`}`),
    `${indent}// sluice:on`,
  ];
  return [{ span: { start, end }, text: off.join("\n") }];
}

/** The edits that switch `span` on again, from its `sluice:off` to its `sluice:on`. */
export function switchOn(text: string, { start, end }: Span): TextEdit[] {
  const lineStart = startOfLine(text, start);
  const inside = text.slice(lineStart, end).split("\n").slice(1, -1);
  return [{ span: { start: lineStart, end }, text: inside.map(withoutComment).join("\n") }];
}

/** What a line that is switched off says. */
export const withoutComment = (line: string): string => line.replace(/^[ \t]*\/\/ ?/, "");
