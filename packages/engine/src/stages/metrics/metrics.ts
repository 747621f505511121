/**
 * `stage.metrics`: counters, gauges and histograms from entries. What kills the original (a counter that should go down,
 * buckets that do not rise, a histogram's stream with a label `le`) costs one observation here: it is skipped, logged
 * and counted. Of metrics with the same name in one stage the last one counts, prefix or not.
 */

import { utf8Length } from "@sluice/languages/base";
import { goFloat, goString } from "@sluice/languages/govalue";
import type { Entry } from "../../base/entry.ts";
import type { ExtractedValue } from "../../base/extracted.ts";
import { formatSampleValue } from "../../metrics/registry.ts";
import {
  type Dialect,
  type Env,
  metricPrefix,
  type Out,
  type Reason,
  type Stage,
  type StageCounters,
} from "../../pipeline/stage.ts";
import { type CoveragePath, path, REACHED } from "../../pipeline/stage-coverage.ts";
import { extractedValue } from "../../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../../pipeline/stage-spec.ts";
import type { Step } from "../../pipeline/trace.ts";
import type { BlockArgs } from "../../schema/field.ts";
import { hasNoText, inCaseAlone, notSet, shown } from "../shared/explain-text.ts";
import {
  bucketsRise,
  CounterCell,
  GaugeCell,
  HistogramCell,
  type Operation,
  type SeriesCell,
  SeriesVector,
} from "./metric-series.ts";
import { COUNTER_BLOCK, GAUGE_BLOCK, HISTOGRAM_BLOCK, METRICS_EXAMPLES, type MetricArgs } from "./metrics-blocks.ts";

/** The bounds of a histogram with an empty list of buckets: Prometheus's own defaults, in seconds. */
const DEFAULT_BUCKETS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const metrics = defineStage({
  name: "metrics",
  summary: "Keeps counters, gauges and histograms about entries, which pass unchanged.",
  words: ["count", "counter", "histogram", "gauge", "prometheus", "measure", "latency", "duration", "errors"],
  rules: [
    "Each label set has a series of its own; labels that begin with `__` are not shown.",
    "A metric reads the extracted value `source`; entries without it do not change the metric.",
    "Numbers count as they are, booleans as 1 and 0, texts as the number or the duration in seconds that they hold.",
    "A series that was not written for `max_idle_duration` is shown once more and then removed.",
    "Of metrics with the same name in one stage the last one counts.",
    "If several stages have metrics of the same name, the first one's kind and description apply, and metrics of another kind are not shown. In Alloy every scrape fails then.",
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
  flow: (args) => ({
    reads: [
      ...args["metric.counter"].filter(({ args: { match_all } }) => !match_all),
      ...args["metric.gauge"],
      ...args["metric.histogram"],
    ].map(({ args: { source, name }, index }) =>
      extractedValue(source || name, { argument: source === "" ? "name" : "source", block: index }),
    ),
    readsAny: ["label"],
  }),
  coverage(args, dialect) {
    const paths = metricPaths(args, dialect);
    return paths.length > 0 ? paths : [REACHED];
  },
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

const metricName = ({ prefix, name }: Pick<MetricArgs, "name" | "prefix">, dialect: Dialect): string =>
  (prefix || `${metricPrefix(dialect)}custom_`) + name;

/** Each metric changed; of a histogram each bucket. */
function metricPaths(args: StageArgs<typeof metrics>, dialect: Dialect): readonly CoveragePath[] {
  const histograms = args["metric.histogram"].map((one) => ({ ...one, buckets: one.args.buckets }));
  const others = [...args["metric.counter"], ...args["metric.gauge"]].map((one) => ({ ...one, buckets: [] }));
  const all = [...others, ...histograms].toSorted((a, b) => a.index - b.index);
  const named = all.length > 1;
  return all.flatMap(({ args: { name, prefix }, buckets }) => {
    const shownAs = metricName({ name, prefix }, dialect);
    const changes = ({ metrics }: Step) => metrics.filter((effect) => effect.name === shownAs);
    if (buckets.length === 0)
      return [path(named ? name : "", `${name} is never changed`, (step) => changes(step).length > 0)];
    return bucketRanges(buckets).map(({ range, holds }) =>
      path(named ? `${name}, bucket ${range}` : `bucket ${range}`, "no value falls in it", (step) =>
        changes(step).some(({ value }) => holds(value)),
      ),
    );
  });
}

/** The buckets between bounds, which rise, as people read them. */
function bucketRanges(buckets: readonly number[]): { range: string; holds(value: number): boolean }[] {
  const bounds = buckets.filter((bound) => Number.isFinite(bound));
  return [...bounds, Number.POSITIVE_INFINITY].map((to, i) => {
    const from = bounds[i - 1];
    const [low, high] = [formatSampleValue(from ?? 0), formatSampleValue(to)];
    const range = from === undefined ? `up to ${high}` : i === bounds.length ? `above ${low}` : `${low} to ${high}`;
    return { range, holds: (value) => value <= to && (from === undefined || value > from) };
  });
}

/** The metrics of a stage, each with its place. */
export const metricsIn = (args: StageArgs<typeof metrics>) => [
  ...args["metric.counter"],
  ...args["metric.gauge"],
  ...args["metric.histogram"],
];

/** As Prometheus sees the metrics of a stage with these arguments. */
export const metricNames = (args: StageArgs<typeof metrics>, dialect: Dialect): string[] =>
  metricsIn(args).map((one) => metricName(one.args, dialect));

/** Why one observation could not be made. */
type Skip = "negative" | "label-le" | "buckets" | "series-limit";

const SKIP_TEXTS: Readonly<Record<Skip, string>> = {
  negative: "a counter cannot go down",
  "label-le": "the label `le` belongs to the histogram's buckets",
  buckets: "the histogram's buckets are not in increasing order",
  "series-limit": "the metric has too many series, or too much text in their labels",
};

/** What every kind of metric does: find the value, compare it, write it to the series of the entry's labels. */
abstract class Metric {
  protected readonly env: Env;
  protected readonly args: MetricArgs;
  readonly #vector: SeriesVector<SeriesCell>;
  readonly #source: string;
  readonly #skipped: StageCounters;

  constructor(type: "counter" | "gauge" | "histogram", args: MetricArgs, env: Env, make: () => SeriesCell) {
    const name = metricName(args, env.dialect);
    this.#vector = new SeriesVector(
      { name, help: args.description, type, maxIdle: args.max_idle_duration },
      make,
      env.metrics,
    );
    this.env = env;
    this.args = args;
    this.#source = args.source || args.name;
    this.#skipped = env.metrics.counter(
      `${metricPrefix(env.dialect)}skipped_observations_total`,
      "A count of all observations that stage.metrics could not make",
      ["metric", "reason"],
    );
    env.metrics.register(this.#vector);
  }

  record(entry: Entry): void {
    const value = entry.extracted.get(this.#source);
    if (value === undefined) {
      this.env.note.debug?.({
        ...this.unchanged("source-missing", notSet(this.#source, this.env, entry)),
        message: "source does not exist",
        fields: { err: `source: ${this.#source}, does not exist` },
      });
      return;
    }
    if (this.matchesValue(value)) this.update(entry, value);
  }

  close(): void {
    this.env.metrics.unregister(this.#vector);
  }

  /** Writes `value`, which passed the comparison. */
  protected abstract update(entry: Entry, value: ExtractedValue): void;

  protected matchesValue(value: ExtractedValue): boolean {
    if (this.args.value === "") return true;
    const text = goString(value);
    if (text === this.args.value) return true;
    if (text === undefined) {
      this.env.note.debug?.({
        ...this.unchanged("cannot-convert", hasNoText(this.#source, value)),
        message: "failed to convert extracted value to string, can't perform value comparison",
        fields: { metric: this.args.name },
      });
      return false;
    }
    this.env.note.trace?.({
      ...this.unchanged(
        "value-differs",
        `${shown(this.#source)} is ${shown(text)}, not ${shown(this.args.value)}${inCaseAlone(text, this.args.value)}`,
      ),
      // A value that is not required is not missed.
      missed: false,
    });
    return false;
  }

  protected readNumber(value: ExtractedValue): number | undefined {
    const number = goFloat(value);
    if (number.ok) return number.value;
    this.env.note.debug?.({
      ...this.unchanged(
        "cannot-convert",
        `${shown(this.#source)} = ${shown(value)} is neither a number nor a duration`,
      ),
      message: "failed to convert extracted value to float",
      fields: { metric: this.args.name, err: number.message },
    });
    return undefined;
  }

  /** Writes to the series of the entry's labels. */
  protected write(entry: Entry, operation: Operation, value: number): void {
    if (!this.#vector.write(entry.labels, this.env.clock.now(), operation, value)) this.skip("series-limit");
  }

  protected skip(reason: Skip): void {
    this.#skipped.with(this.#vector.name, reason).inc();
    this.env.note.warn?.({
      ...this.unchanged(reason, SKIP_TEXTS[reason]),
      message: "skipped an observation",
      fields: { metric: this.args.name, reason: SKIP_TEXTS[reason] },
    });
  }

  /** What is said wherever the metric could not be changed. */
  protected unchanged(code: string, why: string): Reason {
    const { name } = this.args;
    return { code, missed: true, text: `${shown(name)} not changed: ${why}`, evidence: { metric: name } };
  }
}

class CounterMetric extends Metric {
  readonly #adds: boolean;
  readonly #matchAll: boolean;
  readonly #bytes: boolean;

  constructor(args: BlockArgs<typeof COUNTER_BLOCK>, env: Env) {
    super("counter", args, env, () => new CounterCell());
    this.#adds = args.action === "add";
    this.#matchAll = args.match_all;
    this.#bytes = args.count_entry_bytes;
  }

  override record(entry: Entry): void {
    if (!this.#matchAll) super.record(entry);
    else if (this.#bytes) this.#add(entry, utf8Length(entry.line));
    else if (!this.#adds) this.write(entry, "inc", 1);
    else {
      this.env.note.trace?.(
        this.unchanged("nothing-to-add", "with `match_all` it reads no value, so `add` has nothing to add"),
      );
    }
  }

  protected update(entry: Entry, value: ExtractedValue): void {
    if (!this.#adds) {
      this.write(entry, "inc", 1);
      return;
    }
    const number = this.readNumber(value);
    if (number !== undefined) this.#add(entry, number);
  }

  #add(entry: Entry, number: number): void {
    if (number < 0) this.skip("negative");
    else this.write(entry, "add", number);
  }
}

class GaugeMetric extends Metric {
  readonly #action: BlockArgs<typeof GAUGE_BLOCK>["action"];

  constructor(args: BlockArgs<typeof GAUGE_BLOCK>, env: Env) {
    super("gauge", args, env, () => new GaugeCell());
    this.#action = args.action;
  }

  protected update(entry: Entry, value: ExtractedValue): void {
    const action = this.#action;
    if (action === "inc" || action === "dec") {
      this.write(entry, action, 1);
      return;
    }
    const number = this.readNumber(value);
    if (number !== undefined) this.write(entry, action, number);
  }
}

class HistogramMetric extends Metric {
  readonly #ordered: boolean;

  constructor(args: BlockArgs<typeof HISTOGRAM_BLOCK>, env: Env) {
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
    else this.write(entry, "observe", number);
  }
}

class MetricsStage implements Stage {
  readonly #metrics: readonly { record(entry: Entry): void; close(): void }[];
  readonly #env: Env;

  constructor(all: readonly Metric[], env: Env) {
    this.#metrics = all;
    this.#env = env;
  }

  process(entry: Entry, out: Out): void {
    for (const metric of this.#metrics) metric.record(entry);
    if (this.#metrics.length === 0)
      this.#env.note.trace?.({ code: "no-metrics", text: "Unchanged: the stage defines no metric" });
    out.emit(entry);
  }

  close(): void {
    for (const metric of this.#metrics) metric.close();
  }
}
