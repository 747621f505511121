/**
 * Where the message of a line begins: behind times, process ids, threads, levels and the component, which say when and where
 * and not what. Without a head patterns would split by host and thread.
 */
import { DAY, IANA_ZONE, isLevelWord, LEVEL_WORDS, MONTH, ZONE_NAME } from "../vocabulary/index.ts";

const TOKEN = /[^\s|]+/y;
const GAP = /[\s|]+/y;
const CLOCK = /(?<!\d)\d{2}:\d{2}:\d{2}(?!\d)|\d{4}-\d{2}-\d{2}-\d{2}\.\d{2}\.\d{2}/;
/** What stands around a clock: days, months, numbers, zones, a lonely dash. */
const DATE_LIKE = new RegExp(`^(?:[[(<]?(?:${DAY}[a-z]*,?|${MONTH})|-)$|\\d`);
const AFTER_CLOCK = new RegExp(
  `\\s+(?:(?:Z|${ZONE_NAME}|${IANA_ZONE}|[+-]\\d{2}:?\\d{2})[\\]):,]*|\\d{4}\\])(?=\\s|$)`,
  "y",
);
/** In capitals, what supercomputers write is one, too. */
const LEVEL = new RegExp(`^[[(<]*(?:${LEVEL_WORDS}|FAILURE)[\\])>:,]*$`);
const WRAPPED = /^[[(<]*([A-Za-z]+)[\])>:,]*$/;
const isLooseLevel = (token: string): boolean => isLevelWord(WRAPPED.exec(token)?.[1] ?? "");
const LETTER_LEVEL = /^[VDIWEF]$/;
const COMPONENT = /^[\w./$@#-]+(?:\([^()\s]*\))?(?:\[[^[\]\s]*\])?:$/;
const CLASS_NAME = /^[\w$]+\.[.\w$-]+$/;

/** A mark of its own before the time, as supercomputers set it for alerts. */
const LABEL = /^[A-Z]{3,}$/;

const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}(?!\d)|^(?=.*:.*:)(?=.*(?:[a-fA-F]|::))[\da-fA-F:]+$/;
/** Longest token that is a time, or ends with one; in a longer one a time is part of something else. */
const MAX_CLOCK = 48;
/** Characters that are searched for the clock. */
const MAX_HEAD = 400;
/** Tokens that are looked at before the clock, and between the clock and the level. */
const MAX_BEFORE = 9;
const MAX_BETWEEN = 5;

class Cursor {
  at = 0;
  token = "";
  /** Behind the token, before the gap. */
  end = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.#skip(GAP);
  }

  /** Whether there is a token; it then stands in `token`, `end` behind it, and `at` behind the gap that follows. */
  next(): boolean {
    const from = this.at;
    if (!this.#skip(TOKEN)) return false;
    this.end = this.at;
    this.token = this.text.slice(from, this.end);
    this.#skip(GAP);
    return true;
  }

  #skip(regex: RegExp): boolean {
    regex.lastIndex = this.at;
    if (!regex.test(this.text)) return false;
    this.at = regex.lastIndex;
    return true;
  }
}

/** Index of the message in `text`: 0 where nothing stands before it, or nothing behind the head. */
export function findMessage(text: string): number {
  const cursor = new Cursor(text.length > MAX_HEAD ? text.slice(0, MAX_HEAD) : text);
  const dated = passTime(cursor);
  const piped = dated > 0 && /\|\s*$/.test(text.slice(0, dated));
  let end = piped ? passFields(text, dated) : passLevel(text, dated);
  if (end === dated && dated > 0 && !piped) end = passHost(text, dated);
  return end < text.length ? end : 0;
}

/** Behind the last clock of the beginning, or behind the numbers that stand there before a level; 0: neither. */
function passTime(cursor: Cursor): number {
  let end = 0;
  for (let i = 0; i < MAX_BEFORE; i++) {
    const before = cursor.at;
    if (!cursor.next()) break;
    // An access log: its client is what varies, not where it was written.
    if (end === 0 && ADDRESS.test(cursor.token)) break;
    if (cursor.token.length <= MAX_CLOCK && CLOCK.test(cursor.token)) {
      AFTER_CLOCK.lastIndex = cursor.end;
      if (AFTER_CLOCK.test(cursor.text)) cursor.at = skipGap(cursor.text, AFTER_CLOCK.lastIndex);
      end = cursor.at;
    } else if (!DATE_LIKE.test(cursor.token) && !(i === 0 && LABEL.test(cursor.token) && !LEVEL.test(cursor.token))) {
      // Numbers without a clock are a time only in front of a level, as HDFS writes them.
      if (end === 0 && i >= 2 && LEVEL.test(cursor.token)) end = before;
      break;
    }
  }
  return end;
}

const isGap = (unit: number): boolean => unit === 32 || unit === 9 || unit === 124;

function skipGap(text: string, at: number): number {
  let to = at;
  while (to < text.length && isGap(text.charCodeAt(to))) to++;
  return to;
}

/** `name|name|`, as some write what stands before the message. */
function passFields(text: string, from: number): number {
  const fields = /(?:[\w.-]+\|){1,4}/y;
  fields.lastIndex = from;
  return fields.test(text) ? fields.lastIndex : from;
}

/** Behind the level and what belongs to it (thread, class, component); `from` where there is no level. */
function passLevel(text: string, from: number): number {
  const cursor = new Cursor(text.slice(0, from + MAX_HEAD));
  cursor.at = from;
  let numbers = 0;
  for (let i = 0; i <= (from === 0 ? 0 : MAX_BETWEEN); i++) {
    if (!cursor.next()) return from;
    const isLevel =
      LEVEL.test(cursor.token) ||
      (from > 0 && i <= 1 && isLooseLevel(cursor.token)) ||
      (numbers >= 2 && LETTER_LEVEL.test(cursor.token));
    if (isLevel) return passComponent(text, cursor.at);
    if (/^\d+$/.test(cursor.token)) numbers++;
    // A component before any level: the message begins behind it, and a level in it is a word.
    if (cursor.token.endsWith(":")) return from;
  }
  return from;
}

/** Threads in brackets, a class before brackets, a component before a colon, each once and in this order. */
function passComponent(text: string, from: number): number {
  let at = from;
  if (text.startsWith("- ", at)) at = skipGap(text, at + 2);
  const named = wordEnd(text, at);
  if (CLASS_NAME.test(text.slice(at, named)) && text[skipGap(text, named)] === "[") at = skipGap(text, named);
  for (let i = 0; i < 2 && text[at] === "["; i++) {
    const close = closing(text, at);
    if (close < 0) break;
    at = skipGap(text, close + 1);
  }
  // A dash ends the head: a word with a colon behind it belongs to the message.
  if (text.startsWith("- ", at)) return skipGap(text, at + 2);
  const end = wordEnd(text, at);
  return COMPONENT.test(text.slice(at, end)) ? skipGap(text, end) : at;
}

/** `host program[pid]: `, `program[pid]: ` alone, or `program - `. */
function passHost(text: string, from: number): number {
  let at = from;
  for (let i = 0; i < 3; i++) {
    const end = wordEnd(text, at);
    const word = text.slice(at, end);
    if (COMPONENT.test(word)) return skipGap(text, end);
    if (word === "-" && i > 0) return skipGap(text, end);
    if (!/^[\w./@:*-]+$/.test(word)) return from;
    at = skipGap(text, end);
  }
  return from;
}

function wordEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isGap(text.charCodeAt(end))) end++;
  return end;
}

/** Longest group in brackets that stands before a message. */
const MAX_GROUP = 200;

function closing(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length && i < from + MAX_GROUP; i++) {
    if (text[i] === "[") depth++;
    else if (text[i] === "]" && --depth === 0) return i;
  }
  return -1;
}
