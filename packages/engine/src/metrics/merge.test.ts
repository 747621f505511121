import { describe, expect, it } from "vitest";
import { mergeFamilies } from "./merge.ts";
import { histogramSamples, type LabelPair, type MetricFamily } from "./registry.ts";

const counter = (
  name: string,
  samples: readonly (readonly [readonly LabelPair[], number])[],
  help = "",
): MetricFamily => ({
  name,
  help,
  type: "counter",
  samples: samples.map(([labels, value]) => ({ suffix: "", labels, value })),
});

const histogram = (bounds: readonly number[], counts: readonly number[], sum: number, count: number): MetricFamily => ({
  name: "h",
  help: "",
  type: "histogram",
  samples: histogramSamples([["a", "b"]], bounds, counts, sum, count),
});

const shown = (family: MetricFamily | undefined) =>
  family?.samples.map(
    ({ suffix, labels, value }) => `${suffix}${labels.map((pair) => pair.join("=")).join(",")} ${value}`,
  );

describe("mergeFamilies", () => {
  it("sorts families by name in bytes", () => {
    expect(mergeFamilies([counter("b", []), counter("Z", []), counter("a", [])]).map(({ name }) => name)).toEqual([
      "Z",
      "a",
      "b",
    ]);
  });

  it("keeps the first help text", () => {
    expect(mergeFamilies([counter("n", [], "first"), counter("n", [], "second")])).toMatchObject([{ help: "first" }]);
  });

  it("sums equal series, within a family too", () => {
    const merged = mergeFamilies([
      counter("n", [
        [[["a", "1"]], 1],
        [[["a", "1"]], 2],
      ]),
      counter("n", [
        [[["a", "1"]], 4],
        [[], 8],
      ]),
    ]);
    expect(shown(merged[0])).toEqual([" 8", "a=1 7"]);
  });

  it("leaves out families of another type than the first", () => {
    const gauge: MetricFamily = { name: "n", help: "", type: "gauge", samples: [{ suffix: "", labels: [], value: 9 }] };
    expect(shown(mergeFamilies([counter("n", [[[], 1]]), gauge])[0])).toEqual([" 1"]);
  });

  it("puts fewer labels first, then values, then names", () => {
    const merged = mergeFamilies([
      counter("n", [
        [
          [
            ["a", "1"],
            ["b", "1"],
          ],
          1,
        ],
        [[["z", "0"]], 1],
        [[["c", "1"]], 1],
        [[["b", "1"]], 1],
      ]),
    ]);
    expect(shown(merged[0])).toEqual(["z=0 1", "b=1 1", "c=1 1", "a=1,b=1 1"]);
  });

  it("sums histograms of equal bounds", () => {
    const merged = mergeFamilies([histogram([1, 2], [1, 0], 1, 1), histogram([1, 2], [0, 1], 2, 2)]);
    expect(shown(merged[0])).toEqual([
      "_bucketa=b,le=1 1",
      "_bucketa=b,le=2 2",
      "_bucketa=b,le=+Inf 3",
      "_suma=b 3",
      "_counta=b 3",
    ]);
  });

  it("keeps buckets cumulative where bounds differ", () => {
    const merged = mergeFamilies([histogram([1, 4], [1, 1], 4, 3), histogram([2], [5], 9, 6)]);
    expect(shown(merged[0])).toEqual([
      "_bucketa=b,le=1 1",
      "_bucketa=b,le=2 6",
      "_bucketa=b,le=4 7",
      "_bucketa=b,le=+Inf 9",
      "_suma=b 13",
      "_counta=b 9",
    ]);
  });
});
