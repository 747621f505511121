/**
 * `stage.metrics`: counters, gauges and histograms from entries. What kills the original (a counter that should go down,
 * buckets that do not rise, a histogram's stream with a label `le`) costs one observation here: it is skipped, logged
 * and counted. Of metrics with the same name in one stage the last one counts, prefix or not.
 */

import type { Nanos } from "@sluice/languages/base";
import { utf8Length } from "@sluice/languages/base";
import { goFloat, goString } from "@sluice/languages/govalue";
import type { Entry } from "../base/entry.ts";
import type { ExtractedValue } from "../base/extracted.ts";
import type { CounterVector } from "../metrics/registry.ts";
import { type Env, type MetricEffect, metricPrefix, type Out, type Stage } from "../pipeline/stage.ts";
import { defineStage } from "../pipeline/stage-spec.ts";
import { shown } from "./explain-text.ts";
import {
  bucketsRise,
  CounterCell,
  GaugeCell,
  HistogramCell,
  type SeriesCell,
  SeriesVector,
  shownLabels,
} from "./metric-series.ts";
import { COUNTER_BLOCK, GAUGE_BLOCK, HISTOGRAM_BLOCK, METRICS_EXAMPLES } from "./metrics-blocks.ts";

/** The bounds of a histogram with an empty list of buckets: Prometheus's own defaults, in seconds. */
const DEFAULT_BUCKETS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const metrics = defineStage({
  name: "metrics",
  summary: "Keeps counters, gauges and histograms about entries; the entries go on unchanged.",
  rules: [
    "Each label set has a series of its own; labels that begin with `__` are not shown.",
    "A metric reads the extracted value `source`; entries without it do not change the metric.",
    "Numbers count as they are, booleans as 1 and 0, texts as the number or the duration in seconds that they hold.",
    "A series that was not written for `max_idle_duration` is shown once more and then removed.",
    "Of metrics with the same name in one stage the last one counts.",
  ],
  category: "metric",
  state: "global",
  fields: {},
  blocks: {
    "metric.counter": COUNTER_BLOCK,
    "metric.gauge": GAUGE_BLOCK,
    "metric.histogram": HISTOGRAM_BLOCK,
  },
  examples: METRICS_EXAMPLES,
  create(args, env) {
    const counters = args["metric.counter"].map((one) => ({ ...one, make: () => new CounterMetric(one.args, env) }));
    const gauges = args["metric.gauge"].map((one) => ({ ...one, make: () => new GaugeMetric(one.args, env) }));
    const histograms = args["metric.histogram"].map((one) => ({
      ...one,
      make: () => new HistogramMetric(one.args, env),
    }));
    const ordered = [...counters, ...gauges, ...histograms].sort((a, b) => a.index - b.index);
    const byName = new Map(ordered.map((one) => [one.args.name, one]));
    const all = [...byName.values()].map((one) => one.make());
    return new MetricsStage(all, env);
  },
});

/** Why one observation could not be made. */
type Skip = "negative" | "label-le" | "buckets" | "series-limit";

const SKIP_TEXTS: Readonly<Record<Skip, string>> = {
  negative: "a counter cannot go down",
  "label-le": "the label `le` belongs to the histogram's buckets",
  buckets: "the histogram's buckets are not in increasing order",
  "series-limit": "the metric has too many series, or too much text in their labels",
};

interface CommonArgs {
  readonly name: string;
  readonly description: string;
  readonly source: string;
  readonly prefix: string;
  readonly max_idle_duration: Nanos;
  readonly value: string;
}

/** What every kind of metric does: find the value, compare it, write it to the series of the entry's labels. */
abstract class Metric<Cell extends SeriesCell> {
  readonly vector: SeriesVector<Cell>;
  protected readonly env: Env;
  protected readonly args: CommonArgs;
  readonly #source: string;
  readonly #skipped: CounterVector;

  constructor(type: "counter" | "gauge" | "histogram", args: CommonArgs, env: Env, make: () => Cell) {
    const name = (args.prefix || `${metricPrefix(env.dialect)}custom_`) + args.name;
    this.vector = new SeriesVector({ name, help: args.description, type, maxIdle: args.max_idle_duration }, make);
    this.env = env;
    this.args = args;
    this.#source = args.source || args.name;
    this.#skipped = env.metrics.counter(
      `${metricPrefix(env.dialect)}skipped_observations_total`,
      "A count of all observations that stage.metrics could not make",
      ["metric", "reason"],
    );
    env.metrics.register(this.vector);
  }

  record(entry: Entry): void {
    const value = entry.extracted.get(this.#source);
    if (value === undefined) {
      this.env.log.write("debug", "source does not exist", () => ({ err: `source: ${this.#source}, does not exist` }));
      this.explain("source-missing", `${shown(this.#source)} is not set by any stage before this one`);
      return;
    }
    if (this.matchesValue(value)) this.update(entry, value);
  }

  close(): void {
    this.env.metrics.unregister(this.vector);
  }

  /** Writes `value`, which passed the comparison. */
  protected abstract update(entry: Entry, value: ExtractedValue): void;

  protected matchesValue(value: ExtractedValue): boolean {
    if (this.args.value === "") return true;
    const text = goString(value);
    if (text === this.args.value) return true;
    if (text === undefined) {
      this.env.log.write(
        "debug",
        "failed to convert extracted value to string, can't perform value comparison",
        () => ({ metric: this.args.name }),
      );
    }
    this.explain(
      "value-differs",
      `${shown(this.#source)} = ${shown(text ?? value)} does not equal ${shown(this.args.value)}`,
    );
    return false;
  }

  protected readNumber(value: ExtractedValue): number | undefined {
    const number = goFloat(value);
    if (number.ok) return number.value;
    this.env.log.write("debug", "failed to convert extracted value to float", () => ({
      metric: this.args.name,
      err: number.message,
    }));
    this.explain("cannot-convert", `${shown(this.#source)} = ${shown(value)} is neither a number nor a duration`);
    return undefined;
  }

  /** The cell of the entry's series, with what is done to it told to a trace. */
  protected cell(entry: Entry, operation: MetricEffect["operation"], value: number): Cell | undefined {
    const cell = this.vector.touch(entry.labels, this.env.clock.now());
    if (cell === undefined) this.skip("series-limit");
    else if (this.env.explain !== null) {
      const labels = Object.fromEntries(shownLabels(entry.labels));
      this.env.explain.metric({ name: this.vector.name, labels, operation, value });
    }
    return cell;
  }

  protected skip(reason: Skip): void {
    this.#skipped.with(this.vector.name, reason).inc();
    this.env.log.write("warn", "skipped an observation", () => ({
      metric: this.args.name,
      reason: SKIP_TEXTS[reason],
    }));
    this.explain(reason, SKIP_TEXTS[reason]);
  }

  protected explain(code: string, text: string): void {
    this.env.explain?.because({
      code,
      // A value that was not asked for is no failure.
      missed: code !== "value-differs",
      text: `${shown(this.args.name)} stays: ${text}`,
      evidence: { metric: this.args.name },
    });
  }
}

class CounterMetric extends Metric<CounterCell> {
  readonly #adds: boolean;
  readonly #matchAll: boolean;
  readonly #bytes: boolean;

  constructor(args: CommonArgs & { action: string; match_all: boolean; count_entry_bytes: boolean }, env: Env) {
    super("counter", args, env, () => new CounterCell());
    this.#adds = args.action === "add";
    this.#matchAll = args.match_all;
    this.#bytes = args.count_entry_bytes;
  }

  override record(entry: Entry): void {
    if (!this.#matchAll) super.record(entry);
    else if (this.#bytes) this.#add(entry, utf8Length(entry.line));
    else if (this.#adds) this.explain("nothing-to-add", "`match_all` reads no value, so `add` has nothing to add");
    else this.cell(entry, "inc", 1)?.add(1);
  }

  protected update(entry: Entry, value: ExtractedValue): void {
    if (!this.#adds) {
      this.cell(entry, "inc", 1)?.add(1);
      return;
    }
    const number = this.readNumber(value);
    if (number !== undefined) this.#add(entry, number);
  }

  #add(entry: Entry, number: number): void {
    if (number < 0) this.skip("negative");
    else this.cell(entry, "add", number)?.add(number);
  }
}

class GaugeMetric extends Metric<GaugeCell> {
  readonly #action: "inc" | "dec" | "set" | "add" | "sub";

  constructor(args: CommonArgs & { action: "inc" | "dec" | "set" | "add" | "sub" }, env: Env) {
    super("gauge", args, env, () => new GaugeCell());
    this.#action = args.action;
  }

  protected update(entry: Entry, value: ExtractedValue): void {
    const action = this.#action;
    if (action === "inc" || action === "dec") {
      this.cell(entry, action, 1)?.add(action === "inc" ? 1 : -1);
      return;
    }
    const number = this.readNumber(value);
    if (number === undefined) return;
    const cell = this.cell(entry, action, number);
    if (action === "set") cell?.set(number);
    else cell?.add(action === "add" ? number : -number);
  }
}

class HistogramMetric extends Metric<HistogramCell> {
  readonly #ordered: boolean;

  constructor(args: CommonArgs & { buckets: readonly number[] }, env: Env) {
    const bounds = args.buckets.length === 0 ? DEFAULT_BUCKETS : args.buckets;
    const finite = bounds.at(-1) === Number.POSITIVE_INFINITY ? bounds.slice(0, -1) : bounds;
    super("histogram", args, env, () => new HistogramCell(finite));
    this.#ordered = bucketsRise(bounds);
  }

  protected update(entry: Entry, value: ExtractedValue): void {
    const number = this.readNumber(value);
    if (number === undefined) return;
    if (!this.#ordered) this.skip("buckets");
    else if (entry.labels.has("le")) this.skip("label-le");
    else this.cell(entry, "observe", number)?.observe(number);
  }
}

class MetricsStage implements Stage {
  readonly #metrics: readonly { record(entry: Entry): void; close(): void }[];
  readonly #env: Env;

  constructor(all: readonly (CounterMetric | GaugeMetric | HistogramMetric)[], env: Env) {
    this.#metrics = all;
    this.#env = env;
  }

  process(entry: Entry, out: Out): void {
    for (const metric of this.#metrics) metric.record(entry);
    if (this.#metrics.length === 0)
      this.#env.explain?.because({ code: "no-metrics", text: "Unchanged: the stage defines no metric" });
    out.emit(entry);
  }

  close(): void {
    for (const metric of this.#metrics) metric.close();
  }
}
