/**
 * What Promtail does with a file before it reads it as YAML if it runs with `-config.expand-env=true`: variables are
 * substituted, and outside of them `\\` is `\`, `\/` is `/` and `$$` is `$` (the rules of drone/envsubst). Variables stay
 * here, since they become `sys.env`. So a `$` that is not a variable must not look like one: another sign replaces it until
 * the end.
 */
import type { Span } from "../../base/span.ts";
import { variablesIn } from "./expressions.ts";
import type { YamlText } from "./unwrap.ts";

export interface Expanded extends YamlText {
  /** `text` with `$` put back for its replacement. */
  restore(text: string): string;
}

/** An escape, or a variable, in which nothing is one. */
const PIECE = /\$\$|\\[\\/]|\$\{/g;

/** Place of the first escape, which is read differently with `-config.expand-env=true`. */
export function findEnvEscape(text: string): number | undefined {
  for (const { start, isEscape } of piecesOf(text)) if (isEscape) return start;
  return undefined;
}

/** Substitutions that are more than a variable, with a default perhaps. */
export function findOtherSubstitutions(text: string): Span[] {
  return [...piecesOf(text)].flatMap(({ start, end, isEscape }) =>
    isEscape || variablesIn(text.slice(start, end)).length > 0 ? [] : [{ start, end }],
  );
}

/** Whether a text names a variable. */
export const namesVariable = (text: string): boolean => /(?<!\$)\$\{\w+/.test(text);

function* piecesOf(
  text: string,
): Generator<{ readonly start: number; readonly end: number; readonly isEscape: boolean }> {
  PIECE.lastIndex = 0;
  for (let found = PIECE.exec(text); found !== null; found = PIECE.exec(text)) {
    const start = found.index;
    if (found[0] !== "${") yield { start, end: start + 2, isEscape: true };
    else {
      const end = endOfVariable(text, start);
      yield { start, end, isEscape: false };
      PIECE.lastIndex = end;
    }
  }
}

/** After the closing brace of a variable, with nested ones in its default; the end of the text if there is none. */
function endOfVariable(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text.startsWith("${", at)) {
      depth++;
      at++;
    } else if (text[at] === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}

/**
 * The file as Promtail reads it with the environment substituted (`true`) or without (`false`); unchanged if neither is
 * known.
 */
export function expandEnvironment(given: YamlText, expands: boolean | undefined): Expanded {
  if (expands === undefined) return { ...given, restore: (text) => text };
  const { text, locate } = given;
  const dollar = unusedSign(text);
  const restore = (made: string) => made.replaceAll(dollar, "$");
  if (!expands) return { text: text.replaceAll("${", `${dollar}{`), locate, restore };
  const parts: string[] = [];
  /** Where a unit was left out, as places in what is made. */
  const removed: number[] = [];
  let at = 0;
  let length = 0;
  const push = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  for (const { start, end, isEscape } of piecesOf(text)) {
    push(text.slice(at, start));
    at = end;
    if (!isEscape) {
      push(text.slice(start, end));
      continue;
    }
    const sign = text[end - 1]!;
    push(sign === "$" ? dollar : sign);
    removed.push(length);
  }
  push(text.slice(at));
  const placeIn = (offset: number) => offset + countUpTo(removed, offset);
  return {
    text: parts.join(""),
    locate: ({ start, end }: Span) => locate({ start: placeIn(start), end: placeIn(end) }),
    restore,
  };
}

/** How many of the numbers, which rise, are `limit` at most. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A printable sign that does not occur in the text. */
function unusedSign(text: string): string {
  for (let code = 0x4e00; ; code++) {
    const sign = String.fromCharCode(code);
    if (!text.includes(sign)) return sign;
  }
}
