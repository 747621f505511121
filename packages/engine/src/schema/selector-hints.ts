/**
 * What is wrong with a selector in words, beside the parser's own message: those who write one know more of LogQL than
 * `stage.match` does, or forget that its strings have escapes of their own inside those of the configuration.
 */
import { quoteMeta } from "@sluice/languages/re2";
import { quoteString } from "../syntax/characters.ts";
import type { TextRemark } from "./text-remark.ts";

interface Mistake {
  readonly text: string;
  readonly message: string;
  readonly start: number;
  /** What is there. */
  readonly found: string;
  /** All before it, and all from it on. */
  readonly before: string;
  readonly rest: string;
}

interface Hint {
  readonly why: string;
  readonly fix?: TextRemark["fix"] | undefined;
}

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
/** Longer selectors have no hints. */
const MAX_LENGTH = 10_000;
/** In the order in which they are asked. */
const HINTS: readonly ((mistake: Mistake) => Hint | undefined)[] = [
  escapes,
  quotes,
  values,
  names,
  braces,
  words,
  pipelines,
];

/** The remark with what it means, and the fix where there is one. */
export function explainSelector(text: string, remark: TextRemark): TextRemark {
  if (text.length > MAX_LENGTH) return remark;
  const { start, end, message } = remark;
  const mistake = {
    text,
    message,
    start,
    found: text.slice(start, end),
    before: text.slice(0, start),
    rest: text.slice(start),
  };
  for (const hint of HINTS) {
    const found = hint(mistake);
    if (found !== undefined) return { ...remark, message: `${message} (${found.why})`, fix: found.fix };
  }
  return remark;
}

const replace = (start: number, end: number, text: string, title?: string) => ({ start, end, text, title });
const whole = (text: string, fixed: string) => replace(0, text.length, fixed);

/** The quoted string around a place. */
function stringAround(text: string, at: number): { readonly start: number; readonly end: number } | undefined {
  for (const { 0: string, index } of text.matchAll(new RegExp(STRING, "gs")))
    if (index <= at && at < index + string.length) return { start: index, end: index + string.length };
  return undefined;
}

/** Backslashes in the strings of a selector, but those before a quote or another one. */
export const doubleBackslashes = (text: string): string =>
  text.replaceAll(/\\(["\\])|\\/g, (found, kept) => (kept ? found : "\\\\"));

function escapes({ text, message, start }: Mistake): Hint | undefined {
  if (!message.endsWith("invalid char escape")) return undefined;
  const why =
    "the selector's own quotes have escapes, too: in them a backslash is written twice, and four times where the whole selector is in double quotes";
  const string = stringAround(text, start);
  if (string === undefined) return { why };
  return { why, fix: replace(string.start, string.end, doubleBackslashes(text.slice(string.start, string.end))) };
}

function quotes({ text, start, found }: Mistake): Hint | undefined {
  const quote = found[0];
  if (quote !== "`" && quote !== "'") return undefined;
  const end = text.indexOf(quote, start + 1);
  const why = `a string of a selector is written in double quotes, and not in ${quote === "`" ? "backquotes" : "single quotes"}`;
  return { why, fix: end < 0 ? undefined : replace(start, end + 1, quoteString(text.slice(start + 1, end))) };
}

function values({ message, rest, before, start }: Mistake): Hint | undefined {
  if (!message.includes("expecting STRING")) return undefined;
  if (rest.startsWith("=") && /=\s*$/.test(before))
    return { why: "a label is compared with one =", fix: replace(start, start + 1, "", "Leave out =") };
  if (/^ip\s*\(/.test(rest)) return { why: "a selector of stage.match has no filters of IP addresses" };
  const value = /^[^\s"{}|,()=]+/.exec(rest)?.[0];
  if (value === undefined) return undefined;
  return { why: "the text is written in double quotes", fix: replace(start, start + value.length, quoteString(value)) };
}

function names({ message, text, before, rest, start, found }: Mistake): Hint | undefined {
  if (/expecting = or/.test(message)) {
    if (/^in\b/i.test(rest))
      return { why: 'several values are written as a pattern: app=~"a|b"', fix: listToPattern(rest, start) };
    if (/[\w.]$/.test(before) && /^[.\-/]/.test(rest))
      return {
        why: `a selector cannot name a label with ${found}; stage.labels gives the value another name`,
      };
    return undefined;
  }
  if (!/expecting IDENTIFIER/.test(message)) return undefined;
  if (found === "}") {
    const comma = /,(\s*)$/.exec(before);
    return comma === null
      ? { why: 'a selector names at least one label; app=~".*" matches every value' }
      : {
          why: "there is no comma after the last label",
          fix: replace(comma.index, start, comma[1]!, "Leave out the comma"),
        };
  }
  const name = /^"([A-Za-z_]\w*)"(?=\s*[=!])/.exec(text.slice(start))?.[1];
  return name === undefined
    ? undefined
    : { why: "the name of a label has no quotes", fix: replace(start, start + name.length + 2, name) };
}

function braces({ message, text }: Mistake): Hint | undefined {
  if (message.includes("unexpected $end, expecting } or ,")) {
    const last = text.trimEnd();
    return {
      why: "the closing } is missing",
      fix: replace(last.length - 1, text.length, `${last.slice(-1)}}`, "Close the brace"),
    };
  }
  if (!message.endsWith("expecting {")) return undefined;
  const labels = new RegExp(
    String.raw`^\s*[A-Za-z_]\w*\s*(?:=~|!~|!=|=)\s*${STRING}(?:\s*,\s*\w+\s*(?:=~|!~|!=|=)\s*${STRING})*`,
  ).exec(text)?.[0];
  return labels === undefined
    ? { why: 'stage.match takes a selector alone, and no query: {app="shop"} |= "text"' }
    : {
        why: "labels are written in braces",
        fix: whole(text, `{${labels.trim()}}${text.slice(labels.length)}`),
      };
}

/** `and`, `or`. */
function words({ message, text, before, rest, start }: Mistake): Hint | undefined {
  const word = /^(?:and|or|&&?|\|\|)(?![\w=~])/i.exec(rest)?.[0];
  if (word === undefined) return undefined;
  const isOr = /^(?:or|\|\|)$/i.test(word);
  if (message.includes("expecting } or ,")) {
    if (!isOr) {
      const blank = /\s*$/.exec(before)!;
      return {
        why: "labels are separated by commas",
        fix: replace(blank.index, start + word.length, ",", `Change ${word} to a comma`),
      };
    }
    return { why: 'several values are written as a pattern: app=~"a|b"', fix: valuesToPattern(text) };
  }
  if (!message.includes("expecting != or")) return undefined;
  return isOr
    ? { why: 'several texts are written as a pattern: |~ "a|b"', fix: textsToPattern(text) }
    : { why: "line filters follow one another without a word, and all have to hold" };
}

/** `app in ("a", "b")` */
function listToPattern(rest: string, start: number): TextRemark["fix"] {
  const found = /^in\s*\(\s*("[^"\\]*"(?:\s*,\s*"[^"\\]*")*)\s*\)/i.exec(rest);
  if (found === null) return undefined;
  const values = [...found[1]!.matchAll(/"([^"]*)"/g)].map(([, value]) => quoteMeta(value!));
  return replace(start, start + found[0].length, `=~${quoteString(values.join("|"))}`);
}

/** `app="a" or app="b"` */
function valuesToPattern(text: string): TextRemark["fix"] {
  const found = /(\w+)\s*=\s*"([\w.-]*)"\s+or\s+\1\s*=\s*"([\w.-]*)"(?!\s+or)/i.exec(text);
  if (found === null) return undefined;
  const [all, name, ...parts] = found;
  return replace(found.index, found.index + all.length, `${name}=~${quoteString(parts.map(quoteMeta).join("|"))}`);
}

/** `|= "a" or "b"` */
function textsToPattern(text: string): TextRemark["fix"] {
  const found = /\|=\s*"([^"\\]*)"\s+or\s+"([^"\\]*)"(?!\s+or)/i.exec(text);
  if (found === null) return undefined;
  const [all, ...parts] = found;
  return replace(found.index, found.index + all.length, `|~ ${quoteString(parts.map(quoteMeta).join("|"))}`);
}

const PARSERS = new Map([
  ["json", "stage.json"],
  ["logfmt", "stage.logfmt"],
  ["regexp", "stage.regex"],
  ["pattern", "stage.pattern"],
  ["unpack", "stage.json"],
]);

function pipelines({ message, rest, text }: Mistake): Hint | undefined {
  if (!message.includes("expecting != or")) return undefined;
  if (rest.startsWith("|>") || rest.startsWith("!>"))
    return { why: "a selector of stage.match has no filters by pattern; |~ takes a regular expression" };
  if (rest.startsWith("~")) return { why: "a line filter is one of |=, !=, |~ and !~" };
  const [, word, operator] = /^\|\s*([A-Za-z_]\w*)\s*([=!<>]=?~?)?/.exec(rest) ?? [];
  if (word === undefined) return undefined;
  if (operator !== undefined)
    return {
      why: "a selector of stage.match has no label filters after the braces: labels are compared inside them",
      fix: filterIntoBraces(text),
    };
  const stage = PARSERS.get(word);
  return {
    why:
      stage === undefined
        ? "a selector of stage.match has no pipeline: what changes a line is a stage of its own"
        : `a selector of stage.match has no parsers: ${stage} and stage.labels before it make what it compares a label`,
  };
}

/** A single label filter behind line filters. */
function filterIntoBraces(text: string): TextRemark["fix"] {
  const lineFilters = String.raw`(?:\s*(?:\|=|!=|\|~|!~)\s*${STRING})*`;
  const found = new RegExp(
    String.raw`^(\s*\{[^}]*?)\s*\}(${lineFilters})\s*\|\s*(\w+)\s*(=~|!~|!=|=)\s*(${STRING})\s*$`,
    "s",
  ).exec(text);
  if (found === null) return undefined;
  const [, start, filters, name, operator, value] = found;
  return whole(text, `${start}, ${name}${operator}${value}}${filters}`);
}

/** A class of characters that is repeated, behind two backslashes: in a raw string they look for one, and a letter. */
const DOUBLED = /(?<!\\)(?:\\\\)(?=[dswDSW](?:[+*?{]|\\\\))/g;

/** Remarks about backslashes that are written as in double quotes. */
export function doubledRemarks(text: string): TextRemark[] {
  const [first] = text.matchAll(DOUBLED);
  if (first === undefined) return [];
  const { index } = first;
  return [
    {
      message: `the pattern looks for a backslash and the letter ${text[index + 2]}: in backquotes a backslash is written once`,
      start: index,
      end: index + 3,
      fix: { start: 0, end: text.length, text: text.replaceAll(DOUBLED, "\\") },
    },
  ];
}

/** Remarks about backspaces: `\b` in quotes is one, and in a pattern the boundary of a word. */
export function backspaceRemarks(text: string): TextRemark[] {
  const at = text.indexOf("\b");
  if (at < 0) return [];
  return [
    {
      message:
        "the pattern holds a backspace, which is \\b in double quotes; the boundary of a word is written \\\\b there",
      start: at,
      end: at + 1,
      fix: { start: 0, end: text.length, text: text.replaceAll("\b", "\\b") },
    },
  ];
}
