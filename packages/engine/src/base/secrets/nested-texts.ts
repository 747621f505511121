/**
 * The texts inside a text: quoted parts with their escapes undone, percent-encoded parts and entities, also nested. Each is
 * read by itself, so that nothing found in one crosses the syntax around it. Lenient: most lines are not JSON as a whole,
 * some are cut, and an apostrophe is not a quote.
 */
import { atOnce, STEP } from "../at-once.ts";
import type { Span } from "../span.ts";
import {
  asItStands,
  type DecodedText,
  decodeColours,
  decodeDoubled,
  decodeEntities,
  decodeEscapes,
  decodePercent,
  partOf,
  within,
} from "./decoded-text.ts";

export interface QuotedText {
  /** With the quotes. */
  readonly outer: Span;
  readonly inner: Span;
  readonly quote: string;
  /** Backslashes before each of the quotes. */
  readonly escaped: number;
  /** Notation of quotes inside. */
  readonly way: QuotingWay;
}

/** `markup`: as the value of an attribute. */
export type QuotingWay = "escaped" | "doubled" | "markup";

export interface NestedText {
  /** Maps to places in the outer text. */
  readonly reading: DecodedText;
  readonly quoted: readonly QuotedText[];
  /** The text with NULs in place of quoted parts. */
  readonly masked: string;
}

const MAX_DEPTH = 6;
/** Maximum size of all nested texts, as a multiple of the text's. */
const MAX_UNITS = 16;

/** Texts this short hold nothing, such as most names. */
const PLAIN = /^[\w $/-]*$/;
/** The same for any text. */
const LEAST_UNITS = 4;
/** Escapes that may write a letter or a digit, and a continued line. */
const WRITES_LETTERS = /\\(?:[xuU0-7]|\r?\n)|%[0-9A-Fa-f]{2}|&(?:#|amp;)/;

export const MASK = "\0";

/** Whether `holds`, a property of letters, may be true of the text once its escapes are undone. */
export const mayHold = (text: string, holds: (text: string) => boolean): boolean =>
  holds(text) || WRITES_LETTERS.test(text);

/** The text itself first, without colours. `worth`: which nested texts to read, by how they are written. */
export const nestedTexts = (text: string, worth?: (written: string) => boolean): NestedText[] =>
  atOnce(nestedTextsInSteps(text, worth));

/** The same in steps. */
export function* nestedTextsInSteps(
  text: string,
  worth: (written: string) => boolean = () => true,
): Generator<void, NestedText[]> {
  const all: NestedText[] = [];
  let units = MAX_UNITS * text.length;
  let done = 0;
  function* add(written: DecodedText, depth: number): Generator<void> {
    const plain = decodeColours(written.text);
    const reading = plain === undefined ? written : within(written, plain);
    const own = reading.text;
    units -= own.length;
    const quoted = yield* quotedTextsInSteps(own);
    const masked = mask(own, quoted);
    all.push({ reading, quoted, masked });
    if (depth >= MAX_DEPTH || units < 0) return;
    for (const one of quoted) {
      if (++done % STEP === 0) yield;
      const { start, end } = one.inner;
      if (end - start < LEAST_UNITS) continue;
      const written = own.slice(start, end);
      if ((end - start <= 7 && PLAIN.test(written)) || !worth(written)) continue;
      yield* add(within(reading, contentOf(own, one)), depth + 1);
    }
    for (const { 0: run, index } of encodedRuns(masked)) {
      if (!worth(run)) continue;
      yield;
      const part = partOf(own, index, index + run.length);
      const decoded = decodePercent(run) ?? decodeEntities(run);
      if (decoded !== undefined && decoded.text !== run) yield* add(within(reading, within(part, decoded)), depth + 1);
    }
  }
  yield* add(asItStands(text), 0);
  return all;
}

/** The quoted part, decoded. */
export function contentOf(text: string, { inner, quote, escaped, way }: QuotedText): DecodedText {
  const part = partOf(text, inner.start, inner.end);
  if (way === "doubled") return within(part, decodeDoubled(part.text, quote));
  if (way === "markup") {
    const decoded = decodeEntities(part.text);
    return decoded === undefined ? part : within(part, decoded);
  }
  if (quote === "`") return part;
  let content = part;
  for (let level = escaped; ; level = (level - 1) / 2) {
    const decoded = decodeEscapes(content.text);
    if (decoded !== undefined) content = within(content, decoded);
    if (level < 1) return content;
  }
}

/** Parts of addresses and of markup. */
function* encodedRuns(masked: string): Iterable<RegExpExecArray> {
  if (masked.includes("%"))
    for (const match of masked.matchAll(/[^\s&?#;,"'<>{}()[\]|\\\0]+/g))
      if (/%[0-9A-Fa-f]{2}/.test(match[0])) yield match;
  if (masked.includes("&"))
    for (const match of masked.matchAll(/[^<>"\0]+/g))
      if (/&(?:quot|apos|amp|lt|gt|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});/.test(match[0])) yield match;
}

function mask(text: string, quoted: readonly QuotedText[]): string {
  let masked = "";
  let at = 0;
  for (const { inner } of quoted) {
    masked += text.slice(at, inner.start) + MASK.repeat(inner.end - inner.start);
    at = inner.end;
  }
  return masked + text.slice(at);
}

const QUOTE = /["'`]/g;
/** What Python and SQL write before a quote. */
export const LETTERS = "[bBuUrRfFN]{0,2}";
/** What may precede an opening quote. */
const BEFORE = new RegExp(String.raw`(?:^|[\s,:;=({[<>|\0"'])${LETTERS}$`);
/** What may precede a quote that is not closed, since the line is cut. */
const BEFORE_CUT = /(?:^|[:=,{[(])\s{0,4}$/;
const ATTRIBUTE = /^<[A-Za-z][\w:.-]*(?:\s+[\w:.-]+=(?:"[^"]*"|'[^']*'))*\s+[\w:.-]+=$/;
/** Apostrophes of two elements of markup enclose nothing. */
const ASSIGNS = /[:={[(]\s{0,2}$/;
const CLOSES_TAG = /^[^<]{0,1000}<\/[\w:.-]{1,100}>/;
const AFTER_APOSTROPHE = /[\s,:;)}\]=.<>|&?!\\"]|$/y;

/** In order, none within another. */
function* quotedTextsInSteps(text: string): Generator<void, QuotedText[]> {
  const found: QuotedText[] = [];
  const closings = new Closings(text);
  const opening = new RegExp(QUOTE);
  let done = 0;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    if (++done % STEP === 0) yield;
    const quote = match[0];
    const start = match.index + 1;
    let slashes = 0;
    while (text[match.index - slashes - 1] === "\\") slashes++;
    const opened = match.index - slashes;
    const escaped = Math.log2(slashes + 1) % 1 === 0 ? slashes : 0;
    const before = text.slice(Math.max(0, opened - 8), opened);
    if (!BEFORE.test(before)) continue;
    const closing = closings.find(start, quote, escaped);
    if (closing.closed) {
      found.push({
        outer: { start: opened, end: closing.end + escaped + 1 },
        inner: { start, end: closing.end },
        quote,
        escaped,
        way: closing.way,
      });
      opening.lastIndex = closing.end + escaped + 1;
    } else if (quote === '"' && BEFORE_CUT.test(before)) {
      const outer = { start: opened, end: closing.end };
      found.push({ outer, inner: { start, end: closing.end }, quote, escaped, way: "escaped" });
      opening.lastIndex = Math.max(closing.end, start);
    }
  }
  return found;
}

interface Closing {
  readonly closed: boolean;
  /** Where the content ends: before the backslashes that belong to the quote, or the line. */
  readonly end: number;
  readonly way: QuotingWay;
}

/** Finds closing quotes. A search that failed once on a line is not repeated. */
class Closings {
  readonly #text: string;
  /** By quote and backslashes: the range without a closing one. */
  readonly #none = new Map<string, Span>();
  #lineStart = 0;
  #lineEnd = -1;
  /** The last `<` before the place that was asked about last, and the next one if there is any. */
  #tag = -1;
  #nextTag: number;

  constructor(text: string) {
    this.#text = text;
    this.#nextTag = this.#tagFrom(0);
  }

  #tagFrom(at: number): number {
    const tag = this.#text.indexOf("<", at);
    return tag < 0 ? this.#text.length : tag;
  }

  #endOfLine(at: number): number {
    if (at > this.#lineEnd || at < this.#lineStart) {
      const end = this.#text.indexOf("\n", at);
      this.#lineStart = at;
      this.#lineEnd = end < 0 ? this.#text.length : end;
    }
    return this.#lineEnd;
  }

  /** In markup: what precedes the quote at `start`. */
  #isAttribute(start: number): boolean {
    if (this.#text[start - 2] !== "=") return false;
    // Places ascend.
    for (; this.#nextTag < start - 1; this.#nextTag = this.#tagFrom(this.#nextTag + 1)) this.#tag = this.#nextTag;
    const tag = this.#tag;
    if (tag < 0 || tag < start - 1000) return false;
    return !/[\w=]/.test(this.#text[tag - 1] ?? "") && ATTRIBUTE.test(this.#text.slice(tag, start - 1));
  }

  find(start: number, quote: string, escaped: number): Closing {
    const key = `${quote}${escaped}`;
    const none = this.#none.get(key);
    if (none !== undefined && none.start <= start && start <= none.end)
      return { closed: false, end: none.end, way: "escaped" };
    const closing = this.#look(start, quote, escaped);
    if (!closing.closed) this.#none.set(key, { start, end: closing.end });
    return closing;
  }

  #look(start: number, quote: string, escaped: number): Closing {
    const text = this.#text;
    const last = quote === "`" ? text.length : this.#endOfLine(start);
    // The first inner quote shows how inner quotes are written. Markup has no notation for them.
    const plain = quote === "`";
    let way: QuotingWay | undefined = this.#isAttribute(start) ? "markup" : undefined;
    for (let at = text.indexOf(quote, start); at >= 0 && at < last; at = text.indexOf(quote, at + 1)) {
      if (!plain && (way === undefined || way === "escaped")) {
        let slashes = 0;
        while (at - slashes > start && text[at - slashes - 1] === "\\") slashes++;
        if (slashes % (2 * (escaped + 1)) !== escaped) {
          way = "escaped";
          continue;
        }
      }
      if (!plain && escaped === 0 && text[at + 1] === quote && (way === undefined || way === "doubled")) {
        way = "doubled";
        at++;
        continue;
      }
      AFTER_APOSTROPHE.lastIndex = at + 1;
      if (quote === "'" && !AFTER_APOSTROPHE.test(text)) continue;
      const opens = ASSIGNS.test(text.slice(Math.max(0, start - 4), start - 1));
      if (quote !== '"' && (!opens || text.startsWith("</", start)) && CLOSES_TAG.test(text.slice(start, at))) continue;
      return { closed: true, end: plain || way === "markup" ? at : at - escaped, way: way ?? "escaped" };
    }
    return { closed: false, end: last, way: "escaped" };
  }
}

/** The index of the first at `place` or behind it. */
export function firstFrom<T>(all: readonly T[], place: number, startOf: (one: T) => number): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startOf(all[middle]!) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Whether replacing a stretch would break quotes: it crosses them, or has some at its end. In a JSON document no value holds
 * a pair of quotes.
 */
export function breaksQuotes(text: string, quoted: readonly QuotedText[], { start, end }: Span): boolean {
  let slashes = 0;
  while (text[start - slashes - 1] === "\\") slashes++;
  if (slashes % 2 === 1 && /[\w"'\\/]/.test(text[start]!)) return true;
  let at = Math.max(0, firstFrom(quoted, start, ({ outer }) => outer.start) - 1);
  for (; at < quoted.length && quoted[at]!.outer.start < end; at++) {
    const { inner, outer } = quoted[at]!;
    if (outer.end <= start) continue;
    if (inner.start <= start && end <= inner.end) return endsInEscape(text, start, end);
    if (outer.start <= start || outer.end >= end || /^\s*[[{]/.test(text)) return true;
  }
  return false;
}

/** Whether a stretch ends between a backslash and what it escapes. */
function endsInEscape(text: string, start: number, end: number): boolean {
  let slashes = 0;
  while (end - slashes > start && text[end - slashes - 1] === "\\") slashes++;
  return slashes % 2 === 1;
}
