/**
 * Unknown escape sequences of a string: a pattern in quotes, as written anywhere else. All those of one string are one
 * mistake, and a raw string fixes it.
 */
import type { Diagnostic, QuickFix } from "../../base/diagnostic.ts";
import { LANGUAGES } from "../../schema/languages.ts";
import { doubleBackslashes } from "../../schema/selector-hints.ts";
import { Scanner } from "../../syntax/scanner.ts";
import type { Token } from "../../syntax/token.ts";

/** The errors, which are in the order of the text, with only the first one of each string. */
export function uniteEscapeErrors(errors: readonly Diagnostic[], text: string): Diagnostic[] {
  if (!errors.some(isEscapeError)) return [...errors];
  const strings = stringsOf(text);
  let next = 0;
  let last: Token | undefined;
  return errors.flatMap((error) => {
    if (!isEscapeError(error)) return [error];
    const { start } = error.span!;
    while (next < strings.length && strings[next]!.end <= start) next++;
    const string = strings[next];
    if (string === undefined || start < string.start) return [error];
    if (string === last) return [];
    last = string;
    const fix = rawString(string);
    return [fix === undefined ? error : { ...error, fixes: [fix] }];
  });
}

const isEscapeError = ({ code }: Diagnostic): boolean => code === "syntax-escape";

function stringsOf(text: string): Token[] {
  const scanner = new Scanner(text, () => {});
  const found: Token[] = [];
  for (let token = scanner.scan(); token.kind !== "EOF"; token = scanner.scan())
    if (token.kind === "STRING") found.push(token);
  return found;
}

/** Selectors have strings with escapes of their own. */
function ofSelector(text: string): string {
  if (!text.trimStart().startsWith("{") || LANGUAGES.logql.compile(text).ok) return text;
  const doubled = doubleBackslashes(text);
  return LANGUAGES.logql.compile(doubled).ok ? doubled : text;
}

/** The intended text: a doubled backslash and an escaped quote are read as in quotes, the rest literally. */
function rawString({ text, start, end }: Token): QuickFix | undefined {
  if (!/^".*"$/s.test(text) || text.includes("`")) return undefined;
  const meant = ofSelector(text.slice(1, -1).replaceAll(/\\([\\"])/g, "$1"));
  return { title: "Change to a raw string", edits: [{ span: { start, end }, text: `\`${meant}\`` }] };
}
