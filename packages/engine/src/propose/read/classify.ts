/** Which kinds of entries there are, and how each can be read: from the outside in, until nothing more is gained. */

import { isCertainLevelName, isDoubtfulLevel, levelOf } from "../../vocabulary/index.ts";
import { areDelimited, readDelimited } from "./read-delimited.ts";
import { readHeader } from "./read-header.ts";
import { readPatterns } from "./read-patterns.ts";
import {
  readOpenObjects,
  readPairs,
  readQuotedPairs,
  readRecords,
  readSyslog,
  readTail,
  readXml,
} from "./read-records.ts";
import { readEventFormat, readExtension, readRunOn } from "./read-run-on.ts";
import { objectOf, readJson, readLogfmt } from "./read-structured.ts";
import { readTexts } from "./read-text.ts";
import { readWindowsMessage } from "./read-windows.ts";
import { type Reading, type ReadValue, rowCount, type Texts } from "./reading.ts";

/** Entries of one kind: the reading of the whole text, then those of a value inside. */
export interface Kind {
  readonly rows: ReadonlySet<number>;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly reading: Reading;
  /** The value that it reads; undefined: the line. */
  readonly source: string | undefined;
}

/** Share of the entries that a kind must have among others, and rows at least. */
const MIN_SHARE = 0.08;
const MIN_ROWS = 3;
/** The same of one whose lines have a level, where the others have none: they are what somebody looks for. */
const LEVELED_SHARE = 0.02;
const LEVELED_ROWS = 10;
const MAX_KINDS = 4;
const MAX_DEPTH = 3;
/** Share of the texts inside that one reading must read to be worth a stage. */
const INSIDE = 0.15;

export function classify(texts: Texts, several: boolean, header: readonly string[] | undefined): Kind[] {
  const all = rowCount(texts);
  const enough = (reading: Reading | undefined): reading is Reading =>
    reading !== undefined && reading.rows.size >= Math.max(Math.min(MIN_ROWS, all), all * MIN_SHARE);
  const readings: Reading[] = [];
  let left = texts;
  const take = (reading: Reading) => {
    readings.push(reading);
    left = left.map((text, row) => (reading.rows.has(row) || reading.header?.rows.has(row) ? undefined : text));
  };
  const none: ReadonlySet<string> = new Set();
  const named = readHeader(left, none, header);
  if (enough(named)) take(named);
  for (const read of [readJson, readXml, readRecords, readEventFormat, readRunOn, readLogfmt]) {
    const reading = read(left, none);
    if (enough(reading)) take(reading);
  }
  // An object of which no value can be taken out is no text.
  left = left.map((text) => (text !== undefined && objectOf(text) !== undefined ? undefined : text));
  const syslog = readSyslog(left, none, several);
  if (enough(syslog)) take(syslog);
  const delimited = readDelimited(left, new Set(), header);
  if (enough(delimited)) take(delimited);
  for (const reading of readTexts(left, new Set(), several, header)) if (enough(reading)) take(reading);
  if (readings.length > 0 && !readings.some(isLeveled))
    for (const reading of readTexts(left, new Set(), several, header))
      if (isLeveled(reading) && reading.rows.size >= Math.max(LEVELED_ROWS, all * LEVELED_SHARE)) take(reading);
  return readings
    .sort((a, b) => b.rows.size - a.rows.size)
    .slice(0, MAX_KINDS)
    .map((reading) => ({ rows: reading.rows, steps: inwards(reading, texts, several) }));
}

/** Its lines say how serious they are. */
export const isLeveled = ({ values }: Reading): boolean =>
  values.some(({ name }) => isCertainLevelName(name) || /^(?:priority|pri)$/i.test(name));

/** `reading` of `texts`, and what reads the messages in it, and in these. */
function inwards(reading: Reading, texts: Texts, several: boolean): Step[] {
  const steps: Step[] = [{ reading, source: undefined }];
  const taken = new Set(reading.values.map(({ name }) => name));
  const add = (inner: Reading, source: string, depth: number) => {
    steps.push({ reading: inner, source });
    for (const { name } of inner.values) taken.add(name);
    enter(inner, depth);
  };
  const enter = (outer: Reading, depth: number) => {
    for (const message of outer.values.filter(({ role }) => role === "message")) {
      const inner = depth > MAX_DEPTH ? undefined : readInside(message, taken, several);
      if (inner !== undefined) add(inner, message.name, depth + 1);
      if (inner !== undefined && inner.kind !== "pairs") continue;
      for (const pattern of readPatterns(message.texts, taken, inner?.values ?? []))
        steps.push({ reading: pattern, source: message.name });
    }
  };
  enter(reading, 1);
  const quoted = reading.kind === "logfmt" ? readQuotedPairs(texts, reading.rows, taken) : undefined;
  if (quoted !== undefined && quoted.rows.size >= reading.rows.size * MIN_SHARE) {
    steps.push({ reading: quoted, source: undefined });
    for (const { name } of quoted.values) taken.add(name);
    enter(quoted, 1);
  }
  return steps;
}

function readInside({ name, texts }: ReadValue, taken: ReadonlySet<string>, several: boolean): Reading | undefined {
  const all = rowCount(texts);
  if (all === 0) return undefined;
  const enough = (reading: Reading | undefined, share: number): reading is Reading =>
    reading !== undefined && reading.rows.size >= Math.max(2, all * share);
  const windows = readWindowsMessage(texts);
  if (enough(windows, 0.3) || (all === 1 && windows !== undefined)) return windows;
  const json = readJson(texts, taken);
  if (enough(json, INSIDE)) return json;
  if (name === "extension") return readExtension(texts, taken);
  const event = readEventFormat(texts, taken);
  if (enough(event, INSIDE)) return event;
  const runOn = readRunOn(texts, taken);
  if (enough(runOn, 0.6)) return runOn;
  const logfmt = readLogfmt(texts, taken);
  // Where some messages are sentences, their words would be keys without a value.
  if (enough(logfmt, 0.9)) return logfmt;
  // What stands behind messages is pairs, even where words stand between them.
  if (/^fields(?:_\d+)?$/.test(name)) return readPairs(texts, taken, 1);
  const named = readTail(texts, taken, "logger");
  if (enough(named, 0.6)) return named;
  const [text] = readTexts(texts, taken, several, undefined);
  // A head goes on in the message, as syslog's does: pairs stand behind it.
  if (enough(text, 0.9) && text.values.some(isTelling)) return text;
  const pairs = readPairs(texts, taken);
  if (enough(pairs, 0.3)) return pairs;
  const delimited = areDelimited(texts) ? readDelimited(texts, taken, undefined) : undefined;
  if (enough(delimited, 0.5)) return delimited;
  if (enough(text, 0.6) && (text.values.filter(isNamed).length >= 2 || text.values.some(isTelling))) return text;
  const open = readOpenObjects(texts, taken);
  if (enough(open, 0.3)) return open;
  const tail = readTail(texts, taken);
  return enough(tail, 0.3) ? tail : undefined;
}

/** A value that its text or its place names: the words of a sentence have none. */
const isNamed = ({ name, role }: ReadValue): boolean => role !== "message" && !/^(?:word|number)(?:_\d+)?$/.test(name);

/** A time, or a level in nearly all texts: the first word of a sentence is one in some. */
const isTelling = ({ name, texts }: ReadValue): boolean => {
  if (!name.startsWith("level")) return name.startsWith("time");
  const given = texts.filter((text) => text !== undefined);
  if (given.every((text) => isDoubtfulLevel(text) && text !== text.toUpperCase())) return false;
  return given.filter((text) => levelOf(text, true) !== undefined).length >= given.length * 0.9;
};
