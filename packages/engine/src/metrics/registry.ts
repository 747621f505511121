/**
 * Metric families and where they are kept. A family is made once and handed to stages; a child (one set of label values)
 * appears in the exposition when it is first touched, as Prometheus's clients do. Anything that keeps its own series
 * (stage.metrics, with expiry) registers a collector. Families of the same name are shown as one: the first help text,
 * and equal series summed, so that a scrape never fails.
 */
import type { Nanos } from "@sluice/languages/base";
import { formatFloat } from "@sluice/languages/gonumber";
import { atOnce } from "../base/at-once.ts";
import type { LabelPair, MetricFamily, MetricType, Sample } from "./family.ts";
import { mergeInSteps } from "./merge.ts";

export type { LabelPair, MetricFamily, MetricType, Sample };

/** Gives its families at a scrape. `now` lets it expire what is idle. */
export interface Collector {
  collect(now: Nanos): readonly MetricFamily[];
  /** The same, stopping now and then, where there may be very many series. Nothing is done before it is driven. */
  collectInSteps?(now: Nanos): Generator<void, readonly MetricFamily[]>;
}

export interface Counter {
  inc(): void;
  /** Adds a number that must not be negative. */
  add(value: number): void;
  readonly value: number;
}

export interface Gauge {
  set(value: number): void;
  add(value: number): void;
}

export interface Histogram {
  /** `times`: as if it were observed so often. */
  observe(value: number, times?: number): void;
}

/** What a cell shows at a scrape. */
interface Shown {
  show(labels: readonly LabelPair[]): readonly Sample[];
}

class NumberCell implements Counter, Gauge, Shown {
  value = 0;
  inc(): void {
    this.value++;
  }
  add(value: number): void {
    this.value += value;
  }
  set(value: number): void {
    this.value = value;
  }
  show(labels: readonly LabelPair[]): readonly Sample[] {
    return [{ suffix: "", labels, value: this.value }];
  }
}

class HistogramCell implements Histogram, Shown {
  readonly bounds: readonly number[];
  readonly counts: number[];
  sum = 0;
  count = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Array<number>(bounds.length).fill(0);
  }

  observe(value: number, times = 1): void {
    this.sum += value * times;
    this.count += times;
    for (let i = 0; i < this.bounds.length; i++) {
      if (value <= this.bounds[i]!) {
        this.counts[i]! += times;
        break;
      }
    }
  }

  show(labels: readonly LabelPair[]): readonly Sample[] {
    return histogramSamples(labels, this.bounds, this.counts, this.sum, this.count);
  }
}

/**
 * The samples of one histogram series: cumulative buckets, `+Inf`, sum and count. `counts[i]` is of bucket `bounds[i]` alone.
 */
export function histogramSamples(
  labels: readonly LabelPair[],
  bounds: readonly number[],
  counts: readonly number[],
  sum: number,
  count: number,
): Sample[] {
  let cumulative = 0;
  const samples: Sample[] = bounds.map((bound, i) => {
    cumulative += counts[i]!;
    return { suffix: "_bucket", labels: [...labels, ["le", formatSampleValue(bound)]], value: cumulative };
  });
  samples.push({ suffix: "_bucket", labels: [...labels, ["le", "+Inf"]], value: count });
  samples.push({ suffix: "_sum", labels, value: sum }, { suffix: "_count", labels, value: count });
  return samples;
}

/** A metric with label names: one cell for each combination of values. */
class MetricVector<Cell> implements Collector {
  readonly name: string;
  readonly help: string;
  readonly type: MetricType;
  readonly labelNames: readonly string[];
  readonly #make: () => Cell & Shown;
  readonly #cells = new Map<string, { labels: readonly LabelPair[]; cell: Cell & Shown }>();

  constructor(
    family: { name: string; help: string; type: MetricType; labelNames: readonly string[] },
    make: () => Cell & Shown,
  ) {
    this.name = family.name;
    this.help = family.help;
    this.type = family.type;
    this.labelNames = family.labelNames;
    this.#make = make;
  }

  /** The cell of these label values, in the order of `labelNames`; made on first use. */
  with(...values: string[]): Cell {
    const key = values.length === 1 ? values[0]! : JSON.stringify(values);
    const known = this.#cells.get(key);
    if (known !== undefined) return known.cell;
    const cell = this.#make();
    this.#cells.set(key, { labels: this.labelNames.map((name, i) => [name, values[i] ?? ""] as const), cell });
    return cell;
  }

  /** Forgets every cell. */
  reset(): void {
    this.#cells.clear();
  }

  get size(): number {
    return this.#cells.size;
  }

  collect(): readonly MetricFamily[] {
    if (this.#cells.size === 0) return [];
    const samples = [...this.#cells.values()].flatMap(({ labels, cell }) => cell.show(labels));
    return [{ name: this.name, help: this.help, type: this.type, samples }];
  }
}

export type CounterVector = MetricVector<Counter>;
export type GaugeVector = MetricVector<Gauge>;
export type HistogramVector = MetricVector<Histogram>;

/** One place for the metrics of a component (or of a preview's run). Asking again for the same name gives the same family. */
export class MetricRegistry {
  readonly #counters = new Map<string, CounterVector>();
  readonly #gauges = new Map<string, GaugeVector>();
  readonly #histograms = new Map<string, HistogramVector>();
  readonly #collectors: Collector[] = [];

  counter(name: string, help: string, labelNames: readonly string[] = []): CounterVector {
    const family = { name, help, type: "counter", labelNames } as const;
    return this.#family(this.#counters, name, () => new MetricVector<Counter>(family, () => new NumberCell()));
  }

  gauge(name: string, help: string, labelNames: readonly string[] = []): GaugeVector {
    const family = { name, help, type: "gauge", labelNames } as const;
    return this.#family(this.#gauges, name, () => new MetricVector<Gauge>(family, () => new NumberCell()));
  }

  histogram(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames: readonly string[] = [],
  ): HistogramVector {
    const family = { name, help, type: "histogram", labelNames } as const;
    const make = () => new MetricVector<Histogram>(family, () => new HistogramCell(buckets));
    return this.#family(this.#histograms, name, make);
  }

  #family<V extends Collector>(all: Map<string, V>, name: string, make: () => V): V {
    const known = all.get(name);
    if (known !== undefined) return known;
    const made = make();
    all.set(name, made);
    this.#collectors.push(made);
    return made;
  }

  register(collector: Collector): void {
    this.#collectors.push(collector);
  }

  unregister(collector: Collector): void {
    const at = this.#collectors.indexOf(collector);
    if (at >= 0) this.#collectors.splice(at, 1);
  }

  /** Every family, by name, with its samples in the order of their labels. */
  collect(now: Nanos): MetricFamily[] {
    return atOnce(this.collectInSteps(now));
  }

  /**
   * The same, stopping now and then. What is small is collected by the call itself, so that counters of one moment
   * balance; what may be very long is while it is driven.
   */
  collectInSteps(now: Nanos): Generator<void, MetricFamily[]> {
    return this.#unite(
      this.#collectors.map((collector) => collector.collectInSteps?.(now) ?? [...collector.collect(now)]),
    );
  }

  *#unite(parts: readonly (MetricFamily[] | Generator<void, readonly MetricFamily[]>)[]) {
    const families: MetricFamily[] = [];
    for (const part of parts) families.push(...(Array.isArray(part) ? part : yield* part));
    return yield* mergeInSteps(families);
  }
}

/**
 * A sample's value in Prometheus's text format: Go's `%g` in its shortest form (`1e+06`, `8e-06`), `+Inf`, `NaN`; a negative
 * zero is `0`.
 */
export function formatSampleValue(value: number): string {
  return value === 0 ? "0" : formatFloat(value, "g");
}
