/** Records the result of a test as its expectation: all of it, chosen parts, or the parts that were expected before. */
import { formatRfc3339 } from "@sluice/languages/base";
import { formatSampleValue } from "../metrics/registry.ts";
import type { Snapshot } from "../pipeline/snapshot.ts";
import { Unquoted, type YamlWritten } from "./emit-yaml.ts";
import { endsAt } from "./judge.ts";
import type { Played } from "./play.ts";
import { readSeries, seriesKey } from "./series.ts";
import type { Expectation, ExpectedEntry } from "./test-file.ts";

/** What a person may choose to be compared. */
export const RECORDED_PARTS = ["outcome", "line", "labels", "timestamp", "structured_metadata", "metrics"] as const;
export type RecordedPart = (typeof RECORDED_PARTS)[number];

export type WrittenExpectation = { readonly [key: string]: YamlWritten };
type Mutable = { [key: string]: YamlWritten };

/** `exact`: everything but metrics, which are compared where they are among `parts`. */
export interface RecordChoice {
  readonly exact: boolean;
  readonly parts: ReadonlySet<RecordedPart>;
}

/** What came of a test, as an expectation that it meets. */
export function recordExpectation(played: Played, { exact, parts }: RecordChoice): WrittenExpectation {
  const { entries, outputs } = played;
  const written: Mutable = exact ? { exact: true } : {};
  if (exact || parts.has("outcome")) Object.assign(written, recordOutcomes(played, true));
  const leaving = (["line", "labels", "timestamp", "structured_metadata"] as const).filter(
    (part) => exact || parts.has(part),
  );
  const describe = (output: Snapshot) => recordEntry(output, played, leaving, exact);
  if (leaving.length > 0) {
    if (entries.length === 1 && outputs.length === 1) Object.assign(written, describe(outputs[0]!));
    else if (outputs.length > 0 || !exact) written.entries = outputs.map(describe);
  }
  if (parts.has("metrics"))
    written.metrics = Object.fromEntries(
      [...played.series.values()].map(({ text, value }) => [text, seriesValue(value)]),
    );
  return written;
}

const seriesValue = (value: number): YamlWritten =>
  Number.isFinite(value) ? new Unquoted(formatSampleValue(value)) : value;

/** `outcome` where it is the same of all, else `outcomes`. `places`: with stage and reason. */
function recordOutcomes(played: Played, places: boolean): WrittenExpectation {
  const names = [...played.stages.values()];
  const all = played.entries.map((entry): WrittenExpectation => {
    const at = places ? endsAt(entry, played)[0] : undefined;
    if (at === undefined) return { outcome: entry.ended };
    const { path, stage, reason } = at;
    const isOnly = stage !== undefined && names.filter((name) => name === stage).length === 1;
    return { outcome: entry.ended, stage: isOnly ? stage : path, ...(reason === undefined ? {} : { reason }) };
  });
  const first = JSON.stringify(all[0]);
  return all.every((one) => JSON.stringify(one) === first) ? (all[0] ?? {}) : { outcomes: all };
}

function recordEntry(
  { line, labels, timestamp, metadata, origins }: Snapshot,
  { entries }: Played,
  parts: readonly ("line" | "labels" | "timestamp" | "structured_metadata")[],
  exact: boolean,
): WrittenExpectation {
  const came = entries[origins[0] ?? 0];
  const written: Mutable = {};
  for (const part of parts) {
    if (part === "line" && !(exact && line === came?.line)) written.line = line;
    if (part === "labels" && !(exact && labels.names.length === 0)) written.labels = labels.toRecord();
    if (part === "timestamp" && !(exact && timestamp === came?.timestamp))
      written.timestamp = new Unquoted(formatRfc3339(timestamp));
    if (part === "structured_metadata" && !(exact && metadata.length === 0))
      written.structured_metadata = writeMetadata(metadata);
  }
  return written;
}

export function writeMetadata(metadata: readonly (readonly [string, string])[]): YamlWritten {
  const names = new Set(metadata.map(([name]) => name));
  // Names that are numbers would come first in an object.
  const keepsOrder = names.size === metadata.length && metadata.every(([name]) => !/^\d+$/.test(name));
  return keepsOrder ? Object.fromEntries(metadata) : metadata;
}

const LEAVING = ["line", "labels", "timestamp", "structured_metadata"] as const;

/** The same parts as `expect` has, with what came now: of labels and series that are chosen, the same names. */
export function updateExpectation(expect: Expectation | undefined, played: Played): WrittenExpectation {
  if (expect === undefined || expect.places.size === 0)
    return recordExpectation(played, { exact: true, parts: new Set() });
  const exact = expect.exact === true;
  const written: Mutable = expect.exact === undefined ? {} : { exact };
  if (expect.outcome !== undefined || expect.outcomes !== undefined) {
    const places = [expect, ...(expect.outcomes ?? [])].some(
      ({ stage, reason }) => stage !== undefined || reason !== undefined,
    );
    Object.assign(written, recordOutcomes(played, places || exact));
  }
  const single = LEAVING.filter((part) => expect.places.has(part));
  const inEntries = LEAVING.filter((part) => (expect.entries ?? []).some(({ places }) => places.has(part)));
  const { entries, outputs } = played;
  if (exact) {
    const { outcome, outcomes, ...rest } = recordExpectation(played, { exact, parts: new Set() });
    Object.assign(written, rest);
  } else if (expect.entries !== undefined) {
    const parts = inEntries.length > 0 ? inEntries : LEAVING;
    written.entries = outputs.map((output, i) => updateEntry(expect.entries![i], output, played, parts));
  } else if (single.length > 0) {
    if (outputs.length === 1) Object.assign(written, updateEntry(expect, outputs[0]!, played, single));
    else {
      if (written.outcome === undefined && written.outcomes === undefined)
        Object.assign(written, recordOutcomes(played, true));
      if (outputs.length > 0 || entries.length > 1)
        written.entries = outputs.map((output) => recordEntry(output, played, single, false));
    }
  }
  if (expect.stages !== undefined) written.stages = updateStages(expect.stages, played);
  if (expect.metrics !== undefined) written.metrics = updateMetrics(expect.metrics, played, exact);
  return written;
}

function updateEntry(
  before: Pick<ExpectedEntry, "labels" | "places"> | undefined,
  output: Snapshot,
  played: Played,
  parts: readonly (typeof LEAVING)[number][],
): WrittenExpectation {
  const own = before === undefined ? parts : LEAVING.filter((part) => before.places.has(part));
  const written: Mutable = { ...recordEntry(output, played, own, false) };
  if (before?.labels !== undefined)
    written.labels = Object.fromEntries(
      [...before.labels.keys()].map((name) => [name, output.labels.get(name) ?? null]),
    );
  return written;
}

function updateStages(wanted: NonNullable<Expectation["stages"]>, { entries, stages }: Played): YamlWritten {
  const statuses = entries[0]?.outcome.stages;
  const all = [...wanted.keys()].flatMap((name): [string, string][] => {
    const path = [...stages].find(([path, stage]) => name === path || name === stage || name === `stage.${stage}`)?.[0];
    const status = path === undefined ? undefined : statuses?.get(path);
    return status === undefined ? [] : [[name, status]];
  });
  return Object.fromEntries(all);
}

function updateMetrics(wanted: NonNullable<Expectation["metrics"]>, { series }: Played, exact: boolean): YamlWritten {
  const named = new Set<string>();
  const pairs = [...wanted.keys()].flatMap((name): [string, YamlWritten][] => {
    const key = seriesKey(readSeries(name)!);
    named.add(key);
    const value = series.get(key)?.value;
    if (value === undefined) return exact ? [] : [[name, null]];
    return [[name, seriesValue(value)]];
  });
  const others = [...series].flatMap(([key, { text, value }]): [string, YamlWritten][] =>
    exact && !named.has(key) ? [[text, seriesValue(value)]] : [],
  );
  return Object.fromEntries([...pairs, ...others]);
}
