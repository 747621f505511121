/** Finds the place in the source of an offset inside a string literal's decoded text, so that errors of embedded languages point into the configuration. */
import type { Span } from "../base/span.ts";
import type { Expression } from "../syntax/ast.ts";

/** The source span of `[start, end)` of the decoded text of `expression`; the whole expression when it is not one literal. */
export function spanInside(expression: Expression, start: number, end: number): Span {
  if (expression.kind === "paren") return spanInside(expression.inner, start, end);
  if (expression.kind !== "literal" || expression.literal !== "string") return expression.span;
  const from = sourceOffset(expression.text, start);
  const to = Math.max(from + 1, sourceOffset(expression.text, end));
  const base = expression.span.start;
  return { start: base + from, end: Math.min(base + to, expression.span.end) };
}

/** Offset in the literal's own text (quotes included) of `offset` in what it decodes to; both UTF-16. */
function sourceOffset(literal: string, offset: number): number {
  const raw = literal.startsWith("`");
  let decoded = 0;
  let at = 1;
  while (at < literal.length - 1 && decoded < offset) {
    if (raw) {
      if (literal[at] !== "\r") decoded++;
      at++;
      continue;
    }
    if (literal[at] !== "\\") {
      decoded++;
      at++;
      continue;
    }
    const escape = literal[at + 1] ?? "";
    const width = escape === "x" ? 4 : escape === "u" ? 6 : escape === "U" ? 10 : /[0-7]/.test(escape) ? 4 : 2;
    decoded += escape === "U" && Number.parseInt(literal.slice(at + 2, at + 10), 16) > 0xffff ? 2 : 1;
    at += width;
  }
  return Math.min(at, literal.length - 1);
}
