/** Which kinds of entries there are, and how each can be read: from the outside in, until nothing more is gained. */

import { readPatterns } from "./read-patterns.ts";
import { readDelimited, readJson, readLogfmt } from "./read-structured.ts";
import { readTexts } from "./read-text.ts";
import { type Reading, rowCount, type Texts } from "./reading.ts";

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
    left = left.map((text, row) => (reading.rows.has(row) ? undefined : text));
  };
  for (const read of [readJson, readLogfmt]) {
    const reading = read(left, new Set());
    if (enough(reading)) take(reading);
  }
  const delimited = readDelimited(left, new Set(), header);
  if (enough(delimited)) take(delimited);
  for (const reading of readTexts(left, new Set(), several, header)) if (enough(reading)) take(reading);
  return readings
    .sort((a, b) => b.rows.size - a.rows.size)
    .slice(0, MAX_KINDS)
    .map((reading) => ({ rows: reading.rows, steps: inwards(reading, texts, several) }));
}

/** `reading`, and what reads the message in it. */
function inwards(reading: Reading, texts: Texts, several: boolean): Step[] {
  const steps: Step[] = [{ reading, source: undefined }];
  const taken = new Set(reading.values.map(({ name }) => name));
  let outer = reading;
  let source: string | undefined;
  for (let depth = 1; depth < MAX_DEPTH; depth++) {
    const message = outer.values.find(({ role }) => role === "message");
    if (message === undefined) break;
    source = message.name;
    const inner = readInside(message.texts, taken, several);
    if (inner === undefined) break;
    steps.push({ reading: inner, source });
    for (const { name } of inner.values) taken.add(name);
    outer = inner;
  }
  const last = outer.values.find(({ role }) => role === "message");
  const [where, given] =
    last === undefined
      ? [undefined, steps.length === 1 && reading.kind === "text" ? texts : undefined]
      : [last.name, last.texts];
  if (last !== undefined && given !== undefined)
    for (const pattern of readPatterns(given, taken)) steps.push({ reading: pattern, source: where });
  return steps;
}

function readInside(texts: Texts, taken: ReadonlySet<string>, several: boolean): Reading | undefined {
  const all = rowCount(texts);
  if (all === 0) return undefined;
  const enough = (reading: Reading | undefined, share: number): reading is Reading =>
    reading !== undefined && reading.rows.size >= Math.max(2, all * share);
  const json = readJson(texts, taken);
  if (enough(json, INSIDE)) return json;
  const logfmt = readLogfmt(texts, taken);
  if (enough(logfmt, 0.5)) return logfmt;
  const delimited = readDelimited(texts, taken, undefined);
  if (enough(delimited, 0.5)) return delimited;
  const [text] = readTexts(texts, taken, several, undefined);
  return enough(text, 0.6) && text.values.length >= 3 ? text : undefined;
}
