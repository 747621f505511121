import { describe, expect, it } from "vitest";
import { formatPrometheus } from "./exposition.ts";
import { type Collector, MetricRegistry } from "./registry.ts";

const lines = (registry: MetricRegistry): string[] =>
  formatPrometheus(registry.collect(0n))
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

describe("MetricRegistry", () => {
  it("shows a child once it is touched", () => {
    const registry = new MetricRegistry();
    const drops = registry.counter("drops_total", "", ["reason"]);
    expect(lines(registry)).toEqual([]);
    drops.with("a").inc();
    drops.with("b");
    expect(lines(registry)).toEqual(['drops_total{reason="a"} 1', 'drops_total{reason="b"} 0']);
  });

  it("gives the same family for the same name", () => {
    const registry = new MetricRegistry();
    registry.counter("n", "first").with().inc();
    registry.counter("n", "second").with().add(2);
    expect(formatPrometheus(registry.collect(0n))).toBe("# HELP n first\n# TYPE n counter\nn 3\n");
  });

  it("distinguishes values with separators", () => {
    const registry = new MetricRegistry();
    const pairs = registry.gauge("g", "", ["a", "b"]);
    pairs.with('x","y', "z").set(1);
    pairs.with("x", 'y","z').set(2);
    expect(pairs.size).toBe(2);
    expect(pairs.with("x", 'y","z')).toMatchObject({ value: 2 });
  });

  it("forgets every child at a reset", () => {
    const registry = new MetricRegistry();
    const vector = registry.counter("n", "", ["a"]);
    vector.with("1").inc();
    vector.reset();
    expect(lines(registry)).toEqual([]);
    vector.with("1").inc();
    expect(lines(registry)).toEqual(['n{a="1"} 1']);
  });

  it("counts a value on a bound in that bound's bucket", () => {
    const registry = new MetricRegistry();
    const cell = registry.histogram("h", "", [1, 2]).with();
    for (const value of [1, 1.5, 2, 3, Number.NaN]) cell.observe(value);
    expect(lines(registry)).toEqual([
      'h_bucket{le="1"} 1',
      'h_bucket{le="2"} 3',
      'h_bucket{le="+Inf"} 5',
      "h_sum NaN",
      "h_count 5",
    ]);
  });

  it("asks collectors with the time of the scrape until they are unregistered", () => {
    const registry = new MetricRegistry();
    const asked: bigint[] = [];
    const collector: Collector = {
      collect(now) {
        asked.push(now);
        return [];
      },
    };
    registry.register(collector);
    registry.collect(7n);
    registry.unregister(collector);
    registry.unregister(collector);
    registry.collect(8n);
    expect(asked).toEqual([7n]);
  });
});
