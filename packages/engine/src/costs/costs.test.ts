import { describe, expect, it } from "vitest";
import { atOnce } from "../base/at-once.ts";
import { openDocument } from "../document/open-document.ts";
import { Preview, type PreviewOptions, type Sample } from "../preview/preview.ts";
import {
  type CostReport,
  costOf,
  type MeasuredRun,
  measureCosts,
  measuredRate,
  savingsInSteps,
  stageTimesInSteps,
} from "./index.ts";

const OPTIONS: PreviewOptions = { start: 0n, seed: 1, host: { resource: () => undefined, sha256: () => "" } };

function measure(text: string, lines: readonly (string | Partial<Sample>)[]) {
  const document = openDocument(text, { purpose: "preview" });
  expect(document.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const pipeline = document.pipelines[0]!;
  const samples = lines.map(
    (line): Sample => (typeof line === "string" ? { line, labels: {} } : { line: "", labels: {}, ...line }),
  );
  const preview = Preview.run(pipeline, samples, OPTIONS);
  const run: MeasuredRun = { stages: pipeline.stages, samples, preview };
  return { document, pipeline, run, report: measureCosts(run) };
}

function savings(text: string, lines: readonly (string | Partial<Sample>)[]) {
  const { document, pipeline, run, report } = measure(text, lines);
  return {
    report,
    found: atOnce(savingsInSteps({ document, text, pipeline: pipeline.id, run, options: OPTIONS, report })),
  };
}

/** Stages that leave all as it is. */
const NONE = "stage.decolorize { }";
const LOGFMT = `stage.logfmt {
  mapping = { level = "", trace_id = "", time = "" }
}

stage.labels {
  values = { level = "", trace_id = "" }
}
`;

describe("the costs of a pipeline", () => {
  it("are entries, bytes of lines and metadata, and streams", () => {
    const text = `${LOGFMT}
stage.structured_metadata {
  values = { time = "" }
}

stage.drop {
  expression = "noise"
}
`;
    const { report } = measure(text, ["level=info time=1 é", "level=warn time=2", "noise"]);
    expect(report.in).toEqual({ entries: 3, bytes: 20 + 17 + 5 });
    expect(report.out).toEqual({ entries: 2, bytes: 20 + 17 + 2 * "time1".length, streams: 2 });
    expect(
      report.stages.map(({ path, name, in: came, out }) => [path, name, came.entries, out.entries, out.bytes]),
    ).toEqual([
      ["1", "logfmt", 3, 3, 42],
      ["2", "labels", 3, 3, 42],
      ["3", "structured_metadata", 3, 3, 42 + 2 * "time1".length],
      ["4", "drop", 3, 2, 37 + 2 * "time1".length],
    ]);
  });

  it("say what structured metadata takes, and whether the line holds it too", () => {
    const text = `stage.logfmt {
  mapping = { msg = "", time = "", n = "" }
}

stage.template {
  source   = "made"
  template = "made {{ .n }}"
}

stage.structured_metadata {
  values = { made = "", msg = "", n = "" }
}
`;
    const { report } = measure(text, ['n=1 msg="say \\"é\\""', { line: "n=2", metadata: [["n", "7"]] }, "10"]);
    expect(report.metadata).toEqual([
      { name: "made", entries: 3, bytes: 3 * 4 + "made 1made 2made ".length + "<no value>".length, copied: false },
      { name: "msg", entries: 1, bytes: "msg".length + 8, copied: true },
      { name: "n", entries: 2, bytes: 4, copied: true },
    ]);
    expect(measure(NONE, [{ line: "10 n=1x", metadata: [["n", "1"]] }]).report.metadata).toEqual([
      { name: "n", entries: 1, bytes: 2, copied: false },
    ]);
    expect(measure(NONE, ["a"]).report.metadata).toEqual([]);
    const twice = [
      ["n", "1"],
      ["n", "1"],
    ] as const;
    expect(measure(NONE, [{ line: "n=1", metadata: twice }]).report.metadata).toEqual([
      { name: "n", entries: 1, bytes: 4, copied: false },
    ]);
    const many = Array.from({ length: 53 }, (_, i) => [`n${100 + i}`, "v".repeat(99 - i)] as const);
    const { metadata, otherMetadata } = measure(NONE, [{ line: "a", metadata: many }]).report;
    expect([metadata.length, otherMetadata]).toEqual([50, { names: 3, bytes: 3 * 4 + 49 + 48 + 47 }]);
  });

  it("say how many streams a label makes", () => {
    const lines = Array.from({ length: 60 }, (_, i) => `level=${i % 2 === 0 ? "info" : "warn"} trace_id=t${i}`);
    expect(measure(LOGFMT, lines).report).toMatchObject({
      out: { streams: 60 },
      labels: [
        { name: "trace_id", values: 60, without: 2 },
        { name: "level", values: 2, without: 60 },
      ],
    });
  });

  it("are summed up by the pattern of the line, those with most bytes in the output first", () => {
    const lines = [...Array(5)].flatMap((_, i) => [
      `login of user${i}`,
      `GET /healthz took ${i} ms in all of the zones`,
    ]);
    const { report } = measure('stage.drop { expression = "healthz" }', lines);
    expect(report.patterns.map(({ in: came, out }) => [came.entries, out.entries, out.bytes])).toEqual([
      [5, 5, 5 * "login of user0".length],
      [5, 0, 0],
    ]);
    expect(report.otherPatterns).toEqual({
      patterns: 0,
      in: { entries: 0, bytes: 0 },
      out: { entries: 0, bytes: 0 },
    });
  });

  const HOUR = 3_600n * 1_000_000_000n;
  it("know the rate by the samples' own times, without a wrong one", () => {
    const dated = Array.from({ length: 200 }, (_, i) => ({ line: `entry ${i}`, timestamp: BigInt(i) * HOUR }));
    expect(measure(NONE, dated).report.days).toBeCloseTo(199 / 24, 1);
    expect(measure(NONE, [...dated, { line: "1970", timestamp: -10_000n * HOUR }]).report.days).toBeCloseTo(
      200 / 24,
      0,
    );
    expect(measure(NONE, ["undated", "undated too"]).report.days).toBeUndefined();
    const half = [...dated, ...Array(50).fill("undated")];
    expect(measure(NONE, half).report.days).toBeCloseTo(199 / 24, 0);
  });

  it("are money by a price and a rate", () => {
    const report: Pick<CostReport, "in" | "days"> = { in: { entries: 1000, bytes: 1e6 }, days: 0.5 };
    expect(measuredRate(report)).toBe(2000);
    const half = { entries: 500, bytes: 5e5 };
    expect(costOf(half, report, { price: 0.5, entriesPerDay: undefined })).toEqual({
      entriesPerDay: 1000,
      bytesPerDay: 1e6,
      money: 0.015,
    });
    expect(costOf(half, report, { price: 0.5, entriesPerDay: 1e6 })?.bytesPerDay).toBe(5e8);
    expect(costOf(half, { ...report, days: undefined }, { price: 1, entriesPerDay: undefined })).toBeUndefined();
  });
});

describe("savings", () => {
  const lines = Array.from({ length: 100 }, (_, i) => [
    `level=debug trace_id=a${i} msg="cache lookup of key${i} was a hit"`,
    `level=info trace_id=b${i} msg="GET /healthz answered"`,
    `level=error trace_id=c${i} msg="payment ${i} failed with a long sad story of what went wrong on the way to the bank"`,
  ]).flat();

  it("are the changes that take most away, each with its measured effect", () => {
    const { report, found } = savings(LOGFMT, lines);
    expect(report.out).toMatchObject({ entries: 300, streams: 300 });
    expect(found.map(({ kind, subject, out }) => [kind, subject.slice(0, 12), out.entries, out.streams])).toEqual([
      ["label-to-metadata", "trace_id", 300, 3],
      ["drop-level", "debug", 200, 200],
      ["drop-pattern", "GET <get> an", 200, 200],
    ]);
    for (const { text, out } of found) {
      const again = measure(text, lines).report.out;
      expect(again).toEqual(out);
    }
  });

  it("begin with those that lose nothing, and end with a sample, even where that saves most", () => {
    const given = Array.from({ length: 100 }, (_, i) => [
      `level=info trace_id=a${i} msg="user u${i} opened page ${i} of the shop and looked at some of the offers there"`,
      `level=info trace_id=b${i} msg="GET /healthz answered"`,
    ]).flat();
    expect(savings(LOGFMT, given).found.map(({ kind }) => kind)).toEqual([
      "label-to-metadata",
      "drop-pattern",
      "sample-pattern",
    ]);
  });

  it("move labels together of which each makes every entry a stream", () => {
    const text = `stage.logfmt { mapping = { level = "", a = "", b = "", c = "", d = "" } }
stage.labels { values = { level = "", a = "", b = "", c = "", d = "" } }`;
    const given = Array.from(
      { length: 60 },
      (_, i) => `level=${i % 2 === 0 ? "info" : "warn"} a=a${i} b=b${i} c=c${i} d=d${i} msg="order ${i} was paid"`,
    );
    const { report, found } = savings(text, given);
    expect(report.labels.filter(({ name }) => name !== "level").map(({ without }) => without)).toEqual([
      60, 60, 60, 60,
    ]);
    expect(report.together).toEqual({ names: ["a", "b", "c", "d"], without: 2 });
    const moved = found.find(({ kind }) => kind === "labels-to-metadata")!;
    expect(moved).toMatchObject({ subject: "a, b, c, d", out: { entries: 60, streams: 2 } });
    const again = measure(moved.text, given).report;
    expect(again.out).toEqual(moved.out);
    expect(again.together).toBeUndefined();
    expect(again.metadata.map(({ name }) => name).sort()).toEqual(["a", "b", "c", "d"]);
  });

  it.each(["trace", "DEBUG", "FINE", "FINER", "FINEST"])("drop %s, a level that nobody keeps", (level) => {
    const given = lines.map((line) => line.replace("level=debug", `level=${level}`));
    expect(savings(LOGFMT, given).found).toContainEqual(
      expect.objectContaining({ kind: "drop-level", subject: level, out: expect.objectContaining({ entries: 200 }) }),
    );
  });

  it("keep one in ten of a frequent pattern, and leave alone what is serious", () => {
    const plain = (n: number) => [
      ...Array.from({ length: n }, (_, i) => `user u${i} opened page ${i} of the shop`),
      ...Array.from({ length: n }, (_, i) => `payment ${i} failed: the bank of account a${i} refused it for good`),
    ];
    const { found } = savings('stage.static_labels { values = { app = "shop" } }', plain(200));
    expect(found.map(({ kind }) => kind)).toEqual(["sample-pattern"]);
    expect(found[0]!.out.entries).toBeGreaterThan(200);
    expect(found[0]!.out.entries).toBeLessThan(260);
    expect(found[0]!.text).toContain("rate = 0.1");
  });

  const calls = (word: (i: number) => string) =>
    Array.from({ length: 200 }, (_, i) => `lvl=${word(i)} msg="call ${i} to the shop took ${i} ms and went through"`);
  const LEVELS = 'stage.logfmt {\n  mapping = { level = "lvl" }\n}\n';

  it("leave entries of a serious level alone where a pattern has some", () => {
    const given = calls((i) => (i % 10 === 3 ? "error" : i % 10 === 4 ? "WARN" : "info"));
    const { found } = savings(LEVELS, given);
    expect(found.map(({ kind }) => kind)).toEqual(["sample-pattern"]);
    expect(found[0]!.lost).toEqual([{ level: "info", entries: 200 - found[0]!.out.entries }]);
    expect(found[0]!.text).toContain("!~");
  });

  it("do not thin out a pattern whose serious entries the line does not show", () => {
    expect(
      savings(
        LEVELS,
        calls((i) => (i % 10 === 3 ? "50" : "30")),
      ).found,
    ).toEqual([]);
    const health = Array.from(
      { length: 100 },
      (_, i) => `lvl=${i === 7 ? "error" : "info"} msg="GET /healthz answered"`,
    );
    expect(savings(LEVELS, health).found).toEqual([]);
    expect(
      savings(
        LEVELS,
        health.map((line) => line.replace("error", "info")),
      ).found,
    ).toHaveLength(1);
  });

  it("are none where nothing leaves, and where nothing would be saved", () => {
    expect(savings('stage.drop { expression = "." }', ["a", "b"]).found).toEqual([]);
    expect(savings(NONE, ["fatal error 1", "fatal error 2"]).found).toEqual([]);
  });
});

describe("the time of stages", () => {
  it("is a share of all, by each stage alone, and follows stages inside others", () => {
    const text = `stage.regex { expression = "(?P<a>a+)" }
stage.match {
  selector = "{app=\\"x\\"}"
  stage.drop { expression = "b" }
}
`;
    const { pipeline, run } = measure(text, [{ line: "aaa", labels: { app: "x" } }, "b"]);
    // Each look at the clock takes one millisecond.
    let now = 0;
    const ticking = () => ++now;
    const times = atOnce(stageTimesInSteps(pipeline, run.samples, OPTIONS, ticking));
    expect(times.map(({ path, name }) => [path, name])).toEqual([
      ["1", "regex"],
      ["2", "match"],
      ["2.1", "drop"],
    ]);
    expect(times.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    for (const { share } of times) expect(share).toBeGreaterThan(0);
  });

  it("names the pattern that takes most of an unusual stage's time", () => {
    let late = 0;
    const slow: Sample = {
      labels: {},
      get line() {
        // Two looks at the clock: the first stage begins and ends.
        late = 2;
        return "one that takes its time, as it has very much to say about everything";
      },
    };
    const quick = Array.from({ length: 9 }, (_, i): Sample => ({ line: `login of user${i}`, labels: {} }));
    const { pipeline } = measure(`stage.drop { expression = "x" }\n${NONE}`, ["a"]);
    let at = 0;
    const times = atOnce(
      stageTimesInSteps(pipeline, [...quick, slow], OPTIONS, () => {
        if (late > 0 && --late === 0) at += 1000;
        return ++at;
      }),
    );
    expect(times[0]!.share).toBeGreaterThan(0.9);
    expect(times[0]!.reasons).toEqual([
      expect.stringMatching(/^9\d % of it on one pattern with 10 % of the entries: one that/),
    ]);
  });

  it("holds still whatever disturbs a run: the first runs are slow, and now and then one stage is held up", () => {
    const { pipeline, run } = measure(`stage.regex { expression = "(?P<a>a+)" }\n${NONE}`, ["aaa", "b", "aa"]);
    const measured = (extra: (look: number) => number) => {
      let [look, at] = [0, 0];
      const clock = () => {
        at += 1 + extra(look++);
        return at;
      };
      return atOnce(stageTimesInSteps(pipeline, run.samples, OPTIONS, clock)).map(({ share }) => share);
    };
    const quiet = measured(() => 0);
    expect(quiet.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
    for (const extra of [
      (look: number) => (look < 40 ? look % 3 : 0) * 50,
      (look: number) => (look % 97 === 50 ? 400 : 0),
      (look: number) => (look < 60 && look % 2 === 0 ? 30 : 0) + (look % 131 === 7 ? 200 : 0),
    ])
      for (const [i, share] of measured(extra).entries()) expect(share).toBeCloseTo(quiet[i]!, 1);
  });

  it("is nothing without samples", () => {
    const { pipeline } = measure("stage.cri { }", []);
    expect(atOnce(stageTimesInSteps(pipeline, [], OPTIONS, () => 0))).toEqual([]);
  });
});
