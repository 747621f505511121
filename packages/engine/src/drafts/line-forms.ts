/** Expressions for whole lines, made from the lines: an expression with named groups, a pattern, the beginning of an entry. */
import { guessTimeFormats } from "@sluice/languages/gotime";
import { compilePattern } from "@sluice/languages/pattern";
import { compileRegex, quoteMeta } from "@sluice/languages/re2";
import { continuesEntry, freeName, toName } from "../detect/index.ts";
import { findMessage, findPatterns, type Pattern } from "../patterns/index.ts";
import {
  insideLine,
  isLevelWord,
  nameByForm,
  TIMES_ANYWHERE,
  type TimeForm,
  timeExpression,
  upToSeconds,
} from "../vocabulary/index.ts";

/** Lines that an expression is made from, and on which it is tried. */
const MADE_FROM = 5;
const TRIED = 300;
/** Characters of a line that are looked at. */
const MAX_LENGTH = 2000;
/** Groups of an expression. */
const MAX_GROUPS = 12;
const firstLines = (lines: readonly string[]): string[] =>
  lines
    .filter((line) => line.trim() !== "" && !continuesEntry(line))
    .slice(0, TRIED)
    .map((line) => line.slice(0, MAX_LENGTH));

/** The expression that reads most of the lines; of equal ones the one with more groups. */
export function draftExpression(lines: readonly string[]): string | undefined {
  const tried = firstLines(lines);
  const heads = tried.slice(0, MADE_FROM).map((line) => fromHead(line, tried));
  const patterns = findPatterns(tried).patterns.slice(0, MADE_FROM).map(fromPattern);
  const columns = draftPattern(lines);
  return best([...heads, ...patterns, columns && fromColumns(columns)], (expression) => {
    const compiled = compileRegex(expression);
    if (!compiled.ok) return undefined;
    return {
      matched: tried.filter((line) => compiled.regex.test(line)).length,
      parts: compiled.regex.groupNames.length,
    };
  });
}

interface Tried {
  readonly matched: number;
  readonly parts: number;
}

function best(texts: readonly (string | undefined)[], tryOut: (text: string) => Tried | undefined): string | undefined {
  const found = [...new Set(texts)].flatMap((text) => {
    const tried = text === undefined ? undefined : tryOut(text);
    return text === undefined || tried === undefined || tried.matched === 0 ? [] : [{ text, ...tried }];
  });
  return found.sort((a, b) => b.matched - a.matched || b.parts - a.parts)[0]?.text;
}

/** Time, level and brackets before the message, each a group. */
function fromHead(line: string, lines: readonly string[]): string | undefined {
  const end = findMessage(line);
  if (end === 0) return undefined;
  const head = line.slice(0, end);
  const names = new Names();
  const time = findTime(head);
  const before = time === undefined ? head : head.slice(0, time.start);
  const after = time === undefined ? "" : head.slice(time.end);
  const timed = time === undefined ? "" : names.group("time", timeExpression(time.form, timesIn(lines, time.form)));
  return `^${words(before, names)}${timed}${words(after, names)}${names.group("message", ".*")}`;
}

/** Its shape: blanks, a level, what stands in brackets, names before a colon; everything else by its classes. */
function words(text: string, names: Names): string {
  const pieces = text.match(/\s+|\[[^\]]*\]|[\w./$@-]+(?=:)|[\w./$@-]+|[^\w\s]/g) ?? [];
  return pieces
    .map((piece, i) => {
      if (/^\s/.test(piece)) return "\\s+";
      if (isLevelWord(piece)) return names.group("level", "[A-Za-z]+");
      if (piece.startsWith("[")) {
        const inner = piece.slice(1, -1).trim();
        return isLevelWord(inner)
          ? `\\[\\s*${names.group("level", "[A-Za-z]+")}\\s*\\]`
          : `\\[${names.group(/^\d+$/.test(inner) ? "pid" : "thread", "[^\\]]*")}\\]`;
      }
      if (/^\d+$/.test(piece)) return "\\d+";
      if (/\w/.test(piece)) return names.group(pieces[i + 1] === ":" ? "component" : "source", "[\\w./$@-]+");
      return quoteMeta(piece);
    })
    .join("");
}

/** Names of groups, none of them twice. */
class Names {
  readonly #taken = new Set<string>();

  /** Without a name where there are many. */
  group(wanted: string, form: string): string {
    if (this.#taken.size === MAX_GROUPS) return `(?:${form})`;
    const name = freeName(toName(wanted), this.#taken);
    this.#taken.add(name);
    return `(?P<${name}>${form})`;
  }
}

const FORMS = TIMES_ANYWHERE.map((form) => ({ form, regex: insideLine(form.expression) }));

function findTime(text: string): { readonly start: number; readonly end: number; readonly form: TimeForm } | undefined {
  for (const { form, regex } of FORMS) {
    const found = regex.exec(text);
    if (found !== null) return { start: found.index, end: found.index + found[0].length, form };
  }
  return undefined;
}

function timesIn(lines: readonly string[], form: TimeForm): string[] {
  const { regex } = FORMS.find((one) => one.form === form)!;
  return lines.flatMap((line) => regex.exec(line)?.[0] ?? []);
}

/** What is the same in all lines of a pattern literally, each part that varies as a group. */
function fromPattern({ template, parts, example }: Pattern): string | undefined {
  if (parts.length === 0) return undefined;
  const names = new Names();
  let expression = example.startsWith(template.slice(0, template.indexOf("<"))) ? "^" : "";
  let at = 0;
  for (const { name, kind, first, last } of parts) {
    const start = template.indexOf(`<${name}>`, at);
    if (start < 0) return undefined;
    expression += literal(template.slice(at, start));
    at = start + name.length + 2;
    const isWord = !/\s/.test(first) && !/\s/.test(last);
    const form =
      kind === "number"
        ? "-?\\d+(?:\\.\\d+)?"
        : kind === "quoted"
          ? "\"[^\"]*\"|'[^']*'|\\S+"
          : isWord
            ? "\\S+"
            : ".+?";
    expression += names.group(name, at === template.length && form === ".+?" ? ".+" : form);
  }
  return expression + literal(template.slice(at));
}

const literal = (text: string): string =>
  text
    .split(/(\s+)/)
    .map((piece, i) => (i % 2 === 1 ? "\\s+" : quoteMeta(piece)))
    .join("");

/** The same columns as groups; the rest may hold anything. */
function fromColumns(pattern: string): string {
  const names = new Names();
  const pieces = pattern.split(/<(\w+)>/);
  return `^${pieces
    .map((piece, i) => (i % 2 === 0 ? literal(piece) : names.group(piece, piece === "rest" ? ".*" : COLUMN.source)))
    .join("")}`;
}

/** Columns of a line that a pattern names; the rest is the message. */
const MAX_COLUMNS = 8;
const COLUMN = /[^\s"[\](){},;=|<>]+/g;

/** A pattern whose columns most lines have: the more columns the better, as long as it reads nearly as many lines. */
export function draftPattern(lines: readonly string[]): string | undefined {
  const tried = firstLines(lines);
  const made = tried.slice(0, MADE_FROM).flatMap((line) => {
    const columns = [...line.matchAll(COLUMN)].slice(0, MAX_COLUMNS);
    return columns.map((_, i) => columnsOf(line, columns.slice(0, i + 1)));
  });
  const counted = [...new Set(made)].flatMap((text) => {
    const compiled = text === undefined ? undefined : compilePattern(text);
    if (text === undefined || compiled?.ok !== true) return [];
    const matched = tried.filter((line) => compiled.pattern.findStop(line) === undefined).length;
    return matched === 0 ? [] : [{ text, matched, columns: text.split("<").length }];
  });
  const most = Math.max(0, ...counted.map(({ matched }) => matched));
  const good = counted.filter(({ matched }) => matched * 10 >= most * 9);
  return good.sort((a, b) => b.columns - a.columns || b.matched - a.matched)[0]?.text;
}

function columnsOf(line: string, columns: readonly RegExpExecArray[]): string | undefined {
  const taken = new Set<string>();
  let text = "";
  let at = 0;
  for (const column of columns) {
    const gap = line.slice(at, column.index);
    // Two captures need something between them, and `<` is a capture's own.
    if (/[<>]/.test(gap)) return undefined;
    const name = freeName(columnName(column[0]), taken);
    taken.add(name);
    text += `${gap}<${name}>`;
    at = column.index + column[0].length;
  }
  const rest = line.slice(at);
  if (rest === "") return text;
  const mark = /^[^\w<>]+/.exec(rest)?.[0];
  return mark === undefined || mark === rest ? undefined : `${text}${mark}<rest>`;
}

function columnName(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$|^\d{2}[/.]\d{2}[/.]\d{2,4}$/.test(text)) return "date";
  if (/^\d{2}:\d{2}:\d{2}/.test(text) || guessTimeFormats([text]).length > 0) return "time";
  if (isLevelWord(text)) return "level";
  const form = nameByForm(text);
  if (form !== undefined) return form;
  return /^-?\d+(?:\.\d+)?$/.test(text) ? "number" : "word";
}

/** What the first line of an entry begins with: a time, a mark, or no blank. */
export function draftFirstLine(lines: readonly string[]): string | undefined {
  const firsts = firstLines(lines);
  if (firsts.length === 0) return undefined;
  const starts = ["", "\\[", "<\\d+>"].flatMap((before) =>
    TIMES_ANYWHERE.map((form) => {
      const regex = new RegExp(`^${before}(${form.expression})`);
      return { before, form, times: firsts.flatMap((line) => regex.exec(line)?.[1] ?? []) };
    }),
  );
  const { before, form, times } = starts.sort((a, b) => b.times.length - a.times.length)[0]!;
  // Lines of another form, between those with a time, continue them.
  if (times.length * 2 > firsts.length) return `^${before}${timeExpression(form, times.map(upToSeconds))}`;
  const mark = /^[^\w\s]/.exec(firsts[0]!)?.[0];
  if (mark !== undefined && firsts.every((line) => line.startsWith(mark))) return `^${quoteMeta(mark)}`;
  return firsts.every((line) => /^\S/.test(line)) ? "^\\S" : undefined;
}
