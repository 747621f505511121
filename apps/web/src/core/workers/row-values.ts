/** Values for the rows of a list, of entries as they left the pipeline or were last seen in it. */

import { type EntryJson, type Snapshot, snapshotToJson, type ValuePlace } from "@sluice/engine";
import type { RowValues } from "../model/run.ts";
import type { Running } from "./execute.ts";
import { type PointedValue, pointAt } from "./pointed-value.ts";
import { automaticNames, ROW_TIME } from "./row-names.ts";

/** The most entries that are searched for names, and the most names that are offered. */
const SAMPLED = 200;
/** Entries between which other questions are answered: some five milliseconds. */
const BATCH = 200;
const MAX_NAMES = 100;
/** Characters of a value that a row can show. */
const SHOWN = 120;

/**
 * The values under `wanted` of each entry of run `run`; undefined when that run is no longer the last. Ten thousand entries take
 * longer than a key may wait for its result: `goOn` is asked between some of them.
 */
export async function rowValuesOf(
  running: Running | undefined,
  run: number,
  wanted: readonly string[] | "automatic",
  goOn: () => Promise<boolean>,
): Promise<RowValues | undefined> {
  if (running === undefined || running.id !== run) return undefined;
  const { sampleIds } = running;
  const counts = new Map<string, number>();
  const looked = Math.min(sampleIds.length, SAMPLED);
  const setters = timeSetters(running, looked);
  for (let i = 0; i < looked; i++) {
    const last = lastSeen(running, i, setters);
    if (last !== undefined) for (const name of namesIn(last)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const known = [...counts.keys()].slice(0, MAX_NAMES);
  const names = wanted === "automatic" ? automaticNames(counts, looked) : wanted;
  const values = new Map<number, readonly (string | undefined)[]>();
  if (names.length === 0) return { known, names, values };
  for (const [i, id] of sampleIds.entries()) {
    if (i % BATCH === 0 && !(await goOn())) return undefined;
    const last = lastSeen(running, i, setters);
    const row = last === undefined ? [] : pick(last, names);
    // By default a row without a message shows its line, which says more.
    const says = wanted === "automatic" ? row.at(-1) !== undefined : row.some((value) => value !== undefined);
    if (says) values.set(id, row);
  }
  const at = names.indexOf(ROW_TIME);
  if (at >= 0) showTimes(values, at);
  return { known, names, values };
}

/** Shortens times for display: without their date if all are of one day, and all with milliseconds if one has some. */
function showTimes(values: Map<number, readonly (string | undefined)[]>, at: number): void {
  const days = new Set<string>();
  const years = new Set<string>();
  let isPrecise = false;
  for (const { [at]: time } of values.values()) {
    if (time === undefined) continue;
    days.add(time.slice(0, 10));
    years.add(time.slice(0, 4));
    isPrecise ||= /[1-9]/.test(fractionOf(time));
  }
  const from = days.size < 2 ? undefined : years.size < 2 ? 5 : 0;
  for (const [id, row] of values) {
    const time = row[at];
    if (time === undefined) continue;
    const clock = `${time.slice(11, 19)}${isPrecise ? `.${fractionOf(time).padEnd(3, "0")}` : ""}`;
    const shown = from === undefined ? clock : `${time.slice(from, 10)} ${clock}`;
    values.set(id, row.with(at, shown));
  }
}

/** Paths of the stages that changed the time of one of the first entries. */
function timeSetters({ preview }: Running, looked: number): ReadonlySet<string> {
  const paths = new Set<string>();
  for (let i = 0; i < looked; i++)
    for (const { path, before, emitted } of preview.stepsOf(i))
      if (before !== undefined && emitted.some(({ timestamp }) => timestamp !== before.timestamp)) paths.add(path);
  return paths;
}

/** An entry as it was last seen, and where that was. */
interface Seen {
  readonly entry: EntryJson;
  readonly place: ValuePlace;
  /** A stage set its time, possibly to the one that it had. */
  readonly hasOwnTime: boolean;
}

/** `setters`: stages that give entries their times. */
function lastSeen({ preview }: Running, sample: number, setters: ReadonlySet<string> = new Set()): Seen | undefined {
  const steps = preview.stepsOf(sample);
  const came = steps[0]?.before?.timestamp;
  const { missedBy, outputs } = preview.outcomeOf(sample);
  const wasSet = () =>
    steps.some(({ path, emitted }) => setters.has(path) && emitted.length > 0 && !missedBy.includes(path));
  const seen = (entry: Snapshot, place: ValuePlace): Seen => ({
    entry: snapshotToJson(entry),
    place,
    hasOwnTime: came !== undefined && (entry.timestamp !== came || wasSet()),
  });
  const [output] = outputs;
  if (output !== undefined) return seen(output.entry, { side: "end" });
  const step = steps.findLast(({ before }) => before?.origins.includes(sample) === true);
  if (step === undefined) return undefined;
  const emitted = step.emitted.find(({ origins }) => origins.includes(sample));
  const last = emitted ?? step.before;
  if (last === undefined) return undefined;
  return seen(last, { side: emitted === undefined ? "before" : "after", path: step.path });
}

/**
 * The value that the row of the sample with the id `sampleId` shows under `name`, for stages to be made of it. Undefined
 * where nothing can be made of it, or when run `run` is no longer the last.
 */
export function pointedInRow(
  running: Running | undefined,
  { run, sampleId, name }: { readonly run: number; readonly sampleId: number; readonly name: string },
): PointedValue | undefined {
  if (running === undefined || running.id !== run) return undefined;
  const seen = lastSeen(running, running.sampleIds.indexOf(sampleId));
  if (seen === undefined || name === ROW_TIME) return undefined;
  const { place, entry } = seen;
  const extracted = new Map(Object.entries(entry.extracted));
  const isLabel = !extracted.has(name) && Object.hasOwn(entry.labels, name);
  const after = isLabel ? entry.labels[name] : extracted.get(name);
  return pointAt({ place, line: entry.line, extracted }, { name, after }, isLabel);
}

/** Where a field is missing, `stage.json` extracts null, which says nothing in a row. */
const namesIn = ({ entry: { labels, structured_metadata: metadata, extracted }, hasOwnTime }: Seen): string[] => [
  ...(hasOwnTime ? [ROW_TIME] : []),
  ...Object.keys(extracted).filter((name) => extracted[name] !== null),
  ...Object.keys(labels),
  ...metadata.map(([name]) => name),
];

/** What a stage extracted is nearest to the line; then labels, then metadata. */
function pick({ entry, hasOwnTime }: Seen, names: readonly string[]): (string | undefined)[] {
  const { labels, structured_metadata: metadata, extracted, timestamp } = entry;
  return names.map((name) => {
    if (name === ROW_TIME) return hasOwnTime ? timestamp : undefined;
    const found = Object.hasOwn(extracted, name) ? extracted[name] : undefined;
    const value = found ?? (Object.hasOwn(labels, name) ? labels[name] : metadata.find(([one]) => one === name)?.[1]);
    if (value === undefined) return undefined;
    return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, SHOWN);
  });
}

/** At most three digits of the second of an RFC 3339 time. */
const fractionOf = (timestamp: string): string => /^\.(\d{1,3})/.exec(timestamp.slice(19, 23))?.[1] ?? "";
