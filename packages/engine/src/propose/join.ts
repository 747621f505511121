/** The stage that joins the lines of entries that have several. */

import { continuesEntry, writeStage } from "../detect/index.ts";
import { writeText } from "../syntax/index.ts";
import { COMMENT_BEGIN, commentsIn } from "./comments.ts";
import { looksLikeEntry } from "./looks-like-entry.ts";
import type { PlannedStage } from "./plan.ts";
import { escapeRegex } from "./read/column-regex.ts";
import { unitAt } from "./read/units.ts";
import { groupStarts, JSON_HEAD, type Start, type StartGroup, startExpression, startOf } from "./starts.ts";

/** Beginnings of entries that have several lines by their nature. */
const RECORDS: readonly (readonly [RegExp, string])[] = [
  [/^__CURSOR=/, "__CURSOR="],
  [/^__REALTIME_TIMESTAMP=/, "__REALTIME_TIMESTAMP="],
  [/^# Time: /, "# Time: "],
  [/^<Event[ >]/, "<Event[ >]"],
];

export interface Joined {
  readonly stage: PlannedStage;
  /** Lines that continue others. */
  readonly continued: number;
  /** Lines that are joined although they look like entries: they have no time, and nothing says that they continue one. */
  readonly attached: number;
}

/** The stage that joins lines to entries; undefined: each line is one. */
export function findJoin(lines: readonly string[]): Joined | undefined {
  const record = RECORDS.find(([begins]) => {
    const count = lines.filter((line) => begins.test(line)).length;
    const others = lines.filter((line) => !begins.test(line));
    // Records of one line, and lines of others between, are entries by themselves.
    return count >= 2 && count <= lines.length * 0.6 && others.filter(isWhole).length <= others.length * 0.3;
  });
  if (record !== undefined) {
    const continued = lines.filter((line) => !record[0].test(line)).length;
    return joined({ heads: [record[1]], continued, attached: [] });
  }
  const isComment = commentsIn(lines);
  const given = lines.filter((line) => !isComment(line));
  const found = joinOf(given);
  if (found === undefined) return undefined;
  // A comment continues nothing.
  return joined(given.length === lines.length ? found : { ...found, heads: [...found.heads, COMMENT_BEGIN] });
}

/** Each line that is not indented. */
const ANY = "\\S";

/** Beginnings at most. */
const MAX_HEADS = 6;

interface Found {
  /** RE2 without an anchor. */
  readonly heads: readonly string[];
  readonly continued: number;
  /** Lines that are joined although they look like entries. */
  readonly attached: readonly string[];
}

interface Line {
  readonly text: string;
  readonly start: Start | undefined;
  /** It looks as if it continued another. */
  readonly continues: boolean;
}

function joinOf(texts: readonly string[]): Found | undefined {
  const stanzas = areStanzas(texts) ? firstKeyOf(texts) : undefined;
  if (stanzas !== undefined) return stanzas;
  const lines = readLines(texts);
  const begin = lines.filter(({ continues }, i) => i === 0 || !continues);
  const groups = groupStarts(begin.map(({ start }) => start));
  const [first] = groups;
  if (first === undefined || first.count < begin.length * 0.25) {
    const block = groups.find((group) => beginsBlocks(group, lines));
    if (block !== undefined) return joinedBy([startExpression(block)], lines);
    const key = firstKeyOf(texts);
    if (key !== undefined) return key;
    return begin.every(({ text }) => /^\S/.test(text)) ? joinedBy([ANY], lines) : undefined;
  }
  const head = first.start.kind === "level" ? levelHead(first, wordsLike(first, lines)) : startExpression(first);
  const isFirst = new RegExp(`^${head}`);
  const others = groups.slice(1).flatMap((group) => otherHead(group, lines, isFirst));
  return joinedBy([head, ...others].slice(0, MAX_HEADS), lines);
}

/** Share of the lines that begin a block that the same word must follow, in the next line. */
const SAME_NEXT = 0.8;

/** A line with a time begins a block of lines without one, of which the second always begins alike: `PID     : 7`. */
function beginsBlocks({ start, count }: StartGroup, lines: readonly Line[]): boolean {
  if (start.kind !== "time" || !start.sure || count < 3) return false;
  const next = new Map<string, number>();
  for (const [i, line] of lines.entries()) {
    const after = lines[i + 1];
    if (line.start?.kind !== "time" || line.start.prefix !== start.prefix || after?.start?.kind === "time") continue;
    const word = /^[A-Za-z][\w-]*(?=\s*[:=])/.exec(after?.text ?? "")?.[0];
    if (word !== undefined) next.set(word, (next.get(word) ?? 0) + 1);
  }
  return Math.max(0, ...next.values()) >= count * SAME_NEXT;
}

function readLines(texts: readonly string[]): Line[] {
  const starts = texts.map(startOf);
  const timed = starts.filter((start) => start?.kind === "time").length;
  const indented = starts.filter((start, i) => start?.kind === "time" && /^\s/.test(texts[i]!)).length;
  return texts.map((text, i) => {
    const start = starts[i];
    // In a log that is indented as a whole a time begins an entry.
    const begins = start?.kind === "time" && indented * 2 > timed;
    return { text, start, continues: continuesEntry(text) && !begins };
  });
}

/** What names the time or the level of an object. */
const OWN = /"@?(?:time|ts|timestamp|date|datetime|level|severity|lvl)"\s*:/i;

/** Lines of another kind begin an entry, too: how they do. */
function otherHead(group: StartGroup, lines: readonly Line[], isFirst: RegExp): string[] {
  const { start, count } = group;
  const often = count >= Math.max(3, lines.length * 0.02);
  if (start.kind === "time" || start.kind === "pairs") return start.sure || often ? [startExpression(group)] : [];
  const same = lines.flatMap((line, i) =>
    line.start?.kind === start.kind && line.start.prefix === start.prefix ? [i] : [],
  );
  if (start.kind === "json")
    return same.filter((i) => OWN.test(lines[i]!.text)).length * 2 >= same.length ? [start.prefix] : [];
  // The second line of an entry may have its level.
  const second = same.filter((i) => i > 0 && isFirst.test(lines[i - 1]!.text)).length;
  return start.sure && count >= Math.max(2, lines.length * 0.01) && second * 2 < count ? [levelHead(group)] : [];
}

/** .NET's, some of which are words of sentences, too. */
const SHORT = ["TRCE", "DBUG", "FAIL", "CRIT"];

/** What a first word looks like: its case, the sign behind it, and whether a blank follows. */
function formOf(text: string): { readonly word: string; readonly form: string } | undefined {
  const [, word, behind] = /^([A-Z]{3,12}|[a-z]{3,12})(\W\s?)/.exec(text) ?? [];
  return word === undefined ? undefined : { word, form: `${word === word.toLowerCase()} ${behind}` };
}

/** Words at the beginning of several lines that look as the levels of the group do: a program may have levels of its own. */
function wordsLike({ texts }: StartGroup, lines: readonly Line[]): string[] {
  const levels = new Set(texts);
  const forms = lines.flatMap(({ text }) => formOf(text) ?? []);
  const form = forms.find(({ word }) => levels.has(word))?.form;
  const counts = new Map<string, number>();
  for (const one of forms) if (one.form === form) counts.set(one.word, (counts.get(one.word) ?? 0) + 1);
  // Behind a blank any word of a sentence may stand.
  return form === undefined || /\s\s/.test(form)
    ? []
    : [...counts].flatMap(([word, count]) => (count > 1 ? [word] : []));
}

/** The words that a level is here, and the usual ones: any word would be too many. */
function levelHead({ start: { prefix }, texts }: StartGroup, others: readonly string[] = []): string {
  const words = new Set([...texts, ...others]);
  for (const word of ["DEBUG", "INFO", "WARN", "WARNING", "ERROR", "CRITICAL", "FATAL", ...SHORT])
    words.add(texts.every((text) => text === text.toLowerCase()) ? word.toLowerCase() : word);
  const any = [...words].map(escapeRegex).join("|");
  return prefix.replace("[A-Za-z]+", `(?:${any})${prefix.endsWith("+") ? "\\b" : ""}`);
}

/** Share of the blocks behind whole lines that may have no beginning: a stretch of the log may begin within one. */
const MAY_BREAK = 0.2;

/** What `heads` begin, where that joins lines, and none that are entries by themselves. */
function joinedBy(heads: readonly string[], lines: readonly Line[]): Found | undefined {
  const isHead = headsIn(lines, heads);
  if (heads.length === 1 && heads[0] === JSON_HEAD) {
    if (areOpen(lines)) return continuedBy(heads, lines, isHead);
    if (lines.filter(isComplete).length * 2 < isHead.filter(Boolean).length) return undefined;
  }
  const blocks = lines.flatMap((_, i) => (!isHead[i] && i > 0 && isHead[i - 1] ? [i] : []));
  // What is whole in one line would be no JSON any more with others behind it.
  const behind = blocks.filter((i) => isComplete(lines[i - 1]!));
  if (behind.length === 0) return continuedBy(heads, lines, isHead);
  const words = firstWords(lines, isHead, new Set(blocks));
  const all = [...heads, ...words];
  const after = headsIn(lines, all);
  const broken = behind.filter((i) => !after[i]).length;
  return words.length === 0 || broken > behind.length * MAY_BREAK ? undefined : continuedBy(all, lines, after);
}

const headsIn = (lines: readonly Line[], heads: readonly string[]): boolean[] => {
  const regex = new RegExp(expressionOf(heads));
  return lines.map(({ text }) => regex.test(text));
};

const isComplete = ({ text, start }: Line): boolean =>
  start?.kind === "pairs" || (start?.kind === "json" && text.trimEnd().endsWith("}"));

/** Words that lines begin with where `blocks` begin, again and again, and hardly anywhere else. */
function firstWords(lines: readonly Line[], isHead: readonly boolean[], blocks: ReadonlySet<number>): string[] {
  const counts = new Map<string, { begins: number; all: number }>();
  for (const [i, { text }] of lines.entries()) {
    const word = isHead[i] ? undefined : /^\S{1,40}(?=\s|$)/.exec(text)?.[0];
    if (word === undefined) continue;
    const { begins, all } = counts.get(word) ?? { begins: 0, all: 0 };
    counts.set(word, { begins: begins + (blocks.has(i) ? 1 : 0), all: all + 1 });
  }
  return [...counts]
    .filter(([, { begins, all }]) => begins > 1 && begins >= all * 0.3)
    .sort((a, b) => b[1].begins - a[1].begins)
    .slice(0, MAX_HEADS)
    .map(([word]) => `${escapeRegex(word)}(?:\\s|$)`);
}

function continuedBy(heads: readonly string[], lines: readonly Line[], isHead: readonly boolean[]): Found | undefined {
  const others = isHead.filter((head) => !head).length;
  const whole = lines.filter(({ text }, i) => !isHead[i] && isWhole(text)).length;
  // Most that do not begin so are entries of another kind: joining would make one of two.
  if (whole * 2 > others) return undefined;
  const pairs = areInPairs(isHead) && whole * 3 <= others;
  const continuing = lines.map(({ continues }, i) => i > 0 && !isHead[i] && (pairs || continues || isInRun(isHead, i)));
  const continued = continuing.filter(Boolean).length;
  if (continued < Math.max(2, lines.length * 0.01) || continued > lines.length * 0.95) return undefined;
  const texts = lines.map(({ text }) => text);
  const apart = texts.map((_, i) => !isHead[i] && i > 0 && !pairs && looksLikeEntry(texts, isHead, i));
  // Lines that are entries by themselves are no reason to join any.
  const sound = continuing.filter((one, i) => one && !apart[i]).length;
  if (sound < Math.max(2, lines.length * 0.01)) return undefined;
  const isFlush = lines.every(({ text }, i) =>
    continuing[i] && !apart[i] ? /^\s/.test(text) : !isHead[i] || /^\S/.test(text),
  );
  // Lines of other programs between stay what they are where all that continues is indented.
  if (isFlush && others > sound) return { heads: [ANY], continued: sound, attached: [] };
  return others - continued > continued ? undefined : { heads, continued, attached: texts.filter((_, i) => apart[i]) };
}

/** Lines without a beginning of their own that follow each other belong to the entry before; odd ones stand alone. */
const isInRun = (isHead: readonly boolean[], i: number): boolean => isHead[i - 1] === false || isHead[i + 1] === false;

/** Units within which an entry has its time: those of an access log stand before it. */
const HEAD_UNITS = 6;

/** Objects of JSON go on in the next lines: those that are whole in one line are joined with nothing. */
function areOpen(lines: readonly Line[]): boolean {
  const open = lines.filter(
    ({ text }, i) =>
      text.startsWith("{") && !text.trimEnd().endsWith("}") && /^[\s"}\]]/.test(lines[i + 1]?.text ?? ""),
  );
  return open.length >= Math.max(2, lines.length * 0.03);
}

/** JSON, an element of XML, or a line with a time of its own is an entry by itself. */
function isWhole(line: string): boolean {
  if (/^<([A-Za-z]\w*)[ >].*<\/\1>\s*$/.test(line)) return true;
  let at = 0;
  for (let i = 0; i < HEAD_UNITS; i++) {
    const unit = unitAt(line, at);
    if (unit.kind === "time" || (unit.kind === "json" && i === 0)) return true;
    at = unit.end;
  }
  return false;
}

/** Nearly each beginning is followed by a line that has none: the entries have two lines or more. */
function areInPairs(isHead: readonly boolean[]): boolean {
  const heads = isHead.filter(Boolean).length;
  const followed = isHead.filter((head, i) => head && isHead[i + 1] === false).length;
  return heads >= 3 && followed >= heads * 0.85;
}

const KEY = /^([A-Z][\w-]{0,40}): /;

/** Share of the lines of stanzas that have a key, or go on with the value of one. */
const KEYED = 0.95;

/** Nearly all lines are a key and its value, and none has a key again before another one of the first. */
function areStanzas(texts: readonly string[]): boolean {
  const keys = texts.map((text) => KEY.exec(text)?.[1]);
  const keyed = keys.filter((key, i) => key !== undefined || /^\s/.test(texts[i]!)).length;
  if (keyed < texts.length * KEYED) return false;
  const first = keys.find((key) => key !== undefined);
  let seen = new Set<string>();
  let [stanzas, again] = [0, 0];
  for (const key of keys) {
    if (key === undefined) continue;
    if (key === first) {
      stanzas++;
      seen = new Set();
    }
    if (seen.has(key)) again++;
    seen.add(key);
  }
  return stanzas >= 2 && again <= stanzas * (1 - KEYED);
}

/** Blocks of lines that each begin with a key: the one that is first in each block. */
function firstKeyOf(texts: readonly string[]): Found | undefined {
  const keys = texts.map((text) => KEY.exec(text)?.[1]);
  const counts = new Map<string, number>();
  for (const key of keys) if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  const blocks = [...counts.values()].sort((a, b) => b - a)[2] ?? 0;
  const usual = [...counts].filter(([, count]) => count >= blocks * 0.8 && count <= blocks * 1.2);
  if (blocks < 2 || usual.length < 3) return undefined;
  // In the order in which the keys are first seen, that which begins a block is the first.
  const [key, count] = usual[0]!;
  const from = keys.indexOf(key);
  const inBlocks = usual.reduce((sum, one) => sum + one[1], 0);
  if (inBlocks < (texts.length - from) * 0.5) return undefined;
  return { heads: [`${escapeRegex(key)}: `], continued: texts.length - count, attached: [] };
}

const expressionOf = (heads: readonly string[]): string =>
  heads.length === 1 ? `^${heads[0]}` : `^(?:${heads.join("|")})`;

const joined = ({ heads, continued, attached }: Found): Joined => ({
  continued,
  attached: attached.length,
  stage: {
    byDefault: true,
    needs: [],
    branch: undefined,
    id: "multiline",
    layer: "join",
    says: "Join the lines of an entry that has several",
    evidence: attached.length === 0 ? [] : [attachedEvidence(attached)],
    write: () => writeStage("multiline", { firstline: writeText(expressionOf(heads)) }),
  },
});

/** Longest line that is an example: one that was cut may hold a part of a secret, which nothing would know as one. */
const MAX_EXAMPLE = 100;

function attachedEvidence(lines: readonly string[]): string {
  const example = lines.find((line) => line.length <= MAX_EXAMPLE);
  const such = example === undefined ? "" : `${lines.length === 1 ? ":" : ", such as"} ${example}`;
  return `${lines.length === 1 ? "1 line that looks like an entry has" : `${lines.length} lines that look like entries have`} no time and ${lines.length === 1 ? "is" : "are"} joined, too${such}`;
}
