/** Values of entries as they left the pipeline, or as they were last seen in it, for the rows of a list. */
import { type EntryJson, snapshotToJson } from "@sluice/engine";
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
    if (last !== undefined) for (const name of namesIn(last)) known.add(name);
  }
  const values = new Map<number, readonly (string | undefined)[]>();
  if (names.length > 0)
    for (const [i, id] of sampleIds.entries()) {
      const last = lastSeen(running, i);
      const row = last === undefined ? [] : pick(last, names);
      if (row.some((value) => value !== undefined)) values.set(id, row);
    }
  return { known: [...known].slice(0, MAX_NAMES), names, values };
}

function lastSeen({ preview }: Running, sample: number): EntryJson | undefined {
  const output = preview.outcomeOf(sample).outputs[0];
  if (output !== undefined) return snapshotToJson(output.entry);
  const step = preview.stepsOf(sample).findLast(({ before }) => before?.origins.includes(sample) === true);
  const last = step?.emitted.find(({ origins }) => origins.includes(sample)) ?? step?.before;
  return last === undefined ? undefined : snapshotToJson(last);
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
