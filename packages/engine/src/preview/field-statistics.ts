/**
 * Statistics of the entries' values by name: number of entries, number of distinct values, types. Labels are what an operator
 * pays for: how many distinct values each has, and how many streams they make together.
 */
import { goString } from "@sluice/languages/govalue";
import type { ExtractedValue } from "../base/extracted.ts";
import type { LabelSet } from "../base/label-set.ts";
import type { Snapshot } from "../pipeline/snapshot.ts";

export interface FieldStatistics {
  readonly name: string;
  /** Entries that have it and not as null. */
  readonly entries: number;
  /** Different values; with `atLeast` no more were counted. */
  readonly distinct: number;
  readonly atLeast: boolean;
  /** The commonest values with the entries that have them, of those that were counted. */
  readonly common: readonly { readonly value: string; readonly entries: number }[];
  /** In the order in which they come: `string`, `number`, `boolean`, `null`, `list`, `object`. */
  readonly types: readonly string[];
}

export interface EntryStatistics {
  readonly entries: number;
  readonly streams: number;
  readonly labels: readonly FieldStatistics[];
  readonly metadata: readonly FieldStatistics[];
  readonly extracted: readonly FieldStatistics[];
  /** Names that were left out, since there are too many. */
  readonly omitted: number;
}

/** Maximum number of names of one kind, of distinct values of a name, and of its most common values. */
const MAX_NAMES = 200;
const MAX_DISTINCT = 1000;
const MAX_COMMON = 3;
/** Maximum length of a reported value. */
const MAX_SHOWN = 200;

/** Statistics over entries as they pass one place. */
export function entryStatistics(snapshots: Iterable<Snapshot>): EntryStatistics {
  const labels = new Tally();
  const metadata = new Tally();
  const extracted = new Tally();
  const streams = new Set<LabelSet>();
  let entries = 0;
  for (const snapshot of snapshots) {
    entries++;
    streams.add(snapshot.labels);
    for (const [i, name] of snapshot.labels.names.entries()) labels.count(name, snapshot.labels.values[i]!);
    for (const [name, value] of snapshot.metadata) metadata.count(name, value);
    for (const [name, value] of snapshot.extracted) extracted.count(name, value);
  }
  return {
    entries,
    streams: streams.size,
    labels: labels.result(),
    metadata: metadata.result(),
    extracted: extracted.result(),
    omitted: labels.omitted.size + metadata.omitted.size + extracted.omitted.size,
  };
}

interface Counted {
  entries: number;
  atLeast: boolean;
  readonly values: Map<string, number>;
  readonly types: Set<string>;
}

class Tally {
  readonly #names = new Map<string, Counted>();
  readonly omitted = new Set<string>();

  count(name: string, value: ExtractedValue): void {
    let one = this.#names.get(name);
    if (one === undefined) {
      if (this.#names.size === MAX_NAMES) {
        // Past this many, how many more there are is not counted either.
        if (this.omitted.size < MAX_NAMES) this.omitted.add(name);
        return;
      }
      one = { entries: 0, atLeast: false, values: new Map(), types: new Set() };
      this.#names.set(name, one);
    }
    one.types.add(typeOf(value));
    if (value === null) return;
    one.entries++;
    const text = goString(value) ?? JSON.stringify(value);
    const known = one.values.get(text);
    if (known !== undefined) one.values.set(text, known + 1);
    else if (one.values.size < MAX_DISTINCT) one.values.set(text, 1);
    else one.atLeast = true;
  }

  /** By name. */
  result(): FieldStatistics[] {
    return [...this.#names]
      .map(
        ([name, { entries, atLeast, values, types }]): FieldStatistics => ({
          name,
          entries,
          distinct: values.size,
          atLeast,
          common: [...values]
            .sort(([, a], [, b]) => b - a)
            .slice(0, MAX_COMMON)
            .map(([value, count]) => ({ value: value.slice(0, MAX_SHOWN), entries: count })),
          types: [...types],
        }),
      )
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

function typeOf(value: ExtractedValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}
