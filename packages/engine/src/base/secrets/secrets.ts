/**
 * What must not be shown: one rule for all texts (messages, addresses, comments, configurations). A secret is recognized by
 * its place: user and password of an address, a parameter, header or assignment with a telling name, or after `Bearer` and
 * `Basic`; or because it is one of the configuration's secret values. When in doubt, it is hidden.
 *
 * Values shorter than six characters also occur by chance and are hidden only where their place shows that they are secret.
 * Names and the syntax around them mark secrets (`assigned-secrets.ts`). Known values are found in every reading of a text
 * (`decoded-text.ts`): with percent-encoding, escapes, entities, base64 and hex undone, up to three levels deep. No encoding
 * has to be prepared for a secret. An endpoint's response may repeat its request (`foreign`), so values of secret arguments
 * are hidden in it at any length; if one of them is a single character in the response, all of it is hidden.
 * `document/secrets/config-secrets.ts` removes secrets from a configuration's text.
 */

import { assignedSecrets } from "./assigned-secrets.ts";
import { type DecodedText, decodeEntities, decodeEscapes, decodePercent, readingsOf } from "./decoded-text.ts";
import { KnownValues } from "./known-values.ts";
import { mayHold, nestedTexts } from "./nested-texts.ts";
import { isSecretName, mayHoldSecretName } from "./secret-names.ts";
import { userInfos } from "./user-info.ts";

/** The replacement, as Alloy shows secrets. */
export const SECRET = "(secret)";

/** A half-open range of a text. */
export interface HiddenRange {
  readonly start: number;
  readonly end: number;
  /** Quotes that the replacement needs, in the notation of that place: a JSON number has none. */
  readonly quote?: string | undefined;
}

const PARAMETER = /[?&;#]([^\s=&;#?"'<>]{1,100})=([^\s&;#"'<>`]+)/g;
/** Not the name of a parameter of the scheme, as in `Basic realm="…"`. */
const SCHEME_AND_TOKEN =
  /\b(?:Bearer[ \t]+([\w.~+/-]{4,4000}={0,2})(?![\w.~+/="'-])|Basic[ \t]+(?=[a-z+/]*[A-Z0-9=])([\w+/-]{4,4000}={0,2})(?<=\S{6})(?![\w+/="'-]))/g;

/** What patterns and templates have in the place of a secret. */
const PATTERN = /[[\](){}*\\|]|\.\+/;
/** Parameters that are secrets in addresses, though not everywhere. */
const SECRET_PARAMETER = /^(?:key|pass|pw|tok|secret_?id)$/i;
/** A generated value: long, of letters and digits, without words. */
const RANDOM_LOOKING = /^(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])[\w.~+/=%-]{20,}$/;
/** Shorter values of a configuration also occur in texts by chance. */
export const SHORTEST_VALUE = 6;
/** Fewer bytes occur by chance in what words decode to. */
const SHORTEST_ENCODED = 2;
/** From this many values on, one search each takes longer than one reading for all. */
const MANY_VALUES = 100;

const NONE: readonly string[] = [];

export interface HidingOptions {
  /** Secrets that are known by their value. */
  readonly values?: readonly string[] | undefined;
  /** More values, from another list: each list is sorted once. */
  readonly also?: readonly string[] | undefined;
  /** Whether values are also found where they are encoded (`readingsOf`), one way within the other. */
  readonly encoded?: boolean | undefined;
  /** Whether the text is one value, which may be an address, and not prose about some. */
  readonly whole?: boolean | undefined;
  /** Whether the text may be a pattern or a template, which matches or makes secrets and does not hold them. */
  readonly pattern?: boolean | undefined;
  /**
   * Whether the text comes from others, who received the values and may repeat them: nothing occurs there by chance, so
   * values of any length are hidden. The rest would reveal a value of a single character, so then nothing is left.
   */
  readonly foreign?: boolean | undefined;
}

/** Places of secrets in a text, in order, without overlaps. */
export function findSecrets(
  text: string,
  { values = NONE, also = NONE, whole = false, pattern = false, foreign = false, encoded = false }: HidingOptions = {},
): HiddenRange[] {
  if (whole && values.length === 0 && also.length === 0 && !FORM.test(text)) return [];
  const byForm = secretsByForm(text, whole);
  const found = pattern ? byForm.filter(({ start, end }) => !PATTERN.test(text.slice(start, end))) : byForm;
  if (!whole) found.push(...assignedIn(text));
  for (const list of [values, also]) {
    if (list.length === 0) continue;
    const ranges = rangesOfValues(text, list, { whole, foreign, encoded });
    if (ranges === undefined) return [{ start: 0, end: text.length }];
    for (const range of ranges) found.push(range);
  }
  return united(found);
}

/** Values under telling names, in the text and in nested texts; with the scheme of a header. */
function assignedIn(text: string): HiddenRange[] {
  const worth = (one: string) => mayHold(one, mayHoldSecretName);
  if (!worth(text)) return [];
  return nestedTexts(text, worth).flatMap(({ reading, quoted, masked }) =>
    assignedSecrets({ text: reading.text, quoted, masked }).map(({ from, end, quote }): HiddenRange => {
      const written = quote === undefined ? undefined : reading.spanOf(quote.start, quote.end);
      return { ...reading.spanOf(from, end), quote: written && text.slice(written.start, written.end) };
    }),
  );
}

/** The text without its secrets. */
export function hideSecrets(text: string, options?: HidingOptions): string {
  return hideRanges(text, findSecrets(text, options));
}

/** Without one of these no form can mark a secret. Configurations have many thousands of texts to search. */
const FORM = /[@=]|Bearer|Basic/;

/** Secrets by their form: credentials and parameters of addresses, and what follows a header's scheme. */
export function secretsByForm(text: string, whole = false): HiddenRange[] {
  const found: HiddenRange[] = [];
  const add = (match: RegExpMatchArray, part: string | undefined) => {
    if (part === undefined || part === "" || part === SECRET) return;
    const start = match.index! + match[0].lastIndexOf(part);
    found.push({ start, end: start + part.length });
  };
  for (const { start, end } of userInfos(text, whole))
    if (text.slice(start, end) !== SECRET) found.push({ start, end });
  if (text.includes("=")) {
    for (const match of text.matchAll(PARAMETER)) {
      const [whole, name, value] = match;
      // Of ODBC: a value in braces, which `assigned-secrets.ts` reads.
      if (whole.startsWith(";") && value!.startsWith("{")) continue;
      const plain = decodeName(name!).replace(/\[\w*\]$/, "");
      if (isSecretName(plain) || SECRET_PARAMETER.test(plain) || RANDOM_LOOKING.test(decodeName(value!)))
        add(match, value);
    }
  }
  if (text.includes("Bearer") || text.includes("Basic"))
    for (const match of text.matchAll(SCHEME_AND_TOKEN)) add(match, match[1] ?? match[2]);
  return found;
}

interface HowValuesStand {
  readonly whole: boolean;
  readonly foreign: boolean;
  readonly encoded: boolean;
}

/** Places of the values; undefined where nothing may be left, since a single character would reveal one. */
function rangesOfValues(
  text: string,
  values: readonly string[],
  { whole, foreign, encoded }: HowValuesStand,
): HiddenRange[] | undefined {
  if (values.length === 0) return [];
  const shortest = foreign ? 1 : SHORTEST_VALUE;
  const found = [...valuesIn(text, values, shortest)];
  if (whole && values.includes(text)) found.push({ start: 0, end: text.length });
  if (foreign && values.some((value) => value.length === 1 && standsIn(text, value, encoded))) return undefined;
  if (!encoded) return found;
  // Most texts have no run of digits that is long enough for the shortest of the values.
  const { texts, bytes } = readingsOf(text, Math.max(shortestOf(values, shortest), SHORTEST_ENCODED));
  const add = (readings: readonly DecodedText[], least: number) => {
    for (const reading of readings)
      for (const { start, end } of valuesIn(reading.text, values, least)) found.push(reading.spanOf(start, end));
  };
  add(texts.slice(1), shortest);
  add(bytes, Math.max(shortest, SHORTEST_ENCODED));
  return found;
}

/** Whether a text, or one of its readings, contains a character. */
const standsIn = (text: string, character: string, encoded: boolean): boolean =>
  text.includes(character) ||
  (encoded &&
    [decodePercent, decodeEscapes, decodeEntities].some((decode) => decode(text)?.text.includes(character) === true));

/** The length of the shortest value that is looked for. */
function shortestOf(values: readonly string[], least: number): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (const { length } of values) if (length >= least && length < shortest) shortest = length;
  return shortest;
}

function* valuesIn(text: string, values: readonly string[], shortest: number): Iterable<HiddenRange> {
  const many = values.length >= MANY_VALUES ? KnownValues.of(values) : undefined;
  const short = (shortest < SHORTEST_VALUE ? many?.short : undefined) ?? [];
  for (const value of many === undefined ? values : short) {
    if (value.length < shortest || value === "") continue;
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length))
      yield { start: at, end: at + value.length };
  }
  if (many !== undefined) yield* many.find(text);
}

/** A shorter part of a secret occurs in texts by chance. */
const MIN_TELLING = 4;

/** An escape, an entity or the like that is cut. */
const BEGUN_ESCAPE = /(?:\\[\w{]{0,9}|%[0-9A-Fa-f]?|&#?\w{0,7})$/;

/** The text without a secret that is cut at the text's end, since no more was read. */
export function hideBeginning(text: string, ...lists: readonly (readonly string[])[]): string {
  if (lists.every(({ length }) => length === 0)) return text;
  const { texts, bytes } = readingsOf(text, MIN_TELLING);
  let cut = text.length;
  for (const reading of [...texts, ...bytes])
    for (const whole of new Set([reading.text, reading.text.replace(BEGUN_ESCAPE, "")])) {
      const begun = beginningAtEnd(whole, lists);
      if (begun > 0) cut = Math.min(cut, reading.spanOf(whole.length - begun, whole.length).start);
    }
  return cut === text.length ? text : text.slice(0, cut) + SECRET;
}

/** Maximum length of a secret's beginning at the end of the text. */
function beginningAtEnd(text: string, lists: readonly (readonly string[])[]): number {
  const last = text.slice(-MIN_TELLING);
  let most = 0;
  for (const secrets of lists)
    for (const secret of secrets) {
      if (!secret.includes(last)) continue;
      for (let length = Math.min(secret.length - 1, text.length); length > most && length >= MIN_TELLING; length--)
        if (text.endsWith(secret.slice(0, length))) most = length;
    }
  return most;
}

/** Each range, in order, becomes `(secret)`. */
export function hideRanges(text: string, ranges: readonly HiddenRange[]): string {
  let shown = "";
  let at = 0;
  for (const { start, end, quote = "" } of ranges) {
    shown += text.slice(at, start) + quote + SECRET + quote;
    at = end;
  }
  return shown + text.slice(at);
}

function united(ranges: HiddenRange[]): HiddenRange[] {
  ranges.sort((a, b) => a.start - b.start);
  const out: HiddenRange[] = [];
  for (const range of ranges) {
    const last = out.at(-1);
    if (last === undefined || range.start > last.end) out.push(range);
    else if (range.end > last.end) out[out.length - 1] = { start: last.start, end: range.end };
  }
  return out;
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
