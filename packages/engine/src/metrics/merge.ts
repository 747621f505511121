/**
 * Unites metric families, so that a scrape never fails: for one name the first help text and type apply, and equal series are
 * summed. Histograms of one series are summed by their buckets; if their bounds differ, each counts at a bound the values
 * that are certainly not larger.
 */
import { compareBytes } from "@sluice/languages/base";
import { atOnce, STEP } from "../base/at-once.ts";
import type { LabelPair, MetricFamily, Sample } from "./family.ts";
import { sortInSteps } from "./steps.ts";

/** One series: its labels (without `le`) and its samples in their order. */
interface Series {
  readonly labels: readonly LabelPair[];
  readonly samples: readonly Sample[];
}

/**
 * The families by name, each with its series in the order of their labels. Families of another type than the first are left
 * out.
 */
export function mergeFamilies(families: readonly MetricFamily[]): MetricFamily[] {
  return atOnce(mergeInSteps(families));
}

/** The same, stopping now and then: there may be hundreds of thousands of series. */
export function* mergeInSteps(families: readonly MetricFamily[]): Generator<void, MetricFamily[]> {
  const byName = new Map<string, { first: MetricFamily; series: Map<string, Series> }>();
  let done = 0;
  for (const family of families) {
    let merged = byName.get(family.name);
    if (merged === undefined) {
      merged = { first: family, series: new Map() };
      byName.set(family.name, merged);
    } else if (merged.first.type !== family.type) continue;
    for (const one of splitSeries(family)) {
      if (++done % STEP === 0) yield;
      const key = JSON.stringify(one.labels);
      const known = merged.series.get(key);
      merged.series.set(key, known === undefined ? one : addSeries(known, one));
    }
  }
  const merged: MetricFamily[] = [];
  for (const { first, series } of byName.values()) {
    const samples: Sample[] = [];
    for (const one of yield* sortInSteps([...series.values()], (a, b) => compareLabels(a.labels, b.labels))) {
      for (const sample of one.samples) samples.push(sample);
      if (++done % STEP === 0) yield;
    }
    merged.push({ name: first.name, help: first.help, type: first.type, samples });
  }
  return merged.sort((a, b) => compareBytes(a.name, b.name));
}

/** The series of a family; a histogram's or a summary's ends with its count. */
function* splitSeries({ type, samples }: MetricFamily): Iterable<Series> {
  if (type === "counter" || type === "gauge") {
    for (const sample of samples) yield { labels: sample.labels, samples: [sample] };
    return;
  }
  let from = 0;
  for (const [i, sample] of samples.entries()) {
    if (sample.suffix !== "_count") continue;
    yield { labels: sample.labels, samples: samples.slice(from, i + 1) };
    from = i + 1;
  }
}

function addSeries(a: Series, b: Series): Series {
  const simple = (sample: Sample, i: number): Sample => ({ ...sample, value: sample.value + b.samples[i]!.value });
  const sameBounds =
    a.samples.length === b.samples.length && a.samples.every((sample, i) => boundOf(sample) === boundOf(b.samples[i]!));
  if (sameBounds) return { labels: a.labels, samples: a.samples.map(simple) };
  const isBucket = ({ suffix }: Sample) => suffix === "_bucket";
  const [left, right] = [a.samples.filter(isBucket), b.samples.filter(isBucket)];
  const bounds = [...new Set([...left, ...right].map((sample) => boundOf(sample)!))].sort(
    (x, y) => toNumber(x) - toNumber(y),
  );
  const buckets = bounds.map((bound): Sample => {
    const labels = [...a.labels, ["le", bound] as const];
    return { suffix: "_bucket", labels, value: countUpTo(left, bound) + countUpTo(right, bound) };
  });
  const rest = (series: Series) => series.samples.filter((sample) => !isBucket(sample));
  const totals = rest(a).map((sample, i) => ({ ...sample, value: sample.value + rest(b)[i]!.value }));
  return { labels: a.labels, samples: [...buckets, ...totals] };
}

/** A bucket's bound; `le` is its last label. */
const boundOf = (sample: Sample): string | undefined =>
  sample.suffix === "_bucket" ? sample.labels.at(-1)![1] : undefined;

const toNumber = (bound: string): number => (bound === "+Inf" ? Number.POSITIVE_INFINITY : Number(bound));

/** What the buckets, which are cumulative and rise, know to be at most `bound`. */
function countUpTo(buckets: readonly Sample[], bound: string): number {
  let count = 0;
  for (const bucket of buckets) if (toNumber(boundOf(bucket)!) <= toNumber(bound)) count = bucket.value;
  return count;
}

/** As Prometheus sorts series: fewer labels first, then by values; names decide what the original leaves to chance. */
function compareLabels(a: readonly LabelPair[], b: readonly LabelPair[]): number {
  if (a.length !== b.length) return a.length - b.length;
  for (const part of [1, 0] as const) {
    for (let i = 0; i < a.length; i++) {
      const order = compareBytes(a[i]![part], b[i]![part]);
      if (order !== 0) return order;
    }
  }
  return 0;
}
