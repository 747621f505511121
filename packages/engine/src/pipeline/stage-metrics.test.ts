import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { loadStages } from "../document/load.ts";
import { MetricRegistry } from "../metrics/registry.ts";
import { STAGES } from "../stages/index.ts";
import { fuzzEntries, runNodes, runStages } from "../testing/index.ts";
import type { MetricEffect } from "./stage.ts";
import { stageMetrics } from "./stage-metrics.ts";

/** Metrics that `stage.metrics` keeps itself. */
const OWN = "logs_process_custom_";

describe("a stage's counters", () => {
  it("report each change while they are watched, and change as always", () => {
    const registry = new MetricRegistry();
    const effects: MetricEffect[] = [];
    const metrics = stageMetrics(registry);
    const counters = metrics.counter("n", "h", ["a", "b"]);
    const counter = counters.with("1", "2");
    counter.inc();
    expect(metrics.changed).toBeUndefined();
    metrics.changed = (effect) => effects.push(effect);
    counter.inc();
    counter.add(3);
    metrics.changed = undefined;
    counter.add(5);
    expect(registry.counter("n", "h", ["a", "b"]).with("1", "2").value).toBe(10);
    expect(effects).toEqual([
      { name: "n", labels: { a: "1", b: "2" }, operation: "inc", value: 1 },
      { name: "n", labels: { a: "1", b: "2" }, operation: "add", value: 3 },
    ]);
    counters.reset();
    expect(registry.counter("n", "h", ["a", "b"]).size).toBe(0);
  });

  it("report to a trace observations that could not be made, unless the stage did", () => {
    const { steps } = runStages(
      'stage.metrics {\n metric.counter {\n name = "n"\n source = "v"\n action = "add"\n }\n}',
      [{ extracted: { v: -1 } }],
      { trace: true },
    );
    expect(steps[0]![0]!.metrics).toEqual([
      {
        name: "logs_process_skipped_observations_total",
        labels: { metric: "logs_process_custom_n", reason: "negative" },
        operation: "inc",
        value: 1,
      },
    ]);
  });

  const CONFIGS = STAGES.flatMap(({ name, examples }) =>
    name === "geoip" ? [] : examples.map(({ title, config }) => [name, title, config] as const),
  );
  it.each(CONFIGS)("stage.%s, %s: the changes in a trace add up to what is exposed", (_name, _title, config) => {
    const { stages } = loadStages(config);
    const inputs = fuzzEntries(200, new SeededRandom(7), config);
    const { metrics, steps } = runNodes(stages, inputs, { trace: true, seed: 7 });
    const sums = new Map<string, number>();
    for (const { metrics: effects } of new Set(steps.flat())) {
      for (const { name, labels, value } of effects) {
        if (!name.endsWith("_total") || name.startsWith(OWN)) continue;
        const pairs = Object.entries(labels).map(([key, text]) => `${key}=${JSON.stringify(text)}`);
        const series = pairs.length === 0 ? name : `${name}{${pairs.join(",")}}`;
        sums.set(series, (sums.get(series) ?? 0) + value);
      }
    }
    const exposed = metrics.filter((line) => /^[^#{]*_total/.test(line) && !line.startsWith(OWN));
    // Those that show zero from the start were not changed.
    const changed = exposed.filter((line) => !line.endsWith(" 0"));
    expect([...sums].map(([series, sum]) => `${series} ${sum}`).sort()).toEqual(changed.sort());
  });
});
