/** What a pipeline takes in and lets out, in entries, bytes and streams: by stage, label, metadata and the pattern of the line. */
import type { Nanos } from "@sluice/languages/base";
import { atOnce } from "../base/at-once.ts";
import type { LabelSet } from "../base/label-set.ts";
import { PatternMiner } from "../patterns/index.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import type { PreviewOutput } from "../preview/outcome.ts";
import type { Preview, Sample } from "../preview/preview.ts";
import { type MetadataReport, metadataVolumes } from "./metadata.ts";
import { type StageVolume, stageVolumes } from "./stage-volumes.ts";
import { bytesOf, sum, type Volume } from "./volume.ts";

export interface OutputVolume extends Volume {
  /** Different sets of labels. */
  readonly streams: number;
}

export interface LabelStreams {
  readonly name: string;
  /** Distinct values. */
  readonly values: number;
  /** Streams that would be left without the label. */
  readonly without: number;
}

/** Labels of which each makes nearly every entry a stream: without one of them alone as many are left. */
export interface LabelsTogether {
  readonly names: readonly string[];
  /** Streams that would be left without all of them. */
  readonly without: number;
}

export interface PatternVolume {
  readonly number: number;
  readonly template: string;
  /** Its first line, perhaps shortened. */
  readonly example: string;
  readonly in: Volume;
  readonly out: Volume;
}

export interface CostReport extends MetadataReport {
  readonly in: Volume;
  readonly out: OutputVolume;
  /** Stages of the pipeline itself and those inside others, in their order; those that nothing reached are left out. */
  readonly stages: readonly StageVolume[];
  /** Those that make most streams first. */
  readonly labels: readonly LabelStreams[];
  /** Undefined: fewer than two are so. */
  readonly together: LabelsTogether | undefined;
  /** Those with most bytes in the output first. */
  readonly patterns: readonly PatternVolume[];
  /** Patterns that are not listed, summed up. */
  readonly otherPatterns: { readonly patterns: number; readonly in: Volume; readonly out: Volume };
  /** Days that the samples span by their own times; undefined where these do not say. */
  readonly days: number | undefined;
}

/** Patterns and labels that are listed. */
const MAX_PATTERNS = 50;
const MAX_LABELS = 50;
/** Lines whose patterns are found at once. */
const STEP = 200;
const DAY = 86_400e9;
/** Outermost times that are left out at each end: one wrong year would stretch the span a thousandfold. */
const OUTLIERS = 0.01;

export interface MeasuredRun {
  readonly stages: readonly StageNode[];
  readonly samples: readonly Sample[];
  readonly preview: Preview;
}

export const measureCosts = (run: MeasuredRun): CostReport => atOnce(measureCostsInSteps(run));

/** The same in steps of some hundred lines. */
export function* measureCostsInSteps(run: MeasuredRun): Generator<undefined, CostReport> {
  const { preview, samples } = run;
  const patterns = yield* patternVolumes(run);
  const labels = yield* labelStreams(preview.outputs);
  return {
    in: sum(samples.map(bytesOf)),
    out: measureOutput(preview.outputs),
    stages: yield* stageVolumes(run.stages, preview, samples.length),
    labels,
    together: togetherOf(preview.outputs, labels),
    ...(yield* metadataVolumes(preview.outputs)),
    ...patterns,
    days: spannedDays(run),
  };
}

/** The numbers of the patterns of samples, by sample. */
export function* minePatterns(
  miner: PatternMiner,
  samples: readonly Sample[],
): Generator<undefined, (number | undefined)[]> {
  const numbers: (number | undefined)[] = [];
  for (let from = 0; from < samples.length; from += STEP) {
    for (const number of miner.add(samples.slice(from, from + STEP).map(({ line }) => line))) numbers.push(number);
    yield;
  }
  return numbers;
}

export function measureOutput(outputs: readonly PreviewOutput[]): OutputVolume {
  const streams = new Set<LabelSet>(outputs.map(({ entry }) => entry.labels));
  return { ...sum(outputs.map(({ entry }) => bytesOf(entry))), streams: streams.size };
}

/** Share of the streams that a label has as values, to be judged with others. */
const HIGH_SHARE = 0.5;
const LEAST_VALUES = 20;

function togetherOf(outputs: readonly PreviewOutput[], labels: readonly LabelStreams[]): LabelsTogether | undefined {
  const streams = new Set(outputs.map(({ entry }) => entry.labels));
  const names = labels
    .filter(({ values }) => values >= LEAST_VALUES && values >= outputs.length * HIGH_SHARE)
    .map(({ name }) => name);
  if (names.length < 2) return undefined;
  const without = new Set<LabelSet>();
  for (const set of streams) without.add(names.reduce((left, name) => left.without(name), set));
  return { names, without: without.size };
}

function* labelStreams(outputs: readonly PreviewOutput[]): Generator<undefined, LabelStreams[]> {
  const streams = new Set(outputs.map(({ entry }) => entry.labels));
  const values = new Map<string, Set<string>>();
  for (const labels of streams) {
    for (const [i, name] of labels.names.entries()) {
      const known = values.get(name);
      if (known === undefined) values.set(name, new Set([labels.values[i]!]));
      else known.add(labels.values[i]!);
    }
  }
  const most = [...values].sort(([, a], [, b]) => b.size - a.size).slice(0, MAX_LABELS);
  const found: LabelStreams[] = [];
  for (const [name, { size }] of most) {
    const without = new Set<LabelSet>();
    for (const labels of streams) without.add(labels.without(name));
    found.push({ name, values: size, without: without.size });
    yield;
  }
  return found.sort((a, b) => a.without - b.without);
}

interface Sums {
  template: string;
  example: string;
  readonly in: { entries: number; bytes: number };
  readonly out: { entries: number; bytes: number };
}

function* patternVolumes({
  samples,
  preview,
}: MeasuredRun): Generator<undefined, Pick<CostReport, "patterns" | "otherPatterns">> {
  const miner = new PatternMiner();
  const numbers = yield* minePatterns(miner, samples);
  const sums = new Map<number, Sums>();
  const none = -1;
  const of = (number = none): Sums => {
    let found = sums.get(number);
    if (found === undefined) {
      found = { template: "", example: "", in: { entries: 0, bytes: 0 }, out: { entries: 0, bytes: 0 } };
      sums.set(number, found);
    }
    return found;
  };
  const count = (into: { entries: number; bytes: number }, bytes: number) => {
    into.entries++;
    into.bytes += bytes;
  };
  for (const [i, sample] of samples.entries()) count(of(numbers[i]).in, bytesOf(sample));
  for (const { entry } of preview.outputs) count(of(numbers[entry.origins[0] ?? none]).out, bytesOf(entry));
  for (const { number, template, example } of miner.report().patterns) Object.assign(of(number), { template, example });
  const all = [...sums]
    .map(([number, one]) => ({ number, ...one }))
    .sort((a, b) => b.out.bytes - a.out.bytes || b.in.bytes - a.in.bytes);
  const named = all.filter(({ number }) => number !== none);
  const rest = [...named.slice(MAX_PATTERNS), ...all.filter(({ number }) => number === none)];
  const add = (side: "in" | "out"): Volume => ({
    entries: rest.reduce((total, one) => total + one[side].entries, 0),
    bytes: rest.reduce((total, one) => total + one[side].bytes, 0),
  });
  return {
    patterns: named.slice(0, MAX_PATTERNS),
    otherPatterns: { patterns: rest.length, in: add("in"), out: add("out") },
  };
}

/** By the times with which entries leave, or came where none leave: these are the samples' own, or the pipeline read them. */
function spannedDays({ samples, preview }: MeasuredRun): number | undefined {
  // The time of one that nobody dated is that of the virtual clock, which says nothing.
  const read = preview.outputs.flatMap(({ entry, at }) =>
    entry.timestamp === at && samples[entry.origins[0] ?? -1]?.timestamp === undefined ? [] : entry.timestamp,
  );
  const times: Nanos[] = read.length > 1 ? read : samples.flatMap(({ timestamp }) => timestamp ?? []);
  if (times.length < 2) return undefined;
  times.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const left = times.length < 100 ? 0 : Math.ceil(times.length * OUTLIERS);
  const span = Number(times[times.length - 1 - left]! - times[left]!);
  const share = (times.length - 1 - 2 * left) / (times.length - 1);
  return span <= 0 || share <= 0 ? undefined : span / share / DAY;
}
