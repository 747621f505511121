/** The secrets behind the phrases of a text. */
import { decodeUtf8, encodeUtf8 } from "@sluice/languages/base";
import { decodeBase64 } from "@sluice/languages/gobase64";
import { Columns } from "../base/secrets/columns.ts";
import { asItStands } from "../base/secrets/decoded-text.ts";
import { contentOf, firstFrom, type NestedText, type QuotedText } from "../base/secrets/nested-texts.ts";
import { CODE, isNothing, looksChosen } from "../base/secrets/secret-names.ts";
import type { Span } from "../base/span.ts";
import { looksGenerated } from "./generated.ts";
import { type Phrase, type PhraseValue, WORD, WORD_UNTIL } from "./phrase.ts";
import { PARTED, PHRASE_GROUPS } from "./phrase-hints.ts";

export interface PhraseFound extends Span {
  readonly phrase: Phrase;
  /** Which of its words the text has. */
  readonly word: string;
  readonly value: string;
  readonly quoted: boolean;
}

const looksLike: Readonly<Record<PhraseValue, (value: string) => boolean>> = {
  any: (value) => !isNothing(value) && !/^%\w+%$|^[\w-]+=$/.test(value),
  chosen: looksChosen,
  generated: (value) => /^[\w+/=~!@#$%^&*-]{12,200}$/.test(value) && looksGenerated(value),
  encoded: (value) =>
    value.length % 4 === 0 && /^[A-Za-z0-9+/]{8,4000}={0,2}$/.test(value) && /[A-Z].*[a-z]|\d|=$/.test(value),
  plain: isPlainLogin,
  odd: (value) => looksChosen(value) || /^[\p{L}\d]*\p{Ll}\p{Lu}[\p{L}\d]*$/u.test(value),
  code: (value) => CODE.test(value),
  type7: (value) => /^[01]\d(?:[\dA-F]{2}){3,60}$/.test(value),
};

/** The user and the password of SASL's PLAIN, each behind a NUL. */
function isPlainLogin(value: string): boolean {
  if (!/^[A-Za-z0-9+/]{6,4000}={0,2}$/.test(value)) return false;
  const digits = value.replace(/=+$/, "");
  const bytes = decodeBase64(encodeUtf8(digits.padEnd(Math.ceil(digits.length / 4) * 4, "=")));
  return typeof bytes !== "number" && /^[^\0]*\0[^\0]+\0[^\0]+$/.test(decodeUtf8(bytes));
}

/** A phrase with its expressions; they are sticky but for what precedes a value. */
interface Ready {
  readonly phrase: Phrase;
  readonly before: RegExp;
  readonly inside: RegExp | undefined;
  readonly bare: RegExp;
  readonly after: RegExp | undefined;
}

const ready = (phrase: Phrase): Ready => {
  const { words, before, inside, after, caseless } = phrase;
  const flags = caseless === true ? "i" : "";
  return {
    phrase,
    before: new RegExp(before(`(${words})`), `g${flags}`),
    inside: inside === undefined ? undefined : new RegExp(inside, `y${flags}`),
    bare: new RegExp(after === undefined ? WORD : `${WORD_UNTIL}["']?${after}`, `y${flags}`),
    after: after === undefined ? undefined : new RegExp(after, `y${flags}`),
  };
};

const GROUPS = PHRASE_GROUPS.map(({ hint, phrases }) => ({ hint, phrases: phrases.map(ready) }));
const COMMAND_GROUP = GROUPS[0]!;

export function findPhrases(nested: NestedText): readonly PhraseFound[] {
  const found: PhraseFound[] = [];
  if (!PARTED.test(nested.masked)) return found;
  const columns = new Columns(nested.masked);
  for (const { hint, phrases } of GROUPS)
    if (hint.test(nested.masked)) for (const ready of phrases) addBehind(ready, nested, columns, found);
  return found;
}

/** Those behind commands, in a command line without quotes. */
export function findCommands(command: string): readonly PhraseFound[] {
  const found: PhraseFound[] = [];
  const nested = { reading: asItStands(command), quoted: [], masked: command };
  const columns = new Columns(command);
  for (const ready of COMMAND_GROUP.phrases) addBehind(ready, nested, columns, found);
  return found;
}

function addBehind(
  ready: Ready,
  { reading, quoted, masked }: NestedText,
  columns: Columns,
  found: PhraseFound[],
): void {
  const { phrase, before } = ready;
  before.lastIndex = 0;
  for (let match = before.exec(masked); match !== null; match = before.exec(masked)) {
    const at = before.lastIndex;
    const one = quoted[firstFrom(quoted, at, ({ outer }) => outer.start)];
    const quotes = one?.outer.start === at ? one : joinedQuotes(masked, at);
    if (phrase.quoted === (quotes === undefined)) continue;
    const value =
      quotes === undefined ? bareValue(masked, at, ready, columns) : quotedValue(reading.text, masked, quotes, ready);
    if (value === undefined || !looksLike[phrase.value](value.value)) continue;
    found.push({ ...value, phrase, word: match[1] ?? "", quoted: quotes !== undefined });
  }
}

/** Quotes of a shell right behind an option: `-p'…'` */
function joinedQuotes(masked: string, at: number): QuotedText | undefined {
  JOINED.lastIndex = at;
  const match = JOINED.exec(masked);
  if (match === null) return undefined;
  const [{ length }, quote = ""] = match;
  const inner = { start: at + 1, end: at + length - 1 };
  return { outer: { start: at, end: at + length }, inner, quote, escaped: 0, way: "escaped" };
}

const JOINED = /(["'])[^"'\\\n\0]{1,200}\1/y;

function quotedValue(text: string, masked: string, one: QuotedText, { inside, after }: Ready) {
  if (after !== undefined && !matchesAt(after, masked, one.outer.end)) return undefined;
  const { start, end } = one.inner;
  const from = inside === undefined ? start : endOf(inside, text, start);
  if (from === undefined || from >= end) return undefined;
  return { start: from, end, value: contentOf(text, { ...one, inner: { start: from, end } }).text };
}

/** The pair behind a value: `&client_secret=…` has a name of its own, and so has what begins with one. */
const NEXT_PAIR = /(?:^|[&;?,])[A-Za-z_][\w.-]{0,60}=(?![=&]|$)/;
const GUESSED: ReadonlySet<PhraseValue> = new Set<PhraseValue>(["chosen", "odd", "generated"]);

function bareValue(masked: string, at: number, { phrase, inside, bare }: Ready, columns: Columns) {
  const start = inside === undefined ? at : endOf(inside, masked, at);
  if (start === undefined) return undefined;
  bare.lastIndex = start;
  const word = bare.exec(masked)?.[1];
  if (word === undefined) return undefined;
  const whole = masked.slice(start, columns.endWithin(start, start + word.length));
  const column = GUESSED.has(phrase.value) ? whole.split(NEXT_PAIR, 1)[0]! : whole;
  const value = column === word ? word : column.replace(/[.,;:)\]}]+$/, "");
  return value === "" ? undefined : { start, end: start + value.length, value };
}

const matchesAt = (pattern: RegExp, text: string, at: number): boolean => endOf(pattern, text, at) !== undefined;

/** Where a match that begins there ends. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
