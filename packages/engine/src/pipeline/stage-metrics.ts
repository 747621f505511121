/**
 * A registry as stages see it: each asks `env.metrics` for its counters when it is built. On the live path a change
 * costs one addition. While tracing, counters report their changes themselves, so no stage says them again.
 */
import type { Counter, CounterVector, MetricRegistry } from "../metrics/registry.ts";
import type { MetricEffect, StageCounter, StageCounters, StageMetrics } from "./stage.ts";

/** The metrics of a stage; `changed` receives each change while it is set. */
export interface WatchableMetrics extends StageMetrics {
  changed: ((effect: MetricEffect) => void) | undefined;
}

/** The metrics of one stage, kept in `registry`. */
export function stageMetrics(registry: MetricRegistry): WatchableMetrics {
  const metrics: WatchableMetrics = {
    counter: (name, help, labelNames) => watchedCounters(registry.counter(name, help, labelNames), metrics),
    register: (collector) => registry.register(collector),
    unregister: (collector) => registry.unregister(collector),
    changed: undefined,
  };
  return metrics;
}

function watchedCounters(vector: CounterVector, metrics: StageMetrics): StageCounters {
  return {
    with: (...values) => new WatchedCounter(vector, values, metrics),
    reset: () => vector.reset(),
  };
}

class WatchedCounter implements StageCounter {
  readonly #counter: Counter;
  readonly #vector: CounterVector;
  readonly #values: readonly string[];
  readonly #metrics: StageMetrics;

  constructor(vector: CounterVector, values: readonly string[], metrics: StageMetrics) {
    this.#counter = vector.with(...values);
    this.#vector = vector;
    this.#values = values;
    this.#metrics = metrics;
  }

  inc(): void {
    this.#counter.inc();
    if (this.#metrics.changed !== undefined) this.#tell(this.#metrics.changed, "inc", 1);
  }

  add(value: number): void {
    this.#counter.add(value);
    if (this.#metrics.changed !== undefined) this.#tell(this.#metrics.changed, "add", value);
  }

  #tell(changed: (effect: MetricEffect) => void, operation: "inc" | "add", value: number): void {
    const { name, labelNames } = this.#vector;
    const labels = Object.fromEntries(labelNames.map((label, i) => [label, this.#values[i] ?? ""]));
    changed({ name, labels, operation, value });
  }
}
