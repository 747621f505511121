import { SECOND } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { VirtualClock } from "../../base/clock.ts";
import type { ExtractedValue } from "../../base/extracted.ts";
import { LabelSet } from "../../base/label-set.ts";
import { diagnose, type EntryInput, runStages, stageNotes, valued } from "../../testing/index.ts";
import { CounterCell, MAX_SERIES, MAX_SERIES_UNITS, SeriesVector } from "./metric-series.ts";

const counter = (argumentsText: string) =>
  `stage.metrics {\n  metric.counter {\n    name = "n"\n    ${argumentsText}\n  }\n}`;
const gauge = (action: string) =>
  `stage.metrics {\n  metric.gauge {\n    name = "g"\n    source = "v"\n    action = "${action}"\n  }\n}`;
const values = (config: string, inputs: readonly (EntryInput | string)[]) =>
  runStages(config, inputs).metrics.filter((line) => !line.startsWith("#") && !line.includes("skipped_observations"));
const v = (value: ExtractedValue): EntryInput => ({ extracted: { v: value } });

describe("metric.counter", () => {
  it.each([
    [
      "counts entries that have the source, whatever it holds",
      'source = "v"\naction = "inc"',
      [v(null), v({ a: 1 }), {}],
      ["logs_process_custom_n 2"],
    ],
    [
      "reads its own name without a source",
      'source = ""\naction = "inc"',
      [{ extracted: { n: 1 } }],
      ["logs_process_custom_n 1"],
    ],
    [
      "compares texts",
      'source = "v"\nvalue = "200"\naction = "inc"',
      [v(200), v("200"), v("200.0"), v(null)],
      ["logs_process_custom_n 2"],
    ],
    [
      "adds numbers, texts, durations and booleans",
      'source = "v"\naction = "add"',
      [v(10), v("2.5"), v("250ms"), v(true)],
      ["logs_process_custom_n 13.75"],
    ],
    ["skips what is not a number", 'source = "v"\naction = "add"', [v("x"), v(""), v(null), v("1d")], []],
    ["shows a series that zero was added to", 'source = "v"\naction = "add"', [v(0)], ["logs_process_custom_n 0"]],
    [
      "counts every entry",
      'match_all = true\naction = "inc"',
      [{}, { extracted: { n: "7" } }],
      ["logs_process_custom_n 2"],
    ],
    [
      "counts bytes of UTF-8",
      'match_all = true\ncount_entry_bytes = true\naction = "add"',
      ["abc", "é", "日本", ""],
      ["logs_process_custom_n 11"],
    ],
    ["has nothing to add to every entry", 'match_all = true\naction = "add"', [{ extracted: { n: 5 } }], []],
    [
      "writes large sums with an exponent",
      'source = "v"\naction = "add"',
      [v(1000000), v(234567)],
      ["logs_process_custom_n 1.234567e+06"],
    ],
    ["takes a prefix", 'prefix = "my_"\nmatch_all = true\naction = "inc"', ["a"], ["my_n 1"]],
  ] as const)("%s", (_name, argumentsText, inputs, wanted) => {
    expect(values(counter(argumentsText), inputs)).toEqual(wanted);
  });

  it.each([
    ["a negative number", -1],
    ["a negative text", "-0.5"],
    ["a negative duration", "-1s"],
    ["negative infinity", "-Inf"],
  ])("skips, counts and logs %s", (_name, value) => {
    const { metrics, logs, out, faults } = runStages(counter('source = "v"\naction = "add"'), [v(1), v(value), v(2)]);
    expect(metrics).toContain("logs_process_custom_n 3");
    expect(metrics).toContain(
      'logs_process_skipped_observations_total{metric="logs_process_custom_n",reason="negative"} 1',
    );
    expect(logs).toContainEqual({ level: "warn", message: "skipped an observation" });
    expect(out).toHaveLength(3);
    expect(faults).toEqual([]);
  });

  it("keeps a series for each label set, and hides labels that begin with two underscores", () => {
    const inputs = [
      { labels: { app: "a" } },
      { labels: { app: "a", __path__: "/1" } },
      { labels: { app: "a", __path__: "/2" } },
      "x",
    ];
    expect(values(counter('match_all = true\naction = "inc"'), inputs)).toEqual([
      "logs_process_custom_n 1",
      'logs_process_custom_n{app="a"} 3',
    ]);
  });

  it("uses Alloy's prefix in Alloy's dialect", () => {
    expect(runStages(counter('match_all = true\naction = "inc"'), ["a"], { dialect: "loki" }).metrics).toContain(
      "loki_process_custom_n 1",
    );
  });
});

describe("metric.gauge", () => {
  it.each([
    ["set", [10, "12.5", -3], "-3"],
    ["set", ["Inf"], "+Inf"],
    ["set", ["-0"], "0"],
    ["inc", ["x", null], "2"],
    ["dec", ["x", 100], "-2"],
    ["add", [10, -4, "-0.5"], "5.5"],
    ["sub", [10, -4], "-6"],
    ["add", [false, true, "n/a"], "1"],
  ])("%s of %j", (action, given, wanted) => {
    expect(values(gauge(action), given.map(v))).toEqual([`logs_process_custom_g ${wanted}`]);
  });
});

describe("metric.histogram", () => {
  const histogram = (buckets: string) =>
    `stage.metrics {\n  metric.histogram {\n    name = "h"\n    source = "v"\n    buckets = ${buckets}\n  }\n}`;

  it("counts values in their buckets", () => {
    expect(values(histogram("[0.1, 1]"), [v(0.1), v("500ms"), v("2"), v("bad")])).toEqual([
      'logs_process_custom_h_bucket{le="0.1"} 1',
      'logs_process_custom_h_bucket{le="1"} 2',
      'logs_process_custom_h_bucket{le="+Inf"} 3',
      "logs_process_custom_h_sum 2.6",
      "logs_process_custom_h_count 3",
    ]);
  });

  it("has Prometheus's buckets where the list is empty, and infinity only once", () => {
    expect(values(histogram("[]"), [v(0.3)])).toHaveLength(14);
    expect(values(histogram("[1, 1e300 * 1e300]"), [v(3)])).toEqual([
      'logs_process_custom_h_bucket{le="1"} 0',
      'logs_process_custom_h_bucket{le="+Inf"} 1',
      "logs_process_custom_h_sum 3",
      "logs_process_custom_h_count 1",
    ]);
  });

  it.each([
    ["buckets that do not rise", "[2, 1]", {}, "buckets"],
    ["equal buckets", "[1, 1]", {}, "buckets"],
    ["a label le", "[1]", { le: "x" }, "label-le"],
  ])("skips and counts observations with %s", (_name, buckets, labels, reason) => {
    const { metrics, faults } = runStages(histogram(buckets), [{ labels, extracted: { v: 1 } }]);
    expect(faults).toEqual([]);
    expect(metrics.filter((line) => !line.startsWith("#"))).toEqual([
      `logs_process_skipped_observations_total{metric="logs_process_custom_h",reason="${reason}"} 1`,
    ]);
  });

  it("warns of buckets that do not rise", () => {
    expect(diagnose(histogram("[2, 1]"))[0]).toMatch(/^warning buckets-not-rising: /);
  });
});

describe("stage.metrics", () => {
  it("keeps the last of metrics with one name, whatever their kind and prefix", () => {
    const config = `stage.metrics {
  metric.gauge {
    name   = "dup"
    source = "a"
    prefix = "x_"
    action = "set"
  }
  metric.counter {
    name   = "dup"
    source = "b"
    action = "inc"
  }
}`;
    expect(values(config, [{ extracted: { a: 5, b: 1 } }])).toEqual(["logs_process_custom_dup 1"]);
  });

  it("reports to a trace what it did to which series", () => {
    const { steps } = runStages(
      counter('source = "v"\naction = "add"'),
      [{ labels: { app: "x", __p__: "y" }, extracted: { v: "2" } }, "a"],
      { trace: true },
    );
    expect(steps[0]?.[0]?.metrics).toEqual([
      { name: "logs_process_custom_n", labels: { app: "x" }, operation: "add", value: 2 },
    ]);
    expect(steps[1]?.[0]?.reasons).toEqual([
      {
        code: "source-missing",
        missed: true,
        text: "`n` not changed: `v` is not set for this entry by any stage before this one",
        evidence: { metric: "n" },
      },
    ]);
  });

  it.each([
    [
      "a match_all with a value",
      counter('match_all = true\nvalue = "x"\naction = "inc"'),
      "a 'counter' metric supports either 'match_all' or a 'value', but not both",
    ],
    [
      "bytes without match_all",
      counter('count_entry_bytes = true\naction = "add"'),
      "the 'count_entry_bytes' counter field",
    ],
    [
      "bytes with inc",
      counter('count_entry_bytes = true\nmatch_all = true\naction = "inc"'),
      "the 'count_entry_bytes' counter field",
    ],
    [
      "an idle time below a second",
      counter('max_idle_duration = "999ms"\naction = "inc"'),
      "max_idle_duration must be greater or equal than 1s",
    ],
    ["no action", counter(""), 'missing required attribute "action"'],
    ["null as action", counter("action = null"), "must be either 'inc' or 'add'"],
    [
      "null as a gauge's action",
      'stage.metrics {\n  metric.gauge {\n    name = "n"\n    action = null\n  }\n}',
      "must be one of the following values",
    ],
    [
      "an unknown kind",
      'stage.metrics {\n  metric.summary {\n    name = "n"\n  }\n}',
      'unrecognized block name "metric.summary"',
    ],
  ])("refuses %s", (_name, config, message) => {
    expect(diagnose(config).some((found) => found.startsWith("error") && found.includes(message))).toBe(true);
  });
});

describe("SeriesVector", () => {
  it("shows a series of more samples than a call takes arguments", () => {
    const many = Array.from({ length: 200_000 }, (_, value) => ({ suffix: "", labels: [], value }));
    const vector = new SeriesVector({ name: "n", help: "", type: "counter", maxIdle: SECOND }, () => ({
      apply: () => {},
      samples: () => many,
    }));
    vector.touch(LabelSet.EMPTY, 0n);
    expect(vector.collect(0n)[0]!.samples).toHaveLength(many.length);
  });

  const make = (maxIdle: bigint) => {
    const clock = new VirtualClock(100n * SECOND);
    const vector = new SeriesVector({ name: "n", help: "", type: "counter", maxIdle }, () => new CounterCell());
    const scrape = () => vector.collect(clock.now()).flatMap(({ samples }) => samples.map(({ value }) => value));
    return { clock, vector, scrape };
  };

  it("shows an idle series once more, then starts from zero", () => {
    const { clock, vector, scrape } = make(5n * SECOND);
    vector.touch(LabelSet.EMPTY, clock.now())!.add(3);
    clock.advance(5n * SECOND);
    expect([scrape(), scrape()]).toEqual([[3], []]);
    vector.touch(LabelSet.EMPTY, clock.now())!.add(1);
    expect(scrape()).toEqual([1]);
  });

  it("continues where it was without being read meanwhile", () => {
    const { clock, vector, scrape } = make(5n * SECOND);
    vector.touch(LabelSet.EMPTY, clock.now())!.add(1);
    clock.advance(60n * SECOND);
    vector.touch(LabelSet.EMPTY, clock.now())!.add(1);
    expect(scrape()).toEqual([2]);
  });

  it("counts idleness in whole seconds of the clock", () => {
    const { clock, vector, scrape } = make(1_900_000_000n);
    clock.advance(900_000_000n);
    vector.touch(LabelSet.EMPTY, clock.now())!.add(1);
    clock.advance(100_000_000n);
    expect([scrape(), scrape()]).toEqual([[1], []]);
  });

  it("refuses more series than its limit, unless idle ones make room", () => {
    const { clock, vector } = make(SECOND);
    for (let i = 0; i < MAX_SERIES; i++) vector.touch(LabelSet.of({ i: String(i) }), clock.now());
    expect(vector.touch(LabelSet.EMPTY, clock.now())).toBeUndefined();
    clock.advance(SECOND);
    expect(vector.touch(LabelSet.EMPTY, clock.now())).toBeInstanceOf(CounterCell);
  });

  it("bounds their labels by text in sum, which went past what a text can hold, unless idle ones make room", () => {
    const { clock, vector } = make(SECOND);
    const touch = (i: number) => vector.touch(LabelSet.of({ i: String(i).padEnd(60_000, "x") }), clock.now());
    let made = 0;
    while (touch(made) !== undefined) made++;
    expect(made).toBe(Math.floor(MAX_SERIES_UNITS / 60_008));
    clock.advance(SECOND);
    expect(touch(made)).toBeInstanceOf(CounterCell);
  });
});

describe("CounterCell", () => {
  // Recorded from Prometheus's client library, which adds whole numbers and the rest apart.
  it.each([
    [[0.1, 1, 0.2], 1.3],
    [[1e16, 1, 1, 1], 10000000000000004],
    [[2 ** 53, 1, 1], 9007199254740994],
    [[1e300, 1], 1e300],
    [[Number.POSITIVE_INFINITY, 1], Number.POSITIVE_INFINITY],
    [[Number.NaN, 1], Number.NaN],
  ])("adds %j", (added, wanted) => {
    const cell = new CounterCell();
    for (const value of added) cell.add(value);
    expect(cell.samples([])).toEqual([{ suffix: "", labels: [], value: wanted }]);
  });
});

const noted = (kind: string, body: string) => `metric.${kind} {\n name = "m"\n source = "v"\n${body}\n}`;

describe("notes of stage.metrics", () => {
  for (const { name, run } of stageNotes("metrics", [
    ["no value", noted("counter", 'action = "inc"'), "x", "source-missing", "missed"],
    ["another value", noted("counter", 'action = "inc"\nvalue = "a"'), valued("b"), "value-differs", "not missed"],
    ["a list, to compare", noted("counter", 'action = "inc"\nvalue = "a"'), valued(["a"]), "cannot-convert", "missed"],
    ["not a number", noted("gauge", 'action = "set"'), valued("many"), "cannot-convert", "missed"],
    ["not a number, for a histogram", noted("histogram", "buckets = [1]"), valued("many"), "cannot-convert", "missed"],
    ["a negative number", noted("counter", 'action = "add"'), valued(-1), "negative", "missed"],
    [
      "a label le",
      noted("histogram", "buckets = [1]"),
      { extracted: { v: 1 }, labels: { le: "1" } },
      "label-le",
      "missed",
    ],
    ["buckets that do not rise", noted("histogram", "buckets = [2, 1]"), valued(1), "buckets", "missed"],
    ["nothing to add", noted("counter", 'action = "add"\nmatch_all = true'), "x", "nothing-to-add", "missed"],
    ["no metric", "", "x", "no-metrics", "not missed"],
  ]))
    it(name, run);
});
