/**
 * The messages for a text that does not parse. The parser gives Alloy's errors, and reads on after one where that is
 * unambiguous: at the next item of a list, at the next line. So some errors merely follow from another: these are left
 * out, and each that remains gets a plain sentence beside the parser's words.
 */
import type { Diagnostic } from "../../base/diagnostic.ts";
import { STAGE_CATALOG } from "../../stages/index.ts";
import type { BlockStatement, SourceFile } from "../../syntax/ast.ts";
import { type ParseResult, walkStatements } from "../../syntax/index.ts";
import { uniteEscapeErrors } from "./escape-errors.ts";

export function explainSyntaxErrors(parsed: ParseResult): Diagnostic[] {
  const { diagnostics: errors, file } = parsed;
  const illegal = errors.some(({ code }) => code === "syntax-illegal-character");
  const promtail = illegal && !file.body.some(({ kind }) => kind === "block") ? PROMTAIL.exec(file.text) : null;
  if (promtail !== null) {
    const span = { start: promtail.index + promtail[1]!.length, end: promtail.index + promtail[0].length };
    const message =
      "this looks like Promtail's YAML, not Alloy's syntax: import the file, in the page or by sluice import";
    return [{ severity: "error", code: "syntax-promtail", message, span }];
  }
  const own = parsed.structured ? ownInStatements(parsed) : independent(errors, file);
  return uniteEscapeErrors(own, file.text).map((error) => {
    const plain = plainWords(error, file);
    return plain === undefined ? error : { ...error, message: `${error.message} (${plain})` };
  });
}

/** A line that Promtail's configurations have, or a list of stages taken from one. */
const PROMTAIL = new RegExp(
  `^([ \\t]*)(?:scrape_configs|pipeline_stages|- +(?:${[...STAGE_CATALOG.keys()].join("|")})):(?=[ \\t\\r]*(?:#.*|\\{\\}[ \\t\\r]*)?$)`,
  "m",
);

/** An error of the scanner is a mistake by itself, wherever the parser is. */
const SCANNER_CODES: ReadonlySet<string> = new Set([
  "syntax-encoding",
  "syntax-escape",
  "syntax-illegal-character",
  "syntax-number",
  "syntax-operator",
  "syntax-single-quoted-string",
  "syntax-unterminated-comment",
  "syntax-unterminated-string",
]);

/** Errors from which the parser recovers at once: at the next item of a list. */
const MENDED_CODES: ReadonlySet<string> = new Set([...SCANNER_CODES, "syntax-missing-comma"]);

/** The first error of each statement, and those that are mistakes by themselves. */
function ownInStatements({ diagnostics, statements }: ParseResult): Diagnostic[] {
  /** Whether the parser has always recovered, by statement. */
  const mended = new Map<number, boolean>();
  return diagnostics
    .map((error, i) => ({ error, statement: statements[i]! }))
    .filter(({ error: { code, message } }) => SCANNER_CODES.has(code) || !message.endsWith("got ILLEGAL"))
    .sort((a, b) => a.error.span!.start - b.error.span!.start)
    .flatMap(({ error, statement }) => {
      const { code } = error;
      const before = mended.get(statement) ?? true;
      const isOwn = !mended.has(statement) || SCANNER_CODES.has(code) || (before && MENDED_CODES.has(code));
      mended.set(statement, before && MENDED_CODES.has(code));
      return isOwn ? [error] : [];
    });
}

/**
 * Without consequences of an earlier error: messages about a token that the scanner refused, about the end of the text, and
 * about everything up to the next block that was read as a whole.
 */
function independent(errors: readonly Diagnostic[], file: SourceFile): Diagnostic[] {
  const wholeBlocks: { readonly start: number; readonly end: number }[] = [];
  walkStatements(file.body, ({ kind, span }) => {
    if (kind === "block") wholeBlocks.push(span);
  });
  wholeBlocks.sort((a, b) => a.end - b.end);
  let next = 0;
  /** Where the last error was. */
  let since: number | undefined;
  return errors
    .filter(({ code, message }) => SCANNER_CODES.has(code) || !message.endsWith("got ILLEGAL"))
    .sort((a, b) => a.span!.start - b.span!.start)
    .filter(({ code, message, span }) => {
      const { start } = span!;
      let isOwn = since === undefined || SCANNER_CODES.has(code);
      for (; next < wholeBlocks.length && wholeBlocks[next]!.end <= start; next++)
        isOwn ||= wholeBlocks[next]!.start > since! && !message.endsWith("got EOF");
      since = start;
      return isOwn;
    });
}

/** What to do about it, if the cause is clear. */
function plainWords({ code, message, span }: Diagnostic, file: SourceFile): string | undefined {
  const { start, end } = span!;
  const { text, lines } = file;
  if (message === "expected }, got EOF") {
    const open = unclosedBlock(file);
    if (open === undefined) return "a block is not closed";
    return `the block ${JSON.stringify(open.name)} on line ${lines.position(open.span.start).line} is not closed`;
  }
  if (message === "expected identifier, got }") return "there are more closing braces than opening ones";
  if (/^=\s*>$/.test(text.slice(start - 1, end))) return "write =, not =>";
  const found = PLAIN.find(([when]) => when.test(`${code} ${message}`));
  return found?.[1];
}

const PLAIN: readonly (readonly [when: RegExp, words: string])[] = [
  [/ illegal character U\+003A/, "a name and its value are joined by ="],
  [/ illegal character U\+0023/, "comments begin with //"],
  [/^syntax-unterminated-string/, "the closing quote is missing"],
  [/^syntax-single-quoted-string/, "for a pattern backquotes are best: no backslash is written twice in them"],
  [/^syntax-unterminated-comment/, "the closing */ is missing"],
  [/^syntax-escape/, "in double quotes a backslash is written twice, in backquotes once"],
  [/^syntax-attribute-name/, "a block is written without ="],
  [/^syntax-missing-comma/, "a comma belongs between two items, and a closing bracket after the last"],
  [/^syntax-block-as-expression/, "a list or a value before it is incomplete"],
  [/ expected TERMINATOR, got =/, "the value before it is missing"],
  [/ expected TERMINATOR/, "a statement ends with its line: put this on the next, or complete what comes before"],
  [/ expected expression/, "a value is missing"],
  [/ expected block label, got IDENT/, "a label is written in double quotes"],
  [
    / expected block (?:label|body)|expected attribute assignment/,
    "after a name comes = and a value, or a block in braces",
  ],
  [/ expected [\])]/, "a bracket is not closed"],
];

/** The block in which something begins no deeper than the block itself: its end is missing before that. */
function unclosedBlock({ body, text }: SourceFile): BlockStatement | undefined {
  const columnOf = (at: number): number | undefined => {
    const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
    return before.trim() === "" ? before.length : undefined;
  };
  let found: BlockStatement | undefined;
  let place = Number.POSITIVE_INFINITY;
  walkStatements(body, (statement, parents) => {
    const parent = parents.at(-1);
    const outer = parent && columnOf(parent.span.start);
    if (parent === undefined || outer === undefined || statement.span.start >= place) return;
    // Without indentation nothing can be concluded.
    const [first, column] = [columnOf(parent.body[0]!.span.start), columnOf(statement.span.start)];
    if (first === undefined || first <= outer || column === undefined || column > outer) return;
    found = parent;
    place = statement.span.start;
  });
  return found;
}
