/**
 * Expressions for what its place marks as a secret: the syntax before and behind a finding, with the name in it. The syntax
 * sets the bounds of a value, so that only the value is replaced and what reads the line still can.
 */
import { quoteMeta } from "@sluice/languages/re2";
import { COLOUR } from "../base/secrets/decoded-text.ts";
import { LETTERS } from "../base/secrets/nested-texts.ts";
import { isCodeName, isDoubtfulName, NAME_START } from "../base/secrets/secret-names.ts";
import { AUTH_SCHEMES } from "../base/secrets/secret-parts.ts";
import type { Finding } from "../sensitive/index.ts";
import { writtenValue } from "../sensitive/phrase.ts";
import { argumentPlace, optionPlace, pairPlace } from "./argv-places.ts";
import { keyedPlace } from "./keyed-places.ts";
import { listPlace } from "./list-places.ts";
import { phrasePlace } from "./phrase-places.ts";
import type { Place } from "./place.ts";
import { anyOf, content, inClass, inRaw, schemeIf, startOf, times, word } from "./written.ts";

const LOOK_BACK = 200;
const IN_QUOTES = new RegExp(
  String.raw`(\\*)(["'])([^"'\\]{1,100})\1\2(\]?[ \t]*[:=]>?\s{0,20})((?:string\(\d{1,9}\)[ \t])?${LETTERS})\1\2(${AUTH_SCHEMES}[ \t]+)?$`,
  "i",
);
const NUMBER = /(\\*)"([^"\\]{1,100})\1"[ \t]*:[ \t]*$/;
const USER_INFO = /[a-z][a-z0-9+.-]*:(\\?\/\\?\/)[^\s/@"'\\]*$/i;
/** The name may have quotes of its own, as in SQL. */
const NAMED_QUOTES = new RegExp(
  String.raw`([${NAME_START}][${NAME_START}\d.-]{0,100})((?:\\*["'\x60]|\])?)([ \t]*(?:[:=]=?|=>)[ \t]*)(${LETTERS})(\\*)(["'])(${AUTH_SCHEMES}[ \t]+)?$`,
  "i",
);
const ELEMENT = /<([A-Za-z_][\w:.-]{0,100})(\s[^<>]{0,150})?>(<!\[CDATA\[)?\s*$/;
/** `token` is a word of prose, too. */
const SCHEME = /\b(Bearer|Basic|Digest|ApiKey|Negotiate|NTLM)[ \t]+$/i;
const OPTION = /(?:^|[\s"'])--?([A-Za-z][\w.-]{0,100})[ \t]{1,4}$/;
const PARAMETER = /[?&]([^\s=&;#?"'<>]{1,100})=$/;
const WORD = new RegExp(
  String.raw`(?:^|[^\w.-])(?:--?)?([${NAME_START}][${NAME_START}\d.-]{0,100})\*?\]?([ \t]{0,4}(?:=>|:=|==?|:|\uff1a)[ \t]{0,20})(${AUTH_SCHEMES}[ \t]+)?$`,
  "i",
);
const COLOURS = new RegExp(COLOUR, "g");

/** Undefined if no expression tells such a place from others. */
export function placeOf(text: string, finding: Finding): Place | undefined {
  const before = text.slice(Math.max(0, finding.start - LOOK_BACK), finding.start);
  return (
    argumentPlace(text, before, finding) ??
    phrasePlace(text, before, finding) ??
    optionPlace(text, before, finding) ??
    pairPlace(text, before, finding) ??
    keyedPlace(text, before, finding) ??
    listPlace(text, finding) ??
    quotedPlace(text, before, finding) ??
    (finding.isNumber ? numberPlace(before) : plainPlace(text, before, finding))
  );
}

function quotedPlace(text: string, before: string, { end }: Finding): Place | undefined {
  const named = IN_QUOTES.exec(before);
  if (named !== null) {
    const [, slashes = "", quote = "", name = "", sign = "", letters = "", scheme] = named;
    if (!text.startsWith(slashes + quote, end)) return undefined;
    const q = quoteMeta(slashes) + quote;
    const type = letters.replace(/^string.*\)/, String.raw`string\(\d+\)`);
    const between = String.raw`\s*${quoteMeta(sign.trim())}\s*${type}`;
    return {
      shape: `${q}${sign.trim()}${type}${scheme === undefined ? "" : " scheme"}`,
      name,
      closer: "",
      write: (names, _, limits) =>
        `${q}${anyOf(names)}${q}${between}${q}${schemeIf(scheme)}${content(quote, slashes.length, limits)}${q}`,
    };
  }
  const plain = before.replace(COLOURS, "");
  const bare = NAMED_QUOTES.exec(plain);
  if (bare === null) return undefined;
  const isColoured = plain.length < before.length;
  const blanks = isColoured ? String.raw`(?:\s|${COLOUR})*` : String.raw`\s*`;
  const [, name = "", closing = "", sign = "", letters = "", slashes = "", quote = "", scheme] = bare;
  if (!text.startsWith(slashes + quote, end)) return undefined;
  const q = quoteMeta(slashes) + quote;
  return {
    shape: `bare${isColoured ? " coloured" : ""}${closing}${q}${sign.trim()}${letters}${scheme === undefined ? "" : " scheme"}`,
    name,
    closer: "",
    write: (names, _, limits) =>
      `${isColoured ? "" : startOf(names)}${anyOf(names)}${inRaw(quoteMeta(closing))}${blanks}${quoteMeta(sign.trim())}${blanks}${letters}${q}${schemeIf(scheme)}${content(quote, slashes.length, limits)}${q}`,
  };
}

function numberPlace(before: string): Place | undefined {
  const match = NUMBER.exec(before);
  if (match === null) return undefined;
  const q = `${quoteMeta(match[1]!)}"`;
  return {
    shape: `number${q}`,
    name: match[2]!,
    closer: "",
    write: (names, _, limits) =>
      String.raw`${q}${anyOf(names)}${q}\s*:\s*(-?\d${times(limits.least)}(?:\.\d+)?(?:[eE][+-]?\d+)?)`,
  };
}

function plainPlace(text: string, before: string, { end }: Finding): Place | undefined {
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
    return {
      ...place(
        "scheme",
        scheme[1]!,
        (names) => String.raw`\b${anyOf(names)}[ \t]+([a-z+/~_.-]*[A-Z0-9][\w.~+/-]{4,}={0,2})`,
      ),
      writeWider: (names, closers) => String.raw`\b${anyOf(names)}[ \t]+${writtenValue("chosen", inClass(closers))}`,
    };
  const parameter = PARAMETER.exec(before);
  if (parameter !== null)
    return place(
      "parameter",
      parameter[1]!,
      (names, closers, limits) => `[?&]${anyOf(names)}=${word(`&#${closers}`, limits)}`,
    );
  const element = ELEMENT.exec(before);
  if (element !== null) {
    const [, name = "", attributes = "", data = ""] = element;
    const within = attributes === "" ? "" : String.raw`\s[^<>]*`;
    return place(
      `element${within}${data}`,
      name,
      (names) =>
        String.raw`<${anyOf(names)}${within}>${quoteMeta(data)}\s*([^<>"'\\\s](?:[^<>"'\\]*[^<>"'\\\s])?)\s*${data === "" ? "<" : "\\]\\]>"}`,
    );
  }
  const option = OPTION.exec(before);
  if (option !== null)
    return place("option", option[1]!, (names, _, limits) => String.raw`-${anyOf(names)}[ \t]+${word("", limits)}`);
  return wordPlace(before, closer);
}

/** `password=…`, also with colours between. */
function wordPlace(before: string, closer: string): Place | undefined {
  const plain = before.replace(COLOURS, "");
  const isColoured = plain.length < before.length;
  const match = WORD.exec(plain);
  if (match === null) return undefined;
  const [, name = "", assigns = "", scheme] = match;
  const sign = assigns.trim();
  // `password= rejected`: behind an equals sign a blank is one where the log has it.
  const isApart = !sign.endsWith("=") || /\s$/.test(assigns);
  const looks = isCodeName(name) ? "code" : isDoubtfulName(name) ? "chosen" : undefined;
  const [starts, blanks] = isColoured
    ? [String.raw`(?:^|[^\w.?&]|${COLOUR})`, String.raw`(?:[ \t]|${COLOUR})*`]
    : [String.raw`(?:^|[^\w.?&])`, String.raw`[ \t]*`];
  return {
    shape: `word${looks === undefined ? "" : ` ${looks}`}${isColoured ? " coloured" : ""}${scheme === undefined ? "" : " scheme"}${sign}${isApart ? " " : ""}`,
    name,
    closer,
    write: (names, closers, limits) =>
      String.raw`${starts}${anyOf(names)}\*?\]?${blanks}${quoteMeta(sign)}${isApart || isColoured ? blanks : ""}${schemeIf(scheme)}${looks === undefined ? word(closers, limits) : writtenValue(looks, inClass(closers))}${looks === "code" ? String.raw`(?:[^\w-]|$)` : ""}`,
  };
}
