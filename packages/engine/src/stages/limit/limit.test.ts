import { describe, expect, it } from "vitest";
import { diagnose, runStages, stageNotes } from "../../testing/index.ts";

const config = (body: string) => `stage.limit {\n${body}\n}`;
const values = (metrics: readonly string[]) => metrics.filter((line) => !line.startsWith("#"));

describe("stage.limit", () => {
  it("lets what is after a waiting entry wait too, in order, and drains before it ends", () => {
    const { out, balance, faults } = runStages(`${config("rate = 1\nburst = 1")}\nstage.pack {\n  labels = []\n}`, [
      "a",
      "b",
      "c",
    ]);
    expect(out.map(({ line, timestamp }) => [line, timestamp])).toEqual([
      ['{"_entry":"a"}', "2024-03-10T12:00:00Z"],
      ['{"_entry":"b"}', "2024-03-10T12:00:01Z"],
      ['{"_entry":"c"}', "2024-03-10T12:00:02Z"],
    ]);
    expect(balance).toMatchObject({ in: 3, out: 3, held: 0 });
    expect(faults).toEqual([]);
  });

  it("holds back a deadline before it", () => {
    const text = `stage.multiline {\n  firstline = "^S"\n  max_wait_time = "1s"\n}\n${config("rate = 0.1\nburst = 1")}`;
    const { out } = runStages(text, ["S1", "S2", "S3"]);
    expect(out.map(({ line }) => line)).toEqual(["S1", "S2", "S3"]);
  });

  it("forgets label values by generations, and their counter with them", () => {
    const inputs = [
      ...["a", "a"].map((app) => ({ labels: { app } })),
      ...Array.from({ length: 9_999 }, (_, i) => ({ labels: { app: `v${i}` } })),
      // The second generation has begun: `a` is remembered from the first, then moves on.
      { labels: { app: "a" } },
    ];
    const { metrics, dropped } = runStages(
      config('rate = 0.001\nburst = 1\ndrop = true\nby_label_name = "app"'),
      inputs,
    );
    expect(dropped).toHaveLength(2);
    expect(values(metrics)).toEqual([
      'logs_process_dropped_lines_by_label_total{label_name="app",label_value="a"} 1',
      'logs_process_dropped_lines_total{reason="ratelimit_drop_stage"} 2',
    ]);
  });

  it("explains what it does", () => {
    const steps = (body: string, ...inputs: Parameters<typeof runStages>[1]) =>
      runStages(config(body), inputs, { trace: true }).steps.map((own) =>
        own.flatMap(({ reasons }) => reasons.map(({ text }) => text)),
      );
    expect(steps("rate = 2\nburst = 1", "a", "b")).toEqual([
      ["Passed: it got a token"],
      ["Held for 500ms: no token is left, at 2 per second", "Released: it got a token"],
    ]);
    expect(steps("rate = 2\nburst = 1\ndrop = true", "a", "b")[1]).toEqual([
      "Dropped: no token is left, at 2 per second",
    ]);
    expect(
      steps(
        'rate = 2\nburst = 1\ndrop = true\nby_label_name = "app"',
        "a",
        { labels: { app: "x" } },
        { labels: { app: "x" } },
      ),
    ).toEqual([
      ["Not limited: the label `app` is not set"],
      ["Passed: it got a token"],
      ["Dropped: no token is left for `app` = `x`, at 2 per second"],
    ]);
  });

  it.each([
    [
      "no rate",
      "rate = 0\nburst = 1",
      "error rate-or-burst-not-positive: limit stage failed to parse rate or burst: rate must be above 0",
    ],
    [
      "no burst",
      "rate = 1\nburst = 0",
      "error rate-or-burst-not-positive: limit stage failed to parse rate or burst: burst must be above 0",
    ],
    [
      "waiting by label",
      'rate = 1\nburst = 1\nby_label_name = "a"',
      "error by-label-without-drop: when ratelimiting by label, drop must be true",
    ],
    [
      "few label values",
      'rate = 1\nburst = 1\ndrop = true\nby_label_name = "a"\nmax_distinct_labels = 5',
      "warning max-distinct-labels-raised: max_distinct_labels was adjusted up to the minimal reasonable value of 10000",
    ],
  ])("checks %s", (_name, body, diagnostic) => {
    expect(diagnose(config(body))).toEqual([diagnostic]);
  });
});

describe("notes of stage.limit", () => {
  for (const { name, run } of stageNotes("limit", [
    ["a token", "rate = 1\nburst = 1", "x", "token-taken", "not missed"],
    ["no token", "rate = 1\nburst = 1\ndrop = true", ["w", "x"], "rate-limited", "not missed", "dropped"],
    ["no label", 'rate = 1\nburst = 1\ndrop = true\nby_label_name = "a"', "x", "no-label", "not missed"],
  ]))
    it(name, run);
});
