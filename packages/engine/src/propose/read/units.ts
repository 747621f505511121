/** The units of a line of text: times, levels, groups in brackets and quotes, tags before a colon, numbers, words. */
import { LEVEL_WORDS, PHP_LEVELS, SOURCE_ENDINGS, type TimeForm, timeAt } from "../../vocabulary/index.ts";

export type UnitKind =
  | "time"
  | "level"
  | "priority"
  | "quoted"
  | "bracket"
  | "paren"
  | "brace"
  | "angle"
  | "pair"
  | "tag"
  | "caller"
  | "class"
  | "ip"
  | "id"
  | "number"
  | "duration"
  | "dash"
  | "word"
  | "mark"
  | "json"
  | "end";

export interface Unit {
  readonly kind: UnitKind;
  /** Units with the same key can be one column: forms of time, marks and keys of pairs differ. */
  readonly key: string;
  /** White space before it. */
  readonly gap: string;
  readonly end: number;
  /** What is between its quotes or brackets, or behind its `=`; the whole for others. */
  readonly value: string;
  readonly form?: TimeForm;
  /** Of a tag: the number in brackets behind the name. */
  readonly pid?: string | undefined;
  /** Brackets around a level. */
  readonly wrap?: readonly [string, string];
  /** There are blanks within them. */
  readonly padded?: boolean;
  /** A colon follows it at once, and something else this: `W:gw2:closed`. */
  readonly glued?: boolean;
}

const sticky = (source: string): RegExp => new RegExp(source, "y");
const QUOTED = sticky('"((?:[^"\\\\]|\\\\.)*)"');
const BRACKET = sticky("\\[([^\\[\\]]{0,200})\\]");
const PAREN = sticky("\\(([^()]{0,120})\\)");
/** No JSON: that has quoted keys. */
const BRACE = sticky('\\{([^{}"]{0,300})\\}');
const ANGLE = sticky("<([\\w.:@/-]{1,80})>(?=\\s|$)");
const PRIORITY = sticky("<(\\d{1,3})>");
const LEVEL = sticky(`(?:${LEVEL_WORDS})(?![\\w.=(-])`);
const LOOSE_LEVEL = new RegExp(`^(?:${LEVEL_WORDS})$`, "i");
const WRAPPED_LEVEL = new RegExp(`([\\[<(])\\s*(${LEVEL_WORDS})\\s*([\\]>)])`, "iy");
/** `PHP Fatal error:` */
const PHP_LEVEL = sticky(`(PHP )(${PHP_LEVELS}):(?=\\s)`);
/** `kern  :info  : [`, as dmesg writes both. */
const FACILITY = sticky(
  `(?:kern|user|mail|daemon|auth|syslog|lpr|news|uucp|cron|authpriv|ftp|local[0-7]) *:(${LEVEL_WORDS.toLowerCase()}) *:(?=\\s)`,
);
/** A letter right before the time. */
const KLOG = sticky("[IWEFD](?=[01]\\d[0-3]\\d \\d{2}:\\d{2}:\\d{2}\\.)");
const TAG = sticky("([A-Za-z_%][\\w./@$*+#-]*(?:::[\\w./@$*+#-]+)*)(?:\\[(\\d+)\\])?:(?=\\s|$)");
/** Rust's `tracing`: the spans that an event is in, `request{id=7}:`. */
const SPANS = sticky("[\\w:]+\\{[^{}\\n]{0,300}\\}(?::[\\w:]+(?:\\{[^{}\\n]{0,300}\\})?){0,8}:(?=\\s)");
/** `SERVICE ALERT:` */
const EVENT = sticky("[A-Z]{3,}(?: [A-Z]{3,}){1,3}:(?=\\s)");
/** nginx: the process and the thread. */
const THREAD = sticky("\\d+#\\d+:(?=\\s)");
const PAIR = sticky("([A-Za-z_@][\\w.-]*)=(\"(?:[^\"\\\\]|\\\\.)*\"|'[^']*'|\\[[^\\]\\s]*\\]|[^\\s,;|\"'()\\[\\]]*)");
const CALLER = sticky(`[\\w./@-]+\\.${SOURCE_ENDINGS}:\\d+(?![\\w.])`);
/** Loguru: the logger, the function and the line. */
const LOCATION = sticky("[\\w.]+:(?:\\w+|<\\w+>):\\d+(?=\\s|$)");
const CLASS = sticky("[A-Za-z_$][\\w$]*(?:\\.[\\w$-]+)+(?![\\w./:=@])");
const IP = sticky(
  "(?:\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d{1,5})?|\\[[\\da-fA-F:.]*:[\\da-fA-F:.]*\\](?::\\d{1,5})?|(?=[\\da-fA-F:.]*:[\\da-fA-F.]*:)(?:[\\da-fA-F]{0,4}:){2,8}[\\da-fA-F.]{0,15})(?![\\w.])",
);
const ID = sticky(
  "(?:[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}|0x[\\da-fA-F]+|(?=[\\da-fA-F]*[a-fA-F])(?=[\\da-fA-F]*\\d)[\\da-fA-F]{12,})(?![\\w-])",
);
const NUMBER = sticky('[-+]?\\d+(?:\\.\\d+)?%?(?=[\\s,;:\\])}|"/]|$)');
const DURATION = sticky('\\d+(?:\\.\\d+)?(?:ns|us|µs|ms|s|m|h)(?=[\\s,;:\\])}|"]|$)');
const WORD = sticky('[^\\s"\\[\\](){}<>|,;=]+');
const SPACE = /[ \t]*/y;

function take(regex: RegExp, text: string, at: number): RegExpExecArray | null {
  regex.lastIndex = at;
  return regex.exec(text);
}

/** The unit behind the white space at `at`. */
export function unitAt(text: string, at: number): Unit {
  const gap = take(SPACE, text, at)![0];
  const start = at + gap.length;
  const of = (kind: UnitKind, end: number, more: Partial<Unit> = {}): Unit => ({
    kind,
    key: kind,
    gap,
    end,
    value: text.slice(start, end),
    ...more,
  });
  if (start >= text.length) return of("end", start);
  const time = timeAt(text, start);
  if (time !== undefined) return of("time", time.end, { key: `time:${time.form.id}`, form: time.form });
  // Routers mark a clock that nothing has set or that lost its source.
  const unset = /[*.]/.test(text[start]!) ? timeAt(text, start + 1) : undefined;
  if (unset !== undefined && (unset.form.dated || unset.form.id === "clock"))
    return of("time", unset.end, {
      key: `time:${unset.form.id}`,
      form: unset.form,
      gap: gap + text[start]!,
      value: text.slice(start + 1, unset.end),
    });
  return groupAt(text, start, of) ?? wordAt(text, start, of);
}

type Make = (kind: UnitKind, end: number, more?: Partial<Unit>) => Unit;

function groupAt(text: string, start: number, of: Make): Unit | undefined {
  const unit = text[start]!;
  if (unit === '"') {
    const found = take(QUOTED, text, start);
    return found === null ? of("mark", start + 1, { key: '"' }) : of("quoted", QUOTED.lastIndex, { value: found[1]! });
  }
  if (unit === "<") {
    const found = take(PRIORITY, text, start);
    if (found !== null) return of("priority", PRIORITY.lastIndex, { value: found[1]! });
  }
  if (unit === "[" || unit === "<" || unit === "(") {
    const level = take(WRAPPED_LEVEL, text, start);
    if (level !== null)
      return of("level", WRAPPED_LEVEL.lastIndex, {
        value: level[2]!,
        wrap: [unit, level[3]!],
        padded: level[0].length > level[2]!.length + 2,
      });
  }
  if (unit === "<") {
    const found = take(ANGLE, text, start);
    if (found !== null) return of("angle", ANGLE.lastIndex, { value: found[0] });
  }
  if (unit === "[") {
    const inside = take(SPACE, text, start + 1)!;
    if (timeAt(text, start + 1 + inside[0].length) !== undefined) return of("mark", start + 1, { key: "[" });
    if (take(IP, text, start) !== null) return of("ip", IP.lastIndex);
    const found = take(BRACKET, text, start);
    if (found !== null) return of("bracket", BRACKET.lastIndex, { value: found[1]! });
  }
  if (unit === "(") {
    const found = take(PAREN, text, start);
    if (found !== null) return of("paren", PAREN.lastIndex, { value: found[1]! });
  }
  if (unit !== "{") return undefined;
  const brace = take(BRACE, text, start);
  return brace === null ? of("json", start + 1) : of("brace", BRACE.lastIndex, { value: brace[1]! });
}

/** `id=5&page=2`: the first key of a query names no more than its own value. */
export const isQuery = (behind: string): boolean => /^[^\s"'=&?]*&[\w.%[\]-]+=/.test(behind);

function wordAt(text: string, start: number, of: Make): Unit {
  // A colon in front of a word is a mark, unless it is an address.
  if (text[start] === ":" && text[start + 1] !== ":") return of("mark", start + 1, { key: ":" });
  const pair = take(PAIR, text, start);
  if (pair !== null && !isQuery(pair[2]!))
    return of("pair", PAIR.lastIndex, { key: `pair:${pair[1]!}`, value: pair[2]! });
  if (take(KLOG, text, start) !== null) return of("level", start + 1);
  const facility = take(FACILITY, text, start);
  if (facility !== null) return of("level", FACILITY.lastIndex, { key: "facility", value: facility[1]! });
  const php = take(PHP_LEVEL, text, start);
  if (php !== null) return of("level", PHP_LEVEL.lastIndex, { key: "level:", value: php[2]!, wrap: [php[1]!, ""] });
  if (take(LEVEL, text, start) !== null) return levelAt(text, start, LEVEL.lastIndex, of);
  if (take(CALLER, text, start) !== null) return of("caller", CALLER.lastIndex);
  if (take(IP, text, start) !== null) return of("ip", IP.lastIndex);
  if (/[A-Za-z_]/.test(text[start]!) && take(LOCATION, text, start) !== null)
    return of("caller", LOCATION.lastIndex, { key: "location" });
  if (take(ID, text, start) !== null) return of("id", ID.lastIndex);
  if (take(THREAD, text, start) !== null)
    return of("tag", THREAD.lastIndex, { key: "thread", value: text.slice(start, THREAD.lastIndex - 1) });
  if (take(SPANS, text, start) !== null)
    return of("tag", SPANS.lastIndex, { key: "span", value: text.slice(start, SPANS.lastIndex - 1) });
  if (take(EVENT, text, start) !== null)
    return of("tag", EVENT.lastIndex, { value: text.slice(start, EVENT.lastIndex - 1) });
  const tag = take(TAG, text, start);
  if (tag !== null) {
    if (LOOSE_LEVEL.test(tag[1]!) && tag[2] === undefined) return levelAt(text, start, start + tag[1]!.length, of);
    return of("tag", TAG.lastIndex, { value: tag[1]!, pid: tag[2] });
  }
  for (const [kind, regex] of [
    ["number", NUMBER],
    ["duration", DURATION],
    ["class", CLASS],
  ] as const)
    if (take(regex, text, start) !== null) return of(kind, regex.lastIndex);
  const word = take(WORD, text, start);
  if (word === null || /^[^\w\s]$/.test(word[0])) {
    const mark = text[start]!;
    return mark === "-" ? of("dash", start + 1) : of("mark", start + 1, { key: mark });
  }
  const end = WORD.lastIndex;
  if (/^-{2,}$/.test(word[0])) return of("mark", end, { key: word[0] });
  if (LOOSE_LEVEL.test(word[0]) && /^(?:\s|$)/.test(text.slice(end, end + 1))) return of("level", end);
  return of("word", end);
}

const TOKEN = sticky("\\S+");
const LIST = sticky('[^\\s",\\[\\](){}]+(?:, [^\\s",\\[\\](){}]+)+(?=\\s|$)');
const TOKEN_BRACKET = sticky("\\[[^\\[\\]]{0,200}\\](?=\\s|$)");

/** The value behind the white space at `at`, where blanks separate all values: in a table. */
export function tokenAt(text: string, at: number): Unit {
  const unit = unitAt(text, at);
  if (unit.kind === "end" || unit.kind === "time") return unit;
  const start = at + unit.gap.length;
  // Proxies write addresses as a list, and what each server answered: `10.0.0.2, 10.0.0.1`, `502, 200`.
  if (take(LIST, text, start) !== null) {
    const { kind, key } = unit.kind === "tag" || unit.kind === "mark" ? { kind: "word" as const, key: "word" } : unit;
    return { kind, key, gap: unit.gap, end: LIST.lastIndex, value: text.slice(start, LIST.lastIndex) };
  }
  const of = (kind: UnitKind, end: number, more: Partial<Unit> = {}): Unit => ({
    kind,
    key: kind,
    gap: unit.gap,
    end,
    value: text.slice(start, end),
    ...more,
  });
  if (unit.kind === "quoted" || unit.kind === "brace" || unit.kind === "number" || unit.kind === "pair")
    if (isBlank(text, unit.end)) return unit;
  if (unit.kind === "mark" && unit.key === "[") return unit;
  if (unit.kind === "mark" && unit.key === "]") return unit;
  if (unit.kind === "level" && unit.wrap !== undefined && isBlank(text, unit.end)) return unit;
  if ((unit.kind === "tag" || unit.key === "level:" || unit.kind === "paren") && isBlank(text, unit.end)) return unit;
  if (unit.kind === "mark" && unit.key.length === 1 && isBlank(text, unit.end)) return unit;
  if (take(TOKEN_BRACKET, text, start) !== null)
    return of("bracket", TOKEN_BRACKET.lastIndex, { value: text.slice(start + 1, TOKEN_BRACKET.lastIndex - 1) });
  // A blank of another kind, such as one that does not break a line, is a mark.
  if (take(TOKEN, text, start) === null) return unit;
  const end = TOKEN.lastIndex;
  if (end === unit.end && unit.kind !== "mark" && unit.kind !== "level" && unit.kind !== "tag") return unit;
  return of(text.slice(start, end) === "-" ? "dash" : "word", end);
}

const isBlank = (text: string, at: number): boolean => at >= text.length || text[at] === " " || text[at] === "\t";

/** A colon right behind a level belongs to it, if a message follows. */
function levelAt(text: string, start: number, end: number, of: Make): Unit {
  const colon = text[end] === ":" && /\s|^$/.test(text.slice(end + 1, end + 2));
  return of("level", colon ? end + 1 : end, { value: text.slice(start, end), key: colon ? "level:" : "level" });
}

/** Values of the rest of a line, as many as tell whether lines have the same number of them. */
export function countTokens(text: string, at: number, most: number): number {
  let count = 0;
  for (let next = at; count < most; ) {
    const token = tokenAt(text, next);
    if (token.kind === "end") break;
    // Groups in braces are there in some lines alone.
    if (token.kind !== "brace") count++;
    next = token.end;
  }
  return count;
}
