/**
 * Expressions for what its place marks as a secret: the syntax before and behind a finding, with the name in it. The syntax
 * sets the bounds of a value, so that only the value is replaced and what reads the line still can.
 */
import { quoteMeta } from "@sluice/languages/re2";
import type { Finding } from "../sensitive/index.ts";

/** Findings of one shape are of one expression, which has the names of all. */
export interface Place {
  readonly shape: string;
  readonly name: string;
  /** Punctuation with which the value ends. */
  readonly closer: string;
  /** The expression with names, with closers, and for values of that length at least. */
  readonly write: (names: readonly string[], closers: string, least: number) => string;
}

const LOOK_BACK = 200;
const SCHEMES = "(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate|NTLM)";
const IN_QUOTES = new RegExp(
  String.raw`(\\*)(["'])([^"'\\]{1,100})\1\2([ \t]*[:=]>?[ \t]*)\1\2(${SCHEMES}[ \t]+)?$`,
  "i",
);
const NUMBER = /(\\*)"([^"\\]{1,100})\1"[ \t]*:[ \t]*$/;
const USER_INFO = /[a-z][a-z0-9+.-]*:(\\?\/\\?\/)[^\s/@"'\\]*$/i;
const NAMED_QUOTES = new RegExp(
  String.raw`([A-Za-z_][\w.-]{0,100})([ \t]*(?:[:=]=?|=>)[ \t]*)(\\*)(["'])(${SCHEMES}[ \t]+)?$`,
  "i",
);
const SQL = /\b(password(?: for \S{1,80}(?: =)?)?|identified(?: with \S{1,60})? (?:by|as)) {1,2}(\\*)(["'])$/i;
const ELEMENT = /<([A-Za-z_][\w:.-]{0,100})>$/;
/** `token` is a word of prose, too. */
const SCHEME = /\b(Bearer|Basic|Digest|ApiKey|Negotiate|NTLM)[ \t]+$/i;
const OPTION = /(?:^|[\s"'])--?([A-Za-z][\w.-]{0,100})[ \t]{1,4}$/;
const PARAMETER = /[?&]([^\s=&;#?"'<>]{1,100})=$/;
const WORD = /(?:^|[^\w.-])(?:--?)?([A-Za-z_][\w.-]{0,100})\]?([ \t]{0,4}(?:=>|:=|==?|:)[ \t]{0,4})$/;
const CURL = / (?:-u|--user)[ =]["']?[^\s:"']{1,100}:$/;
const PROSE =
  /\b(password|passwd|passphrase|secret|token|(?:api|access|secret|private)[ _-]?key|credentials?|authorization)(?: (?:for \S{1,60} )?(?:is|was)|:| =)? {1,2}["'`(]?$/i;

/** Behind the word: a value with a digit near its start, since words have none. */
const SAYS = String.raw`(?: (?:for \S{1,60} )?(?:is|was)|:| =)? {1,2}["'(]?([A-Za-z+/=~!@#$%^&*_-]{0,20}\d[\w+/=~!@#$%^&*-]{8,})`;

const any = (names: readonly string[]): string =>
  names.length === 1 ? quoteMeta(names[0]!) : `(?:${names.map((name) => quoteMeta(name)).join("|")})`;
const times = (least: number): string => (least <= 1 ? "+" : `{${Math.min(least, 500)},}`);
const inClass = (closers: string): string => [...new Set(closers)].join("").replace(/[\\\]^-]/g, "\\$&");
/** A word of which nothing closes what is around it. */
const word = (closers: string, least: number): string => `([^\\s"'\\\\<>${inClass(closers)}]${times(least)})`;

/** The content of a quoted text whose own quotes have so many backslashes. */
function content(quote: string, slashes: number, least: number, doubled = false): string {
  if (slashes === 0 && doubled) return String.raw`((?:[^${quote}\\]|\\.|${quote}${quote})${times(least)})`;
  if (slashes === 0) return String.raw`((?:[^${quote}\\]|\\.)${times(least)})`;
  // Each escape is escaped itself, quotes and backslashes within the value included.
  if (slashes === 1)
    return String.raw`((?:[^${quote}\\]|\\\\(?:\\${quote}|\\\\|[^${quote}\\])|\\[^${quote}\\])${times(least)})`;
  return String.raw`((?:[^${quote}\\]|\\+[^${quote}\\])${times(least)})`;
}

/** Undefined if no expression tells such a place from others. */
export function placeOf(text: string, finding: Finding): Place | undefined {
  const before = text.slice(Math.max(0, finding.start - LOOK_BACK), finding.start);
  return (
    quotedPlace(text, before, finding) ?? (finding.isNumber ? numberPlace(before) : plainPlace(text, before, finding))
  );
}

function quotedPlace(text: string, before: string, { end }: Finding): Place | undefined {
  const named = IN_QUOTES.exec(before);
  if (named !== null) {
    const [, slashes = "", quote = "", name = "", sign = "", scheme] = named;
    if (!text.startsWith(slashes + quote, end)) return undefined;
    const q = quoteMeta(slashes) + quote;
    const between = String.raw`\s*${quoteMeta(sign.trim())}\s*`;
    return {
      shape: `${q}${sign.trim()}${scheme === undefined ? "" : " scheme"}`,
      name,
      closer: "",
      write: (names, _, least) =>
        `${q}${any(names)}${q}${between}${q}${schemeIf(scheme)}${content(quote, slashes.length, least)}${q}`,
    };
  }
  const sql = SQL.exec(before);
  if (sql !== null && text.startsWith(sql[2]! + sql[3]!, end)) {
    const q = quoteMeta(sql[2]!) + sql[3]!;
    const words = String.raw`(?:password(?: for \S{1,80}(?: =)?)?|identified(?: with \S{1,60})? (?:by|as))`;
    return {
      shape: `sql${q}`,
      name: "PASSWORD",
      closer: "",
      write: (_names, _closers, least) =>
        `(?i)\\b${words} {1,2}${q}${content(sql[3]!, sql[2]!.length, least, true)}${q}`,
    };
  }
  const bare = NAMED_QUOTES.exec(before);
  if (bare === null) return undefined;
  const [, name = "", sign = "", slashes = "", quote = "", scheme] = bare;
  if (!text.startsWith(slashes + quote, end)) return undefined;
  const q = quoteMeta(slashes) + quote;
  return {
    shape: `bare${q}${sign.trim()}${scheme === undefined ? "" : " scheme"}`,
    name,
    closer: "",
    write: (names, _, least) =>
      String.raw`\b${any(names)}\s*${quoteMeta(sign.trim())}\s*${q}${schemeIf(scheme)}${content(quote, slashes.length, least)}${q}`,
  };
}

const schemeIf = (scheme: string | undefined): string => (scheme === undefined ? "" : `(?i:${SCHEMES})[ \\t]+`);

function numberPlace(before: string): Place | undefined {
  const match = NUMBER.exec(before);
  if (match === null) return undefined;
  const q = `${quoteMeta(match[1]!)}"`;
  return {
    shape: `number${q}`,
    name: match[2]!,
    closer: "",
    write: (names, _, least) =>
      String.raw`${q}${any(names)}${q}\s*:\s*(-?\d${times(least)}(?:\.\d+)?(?:[eE][+-]?\d+)?)`,
  };
}

function plainPlace(text: string, before: string, { kind, end }: Finding): Place | undefined {
  const next = text[end] ?? "";
  const closer = /[\s"'\\]/.test(next) ? "" : next;
  const place = (shape: string, name: string, write: Place["write"]): Place => ({ shape, name, closer, write });
  const info = USER_INFO.exec(before);
  if (info !== null && next === "@") {
    const slashes = quoteMeta(info[1]!);
    const user = before.slice(info.index).replace(/^[^/]*\/\\?\//, "");
    if (!user.includes(":")) return place("user", "", () => String.raw`://([^\s/?#"'\\<>@:]+)@`);
    return place(`address${slashes}`, "", () => String.raw`:${slashes}[^\s/?#"'\\<>@:]*:([^\s/"'\\<>]+)@`);
  }
  const scheme = SCHEME.exec(before);
  // With a capital, a digit or a sign: `Basic authentication` has none.
  if (scheme !== null)
    return place(
      "scheme",
      scheme[1]!,
      (names) => String.raw`\b${any(names)}[ \t]+([a-z+/~_.-]*[A-Z0-9=][\w.~+/=-]{4,})`,
    );
  const parameter = PARAMETER.exec(before);
  if (parameter !== null)
    return place(
      "parameter",
      parameter[1]!,
      (names, closers, least) => `[?&]${any(names)}=${word(`&#${closers}`, least)}`,
    );
  const element = ELEMENT.exec(before);
  if (element !== null) return place("element", element[1]!, (names) => `<${any(names)}>([^<>"'\\\\]+)<`);
  if (CURL.test(before))
    return place("curl", "", () => String.raw`\bcurl\b[^\n]* (?:-u|--user)[ =]["']?[^\s:"']+:([^\s"'\\]+)`);
  const option = OPTION.exec(before);
  if (option !== null)
    return place("option", option[1]!, (names, _, least) => String.raw`-${any(names)}[ \t]+${word("", least)}`);
  const prose = PROSE.exec(before);
  if (prose !== null && kind !== "card")
    return place("prose", prose[1]!.toLowerCase(), (names) => `(?i)\\b${any(names)}${SAYS}`);
  const match = WORD.exec(before);
  if (match === null) return undefined;
  const sign = match[2]!.trim();
  return place(
    `word${sign}`,
    match[1]!,
    (names, closers, least) =>
      String.raw`(?:^|[^\w.?&])${any(names)}\]?[ \t]*${quoteMeta(sign)}[ \t]*${word(closers, least)}`,
  );
}
