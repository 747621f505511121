/** A registry as stages see it. While tracing, counters tell of their changes themselves, so no stage says it again. */
import type { CounterVector, MetricRegistry } from "../metrics/registry.ts";
import type { MetricEffect, StageCounter, StageCounters, StageMetrics } from "./stage.ts";

type OnChange = (effect: MetricEffect) => void;

/** The metrics of one stage, kept in `registry`; `onChange` takes each change while tracing. */
export function stageMetrics(registry: MetricRegistry, onChange: OnChange | undefined): StageMetrics {
  return {
    counter(name, help, labelNames) {
      const vector = registry.counter(name, help, labelNames);
      return onChange === undefined ? vector : tracedCounters(vector, onChange);
    },
    register: (collector) => registry.register(collector),
    unregister: (collector) => registry.unregister(collector),
    changed: onChange,
  };
}

function tracedCounters(vector: CounterVector, onChange: OnChange): StageCounters {
  return {
    with: (...values) => tracedCounter(vector, values, onChange),
    reset: () => vector.reset(),
  };
}

function tracedCounter(vector: CounterVector, values: readonly string[], onChange: OnChange): StageCounter {
  const counter = vector.with(...values);
  const { name } = vector;
  const labels = Object.fromEntries(vector.labelNames.map((label, i) => [label, values[i] ?? ""]));
  return {
    inc() {
      counter.inc();
      onChange({ name, labels, operation: "inc", value: 1 });
    },
    add(value) {
      counter.add(value);
      onChange({ name, labels, operation: "add", value });
    },
  };
}
