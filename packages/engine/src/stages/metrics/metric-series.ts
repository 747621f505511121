/**
 * The series of one metric of `stage.metrics`. A series is keyed by the entry's whole label set and shown without the
 * labels that begin with `__`; those that then look alike are summed where families are united. Idle series go at a
 * scrape, after they were shown once more, by whole seconds: nothing else removes them, so a series that is written
 * again after a long time continues where it was.
 */

import { floorDiv, type Nanos, SECOND } from "@sluice/languages/base";
import { atOnce, STEP } from "../../base/at-once.ts";
import type { LabelSet } from "../../base/label-set.ts";
import {
  type Collector,
  histogramSamples,
  type LabelPair,
  type MetricFamily,
  type MetricType,
  type Sample,
} from "../../metrics/registry.ts";
import type { MetricEffect, StageMetrics } from "../../pipeline/stage.ts";

/** Maximum number of series of one metric; at the limit, idle ones are removed early, and then new ones are refused. */
export const MAX_SERIES = 100_000;
/** UTF-16 units of all their label sets together: they stay in memory, and every scrape shows them. */
export const MAX_SERIES_UNITS = 16_777_216;

/** What is done to a series. */
export type Operation = MetricEffect["operation"];

/** What a series holds. */
export interface SeriesCell {
  apply(operation: Operation, value: number): void;
  samples(labels: readonly LabelPair[]): readonly Sample[];
}

interface Series<Cell> {
  readonly labels: readonly LabelPair[];
  readonly cell: Cell;
  touched: Nanos;
}

/** The labels of `set` that a metric shows. */
function shownLabels(set: LabelSet): readonly LabelPair[] {
  return [...set].filter(([name]) => name !== "" && !name.startsWith("__"));
}

export class SeriesVector<Cell extends SeriesCell> implements Collector {
  readonly name: string;
  readonly #help: string;
  readonly #type: MetricType;
  readonly #maxIdleSeconds: bigint;
  readonly #make: () => Cell;
  readonly #metrics: Pick<StageMetrics, "changed"> | undefined;
  readonly #series = new Map<LabelSet, Series<Cell>>();
  #units = 0;
  /** The second of the last search for idle series: there are no more of them within it. */
  #prunedAt: bigint | undefined;

  /** `metrics`: those of its stage, which report each change while it is watched. */
  constructor(
    metric: { name: string; help: string; type: MetricType; maxIdle: Nanos },
    make: () => Cell,
    metrics?: Pick<StageMetrics, "changed">,
  ) {
    this.name = metric.name;
    this.#help = metric.help;
    this.#type = metric.type;
    this.#maxIdleSeconds = metric.maxIdle / SECOND;
    this.#make = make;
    this.#metrics = metrics;
  }

  /** Writes to the series of a label set. False: there is no room for another one. */
  write(labels: LabelSet, now: Nanos, operation: Operation, value: number): boolean {
    const cell = this.touch(labels, now);
    if (cell === undefined) return false;
    cell.apply(operation, value);
    this.#metrics?.changed?.({ name: this.name, labels: Object.fromEntries(shownLabels(labels)), operation, value });
    return true;
  }

  /** The cell of a label set, made on first use and marked as written at `now`; undefined where there is no room. */
  touch(labels: LabelSet, now: Nanos): Cell | undefined {
    const known = this.#series.get(labels);
    if (known !== undefined) {
      known.touched = now;
      return known.cell;
    }
    if (!this.#hasRoom(labels)) {
      this.#prune(now);
      if (!this.#hasRoom(labels)) return undefined;
    }
    const cell = this.#make();
    this.#units += labels.key.length;
    this.#series.set(labels, { labels: shownLabels(labels), cell, touched: now });
    return cell;
  }

  #hasRoom(labels: LabelSet): boolean {
    return this.#series.size < MAX_SERIES && this.#units + labels.key.length <= MAX_SERIES_UNITS;
  }

  collect(now: Nanos): readonly MetricFamily[] {
    return atOnce(this.collectInSteps(now));
  }

  *collectInSteps(now: Nanos): Generator<void, readonly MetricFamily[]> {
    if (this.#series.size === 0) return [];
    const samples: Sample[] = [];
    let done = 0;
    for (const { labels, cell } of this.#series.values()) {
      if (++done % STEP === 0) yield;
      for (const sample of cell.samples(labels)) samples.push(sample);
    }
    this.#prune(now);
    return [{ name: this.name, help: this.#help, type: this.#type, samples }];
  }

  #prune(now: Nanos): void {
    const second = floorDiv(now, SECOND);
    if (second === this.#prunedAt) return;
    this.#prunedAt = second;
    for (const [labels, { touched }] of this.#series) {
      if (second - floorDiv(touched, SECOND) < this.#maxIdleSeconds) continue;
      this.#series.delete(labels);
      this.#units -= labels.key.length;
    }
  }
}

/**
 * A counter's value. Whole numbers and the rest are added up apart, as in Prometheus's library, so that the last digits
 * of a sum are the same.
 */
export class CounterCell implements SeriesCell {
  #whole = 0;
  #large = 0n;
  #rest = 0;

  /** Whatever a counter does is adding. */
  apply(_operation: Operation, value: number): void {
    this.add(value);
  }

  add(value: number): void {
    if (!Number.isInteger(value) || value >= 2 ** 64) this.#rest += value;
    else if (Number.isSafeInteger(this.#whole + value)) this.#whole += value;
    else this.#large = BigInt.asUintN(64, this.#large + BigInt(value));
  }

  samples(labels: readonly LabelPair[]): readonly Sample[] {
    const whole = this.#large === 0n ? this.#whole : Number(BigInt.asUintN(64, this.#large + BigInt(this.#whole)));
    return [{ suffix: "", labels, value: this.#rest + whole }];
  }
}

export class GaugeCell implements SeriesCell {
  #value = 0;

  apply(operation: Operation, value: number): void {
    if (operation === "set") this.#value = value;
    else this.#value += operation === "dec" || operation === "sub" ? -value : value;
  }

  samples(labels: readonly LabelPair[]): readonly Sample[] {
    return [{ suffix: "", labels, value: this.#value }];
  }
}

export class HistogramCell implements SeriesCell {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  /** `bounds` rise, and do not hold infinity. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Array<number>(bounds.length).fill(0);
  }

  /** Whatever a histogram does is observing. */
  apply(_operation: Operation, value: number): void {
    this.#sum += value;
    this.#count++;
    const bounds = this.#bounds;
    for (let i = 0; i < bounds.length; i++) {
      if (value > bounds[i]! || Number.isNaN(value)) continue;
      this.#counts[i]!++;
      return;
    }
  }

  samples(labels: readonly LabelPair[]): readonly Sample[] {
    return histogramSamples(labels, this.#bounds, this.#counts, this.#sum, this.#count);
  }
}

/** Whether each bound is larger than the one before it, as a histogram needs. */
export function bucketsRise(bounds: readonly number[]): boolean {
  return bounds.every((bound, i) => i === 0 || bound > bounds[i - 1]!);
}
