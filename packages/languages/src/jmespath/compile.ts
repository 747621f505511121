/** Compiles expressions, by the library. */
import { compile } from "@jmespath-community/jmespath";
import { LimitError } from "../base/limit-error.ts";
import { checkExpression } from "./grammar.ts";
import { evaluate } from "./interpreter.ts";
import { ExpressionError, type Token } from "./lex.ts";
import type { JmesExpression, JmesResult, JmesWarning, QuoteFix, SearchResult } from "./model.ts";
import { followPath, pathOf } from "./path.ts";
import { EvaluationError, type Value } from "./value.ts";

/** Compiles `text`. Unknown functions are found only when evaluated, as in the original. */
export function compileJmesPath(text: string): JmesResult {
  try {
    const { spelling, tokens } = checkExpression(text);
    return { ok: true, expression: compileSearch(spelling), warnings: findHyphens(text, tokens) };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { message, start, end } = error;
    const fix = hyphenatedName(text, start);
    return fix === undefined ? { ok: false, message, start, end } : { ok: false, message, start, end, fix };
  }
}

function compileSearch(spelling: string): JmesExpression {
  const node = compile(spelling);
  const path = pathOf(node);
  if (path !== undefined) return { path, search: (data) => ({ ok: true, value: followPath(path, data) }) };
  const search = (data: Value): SearchResult => {
    try {
      return { ok: true, value: evaluate(node, data) };
    } catch (error) {
      if (error instanceof EvaluationError) return { ok: false, message: error.message };
      // The platform's own bounds (stack, length of a text or list) are limits like ours.
      if (error instanceof RangeError) throw new LimitError("jmespath-work", error.message);
      throw error;
    }
  };
  return { path, search };
}

/** A name with hyphens written without quotes: subtraction to JMESPath, which gives null in practice. */
function findHyphens(text: string, tokens: readonly Token[]): JmesWarning[] {
  const warnings: JmesWarning[] = [];
  for (let i = 0; i + 2 < tokens.length; i++) {
    const [left, minus, right] = [tokens[i]!, tokens[i + 1]!, tokens[i + 2]!];
    if (left.kind !== "identifier" || minus.value !== "-" || right.kind !== "identifier") continue;
    if (left.end !== minus.start || minus.end !== right.start) continue;
    const fix = hyphenatedName(text, minus.start);
    if (fix === undefined || warnings.at(-1)?.end === fix.end) continue;
    const name = text.slice(fix.start, fix.end);
    const message = `${name} is a subtraction here, not a name with a hyphen: write ${fix.text}`;
    warnings.push({ message, start: fix.start, end: fix.end, fix });
  }
  return warnings;
}

const HYPHENATED = /[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)+/g;

/** The hyphenated name around `at`, with its quoted form. */
function hyphenatedName(text: string, at: number): QuoteFix | undefined {
  for (const found of text.matchAll(HYPHENATED)) {
    const end = found.index + found[0].length;
    if (found.index < at && at < end) return { start: found.index, end, text: `"${found[0]}"` };
  }
  return undefined;
}
