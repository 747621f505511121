/** Values of entries as they left the pipeline, or as they were last seen in it, for the rows of a list. */
import { type EntryJson, snapshotToJson, type ValuePlace } from "@sluice/engine";
import { type PointedValue, pointAt } from "../domain/from-value.ts";
import type { RowValues } from "../domain/run.ts";
import type { Running } from "./execute.ts";

/** Entries that are looked at for names, and names that are offered. */
const SAMPLED = 200;
const MAX_NAMES = 100;
/** Characters of a value that a row can show. */
const SHOWN = 120;

/** The values under `names` of each entry of run `run`; undefined when that run is no longer the last. */
export function rowValuesOf(
  running: Running | undefined,
  run: number,
  names: readonly string[],
): RowValues | undefined {
  if (running === undefined || running.id !== run) return undefined;
  const { sampleIds } = running;
  const known = new Set<string>();
  for (let i = 0; i < Math.min(sampleIds.length, SAMPLED) && known.size < MAX_NAMES; i++) {
    const last = lastSeen(running, i);
    if (last !== undefined) for (const name of namesIn(last.entry)) known.add(name);
  }
  const values = new Map<number, readonly (string | undefined)[]>();
  if (names.length > 0)
    for (const [i, id] of sampleIds.entries()) {
      const last = lastSeen(running, i);
      const row = last === undefined ? [] : pick(last.entry, names);
      if (row.some((value) => value !== undefined)) values.set(id, row);
    }
  return { known: [...known].slice(0, MAX_NAMES), names, values };
}

/** An entry as it was last seen, and where that was. */
interface Seen {
  readonly entry: EntryJson;
  readonly place: ValuePlace;
}

function lastSeen({ preview }: Running, sample: number): Seen | undefined {
  const output = preview.outcomeOf(sample).outputs[0];
  if (output !== undefined) return { entry: snapshotToJson(output.entry), place: { side: "end" } };
  const step = preview.stepsOf(sample).findLast(({ before }) => before?.origins.includes(sample) === true);
  if (step === undefined) return undefined;
  const emitted = step.emitted.find(({ origins }) => origins.includes(sample));
  const last = emitted ?? step.before;
  if (last === undefined) return undefined;
  return { entry: snapshotToJson(last), place: { side: emitted === undefined ? "before" : "after", path: step.path } };
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
  if (seen === undefined) return undefined;
  const { place, entry } = seen;
  const extracted = new Map(Object.entries(entry.extracted));
  const isLabel = !extracted.has(name) && Object.hasOwn(entry.labels, name);
  const after = isLabel ? entry.labels[name] : extracted.get(name);
  return pointAt({ place, line: entry.line, extracted }, { name, after }, isLabel);
}

const namesIn = ({ labels, structured_metadata: metadata, extracted }: EntryJson): string[] => [
  ...Object.keys(extracted),
  ...Object.keys(labels),
  ...metadata.map(([name]) => name),
];

/** What a stage extracted is nearest to the line; then labels, then metadata. */
function pick(
  { labels, structured_metadata: metadata, extracted }: EntryJson,
  names: readonly string[],
): (string | undefined)[] {
  return names.map((name) => {
    const value = [Object.entries(extracted), Object.entries(labels), metadata]
      .map((pairs) => pairs.find(([one]) => one === name))
      .find((pair) => pair !== undefined)?.[1];
    if (value === undefined) return undefined;
    return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, SHOWN);
  });
}
