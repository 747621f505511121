/** Expressions for the elements of a list under a name: `"X-Api-Key":["…"]`, `map[X-Api-Key:[…]]`, `[]string{"…"}`. */
import { quoteMeta } from "@sluice/languages/re2";
import { NAME_START } from "../base/secrets/secret-names.ts";
import { AUTH_SCHEMES } from "../base/secrets/secret-parts.ts";
import type { Finding } from "../sensitive/index.ts";
import type { Place, ValueLimits } from "./place.ts";
import { anyOf, anyQuoted, content, schemeIf, startOf, word } from "./written.ts";

const NAMED = String.raw`(?:(\\*["'])([^"'\\]{1,100})\1|([${NAME_START}][${NAME_START}\d.-]{0,100}))([ \t]*(?:=>|[:=])[ \t]*)`;
const OPENING = String.raw`((?:\[\][*\w.]{1,60})?)([[({])\s*`;
const MAX_EARLIER = 20;
const ELEMENT = String.raw`\\*(?:"[^"\\]{0,300}\\*"|'[^'\\]{0,300}\\*')`;
const QUOTED = new RegExp(
  String.raw`${NAMED}${OPENING}((?:${ELEMENT},?\s*){0,${MAX_EARLIER}})(\\*)(["'])(${AUTH_SCHEMES}[ \t]+)?$`,
  "i",
);
/** Of brackets, braces and commas only these bound a word. */
const BOUNDS = ",[]{}()";
const WORDS = new RegExp(
  String.raw`${NAMED}${OPENING}((?:[^\s"'\\,[\](){}]{1,300}[\s,]{1,10}){0,${MAX_EARLIER}}?)(${AUTH_SCHEMES}[ \t]+)?$`,
  "i",
);

/** Long enough for other elements before it. */
const LOOK_BACK = 600;

export function listPlace(text: string, { start, end, isNumber }: Finding): Place | undefined {
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  if (isNumber || !/[[({]/.test(before)) return undefined;
  return quotedElement(text, before, end) ?? wordElement(before);
}

function quotedElement(text: string, before: string, end: number): Place | undefined {
  const match = QUOTED.exec(before);
  if (match === null) return undefined;
  const [slashes = "", quote = "", scheme] = match.slice(8);
  if (!text.startsWith(slashes + quote, end)) return undefined;
  const q = quoteMeta(slashes) + quote;
  const earlier = countOf(match[7]!, new RegExp(ELEMENT, "g"));
  const others = earlier === 0 ? "" : String.raw`(?:${anyQuoted(quote, slashes.length)},?\s*){${earlier}}`;
  return elementPlace({
    match,
    others,
    opens: q,
    scheme,
    value: (limits) => content(quote, slashes.length, limits) + q,
  });
}

function wordElement(before: string): Place | undefined {
  const match = WORDS.exec(before);
  if (match === null) return undefined;
  const earlier = countOf(match[7]!, /[^\s,]+/g);
  const others = earlier === 0 ? "" : String.raw`(?:[^\s"'\\,\[\](){}]+[\s,]+){${earlier}}`;
  return elementPlace({ match, others, opens: "", scheme: match[8], value: (limits) => word(BOUNDS, limits) });
}

interface Element {
  /** Of the name and what opens the list. */
  readonly match: RegExpExecArray;
  /** The expression of the elements before it. */
  readonly others: string;
  readonly opens: string;
  readonly scheme: string | undefined;
  readonly value: (limits: ValueLimits) => string;
}

function elementPlace({ match, others, opens, scheme, value }: Element): Place {
  const [, quotes = "", quoted, bare = "", sign = "", type = "", open = ""] = match;
  const q = quoteMeta(quotes);
  const between = String.raw`\s*${quoteMeta(sign.trim())}\s*${quoteMeta(type + open)}\s*${others}${opens}`;
  return {
    shape: `list ${q}${between}${scheme === undefined ? "" : " scheme"}`,
    name: quoted ?? bare,
    closer: "",
    write: (names, _, limits) =>
      `${q === "" ? startOf(names) : q}${anyOf(names)}${q}${between}${schemeIf(scheme)}${value(limits)}`,
  };
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
