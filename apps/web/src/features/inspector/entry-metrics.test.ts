import type { MetricEffect } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { entryMetrics, withEntryFirst } from "./entry-metrics.ts";
import { readExposition } from "./exposition.ts";

const effect = (
  name: string,
  operation: MetricEffect["operation"],
  value: number,
  labels: Readonly<Record<string, string>> = {},
): MetricEffect => ({ name, labels, operation, value });

describe("what an entry did to metrics", () => {
  it.each<[string, readonly MetricEffect[], string]>([
    ["counted twice", [effect("m", "inc", 1), effect("m", "add", 2.5)], "+3.5"],
    ["went down", [effect("m", "dec", 1), effect("m", "sub", 4)], "−5"],
    ["was set", [effect("m", "inc", 1), effect("m", "set", 7)], "= 7"],
    ["was observed", [effect("m", "observe", 0.25), effect("m", "observe", 3)], "0.25, 3"],
  ])("%s", (_, effects, words) => {
    expect(entryMetrics(effects).get("m")?.get("[]")).toBe(words);
  });

  const TABLES = readExposition(
    '# TYPE a counter\na{x="1",y="2"} 9\na{x="3",y="2"} 4\n# TYPE b histogram\nb_bucket{x="1",le="1"} 2\nb_bucket{x="1",le="+Inf"} 2\nb_sum{x="1"} 1\nb_count{x="1"} 2\n# TYPE c counter\nc 1\n',
  );
  const changed = entryMetrics([effect("a", "inc", 1, { y: "2", x: "3" }), effect("b", "observe", 0.5, { x: "1" })]);

  it("comes first in its metrics", () => {
    const tables = withEntryFirst(TABLES, changed, false);
    expect(tables.map(({ name, series }) => [name, series.map(({ value }) => value)])).toEqual([
      ["a", [4, 9]],
      ["b", [2]],
      ["c", [1]],
    ]);
  });

  it("or alone", () => {
    expect(withEntryFirst(TABLES, changed, true).map(({ name, series }) => [name, series.length])).toEqual([
      ["a", 1],
      ["b", 1],
    ]);
    expect(withEntryFirst(TABLES, entryMetrics([]), true)).toEqual([]);
    expect(withEntryFirst(TABLES, entryMetrics([]), false)).toBe(TABLES);
  });
});
