/**
 * Formats of letters, as Java, .NET, moment.js, SQL and PHP have them (`yyyy-MM-dd HH:mm:ss,SSS`, `Y-m-d H:i:s`): recognized
 * where a Go layout is expected, and translated. They agree on most letters; where they do not, the letters beside decide, as do
 * people who write `mm` for a month or `hh` for an hour of 24.
 */
import { compileLayout } from "./layout.ts";

/** What the letters before stand for: it decides on those that are used for two things. */
interface Read {
  readonly format: string;
  /** Components so far, the last one last. */
  readonly meant: readonly string[];
  /** The text before. */
  readonly before: string;
}

type Translate = (length: number, read: Read) => string | undefined;

/** `12` hours only if the format says which half of the day. */
const halves = (format: string): boolean => /a|A|tt/.test(withoutQuoted(format));
const ofMoment = (format: string): boolean => /YYYY|DD|\[/.test(format);
const ofDotNet = (format: string): boolean => /f|tt|ddd/.test(format);

const minute = (length: number): string => (length === 1 ? "4" : "04");
const month = (length: number): string | undefined => ["1", "01", "Jan", "January"][length - 1];
const followsHour = ({ meant }: Read): boolean => /^(?:15|0?3)$/.test(meant.at(-1) ?? "");
const followsMinute = ({ meant }: Read): boolean => /^0?4$/.test(meant.at(-1) ?? "");
const year = (length: number): string | undefined => ({ 1: "2006", 2: "06", 4: "2006" })[length];

/** Letters with what a run of them stands for. */
const RUNS: Readonly<Record<string, Translate>> = {
  y: year,
  Y: year,
  u: (length) => (length === 4 ? "2006" : undefined),
  M: (length, read) => (length <= 2 && followsHour(read) ? minute(length) : month(length)),
  L: month,
  m: (length, read) => {
    if (length > 2) return undefined;
    const isMonth = !followsHour(read) && !read.meant.includes("01") && !/[HhKk]/.test(read.before);
    return isMonth && read.meant.length > 0 ? month(length) : minute(length);
  },
  d: (length) => ["2", "02", "Mon", "Monday"][length - 1],
  D: (length, { format }) => {
    if (length === 3) return "002";
    if (length === 4) return ofMoment(format) ? "002" : undefined;
    return length === 1 ? "2" : "02";
  },
  E: (length) => (length <= 3 ? "Mon" : length === 4 ? "Monday" : undefined),
  H: (length) => (length <= 2 ? "15" : undefined),
  k: (length) => (length <= 2 ? "15" : undefined),
  h: (length, { format }) => (length > 2 ? undefined : halves(format) ? ["3", "03"][length - 1] : "15"),
  K: (length, { format }) => (ofDotNet(format) ? "Z07:00" : length > 2 ? undefined : ["3", "03"][length - 1]),
  s: (length) => ["5", "05"][length - 1],
  S: (length, read) => {
    if (length === 2 && followsMinute(read)) return "05";
    return length <= 9 && /[.,]$/.test(read.before) ? "0".repeat(length) : undefined;
  },
  f: (length, { before }) => (length <= 9 && /[.,]$/.test(before) ? "0".repeat(length) : undefined),
  F: (length, { before }) => (length <= 9 && /[.,]$/.test(before) ? "9".repeat(length) : undefined),
  n: (length, { before }) => (length <= 9 && /[.,]$/.test(before) ? "0".repeat(length) : undefined),
  a: (_, { format }) => (ofMoment(format) ? "pm" : "PM"),
  A: (length) => (length === 1 ? "PM" : undefined),
  t: (length) => (length === 2 ? "PM" : undefined),
  z: (length, { format }) => (ofDotNet(format) ? { 2: "-07", 3: "-07:00" }[length] : length <= 3 ? "MST" : undefined),
  Z: (length, { format, before }) => {
    if (ofMoment(format)) return { 1: "Z07:00", 2: "Z0700" }[length];
    // After a blank it is an offset, as in access logs.
    if (length <= 3 && before.endsWith(" ")) return "-0700";
    return length <= 3 ? "Z0700" : length === 5 ? "Z07:00" : undefined;
  },
  X: (length) => ["Z07", "Z0700", "Z07:00", "Z070000", "Z07:00:00"][length - 1],
  x: (length) => ["-07", "-0700", "-07:00", "-070000", "-07:00:00"][length - 1],
  O: () => undefined,
};
/** SQL's pieces, which are longer than a run. */
const SQL: Readonly<Record<string, string>> = {
  HH24: "15",
  HH12: "03",
  MI: "04",
  MON: "Jan",
  FF3: "000",
  FF6: "000000",
};
const PHP: Readonly<Record<string, string>> = {
  Y: "2006",
  y: "06",
  m: "01",
  n: "1",
  d: "02",
  j: "2",
  D: "Mon",
  l: "Monday",
  M: "Jan",
  F: "January",
  H: "15",
  G: "15",
  h: "03",
  g: "3",
  i: "04",
  s: "05",
  v: "000",
  u: "000000",
  A: "PM",
  a: "pm",
  T: "MST",
  e: "MST",
  P: "-07:00",
  p: "Z07:00",
  O: "-0700",
};
/** Enough of PHP's order to be sure: no other format has single letters side by side like this. */
const PHP_FORM = /\b[HhGg]:i(?::s)?\b|\b[Yy]([-/.])[mn]\1[dj]\b|\b[dj]([-/.])[mMn]\2[Yy]\b/;

const PIECE = /'((?:[^']|'')*)'|\[([^\]]*)\]|\\(.)|(HH24|HH12|MI\b|MON\b|FF[36])|([A-Za-z])\5*|[^A-Za-z]/g;
/** A run that hardly is a letter of a word. */
const CERTAIN = /(?<![A-Za-z])(?:y{4}|Y{4}|u{4}|yy|YY)|HH|hh|mm(?![a-z])|ss(?![a-z])|dd|DD|MMM?|SSS/;
const withoutQuoted = (format: string): string => format.replaceAll(/'[^']*'|\[[^\]]*\]/g, "");

/** The layout that a format of letters stands for, or `undefined` in it without a certain one; undefined where it is not one. */
export function readLetterFormat(format: string): { readonly layout: string | undefined } | undefined {
  const bare = withoutQuoted(format);
  const isPhp = PHP_FORM.test(bare) && !/([yYMdHhms])\1/.test(bare);
  if (!isPhp && !CERTAIN.test(bare)) return undefined;
  const meant: string[] = [];
  let layout = "";
  const add = (component: string): void => {
    layout += component;
    meant.push(component);
  };
  for (const { 0: piece, 1: quoted, 2: bracketed, 3: escaped, 4: sql, 5: letter, index } of format.matchAll(PIECE)) {
    const literal = quoted?.replaceAll("''", "'") ?? bracketed ?? escaped;
    if (literal !== undefined) layout += piece === "''" ? "'" : literal;
    else if (isPhp && letter !== undefined) {
      // `T` before an hour separates it from the date.
      if (letter === "T" && /[HGhg]/.test(format[index + piece.length] ?? "")) layout += "T";
      else if (letter === "v" || letter === "u") layout += PHP[letter];
      else if (PHP[letter] === undefined || piece.length > 1) return { layout: undefined };
      else add(PHP[letter]);
    } else if (sql?.startsWith("FF")) layout += SQL[sql];
    else if (sql !== undefined) add(SQL[sql]!);
    else if (letter === undefined) layout += piece;
    else if (piece === "T" || piece === "UTC" || piece === "GMT") layout += piece;
    else {
      const written = RUNS[letter]?.(piece.length, { format: bare, meant, before: format.slice(0, index) });
      if (written === undefined) return isOneOf(bare) ? { layout: undefined } : undefined;
      if (/^[09]+$/.test(written)) layout += written;
      else add(written);
    }
  }
  return { layout: isSame(layout, meant) ? layout : undefined };
}

/** Certainly a format of letters, though not all of it is known. */
const isOneOf = (bare: string): boolean => /(?:y{4}|Y{4})|[Hh]{1,2}:mm/.test(bare);

/** Text between may be a component itself, or form one with its neighbours. */
function isSame(layout: string, meant: readonly string[]): boolean {
  const found = compileLayout(layout).chunks.flatMap(({ kind, text }) => (kind.startsWith("Frac") ? [] : text));
  return found.join("|") === meant.filter((one) => !/^[09]+$/.test(one)).join("|");
}
