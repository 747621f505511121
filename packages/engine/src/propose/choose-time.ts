/** Which of the values of an entry is its time, and the formats that read it. */
import type { Nanos } from "@sluice/languages/base";
import { compileTimestampFormat, guessTimeFormats, layoutOfFormat } from "@sluice/languages/gotime";
import { isCertainTimeName, isTimeName, ZONES } from "../vocabulary/index.ts";

/** Digits since 1970 have no layout. */
const layoutTextOf = (format: string): string => layoutOfFormat(format) ?? "";

/** A value that may be the time of its entry. */
export interface TimeCandidate {
  readonly name: string;
  /** Texts of the entries that have it, in their order. */
  readonly texts: readonly string[];
  /** Entries that could have it. */
  readonly of: number;
}

export interface ReadTime {
  readonly name: string;
  readonly format: string;
  readonly fallbacks: readonly string[];
  /** IANA zone, where the texts have an abbreviation that says one. */
  readonly location: string | undefined;
  readonly matched: number;
  readonly total: number;
  /** Day and month could be the other way round: the format in which they are. */
  readonly swapped: string | undefined;
  /** The texts show no zone. */
  readonly zoneless: boolean;
}

/** Times of something else than the entry. */
const OF_ANOTHER =
  /expir|not_?before|not_?after|creation|updated|modified|valid|until|boot|monotonic|elapsed|duration|response_?time|request_?time$|upstream|took|time_taken/i;

/** The best of `candidates`; undefined: none is a time with a day. `now`: for times without a year. */
export function chooseTime(candidates: readonly TimeCandidate[], now: Nanos): ReadTime | undefined {
  let best: ReadTime | undefined;
  let most = 0;
  for (const candidate of candidates) {
    const read = readTime(candidate, now);
    if (read === undefined) continue;
    const worth = worthOf(candidate, read, now);
    if (worth > most) {
      most = worth;
      best = read;
    }
  }
  return best;
}

const DATED = /2006|06|Jan|01|_2|02/;
const isDated = (format: string): boolean =>
  format.startsWith("Unix") ||
  (/Jan|0?1|2006/.test(layoutTextOf(format)) &&
    DATED.test(layoutTextOf(format)) &&
    /15|0?3/.test(layoutTextOf(format)));

/** Share of the texts that one format must read. */
const ENOUGH = 0.9;
const MAX_FALLBACKS = 2;

function readTime({ name, texts, of }: TimeCandidate, now: Nanos): ReadTime | undefined {
  if (texts.length < of * 0.5 || texts.length === 0) return undefined;
  const guesses = guessTimeFormats(spread(texts, 1000)).filter(({ format }) => isDated(format));
  const [first] = guesses;
  if (first === undefined) return undefined;
  if (first.format.startsWith("Unix") && !isLikelyEpoch(name, texts)) return undefined;
  const swapped = first.ambiguous
    ? guesses.find(
        (other) =>
          other.format !== first.format &&
          other.matched === first.matched &&
          differsInOrder(other.format, first.format),
      )?.format
    : undefined;
  let format = first.format;
  let other = swapped;
  if (swapped !== undefined) {
    const [span, otherSpan] = [spanOf(format, texts, now), spanOf(swapped, texts, now)];
    // Lines follow each other in time: read the wrong way they lie months apart.
    if (otherSpan < span) [format, other] = [swapped, format];
    if (
      span !== otherSpan &&
      Number(span < otherSpan ? otherSpan : span) > 4 * Number(span < otherSpan ? span : otherSpan)
    )
      other = undefined;
  }
  // A day of one digit is padded in these forms: the samples may have none.
  const padded = format.replace("Jan 02 ", "Jan _2 ");
  if (padded !== format && countRead([padded], texts, now) >= countRead([format], texts, now)) format = padded;
  const formats = withFallbacks(
    format,
    guesses.map((guess) => guess.format),
    texts,
    now,
  );
  const location = locationOf(texts);
  const matched = countRead(formats, texts, now);
  if (matched < texts.length * ENOUGH) return undefined;
  return {
    name,
    format,
    fallbacks: formats.slice(1),
    location,
    matched,
    total: of,
    swapped: other,
    zoneless: location === undefined && !format.startsWith("Unix") && !/Z0?7|-07|MST/.test(layoutTextOf(format)),
  };
}

const differsInOrder = (a: string, b: string): boolean => a !== b && [...a].sort().join("") === [...b].sort().join("");

function compiled(format: string): ((text: string, now: Nanos) => Nanos | undefined) | undefined {
  const result = compileTimestampFormat(format);
  if (!result.ok) return undefined;
  return (text, now) => {
    const at = result.parse(text, now);
    return typeof at === "bigint" ? at : undefined;
  };
}

/** Formats that read what those before them do not. */
function withFallbacks(first: string, others: readonly string[], texts: readonly string[], now: Nanos): string[] {
  const formats = [first];
  let left = unread(first, texts, now);
  for (const format of others) {
    if (formats.length > MAX_FALLBACKS || left.length === 0) break;
    if (formats.includes(format) || differsInOrder(format, first)) continue;
    const after = unread(format, left, now);
    if (left.length - after.length < Math.max(2, texts.length / 100)) continue;
    formats.push(format);
    left = after;
  }
  return formats;
}

function unread(format: string, texts: readonly string[], now: Nanos): string[] {
  const parse = compiled(format);
  return parse === undefined ? [...texts] : texts.filter((text) => parse(text, now) === undefined);
}

const countRead = (formats: readonly string[], texts: readonly string[], now: Nanos): number => {
  let left: readonly string[] = texts;
  for (const format of formats) left = unread(format, left, now);
  return texts.length - left.length;
};

function spanOf(format: string, texts: readonly string[], now: Nanos): Nanos {
  const parse = compiled(format);
  const times = texts.flatMap((text) => parse?.(text, now) ?? []);
  let [least, greatest] = [times[0] ?? 0n, times[0] ?? 0n];
  for (const time of times) {
    if (time < least) least = time;
    if (time > greatest) greatest = time;
  }
  return greatest - least;
}

/** Digits are times where they say so by their name, or where they rise from entry to entry and lie in this century. */
function isLikelyEpoch(name: string, texts: readonly string[]): boolean {
  const plausible = texts.filter((text) => /^(?:1[0-9]|20)\d{8}/.test(text)).length >= texts.length * ENOUGH;
  if (!plausible) return false;
  return isCertainTimeName(name) || (isTimeName(name) && !OF_ANOTHER.test(name)) || rising(texts.map(Number)) > 0.9;
}

/** Share of the steps from one to the next that do not go back. */
function rising(values: readonly number[]): number {
  if (values.length < 3) return 0;
  let steps = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! >= values[i - 1]!) steps++;
  return steps / (values.length - 1);
}

function worthOf({ name, texts }: TimeCandidate, { format, matched, total, zoneless }: ReadTime, now: Nanos): number {
  const parse = compiled(format);
  const times = spread(texts, 200).flatMap((text) => {
    const at = parse?.(text, now);
    return at === undefined ? [] : [Number(at / 1000n)];
  });
  const layout = layoutTextOf(format);
  let worth = (matched / Math.max(total, 1)) * 10;
  if (isCertainTimeName(name)) worth += 4;
  else if (isTimeName(name)) worth += 1;
  if (OF_ANOTHER.test(name)) worth -= 6;
  if (format.startsWith("Unix") || /2006|06/.test(layout)) worth += 2;
  if (!zoneless) worth += 1;
  if (/[.,][09]+/.test(layout) || /^Unix(?:Ms|Us|Ns)$/.test(format) || /Nano/.test(format)) worth += 1;
  return worth + rising(times) * 3;
}

function locationOf(texts: readonly string[]): string | undefined {
  const found = /\b([A-Z]{3,4})$/.exec(texts[0]?.trim() ?? "")?.[1];
  return found === undefined ? undefined : ZONES[found];
}

/** At most `most` of `texts`, from the whole of them, in their order. */
export function spread<T>(texts: readonly T[], most: number): T[] {
  if (texts.length <= most) return [...texts];
  const step = texts.length / most;
  return Array.from({ length: most }, (_, i) => texts[Math.floor(i * step)]!);
}
