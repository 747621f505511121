/** Times: the forms in which logs write them, and which of the values of an entry is its time. */
import type { Nanos } from "@sluice/languages/base";
import { compileTimestampFormat, guessTimeFormats, layoutOfFormat } from "@sluice/languages/gotime";

const CLOCK = "\\d{1,2}:\\d{2}:\\d{2}(?:[.,]\\d{1,9})?";
const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
/** Abbreviations of zones that stand behind a clock. */
const ABBREVIATION =
  "(?:UTC|GMT|CES?T|WES?T|EES?T|BST|IST|MSK|E[SD]T|C[SD]T|M[SD]T|P[SD]T|JST|KST|HKT|SGT|AE[SD]T|NZ[SD]T)";
const ZONE = `(?: ?(?:Z|[+-]\\d{2}(?::?\\d{2})?)| ${ABBREVIATION})?`;

export interface TimeForm {
  readonly id: string;
  /** In the common subset of RE2 and JavaScript, without groups that capture. */
  readonly expression: string;
  /** It has a day: without one it does not say when an entry was written. */
  readonly dated: boolean;
}

const form = (id: string, expression: string, dated = true): TimeForm => ({ id, expression, dated });

/** The forms that say most come first. */
export const TIME_FORMS: readonly TimeForm[] = [
  form("iso", `\\d{4}-\\d{2}-\\d{2}(?:[T\\t]| {1,2})${CLOCK}${ZONE}`),
  form("slashes", `\\d{4}/\\d{2}/\\d{2}[ T-]${CLOCK}${ZONE}`),
  form("dots", `\\d{4}\\.\\d{2}\\.\\d{2} ${CLOCK}${ZONE}`),
  form("clf", `\\d{1,2}/${MONTH}/\\d{4}:\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?: [+-]\\d{4})?`),
  form("rfc1123", `${DAY}, \\d{1,2}[ -]${MONTH}[ -]\\d{2,4} ${CLOCK}(?: (?:[A-Z]{3,4}|[+-]\\d{4}))?`),
  form("ansic", `${DAY} ${MONTH} [ \\d]\\d ${CLOCK} (?:${ABBREVIATION} |[+-]\\d{4} )?\\d{4}`),
  form("month-year", `${MONTH} [ \\d]\\d \\d{4} ${CLOCK}(?: ${ABBREVIATION})?`),
  form("month-comma", `${MONTH} \\d{1,2}, \\d{4} ${CLOCK}(?: ?[AP]M)?`),
  form("month", `${MONTH} [ \\d]\\d ${CLOCK}`),
  form("day-month-year", `\\d{1,2}[ /-]${MONTH}[ /-]\\d{4}[ :T]${CLOCK}(?: ?[AP]M)?${ZONE}`),
  form("numbers", `\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{4},? ${CLOCK}(?: ?[AP]M)?${ZONE}`),
  form("short-year", `\\d{2}[/.-]\\d{2}[/.-]\\d{2} ${CLOCK}`),
  form("logcat", `\\d{2}-\\d{2} ${CLOCK}`),
  form("compact", `\\d{8}[T -]?(?:${CLOCK}|\\d{6}(?:[.,]\\d{1,9})?)${ZONE}`),
  form("compact-short", `\\d{6} ${CLOCK}`),
  form("epoch", "1[5-9]\\d{8}(?:\\.\\d{1,9}|\\d{3}|\\d{6}|\\d{9})?"),
  form("klog", `[01]\\d[0-3]\\d \\d{2}:\\d{2}:\\d{2}\\.\\d{6}`),
  form("clock", `${CLOCK}(?: ?[AP]M)?`, false),
  form("date", "\\d{4}-\\d{2}-\\d{2}", false),
];

const STICKY: readonly (readonly [TimeForm, RegExp])[] = TIME_FORMS.map((one) => [
  one,
  new RegExp(`(?:${one.expression})(?![\\w])`, "y"),
]);
const BEGINS = /[\dJFMASOND TW]/;

/** The form of the time that begins at `at`, and where it ends. */
export function timeAt(text: string, at: number): { readonly form: TimeForm; readonly end: number } | undefined {
  if (!BEGINS.test(text[at] ?? "")) return undefined;
  for (const [one, regex] of STICKY) {
    if (one.id === "klog" && !/(?:^|\s)[IWEFD]$/.test(text.slice(Math.max(0, at - 2), at))) continue;
    // Digits alone are a time where a line begins with them.
    if (one.id === "epoch" && at > 1) continue;
    regex.lastIndex = at;
    if (regex.test(text)) return { form: one, end: regex.lastIndex };
  }
  return undefined;
}

/** Digits since 1970 have no layout. */
const layoutTextOf = (format: string): string => layoutOfFormat(format) ?? "";

/** Shapes of one form that are written next to each other; with more the form itself is written. */
const MAX_SHAPES = 3;

/** An expression for times like `texts`, no wider than what they show and what a time may become: digits stay digits. */
export function timeExpression(form: TimeForm, texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const shape = shapeOf(text);
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  // Single ones are those of lines that were cut.
  const usual = [...counts].filter(([, count]) => count >= texts.length * 0.02).map(([shape]) => shape);
  if (usual.length === 0 || usual.length > 40) return form.expression;
  const merged = mergeShapes(usual);
  return merged.length > MAX_SHAPES ? form.expression : merged.length === 1 ? merged[0]! : `(?:${merged.join("|")})`;
}

/** Digits by their number, names of days and months by their letters, a fraction and a zone as such. */
function shapeOf(text: string): string {
  const zone = /(?: ?[+-]\d{2}(?::?\d{2})?|Z| [A-Z]{3,4})$/.exec(text.slice(8));
  const body = zone === null ? text : text.slice(0, text.length - zone[0].length);
  const fraction = /(?<=:\d{2}|\d{6})[.,]\d{1,9}/.exec(body);
  const plain =
    fraction === null
      ? body
      : `${body.slice(0, fraction.index)}\u0000${body.slice(fraction.index + fraction[0].length)}`;
  const written = plain
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")
    .replaceAll(/\d+/g, (digits) => (digits.length === 1 ? "\\d" : `\\d{${digits.length}}`))
    .replaceAll(/[A-Z][a-z]{2,}/g, "[A-Z][a-z]+")
    .replaceAll(/(?<=[^\\[])\b[AP]M\b/g, "[AP]M")
    .replaceAll("\t", "\\t")
    .replace("\u0000", fraction === null ? "" : `[${fraction[0][0]}]\\d+`.replace("[.]", "\\.").replace("[,]", ","));
  return written + (zone === null ? "" : zoneShape(zone[0]));
}

const zoneShape = (zone: string): string =>
  zone === "Z"
    ? "Z"
    : /[A-Z]/.test(zone)
      ? " [A-Z]{3,4}"
      : zone
          .replace(/[+-]/, "[+-]")
          .replace(/\d{4}/, "\\d{4}")
          .replaceAll(/(?<!\{|\[)\b\d{2}\b(?!\})/g, "\\d{2}");

/** Shapes that differ in one thing alone become one: a day of one or two digits, a fraction or a zone that may be missing. */
function mergeShapes(shapes: readonly string[]): string[] {
  const merged = new Set(
    shapes.map((shape) =>
      shape
        // The day behind the name of a month has one digit or two, and may be padded.
        .replaceAll(/(?<=\[A-Z\]\[a-z\]\+) +\\d(?:\{2\})?(?=[ ,])/g, " +\\d{1,2}")
        // An hour of one digit may be padded.
        .replaceAll(/(?<=\\d\{2\}) {2}\\d(?=:)| \\d\{2\}(?=:\\d\{2\}:)/g, (found) =>
          shapes.some((other) => /\\d\{2\} {2}\\d:/.test(other)) ? " {1,2}\\d{1,2}" : found,
        )
        // Hours of twelve have one digit or two.
        .replaceAll(/(?<![:}])\\d(?=:\\d\{2\}:)/g, "\\d{1,2}"),
    ),
  );
  const list = [...merged];
  const without = (shape: string) => shape.replace(/(?:\\\.|,)\\d\+/, "");
  const cores = new Set(list.map(without));
  if (cores.size === 1 && list.length > 1) {
    const longest = list.find((shape) => shape !== without(shape))!;
    return [longest.replace(/(?:\\\.|,)\\d\+/, (found) => `(?:${found})?`)];
  }
  return list;
}

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

const NAMED =
  /^(?:@?timestamp|@t|_?ts|t|time|datetime|date_?time|at|time_?millis|timemillis|time_?local|time_?iso8601|event_?time|time_?created|system_?time|start_?time|asctime|__realtime_timestamp|instant|logged_?at|created_?at)(?:_\d+)?$/i;
const NAMED_LOOSELY = /time|date|stamp|(?:^|_)ts(?:_|$)|start|epoch/i;
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
  return NAMED.test(name) || (NAMED_LOOSELY.test(name) && !OF_ANOTHER.test(name)) || rising(texts.map(Number)) > 0.9;
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
  if (NAMED.test(name)) worth += 4;
  else if (NAMED_LOOSELY.test(name)) worth += 1;
  if (OF_ANOTHER.test(name)) worth -= 6;
  if (format.startsWith("Unix") || /2006|06/.test(layout)) worth += 2;
  if (!zoneless) worth += 1;
  if (/[.,][09]+/.test(layout) || /^Unix(?:Ms|Us|Ns)$/.test(format) || /Nano/.test(format)) worth += 1;
  return worth + rising(times) * 3;
}

/** Zones by their abbreviation; Go reads an abbreviation that its zone does not know as UTC. */
const LOCATIONS: Readonly<Record<string, string>> = {
  CET: "Europe/Berlin",
  CEST: "Europe/Berlin",
  WET: "Europe/Lisbon",
  WEST: "Europe/Lisbon",
  EET: "Europe/Athens",
  EEST: "Europe/Athens",
  BST: "Europe/London",
  IST: "Asia/Kolkata",
  MSK: "Europe/Moscow",
  EST: "America/New_York",
  EDT: "America/New_York",
  CST: "America/Chicago",
  CDT: "America/Chicago",
  MST: "America/Denver",
  MDT: "America/Denver",
  PST: "America/Los_Angeles",
  PDT: "America/Los_Angeles",
  JST: "Asia/Tokyo",
  KST: "Asia/Seoul",
  HKT: "Asia/Hong_Kong",
  SGT: "Asia/Singapore",
  AEST: "Australia/Sydney",
  AEDT: "Australia/Sydney",
  NZST: "Pacific/Auckland",
  NZDT: "Pacific/Auckland",
};

function locationOf(texts: readonly string[]): string | undefined {
  const found = /\b([A-Z]{3,4})$/.exec(texts[0]?.trim() ?? "")?.[1];
  return found === undefined ? undefined : LOCATIONS[found];
}

/** At most `most` of `texts`, from the whole of them, in their order. */
export function spread<T>(texts: readonly T[], most: number): T[] {
  if (texts.length <= most) return [...texts];
  const step = texts.length / most;
  return Array.from({ length: most }, (_, i) => texts[Math.floor(i * step)]!);
}
