/** The forms in which logs write times. */
import { SHORT_MONTHS } from "@sluice/languages/gotime";

/** Zones by the abbreviation that stands behind a clock; Go reads an abbreviation that its zone does not know as UTC. */
export const ZONES: Readonly<Record<string, string>> = {
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

const CLOCK = "\\d{1,2}:\\d{2}:\\d{2}(?:[.,]\\d{1,9}|:\\d{3})?";
/** Behind a clock of twelve hours. */
export const HALF = "(?: ?(?:[AP]M|[ap]m))";
/** A clock of twelve hours may have no seconds. */
const ANY_CLOCK = `(?:${CLOCK}${HALF}?|\\d{1,2}:\\d{2}${HALF})`;
/** Names of months and days as they are written short; for expressions. */
export const MONTH = `(?:${SHORT_MONTHS.join("|")})`;
export const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
/** Abbreviations of zones that stand behind a clock. */
export const ZONE_NAME = `(?:UTC|GMT|${Object.keys(ZONES).join("|")})`;
/** Names of zones as the tz database has them. */
export const IANA_ZONE =
  "(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)(?:/[A-Z][A-Za-z_+-]*[0-9]*){1,2}";
const NAMED_ZONE = `(?: (?:${ZONE_NAME}|${IANA_ZONE}))?`;
const ZONE = `(?: ?(?:Z|[+-]\\d{2}(?::?\\d{2})?)| (?:${ZONE_NAME}|${IANA_ZONE}))?`;

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
  form("iso", `\\d{4}-\\d{2}-\\d{2}(?:[T\\t]| {1,2})${ANY_CLOCK}${ZONE}`),
  form("db2", "\\d{4}-\\d{2}-\\d{2}-\\d{2}\\.\\d{2}\\.\\d{2}\\.\\d{6}[+-]\\d{3}"),
  form("slashes", `\\d{4}/\\d{2}/\\d{2}[ T-]${ANY_CLOCK}${ZONE}`),
  form("dots", `\\d{4}\\.\\d{2}\\.\\d{2} ${ANY_CLOCK}${ZONE}`),
  form("clf", `\\d{1,2}/${MONTH}/\\d{4}:\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?: [+-]\\d{4})?`),
  form("rfc1123", `${DAY}, \\d{1,2}[ -]${MONTH}[ -]\\d{2,4} ${CLOCK}(?: (?:[A-Z]{3,4}|[+-]\\d{4}))?`),
  form("ansic", `${DAY} ${MONTH} (?:[ \\d]\\d|\\d) ${CLOCK} (?:[AP]M )?(?:${ZONE_NAME} |[+-]\\d{4} )?\\d{4}`),
  form("month-year", `${MONTH} (?:[ \\d]\\d|\\d) \\d{4} ${ANY_CLOCK}${ZONE}`),
  form("month-comma", `${MONTH} \\d{1,2}, \\d{4} ${ANY_CLOCK}${ZONE}`),
  form("month", `${MONTH} (?:[ \\d]\\d|\\d) ${CLOCK}${ZONE}`),
  form("day-month-year", `\\d{1,2}[ /-]${MONTH}[ /-]\\d{4}[ :T]${ANY_CLOCK}${ZONE}`),
  form("numbers", `\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{4},? ${ANY_CLOCK}${ZONE}`),
  form("short-year", `\\d{2}[/.-]\\d{2}[/.-]\\d{2} ${ANY_CLOCK}${NAMED_ZONE}`),
  form("logcat", `\\d{2}-\\d{2} ${CLOCK}${NAMED_ZONE}`),
  form("compact", `\\d{8}[T -]?(?:${CLOCK}|\\d{6}(?:[.,]\\d{1,9})?)${ZONE}`),
  form("compact-short", `\\d{6} ${CLOCK}`),
  form("epoch", "1[5-9]\\d{8}(?:\\.\\d{1,9}|\\d{3}|\\d{6}|\\d{9})?"),
  form("klog", `[01]\\d[0-3]\\d \\d{2}:\\d{2}:\\d{2}\\.\\d{6}`),
  form("clock", ANY_CLOCK, false),
  form("date", "\\d{4}-\\d{2}-\\d{2}", false),
];

const STICKY: readonly (readonly [TimeForm, RegExp])[] = TIME_FORMS.map((one) => [
  one,
  new RegExp(`(?:${one.expression})(?![\\w])`, "y"),
]);
/**
 * Forms that are a time wherever they stand in a line: with a day, and not of digits alone, which are a time by the letter before
 * them, by their name, or by standing first.
 */
export const TIMES_ANYWHERE: readonly TimeForm[] = TIME_FORMS.filter(
  ({ id, dated }) => dated && !/^(?:compact|epoch|klog)/.test(id),
);

/** Finds what `expression` describes inside a line, and not within a longer word. */
export const insideLine = (expression: string): RegExp => new RegExp(`(?<![\\w.-])(?:${expression})(?!\\w|\\.\\w)`);

/** The time without its fraction and zone. */
export const upToSeconds = (time: string): string =>
  time.replace(/(?<=\d{2}:\d{2}:\d{2})(?:[.,]\d| ?[+-]\d|Z| [A-Z]{3,4}$| [A-Z][A-Za-z]+\/).*$/, "");

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

const SHAPED_ZONE = new RegExp(`(?: ?[+-]\\d{2}(?::?\\d{2})?|Z| [A-Z]{3,4}| ${IANA_ZONE})$`);

/** Digits by their number, names of days and months by their letters, a fraction and a zone as such. */
function shapeOf(text: string): string {
  const zone = SHAPED_ZONE.exec(text.slice(8));
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
    .replaceAll(/(?<=[^\\[])\b[ap]m\b/g, "[ap]m")
    .replaceAll("\t", "\\t")
    .replace("\u0000", fraction === null ? "" : `[${fraction[0][0]}]\\d+`.replace("[.]", "\\.").replace("[,]", ","));
  return written + (zone === null ? "" : zoneShape(zone[0]));
}

const zoneShape = (zone: string): string =>
  zone === "Z"
    ? "Z"
    : zone.includes("/")
      ? " [A-Z][A-Za-z_]+/[\\w/+-]+"
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
        .replaceAll(/(?<![:}])\\d(?=:\\d\{2\}(?:[: ]|\[))/g, "\\d{1,2}"),
    ),
  );
  for (const shape of [...merged]) {
    const wider = shape.replace(/\\d\{2\}(?=:\\d\{2\}(?:[: ]|\[))/, "\\d{1,2}");
    if (wider !== shape && merged.has(wider)) merged.delete(shape);
  }
  // What is longer stands first: a time without a zone would end before it.
  const list = [...merged].sort((a, b) => b.length - a.length);
  const without = (shape: string) => shape.replace(/(?:\\\.|,)\\d\+/, "");
  const cores = new Set(list.map(without));
  if (cores.size === 1 && list.length > 1) {
    const longest = list.find((shape) => shape !== without(shape))!;
    return [longest.replace(/(?:\\\.|,)\\d\+/, (found) => `(?:${found})?`)];
  }
  return list;
}
