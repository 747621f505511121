import { describe, expect, it } from "vitest";
import { readExposition } from "./exposition.ts";

describe("tables of metrics", () => {
  it("have labels as columns, even if a series lacks one", () => {
    const [table] = readExposition(
      '# HELP hits_total Requests.\n# TYPE hits_total counter\nhits_total{method="GET"} 11\nhits_total{method="a\\"\\n",status="504"} 1\n',
    );
    expect(table).toEqual({
      name: "hits_total",
      type: "counter",
      help: "Requests.",
      shared: [],
      labels: ["method", "status"],
      bounds: [],
      series: [
        { key: '[["method","GET"]]', labels: ["GET", undefined], value: 11 },
        { key: '[["method","a\\"\\n"],["status","504"]]', labels: ['a"\n', "504"], value: 1 },
      ],
    });
  });
  it("begin with the largest, and have no column with a single value", () => {
    const [table] = readExposition(
      '# TYPE hits_total counter\nhits_total{job="x",method="GET"} 1\nhits_total{job="x",method="PUT"} 3\n',
    );
    expect(table).toMatchObject({
      shared: [["job", "x"]],
      labels: ["method"],
      series: [
        { labels: ["PUT"], value: 3 },
        { labels: ["GET"], value: 1 },
      ],
    });
  });
  it("count each bucket of a histogram separately", () => {
    const [table, ...rest] = readExposition(
      '# TYPE took histogram\ntook_bucket{le="0.1"} 2\ntook_bucket{le="1"} 5\ntook_bucket{le="+Inf"} 6\ntook_sum 4.5\ntook_count 6\n',
    );
    expect(rest).toEqual([]);
    expect([table!.labels, table!.bounds, table!.series]).toEqual([
      [],
      ["0.1", "1", "+Inf"],
      [{ key: "[]", labels: [], value: 6, histogram: { sum: 4.5, buckets: [2, 3, 1] } }],
    ]);
  });
  it("recognize a counter whose name ends like a part of a histogram", () => {
    expect(readExposition("# TYPE lines_count counter\nlines_count 3\n").map(({ name }) => name)).toEqual([
      "lines_count",
    ]);
  });
});
