/**
 * Splits a line into constant words, marks, and values whose kind their form tells: numbers, times, ids, addresses, paths, URLs,
 * quoted texts, durations and sizes. One pass from left to right; only what begins like a value meets an expression.
 */
import { DAY, HALF, MONTH, SOURCE_ENDINGS, ZONE_NAME } from "../vocabulary/index.ts";

/** What varies in a pattern. A `word` varies without a form of its own. */
export type PartKind = "number" | "time" | "id" | "address" | "path" | "url" | "quoted" | "duration" | "size" | "word";

/**
 * `text` is a constant word and `mark` a delimiter. `name` has letters and digits (`node12`), `quoted` is in quotes: both stay
 * in the pattern as they are until another one stands at their place.
 */
export type TokenKind = PartKind | "text" | "mark" | "name";

/** Tokens of a line, side by side in arrays that serve one line after the other. */
export interface Tokens {
  count: number;
  readonly texts: string[];
  readonly kinds: TokenKind[];
  /** White space in front of the token. */
  readonly gaps: string[];
}

export const createTokens = (): Tokens => ({ count: 0, texts: [], kinds: [], gaps: [] });

/** Tokens of a line at most; what follows them is one more, whatever it is. */
export const MAX_TOKENS = 256;

const WORD = 0;
const SPACE = 1;
const MARK = 2;
const CLASSES = new Uint8Array(128);
for (const space of "\t\n\v\f\r ") CLASSES[space.charCodeAt(0)] = SPACE;
for (const mark of "=:,;()[]{}<>\"'|`") CLASSES[mark.charCodeAt(0)] = MARK;

const classOf = (unit: number): number => (unit < 128 ? CLASSES[unit]! : WORD);
const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

const CLOCK = "\\d{2}[:.]\\d{2}[:.]\\d{2}(?:[.,:]\\d{1,9})?";
const ZONE = `(?: ?(?:Z|${ZONE_NAME}|[+-]\\d{2}:?\\d{2})(?!\\w))?`;
/** Times that begin with a digit. */
const TIME = new RegExp(
  [
    `\\d{4}[-/.]\\d{2}[-/.]\\d{2}(?:[T ,_-] ?${CLOCK}${ZONE})?(?![\\w])`,
    `\\d{8}[-T ]\\d{2}:?\\d{2}:?\\d{2}(?:[.,:]\\d{1,9})?Z?(?!\\w)`,
    `\\d{2}[-/.]\\d{2}(?:[-/.]\\d{2,4})? ${CLOCK}(?!\\w)`,
    `\\d{2}/${MONTH}/\\d{4}:\\d{2}:\\d{2}:\\d{2}(?: [+-]\\d{4})?(?!\\w)`,
    `\\d{1,2} ${MONTH} \\d{4}(?: ${CLOCK}${ZONE})?(?!\\w)`,
    `\\d{1,2}:\\d{2}(?::\\d{2})?${HALF}(?!\\w)`,
    "\\d{1,2}:\\d{2}:\\d{2}(?:[.,]\\d{1,9})?(?![\\w:])",
    "\\d{2}:\\d{2}(?![\\w:.])",
  ].join("|"),
  "y",
);
/** Times that begin with a day or a month. */
const NAMED_TIME = new RegExp(
  `(?:${DAY}[a-z]*,? (?:\\d{1,2} )?)?${MONTH}[a-z]* +\\d{1,4}(?:,? \\d{4}(?!:))?(?:,? ${CLOCK})?(?: (?:[A-Z]{3,4} )?\\d{4}(?![\\w:]))?(?: GMT| UTC)?(?!\\w)`,
  "y",
);
const NAMED_TIME_BEGINS: ReadonlySet<string> = new Set("JFMASONDTW");

const IPV4 = /\/?\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2}(?!\d))?(?::\d{1,5})?(?![\w.-]*[A-Za-z])/y;
const MAC = /(?:[\da-fA-F]{2}[:-]){5}[\da-fA-F]{2}(?![\w:])/y;
const IPV6 =
  /\/?(?:(?:[\da-fA-F]{1,4}:){5,8}(?:[\da-fA-F]{1,4}|:)|(?:[\da-fA-F]{1,4}:){1,7}:(?:[\da-fA-F]{1,4}(?::[\da-fA-F]{1,4}){0,6})?)(?::\d{1,5})?(?:\/\d{1,3})?(?![\w:])/y;
const SHORT_IPV6 = /::(?:ffff:\d{1,3}(?:\.\d{1,3}){3}|[\da-fA-F]{1,4}(?::[\da-fA-F]{1,4}){0,6})(?![\w:])/y;
const HOST_PORT = /([a-zA-Z][\w-]*(?:\.[\w-]+)*):\d{2,5}(?![\w:.])/y;
const URL = /[a-zA-Z][\w+.-]*:\/\/[^\s"'<>|]*[^\s"'<>|.,;)\]}]/y;
/** A path with a query, whose marks are its own. */
const QUERY_PATH = /\/[^\s"'<>|,;()[\]{}=?]*\?[^\s"'<>|,;()[\]{}]*/y;
const QUANTITY =
  /[-+]?(?:\d+(?:\.\d+)?(?:ns|us|µs|μs|ms|s|m|h|d|secs?|mins?|hrs?|days?|seconds?|minutes?|hours?))+(?![\w.-])/y;
const SIZE = /[-+]?\d+(?:\.\d+)?(?: ?[KMGTP]?i?B|[kKMGTP]i?[Bb]?|bytes)(?![\w-])/y;
const DOUBLE_QUOTED = /"(?:[^"\\]|\\.)*"/y;
const SINGLE_QUOTED = /'[^']*'(?!\w)/y;

const NUMBER = /^(?:[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?%?|#\d+)$/;
const MAIL = /^[\w.+%-]+@[\w-]+(?:\.[\w-]+)*$/;
const HOST =
  /^(?!(?:com|org|net|io|de)\.)(?:[a-zA-Z\d](?:[\w-]*\w)?\.)+(?:com|net|org|edu|gov|io|local|internal|lan|dev|cn|de|kr|jp|uk|fr|ru|us|eu|tw|hk|br|in|nl|it|ch)$/;
const UUID = /^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/;
const HEX = /^(?:0[xX][\da-fA-F]+|(?=[\da-fA-F]*\d)[\da-fA-F]{8,})$/;
/** Long, and of capitals, small letters and digits without an order that a word has. */
const BASE64 = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w+/-]{20,}={0,2}$/;
const SOURCE_FILE = new RegExp(`\\.${SOURCE_ENDINGS}$`);
const WINDOWS_PATH = /^[A-Za-z]?:?\\/;

function sticky(regex: RegExp, line: string, at: number): number {
  regex.lastIndex = at;
  return regex.test(line) ? regex.lastIndex : -1;
}

/** Reads `line` from `from` into `into`. */
export function tokenize(line: string, into: Tokens, from = 0): void {
  into.count = 0;
  let at = from;
  let gap = from;
  while (at < line.length) {
    const unit = line.charCodeAt(at);
    const sort = classOf(unit);
    if (sort === SPACE) {
      at++;
      continue;
    }
    if (into.count === MAX_TOKENS) {
      put(into, line.slice(at), "word", line.slice(gap, at));
      break;
    }
    const before = gap === at ? "" : line.slice(gap, at);
    at = sort === MARK ? readMark(line, at, unit, before, into) : readWord(line, at, unit, before, into);
    gap = at;
  }
  joinLists(into);
}

function put(into: Tokens, text: string, kind: TokenKind, gap: string): void {
  const i = into.count++;
  into.texts[i] = text;
  into.kinds[i] = kind;
  into.gaps[i] = gap;
}

function readMark(line: string, at: number, unit: number, gap: string, into: Tokens): number {
  let end = -1;
  let kind: TokenKind = "quoted";
  if (unit === 34) end = sticky(DOUBLE_QUOTED, line, at);
  else if (unit === 39) end = sticky(SINGLE_QUOTED, line, at);
  else if (unit === 58 && line.charCodeAt(at + 1) === 58) {
    end = sticky(SHORT_IPV6, line, at);
    kind = "address";
  }
  if (end < 0) {
    end = at + 1;
    kind = "mark";
  }
  put(into, line.slice(at, end), kind, gap);
  return end;
}

function readWord(line: string, at: number, unit: number, gap: string, into: Tokens): number {
  let end = at;
  let digits = false;
  for (let next = unit; end < line.length && classOf(next) === WORD; next = line.charCodeAt(++end))
    digits ||= isDigit(next);
  if (digits || unit === 47 || line.charCodeAt(end) === 58 || NAMED_TIME_BEGINS.has(line[at]!)) {
    const found = readValue(line, at, end, unit, gap, into);
    if (found > 0) return found;
  }
  // The stop of a sentence is no part of its last word.
  const last = line.charCodeAt(end - 1);
  if (
    (last === 46 || last === 33 || last === 63) &&
    end - at > 1 &&
    !(end < line.length && classOf(line.charCodeAt(end)) === MARK)
  ) {
    let stop = end - 1;
    while (stop - 1 > at && line.charCodeAt(stop - 1) === last) stop--;
    put(into, line.slice(at, stop), classify(line.slice(at, stop), digits), gap);
    put(into, line.slice(stop, end), "mark", "");
    return end;
  }
  const text = line.slice(at, end);
  put(into, text, classify(text, digits), gap);
  return end;
}

/** A value that goes on behind the word from `at` to `end`, or has a form that the word alone does not show; -1: none. */
function readValue(line: string, at: number, end: number, unit: number, gap: string, into: Tokens): number {
  const take = (regex: RegExp, kind: TokenKind): boolean => {
    const found = sticky(regex, line, at);
    if (found < 0) return false;
    put(into, line.slice(at, found), kind, gap);
    end = found;
    return true;
  };
  const colon = line.charCodeAt(end) === 58;
  if (isDigit(unit)) {
    if (take(TIME, "time") || take(IPV4, "address")) return end;
    if (take(QUANTITY, "duration") || take(SIZE, "size")) return end;
  } else if (unit === 47) {
    if (take(IPV4, "address") || (colon && take(IPV6, "address")) || take(QUERY_PATH, "path")) return end;
  } else if (unit === 45 || unit === 43) {
    if (take(QUANTITY, "duration") || take(SIZE, "size")) return end;
  } else if (NAMED_TIME_BEGINS.has(line[at]!) && take(NAMED_TIME, "time")) return end;
  if (!colon) return end - at === 17 && take(MAC, "address") ? end : -1;
  if (line.charCodeAt(end + 1) === 47 && line.charCodeAt(end + 2) === 47) return take(URL, "url") ? end : -1;
  if (take(MAC, "address") || take(IPV6, "address")) return end;
  HOST_PORT.lastIndex = at;
  const host = HOST_PORT.exec(line)?.[1];
  if (host === undefined || SOURCE_FILE.test(host) || !/[.\d]|^localhost$/.test(host)) return -1;
  return take(HOST_PORT, "address") ? end : -1;
}

/** The kind of a word that its own text tells. */
function classify(text: string, digits: boolean): TokenKind {
  const slash = text.indexOf("/");
  if (digits) {
    if (NUMBER.test(text)) return "number";
    if (HEX.test(text) || UUID.test(text)) return "id";
  }
  if (slash === 0 || (slash === 1 && (text[0] === "~" || text[0] === "."))) return text.length > 1 ? "path" : "text";
  if (text.includes("\\") && (WINDOWS_PATH.test(text) || text.indexOf("\\") !== text.lastIndexOf("\\"))) return "path";
  if (text.includes("@") && MAIL.test(text)) return "address";
  if (text.includes(".") && HOST.test(text)) return "address";
  if (digits && text.length >= 20 && BASE64.test(text)) return "id";
  if (slash > 0 && text.indexOf("/", slash + 1) > 0) return "path";
  return digits ? "name" : "text";
}

const LISTED: ReadonlySet<TokenKind> = new Set(["number", "id", "address", "path", "name", "quoted"]);

/** `1, 2, 3` is one value: lists differ in length and are the same pattern. */
function joinLists(tokens: Tokens): void {
  const { texts, kinds, gaps } = tokens;
  let to = 0;
  for (let i = 0; i < tokens.count; i++) {
    const kind = kinds[i]!;
    const before = to - 1;
    if (
      before >= 1 &&
      kinds[before] === "mark" &&
      texts[before] === "," &&
      kind === kinds[before - 1] &&
      LISTED.has(kind)
    ) {
      texts[before - 1] += `${gaps[before]!},${gaps[i]!}${texts[i]!}`;
      to = before;
      continue;
    }
    texts[to] = texts[i]!;
    kinds[to] = kind;
    gaps[to] = gaps[i]!;
    to++;
  }
  tokens.count = to;
}
