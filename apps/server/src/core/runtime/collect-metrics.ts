/** The metrics of components that run, gathered in steps, so that a scrape of many series holds nothing up. */
import type { MetricFamily, MetricRegistry, Nanos } from "@sluice/engine";
import type { Faults } from "../faults.ts";

interface Measured {
  readonly node: { readonly id: string };
  readonly metrics: MetricRegistry;
  readonly context: { readonly faults: Faults };
}

/** Samples that are labelled between two stops. */
const SAMPLES_AT_ONCE = 1000;

/**
 * The metrics of all components, each series with the label `component_id`: what is small is of one moment, so that
 * entries are counted where they are then. Stops now and then; families of one name are not united.
 */
export function* collectMetrics(components: readonly Measured[], now: Nanos): Generator<void, MetricFamily[]> {
  const all: MetricFamily[] = [];
  const begun = components.map(({ node, metrics, context: { faults } }) => {
    let collecting: Generator<void, MetricFamily[]> | undefined;
    faults.guard("counting", () => {
      collecting = metrics.collectInSteps(now);
    });
    return { node, faults, collecting };
  });
  for (const { node, faults, collecting } of begun) {
    let families: MetricFamily[] = [];
    try {
      if (collecting !== undefined) families = yield* collecting;
    } catch (error) {
      faults.record("counting", error);
    }
    for (const family of families) {
      const samples: MetricFamily["samples"][number][] = [];
      for (const sample of family.samples) {
        samples.push({ ...sample, labels: [["component_id", node.id], ...sample.labels] });
        if (samples.length % SAMPLES_AT_ONCE === 0) yield;
      }
      all.push({ ...family, samples });
    }
  }
  return all;
}
