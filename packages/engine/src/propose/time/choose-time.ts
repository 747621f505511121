/** Which of the values of an entry is its time, and the formats that read it. */
import { DAY, type Nanos, SECOND } from "@sluice/languages/base";
import {
  compileTimestampFormat,
  compileTimestampFormats,
  differsInOrder,
  guessTimeFormats,
  layoutOfFormat,
} from "@sluice/languages/gotime";
import { spread } from "../../base/spread.ts";
import { isCertainTimeName, isTimeName, saysDuration, timeAt } from "../../vocabulary/index.ts";
import { type Rewrite, rewriter, rewritesOf } from "./rewrites.ts";
import { AGREE, wholeQuarters } from "./zone-shift.ts";
import { isZoned, locationOf, type NamedZone, namedZones } from "./zones.ts";

/** Digits since 1970 have no layout. */
const layoutTextOf = (format: string): string => layoutOfFormat(format) ?? "";

/** A value that may be the time of its entry. */
export interface TimeCandidate {
  readonly name: string;
  /** Texts of the entries that have it, in their order, and the row of each. */
  readonly texts: readonly string[];
  readonly rows?: readonly number[] | undefined;
  /** Entries that could have it. */
  readonly of: number;
}

export interface ReadTime {
  readonly name: string;
  readonly format: string;
  readonly fallbacks: readonly string[];
  /** IANA zone, where the texts have an abbreviation that says one. */
  readonly location: string | undefined;
  /** Zones of some texts that another location has: these are read once more. */
  readonly apart: readonly NamedZone[];
  /** Texts without a zone, where others have one. */
  readonly unzoned: number;
  readonly matched: number;
  readonly total: number;
  /** Formats that read day, month and year in another order, where the texts do not show which it is. */
  readonly others: readonly string[];
  /** The texts show no zone. */
  readonly zoneless: boolean;
  /** The texts have no year, which the clock gives then. */
  readonly yearless: boolean;
  /** What a template writes otherwise before the format reads it. */
  readonly rewrites: readonly Rewrite[];
  /** Texts that it reads as times after the clock's by more than a day. */
  readonly ahead: number;
}

/** Times of something else than the entry. */
const OF_ANOTHER = /expir|not_?before|not_?after|creation|updated|modified|valid|until|boot|monotonic|upstream/i;
const isOfAnother = (name: string): boolean => OF_ANOTHER.test(name) || saysDuration(name);

interface Judged {
  readonly candidate: TimeCandidate;
  readonly read: ReadTime;
  readonly worth: number;
}

/** The best of `candidates`; undefined: none is a time with a day. `now`: for times without a year. */
export function chooseTime(candidates: readonly TimeCandidate[], now: Nanos): ReadTime | undefined {
  const judged = candidates.flatMap((candidate): Judged[] => {
    const read = readTime(candidate, now);
    return read === undefined ? [] : [{ candidate, read, worth: worthOf(candidate, read, now) }];
  });
  const [best, ...others] = judged.filter(({ worth }) => worth > 0).sort((a, b) => b.worth - a.worth);
  if (best === undefined) return undefined;
  const exact = others.filter((other) => saysMore(other.read, best.read));
  const same = exact.find((other) => areOneTime(best, other, now));
  return (same ?? best).read;
}

/** Share of the entries for which one time is enough: those that have none of it have the other. */
export const TIMED = 0.98;

/** It has the zone or the fraction that `than` lacks, and lacks nothing else; the entries without it have the other. */
function saysMore(one: ReadTime, than: ReadTime): boolean {
  const helped =
    one.matched >= one.total * 0.5 && one.matched < one.total * TIMED && than.matched >= than.total * TIMED;
  if ((one.matched < than.matched && !helped) || one.others.length > 0 || isOfAnother(one.name)) return false;
  const ranks = ({ zoneless, yearless, format, location }: ReadTime) => [
    zoneless ? 0 : 1,
    hasFraction(format) ? 1 : 0,
    yearless && location === undefined ? 0 : 1,
  ];
  const [mine, others] = [ranks(one), ranks(than)];
  return mine.every((rank, i) => rank >= others[i]!) && mine.some((rank, i) => rank > others[i]!);
}

const hasFraction = (format: string): boolean =>
  isCount(format) ? format !== "Unix" : /[.,][09]/.test(layoutTextOf(format));

/** Entries that are compared. */
const COMPARED = 200;

/** They lie as far from each other in all entries: by nothing, or by a zone that one of them does not say. */
function areOneTime(one: Judged, other: Judged, now: Nanos): boolean {
  const [first, second] = [timesByRow(one, now), timesByRow(other, now)];
  const apart = new Map<Nanos, number>();
  let all = 0;
  for (const [row, time] of first) {
    const at = second.get(row);
    if (at === undefined) continue;
    all++;
    // Seconds may be cut off or rounded.
    const by = at - time + SECOND;
    const shift = wholeQuarters(by);
    if (by - shift <= 2n * SECOND && (shift === 0n || one.read.zoneless || other.read.zoneless))
      apart.set(shift, (apart.get(shift) ?? 0) + 1);
  }
  return all > 0 && Math.max(0, ...apart.values()) >= all * AGREE;
}

function timesByRow({ candidate: { texts, rows }, read }: Judged, now: Nanos): Map<number, Nanos> {
  const { format, fallbacks, location, rewrites } = read;
  const made = compileTimestampFormats([format, ...fallbacks], location);
  const times = new Map<number, Nanos>();
  if (!made.ok) return times;
  const rewrite = rewriter(rewrites);
  for (const at of spread([...texts.keys()], COMPARED)) {
    const time = made.parse(rewrite(texts[at]!), now);
    if (typeof time === "bigint") times.set(rows?.[at] ?? at, time);
  }
  return times;
}

const DATED = /2006|06|Jan|01|_2|02/;
const isDated = (format: string): boolean =>
  isCount(format) ||
  (/Jan|0?1|2006/.test(layoutTextOf(format)) &&
    DATED.test(layoutTextOf(format)) &&
    /15|0?3/.test(layoutTextOf(format)));

/** Share of the texts that one format must read. */
const ENOUGH = 0.9;
/** The same where others are times of another layout, too few to be worth a format. */
const MANY = 0.8;
const MAX_FALLBACKS = 2;

function readTime({ name, texts: written, of }: TimeCandidate, now: Nanos): ReadTime | undefined {
  if (written.length < of * 0.5 || written.length === 0) return undefined;
  const rewrites = rewritesOf(written, ENOUGH);
  const texts = written.map(rewriter(rewrites));
  const guesses = guessTimeFormats(spread(texts, 1000)).filter(({ format }) => isDated(format));
  const [first] = guesses;
  if (first === undefined) return undefined;
  if (isCount(first.format) && !isLikelyEpoch(name, texts)) return undefined;
  const orders = first.ambiguous
    ? guesses.filter((other) => other.matched === first.matched && differsInOrder(other.format, first.format))
    : [];
  const zones = namedZones(written);
  const location = locationOf(zones, spread(written, 1000), {
    formats: guesses.slice(0, 1 + MAX_FALLBACKS).map(({ format }) => layoutTextOf(format) || format),
    rewrites,
    now,
  });
  const [chosen, ...others] = likelyOrders([first.format, ...orders.map((one) => one.format)], texts, now);
  // A named layout pays no heed to the location.
  let format = zones.length === 0 ? chosen! : layoutTextOf(chosen!) || chosen!;
  // A day of one digit is padded in these forms: the samples may have none.
  const padded = format.replace(/Jan(?: 02| 2|_2) /, "Jan _2 ");
  if (padded !== format && countRead([padded], texts, now) >= countRead([format], texts, now)) format = padded;
  const formats = withFallbacks(
    format,
    [...guesses, ...guessTimeFormats(unread(format, texts, now)).filter((guess) => isDated(guess.format))].map(
      (guess) => guess.format,
    ),
    texts,
    now,
  );
  const matched = countRead(formats, texts, now);
  const areTimes = () => texts.every((text) => timeAt(text, 0)?.end === text.length);
  if (matched < texts.length * ENOUGH && (matched < texts.length * MANY || !areTimes())) return undefined;
  const zoneless = zones.length === 0 && !formats.some(saysZone);
  return {
    name,
    format,
    fallbacks: formats.slice(1),
    location,
    apart: zones.filter((zone) => zone.location !== location),
    unzoned: zoneless || formats.some(isCount) ? 0 : written.filter((text) => !isZoned(text)).length,
    matched,
    total: of,
    others,
    zoneless,
    yearless: !isCount(format) && !layoutTextOf(format).includes("06"),
    rewrites,
    ahead: timesOf(format, texts, now).filter((time) => time > now + DAY && yearOf(time) === yearOf(now)).length,
  };
}

const saysZone = (format: string): boolean => isCount(format) || /Z0?7|-07|MST/.test(layoutTextOf(format));

const yearOf = (time: Nanos): number => new Date(Number(time / 1_000_000n)).getUTCFullYear();

/** Digits since 1970. */
const isCount = (format: string): boolean => /^Unix(?:Ms|Us|Ns)?$/.test(format);

/** How much farther the times under one order must lie from each other, or from the clock, to count as less likely. */
const MUCH = 4n;
const FAR = 10n;

/**
 * The orders of day, month and year that are left, the likeliest first: entries follow each other in time, so that those are wrong
 * under which they jump. Among equal ones, logs are read soon after they are written.
 */
function likelyOrders(formats: readonly string[], texts: readonly string[], now: Nanos): string[] {
  const read = formats.map((format) => {
    const times = timesOf(format, texts, now);
    let moved = 0n;
    for (let i = 1; i < times.length; i++) moved += distance(times[i]!, times[i - 1]!);
    const last = times.reduce((most, time) => (time > most ? time : most), times[0] ?? 0n);
    return { format, moved, away: last > now + DAY ? (last - now) * FAR * FAR : distance(last, now) };
  });
  const least = read.reduce((found, { moved }) => (moved < found ? moved : found), read[0]!.moved);
  const even = read.filter(({ moved }) => moved <= least * MUCH);
  const nearest = even.reduce((found, one) => (one.away < found.away ? one : found));
  // The usual order stands first, unless another one is far likelier.
  const first = even[0]!.away > nearest.away * FAR ? nearest : even[0]!;
  return [first, ...even.filter((one) => one !== first)].map(({ format }) => format);
}

const distance = (a: Nanos, b: Nanos): Nanos => (a > b ? a - b : b - a);

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

function timesOf(format: string, texts: readonly string[], now: Nanos): Nanos[] {
  const parse = compiled(format);
  return texts.flatMap((text) => parse?.(text, now) ?? []);
}

/** Digits are times where they say so by their name, or where they rise from entry to entry and lie in this century. */
function isLikelyEpoch(name: string, texts: readonly string[]): boolean {
  const plausible = texts.filter((text) => /^(?:1[0-9]|20)\d{8}/.test(text)).length >= texts.length * ENOUGH;
  if (!plausible) return false;
  return isCertainTimeName(name) || (isTimeName(name) && !isOfAnother(name)) || rising(texts.map(Number)) > 0.9;
}

/** Share of the steps from one to the next that do not go back. */
function rising(values: readonly number[]): number {
  if (values.length < 3) return 0;
  let steps = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! >= values[i - 1]!) steps++;
  return steps / (values.length - 1);
}

function worthOf(
  { name, texts }: TimeCandidate,
  { format, matched, total, zoneless, rewrites }: ReadTime,
  now: Nanos,
): number {
  const parse = compiled(format);
  const rewrite = rewriter(rewrites);
  const times = spread(texts, 200).flatMap((text) => {
    const at = parse?.(rewrite(text), now);
    return at === undefined ? [] : [Number(at / 1000n)];
  });
  const layout = layoutTextOf(format);
  let worth = (matched / Math.max(total, 1)) * 10;
  if (isCertainTimeName(name)) worth += 4;
  else if (isTimeName(name)) worth += 1;
  if (isOfAnother(name)) worth -= 6;
  if (isCount(format) || /2006|06/.test(layout)) worth += 2;
  if (!zoneless) worth += 1;
  if (hasFraction(format)) worth += 1;
  return worth + rising(times) * 3;
}
