/** Parts of expressions in RE2's syntax: names, and values with one group around them. */
import { quoteMeta } from "@sluice/languages/re2";
import { AUTH_SCHEMES } from "../base/secrets/secret-parts.ts";
import type { ValueLimits } from "./place.ts";

/** One of these names. */
export const anyOf = (names: readonly string[]): string =>
  names.length === 1 ? quoteMeta(names[0]!) : `(?:${names.map((name) => quoteMeta(name)).join("|")})`;
/** A name's first letter begins a word if RE2 knows that it is a letter. */
export const startOf = (names: readonly string[]): string =>
  names.every((name) => /^\w/.test(name)) ? String.raw`\b` : "";
/** What a header has before the value. */
export const schemeIf = (scheme: string | undefined): string =>
  scheme === undefined ? "" : `(?i:${AUTH_SCHEMES})[ \\t]+`;
export const times = (least: number): string => (least <= 1 ? "+" : `{${Math.min(least, 500)},}`);
/** Characters as they stand in a class. */
export const inClass = (closers: string): string => [...new Set(closers)].join("").replace(/[\\\]^-]/g, "\\$&");
/** A stage's expression stands between backticks. */
export const inRaw = (source: string): string => source.replaceAll("`", String.raw`\x60`);
/** A word of which nothing closes what is around it. */
export function word(closers: string, limits: ValueLimits): string {
  const others = String.raw`\s"'\\<>${inClass(closers)}`;
  return `(${value((but) => `[^${others}${but}]`, limits)})`;
}

/** The content of a quoted text whose own quotes have so many backslashes. */
export const content = (mark: string, slashes: number, limits: ValueLimits, doubled = false): string =>
  `(${value((but) => unitOf(inRaw(mark), slashes, doubled, but), limits)})`;

/** `unit`: one of its characters, but none of some, as in a class. */
function value(unit: (but: string) => string, { least, anyStart }: ValueLimits): string {
  if (anyStart) return unit("") + times(least);
  const first = String.raw`(?:${unit("$*{")}|\$${unit("{(")}|\{${unit("{")}|\*+${unit("*")})`;
  return `${first}${unit("")}${least <= 1 ? "*" : `{${Math.min(least, 500) - 1},}`}`;
}

/** Any quoted text with such quotes. */
export const anyQuoted = (mark: string, slashes: number): string => {
  const quote = quoteMeta("\\".repeat(slashes)) + inRaw(mark);
  return `${quote}${unitOf(inRaw(mark), slashes, false, "")}*${quote}`;
};

function unitOf(quote: string, slashes: number, doubled: boolean, but: string): string {
  if (slashes === 0 && doubled) return String.raw`(?:[^${quote}\\${but}]|\\.|${quote}${quote})`;
  if (slashes === 0) return String.raw`(?:[^${quote}\\${but}]|\\.)`;
  // Each escape is escaped itself, quotes and backslashes within the value included.
  if (slashes === 1) return String.raw`(?:[^${quote}\\${but}]|\\\\(?:\\${quote}|\\\\|[^${quote}\\])|\\[^${quote}\\])`;
  return String.raw`(?:[^${quote}\\${but}]|\\+[^${quote}\\])`;
}
