/** The secret parts of a value under a telling name: all of it, without a header's scheme, or the values of its cookies. */

import type { Span } from "../span.ts";
import type { QuotedText } from "./nested-texts.ts";
import { isNothing, isSecretName } from "./secret-names.ts";

/** Syntax around a value. */
export type ValueSyntax = "quoted" | "number" | "word" | "line" | "element" | "braced";

export interface AssignedSecret extends Span {
  /** What it is assigned to: a field, a header, or a cookie in one. */
  readonly name: string;
  readonly syntax: ValueSyntax;
  /** Start of the header's scheme before the value. */
  readonly from: number;
  /** For a JSON number: a quote as its name has, in the notation of that place. */
  readonly quote?: Span | undefined;
  /** Quotes around it. */
  readonly quotes?: QuotedText | undefined;
}

/** Names of headers with cookies. */
export const COOKIES = /(?:^|_|-|\.)(?:set[_-]?)?cookies?$/i;
/** Attributes of cookies. */
const ABOUT_COOKIE = /^(?:path|domain|expires|max-age|samesite|priority|version|comment)$/i;
/** What stands before the value in a header of authorization; for expressions. */
export const AUTH_SCHEMES = "(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate|NTLM)";
const SCHEME = new RegExp(String.raw`${AUTH_SCHEMES}[ \t]+(?=\S)`, "iy");
/** Of the value of a secret's name: all but a scheme, or the values of cookies. */
export function secretParts(name: string, text: string, { start, end }: Span, syntax: ValueSyntax): AssignedSecret[] {
  if (COOKIES.test(name) && text.slice(start, end).includes("=")) return cookieValues(text, { start, end }, syntax);
  const content = afterScheme(text, start);
  const from = content < end ? content : start;
  return isNothing(text.slice(from, end)) ? [] : [{ name, start: from, end, from: start, syntax }];
}

/** Cookie values that identify nobody: `theme=dark`, `lang=en-US`, `consent=1`. */
const isSetting = (name: string, value: string): boolean =>
  !SESSION.test(name) && !isSecretName(name) && (/^\d{1,2}$/.test(value) || LOCALE.test(value) || isPlainWord(value));

const SESSION =
  /sess|sid|tok|auth|jwt|key|user|uid|login|remember|csrf|xsrf|pass|pwd|secret|cred|sig|ticket|code|pin|id$/i;
const LOCALE = /^[a-z]{2}[-_][A-Za-z]{2}$/;
/** Short, and as words are written and spoken. */
const isPlainWord = (value: string): boolean =>
  /^[A-Za-z]?[a-z]{1,9}$/.test(value) && /[aeiouy]/i.test(value) && !/[^aeiouy]{5}/i.test(value);

export function cookieValues(text: string, { start, end }: Span, syntax: ValueSyntax): AssignedSecret[] {
  const found: AssignedSecret[] = [];
  for (const { 0: one, index } of text.slice(start, end).matchAll(/[^;]+/g)) {
    const equals = one.indexOf("=");
    if (equals < 0 || ABOUT_COOKIE.test(one.slice(0, equals).trim())) continue;
    const value = one.slice(equals + 1).trimEnd();
    if (isSetting(one.slice(0, equals).trim(), value.trim())) continue;
    const quote = /^\\*"/.exec(value)?.[0] ?? "";
    const closes = value.length >= 2 * quote.length && value.endsWith(quote);
    const from = start + index + equals + 1 + quote.length;
    const last = start + index + equals + 1 + value.length - (closes ? quote.length : 0);
    if (last > from && !isNothing(text.slice(from, last)))
      found.push({ name: one.slice(0, equals).trim(), start: from, end: last, from, syntax });
  }
  return found;
}

/** Offset after the scheme at `at`, or `at` without one. */
export function afterScheme(text: string, at: number): number {
  SCHEME.lastIndex = at;
  return SCHEME.test(text) ? SCHEME.lastIndex : at;
}
